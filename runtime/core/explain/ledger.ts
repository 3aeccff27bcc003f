/** The steps of a calculation as the program takes them, each checked against the formula that is shown. */
import type { Section, Step } from '../answers/schemas/explanation-schema.ts';
import { roundUsd, unitsPerDollar } from '../values/money.ts';
import type { Steps, TaskSteps, Value } from '../values/steps.ts';
import { evaluate, withNumbers } from './formula.ts';

export class Ledger implements Steps {
  private constructor(
    readonly sections: Section[],
    private readonly scope: Map<string, Value>,
    private readonly isComparison: boolean,
  ) {}

  static empty(): Ledger {
    return new Ledger([], new Map(), false);
  }

  /** A ledger that starts with these values but adds none to this one. Its sections follow those so far. */
  inner(): Ledger {
    return new Ledger(this.sections, new Map(this.scope), false);
  }

  /** The same ledger for a run that only serves a comparison: without details, and its values are not in the answer. */
  comparison(): Ledger {
    return new Ledger(this.sections, this.scope, true);
  }

  section(title: string, note = ''): this {
    this.sections.push({ title, note, steps: [] });
    return this;
  }

  given(symbol: string, value: Value, what: string, unit: string, from: string, field?: string): void {
    this.add({ symbol, what, formula: null, numbers: null, value: plain(value), unit, from, field: field ?? null });
  }

  /** Throws if the formula gives any other value: the program then computes something else than it would show. */
  step(symbol: string, formula: string, value: Value, what: string, unit: string, field?: string): void {
    const byFormula = evaluate(formula, this.scope);
    if (!isSame(byFormula, value)) {
      throw new Error(`explain: ${symbol} = ${formula} gives ${byFormula}, but the program computed ${value}`);
    }
    const numbers = withNumbers(formula, this.scope);
    this.add({ symbol, what, formula, numbers, value: plain(value), unit, from: null, field: field ?? null });
  }

  detail(symbol: string, formula: string, value: Value, what: string, unit: string, field?: string): void {
    if (!this.isComparison) this.step(symbol, formula, value, what, unit, field);
  }

  rounded(symbol: string, formula: string, usd: number, finest: 1e9 | 1e6, what: string, field?: string): void {
    if (this.isComparison) return;
    const units = unitsPerDollar(usd, finest);
    this.given('u', units, 'units in a dollar', 'units', 'rounding; coarser only above 2.2 million dollars');
    const value = roundUsd(usd, finest);
    this.step(symbol, `round((${formula}) * u) / u`, value, what, finest === 1e9 ? 'USD' : 'USD a month', field);
  }

  let(symbol: string, formula: string, what: string, unit: string): void {
    this.step(symbol, formula, evaluate(formula, this.scope), what, unit);
  }

  each(count: number, rename: (symbol: string) => string, record: (task: number, steps: TaskSteps) => void): void {
    const tasks = Array.from({ length: count }, (_, task) => stepsOf((steps) => record(task, steps)));
    const inLists = (formula: string) => formula.replace(/\b[A-Za-z_]\w*/g, rename);
    for (const [place, { symbol, formula, value, what, unit, from }] of (tasks[0] ?? []).entries()) {
      if (formula === null) {
        this.given(symbol, value, what, unit, from);
        continue;
      }
      const values = tasks.map((steps) => steps[place]?.value as number);
      this.step(rename(symbol), inLists(formula), values, what, unit);
    }
  }

  private add(step: Step): void {
    this.sections.at(-1)?.steps.push(this.isComparison ? { ...step, field: null } : step);
    this.scope.set(step.symbol, step.value);
  }
}

interface TaskStep {
  symbol: string;
  formula: string | null;
  value: Value;
  what: string;
  unit: string;
  from: string;
}

/** The steps of one task, unchecked. */
function stepsOf(record: (steps: TaskSteps) => void): TaskStep[] {
  const steps: TaskStep[] = [];
  record({
    given: (symbol, value, what, unit, from) => steps.push({ symbol, formula: null, value, what, unit, from }),
    step: (symbol, formula, value, what, unit) => steps.push({ symbol, formula, value, what, unit, from: '' }),
  });
  return steps;
}

const isSame = (a: Value, b: Value): boolean =>
  typeof a === 'number' || typeof b === 'number'
    ? a === b
    : a.length === b.length && a.every((item, i) => item === b[i]);

/** JSON has no negative zero. */
const plain = (value: Value): number | number[] =>
  typeof value === 'number' ? value + 0 : value.map((item) => item + 0);
