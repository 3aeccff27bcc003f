/**
 * By how much the shares of owners differ: the cold calls of an owner are binomial, with a share that is beta distributed
 * over owners. The sum of the two numbers of that distribution is what others count for, in calls of one's own.
 */
import { groupBy, sumOf } from '../../runtime/logs/statistics.ts';

/** Calls of one owner, of which so many are cold. */
export interface OwnersCounts {
  /** What they have in common: calls of one kind have one distribution. */
  kind: string;
  calls: number;
  cold: number;
}

/** What is tried, a factor of 1.4 apart; so much and more is no difference that these owners can show. */
const worths = Array.from({ length: 21 }, (_, i) => Math.round(2 ** (i / 2)));
/** Means of the distribution, as log odds. */
const odds = Array.from({ length: 60 }, (_, i) => -7 + i / 5);

/** The worth with the greatest likelihood, that of the mean by kind (empirical Bayes). */
export function ownersWorth(counts: readonly OwnersCounts[]): number {
  const some = counts.filter(({ calls }) => calls > 0);
  const kinds = [...groupBy(some, ({ kind }) => kind).values()].filter((own) => own.length > 1);
  const likelihood = (worth: number) =>
    sumOf(
      kinds.map((own) =>
        odds.reduce((best, odd) => {
          const cold = worth / (1 + Math.exp(-odd));
          return Math.max(best, sumOf(own.map((one) => logLikelihood(one, cold, worth - cold))));
        }, Number.NEGATIVE_INFINITY),
      ),
    );
  const found = worths.map((worth) => ({ worth, likelihood: likelihood(worth) }));
  return found.reduce((best, one) => (one.likelihood > best.likelihood ? one : best)).worth;
}

/** Of a beta-binomial distribution, without the binomial coefficient. */
export const logLikelihood = ({ calls, cold }: Omit<OwnersCounts, 'kind'>, a: number, b: number): number =>
  logBeta(a + cold, b + calls - cold) - logBeta(a, b);

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Stirling's series (Abramowitz and Stegun, 6.1.41), from 10 on within 1e-9. */
function logGamma(x: number): number {
  let [at, less] = [x, 0];
  for (; at < 10; at += 1) less += Math.log(at);
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + 1 / (12 * at) - 1 / (360 * at ** 3) - less;
}
