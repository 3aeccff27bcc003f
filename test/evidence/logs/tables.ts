import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { whole } from '../../../runtime/core/values/rounded.ts';
import { emptyPrice } from '../../../runtime/logs/report/price-record.ts';
import { RecordTariffs } from '../../../runtime/logs/report/record-tariffs.ts';
import { familyName, UnrecordedOutput } from '../../../runtime/logs/report/unrecorded-output.ts';
import { groupBy, sumOf } from '../../../runtime/logs/statistics.ts';
import { cacheRows, lifetimeRows } from './cache-table.ts';
import type { LoggedRow } from './logged-dollars.ts';
import { outputRows } from './output-table.ts';
import type { RecordedSession } from './recorded-sessions.ts';

/** Final calls of an owner with an agent and a family of models, of which a half suffices for a rate of one's own. */
const fewest = 400;
const draws = 100;

interface Halves {
  groups: number;
  /** Draws in which the interval held the hidden half, in percent: of the group where it held least, and most. */
  least: number;
  most: number;
}

/** @param narrowest the least factor of the interval; undefined: that of reports */
function halvesHeld(catalog: Catalog, sessions: readonly RecordedSession[], narrowest?: number): Halves {
  const tariffs = new RecordTariffs(catalog, { on: null, host: null });
  const final = sessions.flatMap(({ owner, agent, calls }) =>
    calls
      .filter(({ isFinal }) => isFinal !== false)
      .map((call) => ({ group: `${owner} ${agent} ${familyName(call.model)}`, call, tariff: tariffs.of(call) })),
  );
  const groups = [...groupBy(final, ({ group }) => group).values()].filter((own) => own.length >= fewest);
  const unpriced = emptyPrice();
  const held = groups.map((own) => {
    const names = [...new Set(own.map(({ call }) => call.session))];
    const random = generator();
    let [tried, inside] = [0, 0];
    for (let draw = 0; draw < draws; draw++) {
      const hidden = new Set(names.filter(() => random() < 0.5));
      const report = new UnrecordedOutput(narrowest);
      for (const { call, tariff } of own) {
        const isHidden = hidden.has(call.session);
        report.add({ ...call, isFinal: !isHidden, output: isHidden ? 0 : call.output }, tariff, unpriced);
      }
      const found = report.result();
      if (found === null || found.finalCalls === 0) continue;
      const output = sumOf(own.filter(({ call }) => hidden.has(call.session)).map(({ call }) => call.output));
      tried += 1;
      if (found.missingTokens.low <= output && output <= found.missingTokens.high) inside += 1;
    }
    return (100 * inside) / tried;
  });
  return { groups: groups.length, least: Math.min(...held), most: Math.max(...held) };
}

/** Numbers from 0 to below 1, the same ones every time (Numerical Recipes). */
function generator(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const pct = (value: number): string => value.toFixed(1);

/** Share of the dollars of tokens that were not read, by cause. Owners with less than a dollar are left out. */
export const cacheTable = (catalog: Catalog, sessions: readonly RecordedSession[]): string =>
  table(
    [
      'owner',
      'agent',
      'USD',
      'growth',
      'idle, resumed',
      'first prompt',
      'compaction',
      'switch',
      'changed',
      'missed, unknown',
    ],
    cacheRows(catalog, sessions)
      .filter(({ usd }) => usd >= 1)
      .map(({ owner, agent, usd, pct: of }) => {
        const sum = (...causes: string[]): string => pct(causes.reduce((all, cause) => all + (of[cause] ?? 0), 0));
        return [
          ...[owner, agent, usd.toFixed(2), sum('growth'), sum('idle', 'resumed'), sum('firstPrompt', 'belowMinimum')],
          ...[
            sum('compaction', 'compactionInferred'),
            sum('modelSwitch'),
            sum('prefixChanged'),
            sum('missed', 'unknown'),
          ],
        ];
      }),
  );

/** What the rule of each lifetime predicts for sessions that used it: tokens written, in percent of those logged. */
export const lifetimeTable = (sessions: readonly RecordedSession[]): string =>
  table(
    ['owner', 'writes for', 'calls', 'error', 'after a pause', 'error'],
    lifetimeRows(sessions)
      .filter(({ calls }) => calls >= 50)
      .map((row) => [
        ...[row.owner, row.lifetime, whole(row.calls), offBy(row.byRule, row.written)],
        ...[whole(row.pausedCalls), offBy(row.pausedByRule, row.pausedWritten)],
      ]),
  );

const offBy = (predicted: number, logged: number): string => {
  const off = 100 * (predicted / logged - 1);
  return `${off > 0 ? '+' : ''}${pct(off)} %`;
};

/** The estimate of hidden output over the recorded one. */
export const outputTable = (catalog: Catalog, sessions: readonly RecordedSession[]): string =>
  table(
    ['owner', 'agent', 'models', 'final calls', 'tokens a character', 'by others', 'held', 'by own'],
    outputRows(catalog, sessions).map((row) => [
      ...[row.owner, row.agent, row.family, whole(row.calls), row.perChar.toFixed(2)],
      ...[row.byOthers?.toFixed(2) ?? '–', row.isHeld === null ? '–' : row.isHeld ? 'yes' : 'no'],
      row.byOwn?.toFixed(2) ?? '–',
    ]),
  );

/** How often the interval at one's own rate held the other half of an owner's sessions, as reports have it and by the jackknife alone. */
export function halvesText(catalog: Catalog, sessions: readonly RecordedSession[]): string {
  const [shipped, alone] = [undefined, 1].map((narrowest) => halvesHeld(catalog, sessions, narrowest)) as [
    Halves,
    Halves,
  ];
  const between = ({ least, most }: Halves) => `${Math.round(least)} to ${Math.round(most)} of 100`;
  return `random halves at one's own rate, ${shipped.groups} groups: held ${between(shipped)}; by the jackknife alone ${between(alone)}`;
}

/** Calls whose dollars, or those of another list, are ours to 0.1 %, and what is different in the others. */
export const sameDollarsTable = (rows: readonly LoggedRow[]): string =>
  table(
    ['source', 'calls', 'same', 'of them', 'the others'],
    rows.map(({ source, calls, same, others }) => [
      ...[source, whole(calls), whole(same), `${((100 * same) / calls).toFixed(1)} %`],
      [...others].map(([what, of]) => `${whole(of.calls)}: ${what} (${[...of.models].sort().join(', ')})`).join('; '),
    ]),
  );
