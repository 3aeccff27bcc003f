/** The results of `agent-cost check` and `agent-cost check watch` as Markdown for a pull request. */
import type { Cause } from '../core/budgets/causes.ts';
import type { CheckedBudgets, CheckedWork, Limit } from '../core/budgets/check-budgets.ts';
import type { Schedule, ScheduledEvent } from '../core/budgets/scheduled.ts';
import type { Cost } from '../core/budgets/work-cost.ts';
import type { Baseline } from '../core/schemas/data-files/budget-files.ts';
import { monthName } from '../core/values/day.ts';
import { shortDollars } from '../core/values/money.ts';
import { percent, usd } from '../core/values/rounded.ts';
import { type Cell, markdownTable, markdownText } from '../core/values/text-table.ts';

export interface Origin {
  pricesAsOf: string;
  datasetVersion: string;
  overlay: string | null;
  baseline: Baseline | null;
}

/** What was checked, in Markdown; one entry per line. */
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
  const names = workflows.filter((work) => work.over).map(({ name }) => markdownText(name));
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
    markdownText(name),
    markdownText(`${modelId}${host === null ? '' : ` at ${host}`}`),
    usd(perTask),
    step('perTask'),
    usd(perMonth),
    step('perMonth'),
    budgetCell(limits),
  ];
}

const removedRow = ({ name, perTask, perMonth }: CheckedBudgets['removed'][number]): Cell[] => [
  markdownText(name),
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
    markdownText(name),
    names.map((cause) => labels[cause]).join(' and '),
    markdownText(what),
    signed(perTask),
    signed(perMonth),
  ]);

function endLines({ workflows }: CheckedBudgets, origin: Origin, limits: number): string[] {
  const { pricesAsOf, datasetVersion, overlay, baseline } = origin;
  const own = overlay === null ? '' : `, with the overlay ${markdownText(overlay)}`;
  const prices = `Prices of ${longDay(pricesAsOf)}${own}; dataset ${datasetVersion}.`;
  if (baseline === null) {
    return [`${prices} There is no baseline to compare with: \`agent-cost check --update\` writes one.`];
  }
  const fresh = workflows.filter((work) => work.baseline === null).map(({ name }) => markdownText(name));
  return [
    `${prices} Compared with the baseline of ${longDay(baseline.pricesAsOf)}.`,
    ...(fresh.length === 0 ? [] : ['', `Not in the baseline, so without a growth limit: ${fresh.join(', ')}.`]),
    ...(limits > 0 ? [] : ['', 'No workflow has a budget.']),
  ];
}

/** One entry per line. `from` and `until`: the period that was checked (days, UTC). `overlay`: its name, if any. */
export function watchMarkdown(
  { events, totals }: Schedule,
  { from, until, overlay }: { from: string; until: string; overlay: string | null },
): string[] {
  const days = `between ${longDay(from)} and ${longDay(until)}`;
  if (events.length === 0)
    return ['## Agent cost: nothing scheduled', '', `No price of your workflows changes ${days}.`];
  const changes = bySameChange(events);
  return [
    `## Agent cost: ${changes.size} scheduled ${changes.size === 1 ? 'change' : 'changes'}`,
    '',
    ...[...changes.values()].map((same) => `- ${sentence(same)}${ownWords(same, overlay)}`),
    '',
    ...markdownTable(
      ['From', 'Workflow', 'Model', 'Per task', 'Then', 'Per month', 'Then', 'Change', 'Budget'],
      [...events.map(row), ...totals.flatMap(allRow)].sort(byDay),
      [3, 4, 5, 6, 7],
    ).split('\n'),
    '',
    `These changes are scheduled ${days}, ${sourceWords(events, overlay)}.`,
  ];
}

/** What a sentence adds where the change is not, or not only, its provider's. */
function ownWords([first]: readonly ScheduledEvent[], overlay: string | null): string {
  if (!first?.causes.includes('overlay')) return '';
  const both = first.causes.includes('price') ? 'Both its maker and your' : 'Not its maker: your';
  return ` ${both} own prices (overlay ${markdownText(overlay ?? '')}) change that day.`;
}

