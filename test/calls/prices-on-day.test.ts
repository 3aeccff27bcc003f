/** The price list of a day: what is sold then, at the prices in force then, and the same rows as in prices.csv. */
import { expect, test } from 'vitest';
import { documentText } from '../../runtime/api/feeds.ts';
import { pricesOnDay, pricesText } from '../../runtime/core/pricing/price-rows.ts';
import { catalog, testDay } from '../support/core/catalog.ts';
import { rawModels } from '../support/core/raw-data.ts';

const csvLines = (text: string): string[] => text.split('\r\n').slice(0, -1);

test('on the day of the build it is the lines of prices.csv that are in force, of models on sale, in their order', () => {
  const [head = '', ...lines] = csvLines(documentText['/prices.csv'](catalog));
  const at = (name: string) => head.split(',').indexOf(name);
  const gone = new Set(catalog.shutDown.map(({ id }) => id));
  const inForce = lines.filter((line) => {
    // The fields before these hold no commas.
    const cells = line.split(',');
    const [from = '', until = ''] = [cells[at('from_day')], cells[at('until_day')]];
    return !gone.has(cells[at('model')] ?? '') && from <= testDay && (until === '' || testDay < until);
  });
  expect(csvLines(pricesText(pricesOnDay(catalog, testDay)))).toEqual([head, ...inForce]);
  expect(inForce.length).toBeGreaterThan(300);
});

/** Every day on which the raw data has a new price or an end, and the days before. */
const days = [
  ...new Set(
    rawModels.flatMap(({ prices, lifecycle }) =>
      [...prices.map(({ from }) => from), lifecycle?.shutDown].flatMap((day) => {
        if (!day) return [];
        const time = Date.parse(day);
        return [-1, 0].map((days) => new Date(time + days * 86_400_000).toISOString().slice(0, 10));
      }),
    ),
  ),
].sort();

test('on every day around a change, past or to come, a model costs what its last price entry before says', () => {
  let compared = 0;
  for (const day of days) {
    const listed = new Map(
      pricesOnDay(catalog, day)
        .filter(
          (row) =>
            row.host === null &&
            row.service_tier === 'standard' &&
            row.region === 'global' &&
            row.above_tokens === null,
        )
        .map((row) => [row.model, row]),
    );
    for (const { id, prices, lifecycle } of rawModels) {
      const row = listed.get(id);
      const shutDown = lifecycle?.shutDown ?? null;
      if (shutDown !== null && shutDown <= day) expect(row, `${id} ${day}`).toBeUndefined();
      if (row === undefined) continue;
      const price = prices.filter(({ from }) => from === null || from <= day).at(-1);
      expect([row.input_per_mtok, row.output_per_mtok, row.from_day], `${id} ${day}`).toEqual([
        price?.input,
        price?.output,
        price?.from,
      ]);
      expect(row.source, `${id} ${day}`).not.toBe('');
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(1000);
});

test('a model is not listed before it is known', () => {
  expect(pricesOnDay(catalog, '2022-01-01')).toEqual([]);
});
