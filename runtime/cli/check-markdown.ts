/** The result of `agent-cost check` as Markdown for a pull request. */

import type { Cause } from '../core/budgets/causes.ts';
import type { CheckedBudgets, CheckedWork, Limit } from '../core/budgets/check-budgets.ts';
import type { Cost } from '../core/budgets/work-cost.ts';
import type { Baseline } from '../core/schemas/data-files/budget-files.ts';
import { usd } from '../core/values/rounded.ts';
import { type Cell, markdownTable } from '../core/values/text-table.ts';
import { growth, limitWords, longDay, overWords, signed } from './budget-words.ts';

/** Origin of the prices, for the last line. */
export interface Origin {
  pricesAsOf: string;
  datasetVersion: string;
  overlay: string | null;
  baseline: Baseline | null;
}

/** One entry per line. */
export function checkMarkdown(found: CheckedBudgets, origin: Origin): string[] {
  const { workflows, removed, total } = found;
  const changed = workflows.filter(({ causes }) => causes.length > 0);
  return [
    `## Agent cost: ${verdict(found)}`,
    '',
    ...workTable([...workflows.map(workRow), ...removed.map(removedRow), ...totalRow(found)], origin.baseline !== null),
    ...(changed.length === 0
      ? []
      : [
          '',
          '### What changed, and why',
          '',
          ...markdownTable(
            ['Workflow', 'Cause', 'What', 'Per task', 'Per month'],
            changed.flatMap(causeRows),
            [3, 4],
          ).split('\n'),
        ]),
    '',
    ...endLines(found, origin, total.limits.length + workflows.flatMap(({ limits }) => limits).length),
  ];
}

function verdict({ over, workflows, total }: CheckedBudgets): string {
  if (!over) return 'within budget';
  const names = workflows.filter((work) => work.over).map(({ name }) => name);
  return `over budget (${[...names, ...(total.over ? ['all together'] : [])].join(', ')})`;
}

const header = ['Workflow', 'Model', 'Per task', 'Change', 'Per month', 'Change', 'Budget'];

/** Without a baseline the columns of changes are left out. */
function workTable(rows: readonly Cell[][], changes: boolean): string[] {
  const shown = <T>(cells: readonly T[]): T[] => cells.filter((_, column) => changes || header[column] !== 'Change');
  return markdownTable(shown(header), rows.map(shown), changes ? [2, 3, 4, 5] : [2, 3]).split('\n');
}

function workRow({ name, modelId, host, perTask, perMonth, baseline, change, limits }: CheckedWork): Cell[] {
  const step = (per: keyof Cost) =>
    baseline === null || change === null ? 'new' : signed(change[per]) + growth(baseline[per], change[per]);
  return [
    name,
    `${modelId}${host === null ? '' : ` at ${host}`}`,
    usd(perTask),
    step('perTask'),
    usd(perMonth),
    step('perMonth'),
    budgetCell(limits),
  ];
}

const removedRow = ({ name, perTask, perMonth }: CheckedBudgets['removed'][number]): Cell[] => [
  name,
  'removed',
  '',
  signed(-perTask),
  '',
  signed(-perMonth),
  '',
];

function totalRow({ workflows, removed, total: { perMonth, before, change, limits } }: CheckedBudgets): Cell[][] {
  if (workflows.length + removed.length === 1 && limits.length === 0) return [];
  const step = before === null || change === null ? '' : signed(change) + growth(before, change);
  return [['**All**', '', '', '', `**${usd(perMonth)}**`, step, budgetCell(limits)]];
}

/** Every limit that is exceeded, or else all of them. */
function budgetCell(limits: readonly Limit[]): string {
  if (limits.length === 0) return 'none';
  const over = limits.filter((limit) => limit.over);
  if (over.length === 0) return `✅ at most ${limits.map(limitWords).join(', ')}`;
  return `❌ ${over.map((limit) => `${overWords(limit)} ${limitWords(limit)}`).join(', ')}`;
}

const labels: Record<Cause['causes'][number], string> = {
  dataset: 'dataset',
  price: 'list price',
  overlay: 'own price',
  model: 'model',
  workflow: 'workflow',
};

const causeRows = ({ name, causes }: CheckedWork): Cell[][] =>
  causes.map(({ causes: names, what, perTask, perMonth }) => [
    name,
    names.map((cause) => labels[cause]).join(' and '),
    what,
    signed(perTask),
    signed(perMonth),
  ]);

function endLines({ workflows }: CheckedBudgets, origin: Origin, limits: number): string[] {
  const { pricesAsOf, datasetVersion, overlay, baseline } = origin;
  const own = overlay === null ? '' : `, with the overlay ${overlay}`;
  const prices = `Prices of ${longDay(pricesAsOf)}${own}; dataset ${datasetVersion}.`;
  if (baseline === null) {
    return [`${prices} There is no baseline to compare with: \`agent-cost check --update\` writes one.`];
  }
  const fresh = workflows.filter((work) => work.baseline === null).map(({ name }) => name);
  return [
    `${prices} Compared with the baseline of ${longDay(baseline.pricesAsOf)}.`,
    ...(fresh.length === 0 ? [] : ['', `Not in the baseline, so without a growth limit: ${fresh.join(', ')}.`]),
    ...(limits > 0 ? [] : ['', 'No workflow has a budget.']),
  ];
}
