/** How figures grow with the number of models: measured sizes, fitted exponents, and an extrapolation. */
import { exponentOf, extrapolate, type Point } from './stats.ts';

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
