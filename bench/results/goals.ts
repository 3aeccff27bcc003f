/** The goals: what each row measures, against what, and which ratio is the goal; and the arithmetic that decides a figure. */
import table from './goals.json' with { type: 'json' };

export interface Goal {
  work: string;
  against: string;
  /** null: shown for comparison only. */
  wanted: { atLeast: number } | { atMost: number } | null;
}

/**
 * Of report: at 10 million calls, the time allowed for fewer is proportional. Constant memory (buildMemory) means at most
 * a quarter more for four times the models; bounded (limitMemory) that a second million addresses takes at most a tenth
 * more. Of pages: the median of the slowest control, until the next frame or a later task, at a CPU four times slower.
 */
export const goals: Record<RowId, Goal> = table;

export type RowId = keyof typeof table;

export const isReached = ({ wanted }: Goal, value: number): boolean | null =>
  wanted === null ? null : 'atLeast' in wanted ? value >= wanted.atLeast : value <= wanted.atMost;

export const spokenGoal = ({ wanted }: Goal): string =>
  wanted === null ? '' : 'atLeast' in wanted ? `>= ${wanted.atLeast.toFixed(2)}` : `<= ${wanted.atMost.toFixed(2)}`;

/** A measured goal. */
export interface Row extends Quotient {
  id: RowId;
  work: string;
  against: string;
  wanted: Goal['wanted'];
  /** The ceiling against itself; null without a ceiling to repeat. */
  control: number | null;
  /** null: no goal, or void. */
  reached: boolean | null;
  /** The control was outside its band, so the figure means nothing. */
  void: boolean;
  /** Absolute figures behind the ratio. */
  detail: string;
}

export function row(id: RowId, measured: Quotient, control: number | null, detail: string): Row {
  const isVoid = control !== null && !isCalm(control);
  return {
    id,
    ...goals[id],
    ...measured,
    control,
    void: isVoid,
    reached: isVoid ? null : isReached(goals[id], measured.value),
    detail,
  };
}

/** A quotient of two series measured in turns: `value` is the main figure, `spread` is over single rounds. */
export interface Quotient {
  value: number;
  spread: [lowest: number, highest: number];
}

/** The band for the ceiling measured against itself; outside, the machine was too noisy and a figure is void. */
export const controlBand = [0.94, 1.06] as const;

export const isCalm = (control: number): boolean => control >= controlBand[0] && control <= controlBand[1];

/**
 * `top` over `bottom`, two series of costs measured in turns, round by round. The main figure compares the cheapest
 * rounds: other work on the machine only adds to a cost, so the lowest is the closest to the truth.
 */
export function quotient(top: readonly number[], bottom: readonly number[]): Quotient {
  if (top.length === 0 || top.length !== bottom.length) throw new Error('expected two series of the same length');
  const rounds = top.map((cost, index) => cost / (bottom[index] as number));
  return { value: Math.min(...top) / Math.min(...bottom), spread: [Math.min(...rounds), Math.max(...rounds)] };
}

/** `values` as shares of what is allowed. */
export const shareOf = (values: readonly number[], allowed: number): Quotient =>
  quotient(
    values,
    values.map(() => allowed),
  );

/** In whole millions. */
export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

export type Point = readonly [x: number, y: number];

/** The exponent e of y = a x^e that fits best (least squares of the logarithms); NaN for fewer than two points. */
export function exponentOf(points: readonly Point[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const meanX = mean(logs.map(([x]) => x));
  const meanY = mean(logs.map(([, y]) => y));
  const covariance = mean(logs.map(([x, y]) => (x - meanX) * (y - meanY)));
  const variance = mean(logs.map(([x]) => (x - meanX) ** 2));
  return covariance / variance;
}

/**
 * y extrapolated to `x` from the last two points: as a power law or as a straight line, whichever is more. A fixed
 * cost hides the growth of small sizes from the power law, and a line cannot follow a square.
 */
export function extrapolate(points: readonly Point[], x: number): number {
  const [before, last] = points.slice(-2);
  if (before === undefined || last === undefined) return Number.NaN;
  const power = last[1] * (x / last[0]) ** exponentOf([before, last]);
  const line = last[1] + ((last[1] - before[1]) / (last[0] - before[0])) * (x - last[0]);
  return Math.max(power, line);
}

/** How a figure grows with the number of models: measured sizes, fitted exponents, and an extrapolation. */
export interface Growth {
  what: string;
  unit: string;
  /** By number of models. */
  points: Point[];
  /** Over all points, and over the last two: fixed costs hide growth at small sizes. */
  exponent: number;
  lastExponent: number;
  /** Expected at `far` models. */
  atFar: number;
}

/** The size that is extrapolated, not measured. */
export const far = 100_000;

export const growth = (what: string, unit: string, points: Point[]): Growth => ({
  what,
  unit,
  points,
  exponent: exponentOf(points),
  lastExponent: exponentOf(points.slice(-2)),
  atFar: extrapolate(points, far),
});
