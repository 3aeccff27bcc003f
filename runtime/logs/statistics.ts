/** Groups, 95 % intervals by leaving each task out once, and errors of predictions against recorded numbers. */
import { lookUp } from '../core/values/look-up.ts';
import { median } from '../core/values/median.ts';
import { valueAt } from '../core/values/memoize.ts';

/** Sums over runs, by name. */
export type Sums = Readonly<Record<string, number>>;

export interface Interval {
  low: number;
  high: number;
}

/** The two-sided 95 % quantile of the normal distribution. */
const z = 1.959963984540054;

/** The two-sided 95 % quantiles of Student's t for 1 to 4 degrees of freedom. */
const fewDegrees = [12.706204736, 4.30265273, 3.182446305, 2.776445105];

/**
 * The two-sided 95 % quantile of Student's t: tabulated up to 4 degrees of freedom, from 5 on an expansion in their
 * inverse (Abramowitz and Stegun, 26.7.5), within 0.001.
 */
export function studentT(degrees: number): number {
  const exact = fewDegrees[degrees - 1];
  if (exact !== undefined) return exact;
  const z2 = z * z;
  const terms = [
    (z * (z2 + 1)) / 4,
    (z * ((5 * z2 + 16) * z2 + 3)) / 96,
    (z * (((3 * z2 + 19) * z2 + 17) * z2 - 15)) / 384,
    (z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945)) / 92_160,
  ];
  let [t, power] = [z, 1];
  for (const term of terms) {
    power /= degrees;
    t += term * power;
  }
  return t;
}

export const addSums = <S extends Sums>(a: S, b: S): S => combine(a, b, 1);

const combine = <S extends Sums>(a: S, b: S, sign: 1 | -1): S =>
  Object.fromEntries(Object.entries(a).map(([name, value]) => [name, value + sign * (lookUp(b, name) as number)])) as S;

/** The sums of all tasks. */
export const totalOf = <S extends Sums>(tasks: readonly S[]): S => tasks.reduce(addSums);

/**
 * The 95 % interval of a number computed from sums over tasks: the jackknife's standard error times Student's t. A task
 * that was run several times counts once. null: fewer than two tasks, or the number is undefined without one of them.
 * @param logarithmic for a number above 0 whose error is relative
 */
export function jackknife<S extends Sums>(
  tasks: readonly S[],
  statistic: (sums: S) => number,
  logarithmic = false,
): Interval | null {
  const count = tasks.length;
  if (count < 2) return null;
  const scale = logarithmic ? Math.log : (value: number) => value;
  const total = totalOf(tasks);
  const left = tasks.map((task) => scale(statistic(combine(total, task, -1))));
  const middle = scale(statistic(total));
  if (![middle, ...left].every(Number.isFinite)) return null;
  let [sum, squares] = [0, 0];
  for (const value of left) sum += value;
  for (const value of left) squares += (value - sum / count) ** 2;
  const half = studentT(count - 1) * Math.sqrt(((count - 1) / count) * squares);
  const [low, high] = [middle - half, middle + half];
  return logarithmic ? { low: Math.exp(low), high: Math.exp(high) } : { low, high };
}

/** The 95 % interval of a sum of independent parts, as many as were seen, by Student's t; null: fewer than two. */
export function intervalOfSum(parts: readonly number[]): Interval | null {
  const count = parts.length;
  if (count < 2) return null;
  const sum = sumOf(parts);
  const squares = sumOf(parts.map((part) => (part - sum / count) ** 2));
  const half = studentT(count - 1) * Math.sqrt((count / (count - 1)) * squares);
  return { low: sum - half, high: sum + half };
}

/** A predicted number and the recorded one, which is above 0. */
export type Pair = readonly [predicted: number, recorded: number];

export type ErrorFigures = NonNullable<ReturnType<typeof errorFigures>>;

/** Relative errors in percent; null: there is nothing to compare. */
export const errorFigures = (pairs: readonly Pair[]) =>
  pairs.length === 0
    ? null
    : {
        meanAbsPctError: percentOff(pairs),
        medianAbsPctError: median(pairs.map(offPct)),
        /** By how much the predictions add up to more than was recorded; below 0: to less. */
        biasPct:
          100 * (sumOf(pairs.map(([predicted]) => predicted)) / sumOf(pairs.map(([, recorded]) => recorded)) - 1),
      };

/** Mean of the absolute relative errors, in percent. */
export function percentOff(pairs: readonly Pair[]): number {
  let sum = 0;
  for (const [predicted, recorded] of pairs) sum += Math.abs(predicted / recorded - 1);
  return (100 * sum) / pairs.length;
}

const offPct = ([predicted, recorded]: Pair): number => 100 * Math.abs(predicted / recorded - 1);

/** The sum, added up in order. */
export function sumOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

/** The values by key, in order of first occurrence. */
export function groupBy<T, K>(values: readonly T[], key: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) valueAt(groups, key(value), (): T[] => []).push(value);
  return groups;
}

/** A number from 0 up to, not including, 1: FNV-1a over the UTF-16 units of a text, mixed as in MurmurHash3. */
export function shareOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** One of `count` parts, from 0. */
export const partOf = (task: string, count: number): number => Math.floor(shareOf(`part ${task}`) * count);

/** Numbers from 0 to below 1, the same ones every time: a linear congruential generator (Numerical Recipes). */
export function sameNumbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
