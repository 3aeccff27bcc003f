/** The ways to route the same work to a cheaper model. */
import type { PresetId } from '../schemas/request-fields.ts';
import { extraFailures, sharedFailuresOf } from './assumptions.ts';

/** What the work costs on one of the two models, in USD per task, retries included. */
interface Side {
  costPerTask: number;
}

export interface RouteWork {
  /** Share of tasks that fail on the chosen model. */
  failureShare: number;
  /** Its id is the kind of work. */
  preset: { id: PresetId };
}

interface Entry {
  name: string;
  /** Its assumptions, in a sentence or two for the answer. */
  note: string;
  /** Whether it goes to a lower tier, or to the same tier and higher ones. */
  lowerTier: boolean;
  /** USD per task, unrounded. */
  costPerTask: (chosen: Side, other: Side, work: RouteWork) => number;
  /** Share of tasks that fail on the whole route. */
  failureShare: (work: RouteWork) => number;
  /** Share of tasks that the other model may fail before the route costs as much per success as the chosen model. */
  breakEven: (chosen: Side, other: Side, work: RouteWork) => number;
}

/** Share of tasks that fail on a lower tier. */
const lowerTierFailures = ({ failureShare }: RouteWork): number => Math.min(1, failureShare + extraFailures);

/** Share of the tasks the lower tier failed that the chosen model fails too: hard tasks are hard for both. */
export const failsToo = ({ failureShare: f, preset }: RouteWork): number =>
  f + sharedFailuresOf(preset.id).value * (1 - f);

export const strategies = [
  {
    name: 'switch',
    note: 'The same work at the price of another model; it is assumed to fail as many tasks.',
    lowerTier: false,
    costPerTask: (_chosen, other) => other.costPerTask,
    failureShare: ({ failureShare }) => failureShare,
    // C2 / (1 - x) = C / (1 - f)
    breakEven: (chosen, other, { failureShare }) => 1 - ((1 - failureShare) * other.costPerTask) / chosen.costPerTask,
  },
  {
    name: 'escalate',
    note: 'Every task runs on the other model first, and its failures again on the chosen one, which fails these more often than others. The other model is assumed to fail 5 points more of all tasks. You need a check that detects failures; its cost is not counted. The break-even is the share that the other model may fail.',
    lowerTier: true,
    costPerTask: (chosen, other, work) => other.costPerTask + lowerTierFailures(work) * chosen.costPerTask,
    failureShare: (work) => lowerTierFailures(work) * failsToo(work),
    // (C2 + x*C) / (1 - x*failsToo) = C / (1 - f), and failsToo + 1 - f = 1 + kappa*(1 - f)
    breakEven: (chosen, other, { failureShare: f, preset }) =>
      (1 - ((1 - f) * other.costPerTask) / chosen.costPerTask) / (1 + sharedFailuresOf(preset.id).value * (1 - f)),
  },
] as const satisfies Entry[];

/** Every name in answers; `split`, part of the calls on a lower tier, was never cheaper and is not suggested. */
export const strategyNames = ['switch', 'split', 'escalate'] as const;

export type StrategyName = (typeof strategies)[number]['name'];
export type Strategy = Entry & { name: StrategyName };

const toLowerTier: readonly Strategy[] = strategies.filter(({ lowerTier }) => lowerTier);
const toSameOrHigherTier: readonly Strategy[] = strategies.filter(({ lowerTier }) => !lowerTier);

/** The strategies that go to a lower tier than the chosen model's, or to the same tier and higher ones. */
export const strategiesFor = (lowerTier: boolean): readonly Strategy[] =>
  lowerTier ? toLowerTier : toSameOrHigherTier;
