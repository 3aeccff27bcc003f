/** The arithmetic of the bench: everything that decides a figure is here and tested. */

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
