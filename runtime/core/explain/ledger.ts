/** The steps of a calculation as they are taken: each is computed from the formula that is shown. */
import { evaluate, withNumbers } from './formula.ts';

export interface Step {
  symbol: string;
  what: string;
  /** null: given, not worked out. */
  formula: string | null;
  /** The formula with its numbers. */
  numbers: string | null;
  value: number;
  unit: string;
  /** Where a given value comes from. */
  from: string | null;
  /** JSON pointer of the field of the estimate that this is. */
  field: string | null;
}

export interface Section {
  title: string;
  /** What decided which way was taken. */
  note: string;
  steps: Step[];
}

export class Ledger {
  private constructor(
    readonly sections: Section[],
    private readonly scope: Map<string, number>,
  ) {}

  static empty(): Ledger {
    return new Ledger([], new Map());
  }

  /** A ledger that starts with these values; what it adds is not added here. Its sections follow those so far. */
  inner(): Ledger {
    return new Ledger(this.sections, new Map(this.scope));
  }

  section(title: string, note = ''): this {
    this.sections.push({ title, note, steps: [] });
    return this;
  }

  /** A value that is not worked out. */
  given(symbol: string, value: number, what: string, unit: string, from: string, field: string | null = null): number {
    return this.add({ symbol, what, formula: null, numbers: null, value, unit, from, field });
  }

  /** A value worked out by `formula` from those before it. */
  step(symbol: string, formula: string, what: string, unit: string, field: string | null = null): number {
    const value = evaluate(formula, this.scope);
    const numbers = withNumbers(formula, this.scope);
    return this.add({ symbol, what, formula, numbers, value, unit, from: null, field });
  }

  get(symbol: string): number {
    return evaluate(symbol, this.scope);
  }

  private add(step: Step): number {
    this.sections.at(-1)?.steps.push(step);
    this.scope.set(step.symbol, step.value);
    return step.value;
  }
}