function sourceWords(events: readonly ScheduledEvent[], overlay: string | null): string {
  const has = (cause: ScheduledEvent['causes'][number]) => events.some(({ causes }) => causes.includes(cause));
  const own = has('overlay') ? [`as your own prices say (overlay ${markdownText(overlay ?? '')})`] : [];
  return [...(has('price') ? ['as announced by the makers'] : []), ...own].join(' or ');
}

/** Groups events by day, model, kind and size of change, and whose it is. */
function bySameChange(events: readonly ScheduledEvent[]): Map<string, ScheduledEvent[]> {
  const changes = new Map<string, ScheduledEvent[]>();
  for (const event of events) {
    const key = [event.on, event.modelId, event.kind, event.priceTimes, ...event.causes].join(' ');
    const same = changes.get(key);
    if (same === undefined) changes.set(key, [event]);
    else same.push(event);
  }
  return changes;
}

/** Gemini 3.8 Flash doubles on 1 January 2027: triage goes from $0.28 to $0.56 a task. */
function sentence(same: readonly ScheduledEvent[]): string {
  const [{ on, kind, priceTimes, ...first }] = same as [ScheduledEvent];
  const modelName = markdownText(first.modelName);
  const what = markdownText(first.what);
  const workflows = same.map(({ workflow }) => markdownText(workflow));
  const who = same.map(({ before, after }, at) =>
    after === null
      ? workflows[at]
      : `${workflows[at]} goes from ${usd(before.perTask)} to ${usd(after.perTask)} a task`,
  );
  switch (kind) {
    case 'price':
      return `**${modelName}** ${verb(priceTimes)} on ${longDay(on)}: ${who.join(', ')}.`;
    case 'promiseEnds':
      return `**${modelName}** has no known price from ${longDay(on)} on (${what}): ${workflows.join(', ')}.`;
    case 'shutDown':
      return `**${modelName}** is shut down on ${longDay(on)}: ${who.join(', ')}${same.some(({ after }) => after === null) ? ' cannot run any more' : ''}. ${what}`;
  }
}

function verb(times: number | null): string {
  if (times === null || times === 1) return 'changes its prices';
  if (times === 2) return 'doubles';
  if (times === 0.5) return 'halves';
  return times > 1 ? `costs ${percent(100 * (times - 1))} more` : `costs ${percent(100 * (1 - times))} less`;
}

const row = ({ on, workflow, modelId, before, after, over, kind }: ScheduledEvent): Cell[] => [
  on,
  markdownText(workflow),
  markdownText(modelId),
  usd(before.perTask),
  after && usd(after.perTask),
  usd(before.perMonth),
  after && usd(after.perMonth),
  after && signed(after.perMonth - before.perMonth) + growth(before.perMonth, after.perMonth - before.perMonth),
  kind === 'promiseEnds' ? 'not known' : after === null ? '❌ no model' : over ? '❌ over' : '',
];

/** All workflows together, if a budget limits them. */
const allRow = ({ on, perMonth, limits, over }: Schedule['totals'][number]): Cell[][] =>
  limits.length === 0 ? [] : [[on, '**All**', '', '', '', '', `**${usd(perMonth)}**`, '', over ? '❌ over' : '']];

/** The rows of one day stay in their order. */
const byDay = ([a]: Cell[], [b]: Cell[]): number => (String(a) < String(b) ? -1 : Number(String(a) > String(b)));

/** `+$0.28`, `-$1.20` */
const signed = (value: number): string =>
  value === 0 ? 'unchanged' : `${value > 0 ? '+' : '-'}${usd(Math.abs(value))}`;

/** ` (+100.0 %)`; empty if there was nothing before or nothing changed. */
const growth = (before: number, change: number): string =>
  before === 0 || change === 0 ? '' : ` (${change > 0 ? '+' : '-'}${percent(Math.abs((100 * change) / before))})`;

/** 1 January 2027 */
const longDay = (day: string): string => `${Number(day.slice(8))} ${monthName(day.slice(0, 7))}`;

/** `$0.30 a task`, `$0.33 a task (baseline + 10 %)` */
function limitWords({ limit, allowed, usd: most }: Limit): string {
  const per = limit.startsWith('perTask') ? 'a task' : 'a month';
  return limit.endsWith('GrowthPct') ? `${usd(most)} ${per} (baseline + ${allowed} %)` : `${shortDollars(most)} ${per}`;
}

const overWords = ({ spent, usd: most }: Limit): string => `${usd(spent - most)} over`;
