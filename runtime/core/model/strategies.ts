/** The ways to route the same work over a cheaper model. */
import { extraCalls, extraFailures, splitShare } from './assumptions.ts';

/** What the work costs on one of the two models, in USD per task. */
export interface Side {
  /** Rounded, retries included. */
  costPerTask: number;
  /** One run, unrounded, and the part of it that writes the whole context to the cache once. */
  run: { usd: number; contextUsd: number };
}

export interface RouteWork {
  /** r + r^2: what retries add to the dollars. */
  retryShare: number;
  /** Share of tasks that fail on the chosen model. */
  failureShare: number;
}

interface Entry {
  name: string;
  /** Its assumptions, in a sentence or two for the answer. */
  note: string;
  /** Whether it goes to a lower tier, or to the same tier and higher ones. */
  lowerTier: boolean;
  /** Share of the calls (split) or tasks (switch, escalate) that go to the other model. */
  share: number;
  /** USD per task, unrounded. */
  costPerTask: (chosen: Side, other: Side, work: RouteWork) => number;
  /** Share of tasks that fail. */
  failureShare: (work: RouteWork) => number;
}

/** USD of one model's part of a split: it writes the whole context once and has a share of everything else. */
const part = ({ run }: Side, share: number): number => run.contextUsd + share * (run.usd - run.contextUsd);

/** Share of tasks that fail on a lower tier. */
const lowerTierFailures = ({ failureShare }: RouteWork): number => Math.min(1, failureShare + extraFailures);

export const strategies = [
  {
    name: 'switch',
    note: 'The same work at the price of another model; its failure rate is assumed to be the same. Test it.',
    lowerTier: false,
    share: 1,
    costPerTask: (_chosen, other) => other.costPerTask,
    failureShare: ({ failureShare }) => failureShare,
  },
  {
    name: 'split',
    note: 'Both models write the whole context once. Assumes that the lower tier needs 10 % more calls and that tasks fail 5 points more often. Test it.',
    lowerTier: true,
    share: splitShare,
    costPerTask: (chosen, other, { retryShare }) =>
      (part(chosen, 1 - splitShare) + part(other, extraCalls * splitShare)) * (1 + retryShare),
    failureShare: lowerTierFailures,
  },
  {
    name: 'escalate',
    note: 'Failed tasks run again on the chosen model. Assumes that the lower tier fails 5 points more often; needs a check that notices failures, whose cost is not counted. Test it.',
    lowerTier: true,
    share: 1,
    costPerTask: (chosen, other, work) => other.costPerTask + lowerTierFailures(work) * chosen.costPerTask,
    failureShare: (work) => lowerTierFailures(work) * work.failureShare,
  },
] as const satisfies Entry[];

export type StrategyName = (typeof strategies)[number]['name'];
export type Strategy = Entry & { name: StrategyName };

const toLowerTier: readonly Strategy[] = strategies.filter(({ lowerTier }) => lowerTier);
const toSameOrHigherTier: readonly Strategy[] = strategies.filter(({ lowerTier }) => !lowerTier);

/** The strategies that go to a lower tier than the chosen model's, or to the same tier and higher ones. */
export const strategiesFor = (lowerTier: boolean): readonly Strategy[] =>
  lowerTier ? toLowerTier : toSameOrHigherTier;
