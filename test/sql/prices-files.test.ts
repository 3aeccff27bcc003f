/** `prices.csv` and `prices.parquet`: every dated price, one row each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { priceColumns } from '../../runtime/core/pricing/price-rows.ts';
import { parquetOf } from '../../runtime/exports/prices-parquet.ts';
import { catalog, dataset } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';
import { testDist } from '../support/dist.ts';

const file = (name: string): string => join(testDist, 'public/api/v1', name);

type Row = Record<(typeof priceColumns)[number], string>;
const rows = parseCsv(readFileSync(file('prices.csv'), 'utf8'), { record_delimiter: '\r\n', columns: true }) as Row[];
const rowsOf = (model: string, want: Partial<Row>): Row[] =>
  rows.filter(
    (row) => row.model === model && Object.entries(want).every(([name, value]) => row[name as keyof Row] === value),
  );

describe('the table of prices', () => {
  test('has a row for each long-context band of the data', () => {
    // Gemini 2.5 Pro: 1.25 in, 0.125 from the cache, 10 out up to 200,000 tokens; 2.50, 0.25 and 15 above; a search 35 / 1,000.
    const found = rowsOf('gemini-2.5-pro', { service_tier: 'standard', host: '' });
    expect(found.map(({ verified_on: _, source: __, ...row }) => row)).toEqual(
      [
        ['', '200000', '1.25', '0.125', '10'],
        ['200000', '', '2.5', '0.25', '15'],
      ].map(([above, upTo, input, cached, output]) => ({
        model: 'gemini-2.5-pro',
        provider: 'google',
        host: '',
        service_tier: 'standard',
        region: 'global',
        from_day: '',
        until_day: '',
        above_tokens: above,
        up_to_tokens: upTo,
        price_tier: 'standard',
        input_per_mtok: input,
        cached_input_per_mtok: cached,
        cache_write_per_mtok: '',
        cache_write_1h_per_mtok: '',
        output_per_mtok: output,
        search_per_1000: '35',
        currency: 'USD',
      })),
    );
  });

  test('has past and scheduled prices, each until the next one begins', () => {
    // The launch price of 2026-10-13, 2 in and 10 out, doubles on 2026-12-01.
    const found = rowsOf('gemini-4-argon', { service_tier: 'standard', above_tokens: '', host: '' });
    expect(found.map((row) => [row.from_day, row.until_day, row.input_per_mtok, row.output_per_mtok])).toEqual([
      ['2026-10-13', '2026-12-01', '2', '10'],
      ['2026-12-01', '', '4', '20'],
    ]);
  });

  test('has the prices of hosts and regions: a tenth more than 3 and 15', () => {
    expect(rowsOf('claude-sonnet-4-6', { region: 'us', service_tier: 'standard', until_day: '' })).toMatchObject([
      { input_per_mtok: '3.3', output_per_mtok: '16.5' },
    ]);
    const offers = catalog.offers.offers.map(({ host, model }) => `${host} ${model}`);
    const there = new Set(rows.filter(({ host }) => host !== '').map(({ host, model }) => `${host} ${model}`));
    expect([...there].sort()).toEqual(offers.sort());
  });

  test('marks where a service tier falls back to the standard price, with that price and its source', () => {
    const fallen = rows.filter((row) => row.price_tier !== row.service_tier);
    expect(fallen.length).toBeGreaterThan(0);
    for (const row of fallen) {
      const same = { host: row.host, region: row.region, from_day: row.from_day, above_tokens: row.above_tokens };
      const [standard] = rowsOf(row.model, { ...same, service_tier: 'standard' });
      expect(row).toEqual({ ...standard, service_tier: row.service_tier });
    }
  });

  test('names a source and a day for every price', () => {
    for (const row of rows) {
      expect(row.verified_on).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(row.source).not.toBe('');
    }
  });
});

describe('the Parquet file', () => {
  test('has the rows of the CSV in the same order, days as dates and prices as decimals', async () => {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const columns = await connection.runAndReadAll(`DESCRIBE SELECT * FROM '${file('prices.parquet')}'`);
    const types = Object.fromEntries(columns.getRows().map(([name, type]) => [name, type]));
    expect(types).toMatchObject({ from_day: 'DATE', above_tokens: 'BIGINT', input_per_mtok: 'DECIMAL(18,9)' });
    const read = await connection.runAndReadAll(`SELECT * FROM '${file('prices.parquet')}'`);
    const found = read
      .getRows()
      .map((row) => priceColumns.map((name, at) => [name, row[at] === null ? '' : String(row[at])]));
    const asNumbers = (row: string[][]) =>
      Object.fromEntries(
        row.map(([name = '', value = '']) => [name, /_per_/.test(name) && value !== '' ? Number(value) : value]),
      );
    // In CSV no spreadsheet may take the name of an npm package for a formula.
    const exact = (row: object) => Object.entries(row).map(([name, value]) => [name, value.replace(/^'@/, '@')]);
    expect(found.map(asNumbers)).toEqual(rows.map((row) => asNumbers(exact(row))));
    connection.closeSync();
  });

  test('has the same bytes each time, and different ones when a price changes', () => {
    expect(Buffer.from(parquetOf(catalog)).equals(readFileSync(file('prices.parquet')))).toBe(true);
    const dearer = structuredClone(dataset);
    (dearer.providers[0]?.models[0]?.prices[0] as { input: number }).input += 1;
    expect(Buffer.from(parquetOf(catalogOf(dearer, catalog.asOf))).equals(readFileSync(file('prices.parquet')))).toBe(
      false,
    );
  });
});
