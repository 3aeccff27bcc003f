/** Wherever a source stands beside a day, it is the day on which that source stated the price. */
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { documentText } from '../../runtime/api/feeds.ts';
import { priceMapNames } from '../../runtime/api/routes/documents.ts';
import { evidenceCsv } from '../../runtime/audit/datapackage.ts';
import { knownModels } from '../../runtime/core/dataset/catalog.ts';
import { offersIn } from '../../runtime/core/dataset/host-catalog.ts';
import { ageInWords, newestLook, priceAge } from '../../runtime/core/dataset/price-age.ts';
import { lastSeenOf, mainSource, seen } from '../../runtime/core/dataset/sources.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import type { DatedPrice, Source } from '../../runtime/core/schemas/data-files/dated-price.ts';
import { leftOutOf } from '../../runtime/exports/price-maps/left-out.ts';
import { priceMap } from '../../runtime/exports/price-maps/price-maps.ts';
import { catalog as frozen } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';

/** Every pair of a source and its day in a record: of the price itself, of its levels and of its places. */
const pairsOf = (price: DatedPrice): string[] =>
  [price, ...Object.values(price.serviceTiers ?? {}), ...Object.values(price.places ?? {})].flatMap(({ sources }) =>
    sources.map(pairOf),
  );
const pairOf = ({ url, name, on }: Source): string => `${url ?? name} ${on}`;

type Row = Record<string, string>;
const rowsIn = (text: string) => parse(text, { columns: true, record_delimiter: '\r\n' }) as Row[];
// In CSV a name that begins with @ has an apostrophe before it, so that no spreadsheet takes it for a formula.
const cell = (text: string | undefined): string => (text ?? '').replace(/^'@/, '@');

describe.each([
  ['frozen', frozen],
  ['shipped', shippedCatalog()],
])('in the %s data', (_, catalog) => {
  const prices = new Map<string, string[]>();
  for (const { id, facts } of knownModels(catalog)) {
    for (const price of facts.prices) prices.set(`${id}  ${price.from ?? ''}`, pairsOf(price));
  }
  for (const { host, model } of offersIn(catalog)) {
    for (const price of model.facts.prices) prices.set(`${model.id} ${host.id} ${price.from ?? ''}`, pairsOf(price));
  }

  test('every row of prices.csv has a source of its record, and the day of that source', () => {
    const rows = rowsIn(documentText['/prices.csv'](catalog));
    const wrong = rows.filter(
      (row) =>
        !prices.get(`${row.model} ${row.host} ${row.from_day}`)?.includes(`${cell(row.source)} ${row.verified_on}`),
    );
    expect(rows.length).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });

  test('so has every row of the evidence, which lists each source', () => {
    const all = new Set([...prices.values()].flat());
    const rows = rowsIn(evidenceCsv(catalog.file.data));
    expect(rows.filter((row) => !all.has(`${cell(row.source)} ${row.sourceOn}`))).toEqual([]);
  });

  test.each(priceMapNames)('so has every entry beside the map %s', (name) => {
    const { models } = leftOutOf(catalog, priceMap(name));
    const all = new Set([...prices.values()].flat());
    expect(models.filter(({ source, lastSeen }) => !all.has(`${source} ${lastSeen.on}`))).toEqual([]);
  });

  test('the source that is shown is the one of which it is said when the price was last seen', () => {
    for (const { id, facts, provider, price } of catalog.models) {
      for (const one of facts.prices) {
        expect(mainSource(provider, one.sources)?.on, id).toBe(lastSeenOf(seen(provider, one)).on);
      }
      const { pricing, lines } = priceCall(catalog, { model: id, input: 1 });
      if (pricing === null) continue;
      const main = mainSource(provider, price.sources);
      expect([pricing.url, pricing.lastSeen.on, lines[0]?.source], id).toEqual([
        main?.url ?? null,
        main?.on,
        main?.url ?? main?.name,
      ]);
    }
  });
});

test('Sonnet 4.6 by hand: a page of the maker of September, its catalogue of November, a dataset of November', () => {
  const publisher = { domains: ['anthropic.com'], ownPages: ['https://www.npmjs.com/package/@anthropic-ai/'] };
  const page = { url: 'https://docs.anthropic.com/pricing', on: '2026-09-01' };
  const catalogue = { url: 'https://www.npmjs.com/package/@anthropic-ai/claude-code/v/2.1.330', on: '2026-11-20' };
  const dataset = { name: 'a list', on: '2026-11-22' };
  expect(mainSource(publisher, [page, catalogue, dataset])).toBe(catalogue);
  expect(mainSource(publisher, [page, dataset])).toBe(page);
  // Without a look at the maker's the newest counts, and of one day a page before a list.
  const other = { url: 'https://example.com/prices', on: '2026-11-22' };
  expect(mainSource(publisher, [dataset, other])).toBe(other);
  expect(mainSource(publisher, [{ ...other, on: '2026-10-01' }, dataset])).toBe(dataset);
  expect(mainSource(publisher, [])).toBe(undefined);
});

/** The newest day of any source in the prices in force, looked up the slow way. */
const [newest = ''] = [
  ...frozen.models.flatMap(({ price }) => price.sources.map(({ on }) => on)),
  ...frozen.offers.offers.flatMap(({ prices }) => prices.map(({ verifiedOn }) => verifiedOn)),
].sort((a, b) => (a < b ? 1 : -1));
const daysLater = (days: number) => new Date(Date.parse(newest) + days * 86_400_000).toISOString().slice(0, 10);

describe('the newest look at a price', () => {
  test('is the newest day of a source', () => {
    expect(newestLook(frozen)).toBe(newest);
  });

  test.each([
    [-3, 0, false],
    [0, 0, false],
    [1, 1, false],
    [14, 14, false],
    [15, 15, true],
    [400, 400, true],
  ])('on a day %d days later is %d days old; old: %s', (later, days, isOld) => {
    expect(priceAge(frozen, daysLater(later))).toEqual({ newestLook: newest, days, isOld });
  });

  test('is that of the dataset, whatever day its prices are asked for', () => {
    expect(newestLook(catalogOf(frozen.file.data, '2026-12-31')) >= newest).toBe(true);
  });
});

test('in words, with a warning after 14 days alone', () => {
  const words = (days: number) => ageInWords({ newestLook: '2026-11-20', days, isOld: days > 14 });
  expect(words(0)).toBe('Newest look at a price: 2026-11-20.');
  expect(words(1)).toContain('2026-11-20, a day ago.');
  expect(words(14)).toMatch(/14 days ago\.$/);
  expect(words(15)).toMatch(/15 days ago\. Prices change weekly/);
});
