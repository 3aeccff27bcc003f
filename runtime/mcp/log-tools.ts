/** The tools on the logs of this machine's agents: what was spent, what is left of a budget, the same on another model. */
import type { Catalog } from '../core/dataset/catalog.ts';
import { percent, usd, whole } from '../core/values/rounded.ts';
import { InvalidRequest } from '../library/library.ts';
import { planLines } from '../logs/plan/plan-text.ts';
import type { PlanWorth } from '../logs/plan/plan-worth.ts';
import type { LogReport } from '../logs/report/report-of.ts';
import { TimeZone } from '../logs/report/time-zone.ts';
import type { Repricing } from '../logs/reprice/reprice.ts';
import { type Tool, tool } from './tool.ts';
import { firstOf } from './tool-texts.ts';

/** @param logs whose errors are told to the agent as what was wrong with its question */
export const logTools = (logs: OwnLogs): readonly Tool[] => [
  tool<LoggedCalls & { by?: string[]; plan?: string }, OwnReport>({
    name: 'report',
    title: 'My own bill',
    description:
      "What this machine's agents cost, read from their logs: by model and project, waste, what would have made it smaller. More fields: tasks, logged, cache, notes and others.",
    run: ({ by = ['model', 'project'], plan, since = logs.startOf('month'), ...calls }, catalog) =>
      told(logs.report(catalog, { since, ...calls }, by, plan)),
    text: reportText,
    usual: (data) => ({
      list: null,
      fields: usualOfReport.filter((name) => data[name] !== null),
      ofGroups: ['key', 'calls', 'usd', 'cachedPct'],
    }),
  }),
  tool<{ usd?: number | null; per?: Period; project?: string }, BudgetLeft>({
    name: 'budget',
    title: 'What is left of a budget',
    description: "What this machine's agents have spent today, this week or this month, and what is left of a budget.",
    async run({ usd = null, per = 'month', ...calls }, catalog) {
      const since = logs.startOf(per);
      return budgetLeft(usd, per, since, await told(logs.report(catalog, { since, ...calls }, ['day'])));
    },
    text: budgetText,
    usual: ({ notRead, ...known }) => ({
      list: null,
      fields: Object.keys(notRead === null ? known : { ...known, notRead }),
    }),
  }),
  tool<LoggedCalls & { model: string; host?: string }, OwnRepricing>({
    name: 'reprice',
    title: 'My own calls on another model',
    description:
      "The tokens of this machine's logs at the prices of another model, and what was measured on both. Not a forecast: another model would send other tokens.",
    run: ({ model, host, ...calls }, catalog) => told(logs.reprice(catalog, calls, model, host)),
    text: repriceText,
    usual: ({ notRead }) => ({
      list: 'models',
      fields: ['model', 'host', 'calls', 'usdAsLogged', 'usd', 'ratio', 'unpriced', 'tooLong', 'measured'],
      beside: ['pricesOn', 'calls', 'usdAsLogged', 'unpriced', ...(notRead === null ? [] : ['notRead'])],
    }),
  }),
];

/** What the logs answer, or an error that the agent is told. */
const told = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: Error) => {
    throw new InvalidRequest(error.message);
  });

const usualOfReport = [
  'from',
  'until',
  'timeZone',
  'agents',
  'notRead',
  'total',
  'groups',
  'waste',
  'savings',
  'unrecorded',
  'plan',
] as const satisfies (keyof OwnReport)[];

export interface LoggedCalls {
  /** As people say it: a day, a month, 30d, today. */
  since?: string;
  until?: string;
  /** Name of a project, its last folder or more of its path. */
  project?: string;
}

/** What of the logs was not read and is in no figure, in sentences; null: everything was read. */
export interface NotRead {
  notRead: string[] | null;
}

/** A report, without the folders that it was read from. */
export type OwnReport = LogReport &
  NotRead & {
    agents: { agent: string; files: number }[];
    /** What the plan that is paid is worth, by the calls of all projects and its last month; null: nothing is known of one. */
    plan: PlanWorth | null;
  };

export type OwnRepricing = Repricing & NotRead;

/** Reads the logs of the agents on this machine; rejects with a message for the agent where there are none. */
export interface OwnLogs {
  /** @param plan id of the plan that is paid; undefined: that of agent-cost.json */
  report(catalog: Catalog, calls: LoggedCalls, by: readonly string[], plan?: string): Promise<OwnReport>;
  reprice(catalog: Catalog, calls: LoggedCalls, model: string, host: string | undefined): Promise<OwnRepricing>;
  /** First day of the day, week or month that it is now on this machine (YYYY-MM-DD). */
  startOf(period: Period): string;
}

