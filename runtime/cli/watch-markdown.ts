/** The result of `agent-cost watch` as Markdown: a sentence for each change, then a table. */

import type { ScheduledEvent } from '../core/budgets/scheduled.ts';
import { percent, usd } from '../core/values/rounded.ts';
import { type Cell, markdownTable } from '../core/values/text-table.ts';
import { growth, longDay, signed } from './budget-words.ts';

/** One entry per line. `from` and `until`: the period that was checked (days, UTC). */
export function watchMarkdown(events: readonly ScheduledEvent[], from: string, until: string): string[] {
  const days = `between ${longDay(from)} and ${longDay(until)}`;
  if (events.length === 0)
    return ['## Agent cost: nothing scheduled', '', `No price of your workflows changes ${days}.`];
  const changes = bySameChange(events);
  return [
    `## Agent cost: ${changes.size} scheduled ${changes.size === 1 ? 'change' : 'changes'}`,
    '',
    ...[...changes.values()].map((same) => `- ${sentence(same)}`),
    '',
    ...markdownTable(
      ['From', 'Workflow', 'Model', 'Per task', 'Then', 'Per month', 'Then', 'Change', 'Budget'],
      events.map(row),
      [3, 4, 5, 6, 7],
    ).split('\n'),
    '',
    `These changes are scheduled ${days}, as announced by the providers.`,
  ];
}

/** Groups events by day, model and kind of change. */
function bySameChange(events: readonly ScheduledEvent[]): Map<string, ScheduledEvent[]> {
  const changes = new Map<string, ScheduledEvent[]>();
  for (const event of events) {
    const key = [event.on, event.modelId, event.kind].join(' ');
    changes.set(key, [...(changes.get(key) ?? []), event]);
  }
  return changes;
}

/** Gemini 3.8 Flash doubles on 1 January 2027: triage goes from $0.28 to $0.56 a task. */
function sentence(same: readonly ScheduledEvent[]): string {
  const [{ on, kind, modelName, what, priceTimes }] = same as [ScheduledEvent];
  const who = same.map(({ workflow, before, after }) =>
    after === null ? workflow : `${workflow} goes from ${usd(before.perTask)} to ${usd(after.perTask)} a task`,
  );
  switch (kind) {
    case 'price':
      return `**${modelName}** ${verb(priceTimes)} on ${longDay(on)}: ${who.join(', ')}.`;
    case 'promiseEnds':
      return `**${modelName}** has no known price from ${longDay(on)} on (${what}): ${same.map(({ workflow }) => workflow).join(', ')}.`;
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
  workflow,
  modelId,
  usd(before.perTask),
  after && usd(after.perTask),
  usd(before.perMonth),
  after && usd(after.perMonth),
  after && signed(after.perMonth - before.perMonth) + growth(before.perMonth, after.perMonth - before.perMonth),
  kind === 'promiseEnds' ? 'not known' : after === null ? '❌ no model' : over ? '❌ over' : '',
];
