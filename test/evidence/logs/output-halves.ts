/** How often the interval at one's own rate holds output that was not recorded: random halves of an owner's sessions. */
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import { emptyPrice } from '../../../runtime/logs/report/price-record.ts';
import { RecordTariffs } from '../../../runtime/logs/report/record-tariffs.ts';
import { familyName, UnrecordedOutput } from '../../../runtime/logs/report/unrecorded-output.ts';
import { groupBy, sumOf } from '../../../runtime/logs/statistics.ts';
import type { RecordedSession } from './recorded-sessions.ts';

/** Final calls of an owner with an agent and a family of models, of which a half suffices for a rate of one's own. */
const fewest = 400;
const draws = 100;

export interface Halves {
  groups: number;
  /** Draws in which the interval held the hidden half, in percent: of the group where it held least, and most. */
  least: number;
  most: number;
}

/** @param narrowest the least factor of the interval; undefined: that of reports */
export function halvesHeld(catalog: Catalog, sessions: readonly RecordedSession[], narrowest?: number): Halves {
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
