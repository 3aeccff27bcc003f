/** Which plan a report is asked about, and what is known of its quotas on this machine. */
import { planNamed } from '../core/answers/plans.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import type { PlanFacts } from '../core/schemas/data-files/plans-file.ts';
import { WrongUse } from '../io/command-line.ts';
import type { LimitReport } from '../logs/fields/limit-reports.ts';
import type { ReadReport } from '../logs/read-report.ts';
import type { OwnSettings } from './own-settings.ts';

/**
 * The plan of --plan, or else of agent-cost.json; null: none is named.
 * @param name of the option, for messages
 * @throws WrongUse if it is unknown
 */
export function planAsked(
  catalog: Catalog,
  option: string | undefined,
  settings: OwnSettings,
  name = '--plan',
): PlanFacts | null {
  const { file, plan } = option === undefined ? settings : { file: null, plan: option };
  if (plan === null) return null;
  const found = planNamed(catalog, plan);
  if (typeof found !== 'string') return catalog.plans.find(({ id }) => id === found.id) ?? null;
  const all = catalog.plans.map(({ id }) => id).join(', ');
  throw new WrongUse(`${file === null ? name : `${file}: plan`}: ${found} Known: ${all}.`);
}

/** A line where logs tell of quotas and no plan was named. */
export const planHint = (limits: readonly LimitReport[]): string[] =>
  limits.length === 0
    ? []
    : ['', `These logs say how much of a plan's quotas was used: agent-cost report --plan ID says what it is worth.`];

/** What was read of each file, as it is printed: quotas are told apart, by plan. */
export const withoutLimits = <Read extends { files: readonly ReadReport[] }>(read: Read) => ({
  ...read,
  files: read.files.map(({ limits: _, ...file }) => file),
});

export const limitsIn = (files: readonly ReadReport[]): LimitReport[] => files.flatMap(({ limits }) => limits);
