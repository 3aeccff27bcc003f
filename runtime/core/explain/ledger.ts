/** The steps of a calculation as they are taken: each is computed from the formula that is shown. */
import type { Section, Step } from '../answers/schemas/explanation-schema.ts';
import { evaluate, type Value, withNumbers } from './formula.ts';

export class Ledger {
  private constructor(
    readonly sections: Section[],
    private readonly scope: Map<string, Value>,
  ) {}

  static empty(): Ledger {
    return new Ledger([], new Map());
  }

  /** A ledger that starts with these values but adds none to this one. Its sections follow those so far. */
  inner(): Ledger {
    return new Ledger(this.sections, new Map(this.scope));
  }

  section(title: string, note = ''): this {
    this.sections.push({ title, note, steps: [] });
    return this;
  }

  /** Adds a value that is given, not computed. */
  given(symbol: string, value: Value, what: string, unit: string, from: string, field: string | null = null): void {
    this.add({ symbol, what, formula: null, numbers: null, value, unit, from, field });
  }

  /** Adds a value computed by `formula` from those before it. */
  step(symbol: string, formula: string, what: string, unit: string, field: string | null = null): void {
    const value = evaluate(formula, this.scope);
    const numbers = withNumbers(formula, this.scope);
    this.add({ symbol, what, formula, numbers, value, unit, from: null, field });
  }

  /** The numeric value of a formula, without adding a step. */
  get(formula: string): number {
    const value = evaluate(formula, this.scope);
    if (typeof value !== 'number') throw new Error(`${formula} is a list`);
    return value;
  }

  /** The list of a symbol. */
  values(symbol: string): readonly number[] {
    const value = this.scope.get(symbol);
    if (typeof value === 'number' || value === undefined) throw new Error(`${symbol} is not a list`);
    return value;
  }

  private add(step: Step): void {
    this.sections.at(-1)?.steps.push(step);
    this.scope.set(step.symbol, step.value);
  }
}
