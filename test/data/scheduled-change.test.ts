/** The shipped data on days before and after a scheduled change, and past and regional prices as a command prints them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { catalogOf } from '../support/core/dated.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';
import { runCli } from '../support/run.ts';

const shipped = shippedCatalog();
/** The catalog that a build for a day publishes. */
const buildOf = (day: string): Catalog => catalogOf(shipped.file.data, day);

test.each(['gemini-4-carbon', 'gemini-4-argon'])('%s costs twice as much in a build for 2026-12-02', (id) => {
  const inBuildOf = (day: string) => {
    const catalog = buildOf(day);
    const { input, output, cachedInput } = catalog.find(id)?.price ?? {};
    const call = { model: id, input: 1_000_000, cachedInput: 1_000_000, output: 1_000_000 };
    return { price: { input, output, cachedInput }, usd: priceCall(catalog, call).usd };
  };
  // 2 + 0.10 + 10, promised until 2026-11-30; then 4 + 0.20 + 20.
  expect(inBuildOf('2026-11-30')).toEqual({ price: { input: 2, output: 10, cachedInput: 0.1 }, usd: 12.1 });
  expect(inBuildOf('2026-12-02')).toEqual({ price: { input: 4, output: 20, cachedInput: 0.2 }, usd: 24.2 });
});

const dir = mkdtempSync(join(tmpdir(), 'agent-cost-shipped-'));
const catalogFile = join(dir, 'catalog.json');
beforeAll(() => writeFileSync(catalogFile, JSON.stringify(shipped.file)));
afterAll(() => rmSync(dir, { recursive: true }));

test.each([
  // 250,000 * 6 + 1,000 * 22.50: above 200,000 tokens, until 2026-04-30.
  [['claude-sonnet-4-5', '--input', '250000', '--output', '1000', '--on', '2026-02-20'], 1.5225],
  // 1,000,000 * 3.30 + 100,000 * 16.50: processed in the United States.
  [['us.anthropic.claude-sonnet-4-6', '--input', '1000000', '--output', '100000'], 4.95],
])('price %j is $%d', async (args, usd) => {
  const { code, stdout } = await runCli('price', ...args, '--json', '--catalog', catalogFile);
  expect({ code, usd: JSON.parse(stdout).usd }).toEqual({ code: 0, usd });
});