type Period = 'day' | 'week' | 'month';

type BudgetLeft = ReturnType<typeof budgetLeft>;

/**
 * @param usd null: no budget was named
 * @param since first day that counts, in the days of `timeZone`
 */
function budgetLeft(usd: number | null, per: Period, since: string, found: OwnReport) {
  const { total, unrecorded, unpriced, timeZone, notRead } = found;
  // Dollars of the calls that have a price, and about how many more for output that was never recorded.
  const spentUsd = total.usd ?? 0;
  const notRecordedUsd = unrecorded?.missingUsd.middle ?? 0;
  const used = spentUsd + notRecordedUsd;
  return {
    ...{ usd, per, since, timeZone, spentUsd, notRecordedUsd, notRead },
    unpricedCalls: unpricedCallsOf(unpriced),
    leftUsd: usd === null ? null : Math.round(1e9 * (usd - used)) / 1e9,
    usedPct: usd === null || usd === 0 ? null : Math.round((1e6 * used) / usd) / 1e4,
  };
}

const unpricedCallsOf = (unpriced: OwnReport['unpriced']): number =>
  unpriced.reduce((sum, { calls }) => sum + calls, 0);

/** What is said of calls without a price: nothing where there are none. */
const unpricedText = (calls: number, what: string): string[] => (calls === 0 ? [] : [`${whole(calls)} calls ${what}`]);

const notReadText = ({ notRead }: NotRead): string[] =>
  notRead === null ? [] : ['Not read, and in no figure:', ...notRead];

function reportText({ from, until, timeZone, total, groups, ...rest }: OwnReport, limit: number): string {
  const { unrecorded, unpriced, waste, savings, plan } = rest;
  return [
    `${from ?? 'no day'} to ${until ?? 'no day'} (days of ${timeZone}): ${whole(total.calls)} calls, ${total.usd === null ? 'none has a price' : usd(total.usd)}`,
    ...(unrecorded === null ? [] : [`output that was not recorded: about ${usd(unrecorded.missingUsd.middle)} more`]),
    ...unpricedText(unpricedCallsOf(unpriced), 'have no price and are in no total'),
    // Half as many as in the structured answer, which has them too.
    ...groups.map(({ by, rows }) => `by ${by}: ${firstOf(rows.map(groupRowText), Math.ceil(limit / 2)).join('; ')}`),
    `waste: ${waste.usd === null ? 'not priced' : usd(waste.usd)}${waste.pct === null ? '' : `, ${percent(waste.pct)}`}`,
    ...savings.map(
      ({ kind, model, insteadOf, saves, assumes }) =>
        `${kind}${model === null ? '' : ` ${model} instead of ${insteadOf?.join(', ')}`} would have saved ${usd(saves)}: ${assumes}`,
    ),
    ...(plan === null ? [] : planLines(plan, new TimeZone(timeZone))),
    ...notReadText(rest),
  ].join('\n');
}

const groupRowText = ({ key, calls, usd: dollars }: OwnReport['groups'][number]['rows'][number]): string =>
  `${key ?? 'not logged'} ${dollars === null ? 'without a price' : usd(dollars)}, ${whole(calls)} call${calls === 1 ? '' : 's'}`;

function budgetText({ usd: budget, per, since, leftUsd, usedPct, notRecordedUsd, ...rest }: BudgetLeft): string {
  const { spentUsd, unpricedCalls, timeZone } = rest;
  const about = notRecordedUsd > 0 ? ` and about ${usd(notRecordedUsd)} of output that was not recorded` : '';
  const spent = `${usd(spentUsd)} spent${about} since ${since} (days of ${timeZone})`;
  const left = leftUsd === null ? null : leftUsd < 0 ? `${usd(-leftUsd)} over` : `${usd(leftUsd)} left`;
  return [
    left === null || budget === null
      ? spent
      : `${left} of ${usd(budget)} a ${per}: ${spent}${usedPct === null ? '' : `, ${percent(usedPct)}`}`,
    ...unpricedText(unpricedCalls, 'have no price and are not counted'),
    ...notReadText(rest),
  ].join('\n');
}

function repriceText({ calls, usdAsLogged, pricesOn, models, notRead }: OwnRepricing): string {
  return [
    `${whole(calls)} calls, ${usd(usdAsLogged)} as logged, at the prices of ${pricesOn}`,
    ...models.map(({ model, what, usd: there, unpriced }) =>
      [`${model}: ${usd(there)}`, ...unpricedText(unpriced, 'have no price there'), what].join('; '),
    ),
    ...notReadText({ notRead }),
  ].join('\n');
}
