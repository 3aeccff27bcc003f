/**
 * What a computation records while it computes, for `explain`. A function that takes `Steps` computes in plain numbers;
 * only if they are given does it state, beside each operation, the formula that a person would follow. The ledger of
 * `explain` computes the formula too, and refuses a step whose formula gives another value than the program reached.
 * Statements that record carry the label `record:`, by which the bundles of the pages and the worker leave them out.
 */

/** A number, or one for each of the equally likely tasks of an estimate. */
export type Value = number | readonly number[];

/** What can also be recorded for one task of many. */
export interface TaskSteps {
  /** A value that is read or assumed, not computed, and where it comes from. */
  given(symbol: string, value: Value, what: string, unit: string, from: string, field?: string): void;
  /**
   * A value that the program computed.
   * @param formula the same operations in the same order, on symbols recorded before
   * @param field JSON pointer of the number of the answer that this is
   */
  step(symbol: string, formula: string, value: Value, what: string, unit: string, field?: string): void;
}

export interface Steps extends TaskSteps {
  /** A step that matters only in the run that is explained, not in those it is compared with. */
  detail(symbol: string, formula: string, value: Value, what: string, unit: string, field?: string): void;
  /** A detail that is `formula` in USD, rounded by `roundUsd`. */
  rounded(symbol: string, formula: string, usd: number, finest: 1e9 | 1e6, what: string, field?: string): void;
  /** An intermediate value that the program holds under no name: computed by its formula, checked by what follows. */
  let(symbol: string, formula: string, what: string, unit: string): void;
  /**
   * Steps that are the same for each of `count` tasks: each becomes one step with a list of values.
   * @param rename the symbol of the list, for a symbol of one task
   */
  each(count: number, rename: (symbol: string) => string, record: (task: number, steps: TaskSteps) => void): void;
}
