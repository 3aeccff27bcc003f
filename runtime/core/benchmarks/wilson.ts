/** The confidence interval of a success rate. */

/** The two-sided 95 % quantile of the normal distribution. */
const z = 1.959963984540054;

export interface Interval {
  low: number;
  high: number;
}

/**
 * The 95 % interval of a share, by Wilson's score (E. B. Wilson, 1927): unlike the normal approximation it stays within
 * 0 and 1 and works for few trials. For 6 of 10 it is 0.313 to 0.832.
 * @param share 0 to 1
 * @param trials independent trials behind it, above 0
 */
export function wilson(share: number, trials: number): Interval {
  const spread = (z * z) / trials;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (z * Math.sqrt((share * (1 - share)) / trials + spread / (4 * trials))) / (1 + spread);
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
