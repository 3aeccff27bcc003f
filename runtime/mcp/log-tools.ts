/** The tools on the logs of this machine's agents: what was spent, what is left of a budget, the same on another model. */
import { isInput as isBudgetInput } from 'virtual:tool-budget';
import { isInput as isReportInput } from 'virtual:tool-report';
import { isInput as isRepriceInput } from 'virtual:tool-reprice';
import { InvalidRequest } from '../library/library.ts';
import type { Repriced } from '../logs/reprice/reprice.ts';
import type { BudgetLeft, LoggedCalls, OwnLogs, OwnReport, OwnRepricing, Period } from './logs-asked.ts';
import { type Tool, tool } from './tool.ts';
import { budgetText, reportText, repriceText, unpricedCallsOf } from './tool-texts.ts';

/** @param source whose errors are told to the agent as what was wrong with its question */
export const logTools = (source: OwnLogs): readonly Tool[] =>
  toolsOn({
    report: (...asked) => source.report(...asked).catch(refuse),
    reprice: (...asked) => source.reprice(...asked).catch(refuse),
    startOf: (period) => source.startOf(period),
  });

function refuse(error: Error): never {
  throw new InvalidRequest(error.message);
}

const toolsOn = (logs: OwnLogs): readonly Tool[] => [
  tool<LoggedCalls & { by?: string[]; plan?: string }, OwnReport>({
    name: 'report',
    title: 'My own bill',
    description:
      "What this machine's agents cost, read from their logs: by model and project, waste, what would have made it smaller. More fields: tasks, logged, cache, notes and others.",
    isInput: isReportInput,
    run: ({ by = ['model', 'project'], plan, since = logs.startOf('month'), ...calls }, catalog) =>
      logs.report(catalog, { since, ...calls }, by, plan),
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
    isInput: isBudgetInput,
    async run({ usd = null, per = 'month', ...calls }, catalog) {
      const since = logs.startOf(per);
      const found = await logs.report(catalog, { since, ...calls }, ['day']);
      const { total, unrecorded, unpriced, timeZone, notRead } = found;
      const notRecordedUsd = unrecorded?.missingUsd.middle ?? 0;
      const spentUsd = total.usd ?? 0;
      const used = spentUsd + notRecordedUsd;
      return {
        ...{ usd, per, since, timeZone, spentUsd, notRecordedUsd, notRead },
        unpricedCalls: unpricedCallsOf(unpriced),
        leftUsd: usd === null ? null : Math.round(1e9 * (usd - used)) / 1e9,
        usedPct: usd === null || usd === 0 ? null : Math.round((1e6 * used) / usd) / 1e4,
      };
    },
    text: budgetText,
    usual: ({ notRead }) => ({ list: null, fields: [...usualOfBudget, ...(notRead === null ? [] : ['notRead'])] }),
  }),
  tool<LoggedCalls & { model: string; host?: string }, OwnRepricing>({
    name: 'reprice',
    title: 'My own calls on another model',
    description:
      "The tokens of this machine's logs at the prices of another model, and what was measured on both. Not a forecast: another model would send other tokens.",
    isInput: isRepriceInput,
    run: ({ model, host, ...calls }, catalog) => logs.reprice(catalog, calls, model, host),
    text: repriceText,
    usual: ({ notRead }) => ({
      list: 'models',
      fields: usualOfRepriced,
      beside: ['pricesOn', 'calls', 'usdAsLogged', 'unpriced', ...(notRead === null ? [] : ['notRead'])],
    }),
  }),
];

const usualOfReport = [
  ...([
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
  ] as const),
] satisfies (keyof OwnReport)[];

const usualOfBudget: (keyof BudgetLeft)[] = [
  ...([
    'usd',
    'per',
    'since',
    'timeZone',
    'spentUsd',
    'notRecordedUsd',
    'unpricedCalls',
    'leftUsd',
    'usedPct',
  ] as const),
];

const usualOfRepriced: (keyof Repriced)[] = [
  ...(['model', 'host', 'calls', 'usdAsLogged', 'usd', 'ratio', 'unpriced', 'tooLong', 'measured'] as const),
];
