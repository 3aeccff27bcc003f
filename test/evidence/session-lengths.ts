/** How many calls sessions make, as a distribution for an owner who was not seen: one-way random effects of the logarithm. */
import { sumOf } from '../../runtime/logs/statistics.ts';

/** A mean that differs by group, and values that differ within a group. */
export interface RandomEffects {
  mean: number;
  /** Variance of that mean as it was estimated. */
  meanVariance: number;
  within: number;
  between: number;
  groups: number;
  /** Variances within the groups that are large enough to tell. */
  withins: readonly number[];
}

/** A group with fewer values says little of its variance. */
const fewest = 5;

/** By the analysis of variance (method of moments), groups weighted by the inverse of their variance. */
export function randomEffects(groups: readonly (readonly number[])[]): RandomEffects {
  const all = groups.flat();
  const meanOf = (values: readonly number[]) => sumOf(values) / values.length;
  const squares = (values: readonly number[], from: number) => sumOf(values.map((value) => (value - from) ** 2));
  const within = sumOf(groups.map((own) => squares(own, meanOf(own)))) / (all.length - groups.length);
  const grand = meanOf(all);
  const meanSquare = sumOf(groups.map((own) => own.length * (meanOf(own) - grand) ** 2)) / (groups.length - 1);
  const usual = (all.length - sumOf(groups.map((own) => own.length ** 2)) / all.length) / (groups.length - 1);
  const between = Math.max(0, (meanSquare - within) / usual);
  const weights = groups.map((own) => 1 / (between + within / own.length));
  return {
    mean: sumOf(groups.map((own, i) => (weights[i] as number) * meanOf(own))) / sumOf(weights),
    meanVariance: 1 / sumOf(weights),
    ...{ within, between, groups: groups.length },
    withins: groups.filter((own) => own.length >= fewest).map((own) => squares(own, meanOf(own)) / (own.length - 1)),
  };
}

/**
 * The share of a new group's values that are at least `value`: its mean follows Student's t with groups - 2 degrees of
 * freedom about that of all, as in the prediction intervals of meta-analysis (Higgins, Thompson and Spiegelhalter 2009),
 * and its values are normal about its mean,
 * with the variance of any of the groups.
 */
export function shareAtLeast({ mean, meanVariance, withins, between, groups }: RandomEffects, value: number): number {
  const means = tQuantiles(groups - 2).map((t) => mean + t * Math.sqrt(between + meanVariance));
  return (
    sumOf(means.flatMap((own) => withins.map((within) => 1 - normal((value - own) / Math.sqrt(within))))) /
    (means.length * withins.length)
  );
}

const places = 200;

const known = new Map<number, number[]>();

/** Equally likely values of Student's t, by adding up its density. */
function tQuantiles(degrees: number): number[] {
  const found = known.get(degrees);
  if (found !== undefined) return found;
  const [step, end] = [0.002, 200];
  const density = (t: number) => (1 + (t * t) / degrees) ** (-(degrees + 1) / 2);
  const half: { t: number; sum: number }[] = [];
  let sum = 0;
  for (let t = 0; t < end; t += step) {
    sum += density(t + step / 2) * step;
    half.push({ t: t + step, sum });
  }
  const above = Array.from({ length: places / 2 }, (_, i) => {
    const enough = (sum * (2 * i + 1)) / places;
    return (half.find((one) => one.sum >= enough) as { t: number }).t;
  });
  const quantiles = [...above.map((t) => -t).reverse(), ...above];
  known.set(degrees, quantiles);
  return quantiles;
}

/** The standard normal distribution (Abramowitz and Stegun, 26.2.17), within 1e-7. */
function normal(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const terms = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) * terms;
  return x > 0 ? 1 - tail : tail;
}
