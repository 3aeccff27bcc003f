/** The list of models: filters, order and comparison of two days, as functions and on the page. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { changeOf } from '../../runtime/site/formatting.ts';
import {
  answered,
  differencesBetween,
  type ListedModel,
  priceOnDay,
  type Question,
  queryOf,
  stateFrom,
} from '../../runtime/site/models/listed-models.ts';
import { rawModels } from '../support/core/raw-data.ts';
import { publicDir } from './files.ts';
import { chromiumForTests } from './in-chromium.ts';

const price = (from: string | null, input: number, output: number, cachedInput: number | null = null) => ({
  from,
  input,
  output,
  cachedInput,
  cacheWrite: null,
});

const made = (id: string, fields: Partial<ListedModel>): ListedModel => ({
  id,
  name: id.toUpperCase(),
  aliases: [],
  provider: 'one',
  providerName: 'One Lab',
  tier: 'mid',
  context: 200_000,
  hosts: [],
  soldFrom: null,
  soldUntil: null,
  knownFrom: '2026-01-01',
  lastSeen: '2026-01-01',
  prices: [price(null, 2, 8)],
  ...fields,
});

const models = [
  made('a', { prices: [price(null, 3, 15, 0.3), price('2026-06-01', 2, 10, 0.2)], aliases: ['anthropic/a'] }),
  made('b', { provider: 'two', providerName: 'Two Lab', tier: 'fast', context: 1_000_000, hosts: ['bedrock'] }),
  made('c', { tier: 'frontier', prices: [price(null, 10, 50, 1)], soldFrom: '2026-03-01', soldUntil: '2026-09-01' }),
];
const nothing: Question = { text: '', provider: '', tier: '', host: '', context: 0, sort: null, descending: false };
const ids = (question: Partial<Question>) =>
  answered(models, { ...nothing, ...question }, '2026-07-01').map(({ id }) => id);

describe('a name nearly right', () => {
  const named = [
    made('maker-word-4-5', { knownFrom: '2026-01-01' }),
    made('maker-word-4-6', { knownFrom: '2026-03-01' }),
    made('maker-word-5', { knownFrom: '2026-02-01', aliases: ['old-name-7'] }),
  ];
  const found = (text: string, sort: Question['sort'] = null) =>
    answered(named, { ...nothing, text, sort }, '2026-07-01').map(({ id }) => id);

  test('finds its models, newest first unless sorted', () => {
    expect(found('word')).toEqual(['maker-word-4-6', 'maker-word-5', 'maker-word-4-5']);
    expect(found('word', 'name')).toEqual(['maker-word-4-5', 'maker-word-4-6', 'maker-word-5']);
    expect(found('word4.6')).toEqual(['maker-word-4-6']);
    expect(found('maker word5')).toEqual(['maker-word-5']);
    expect(found('word46')).toEqual(['maker-word-4-6']);
    expect(found('oldname7')).toEqual([]);
    expect(found('old7')).toEqual([]);
    expect(found('old name7')).toEqual(['maker-word-5']);
    expect(found('word 6')).toEqual(['maker-word-4-6']);
  });

  test('puts the model that is called so before those with a longer name, however new', () => {
    const versions = [
      made('gpt-5', { knownFrom: '2025-08-07' }),
      made('gpt-5-mini', { knownFrom: '2025-08-07' }),
      made('gpt-5.4', { knownFrom: '2026-03-05' }),
      made('claude-sonnet-4-6', { knownFrom: '2026-02-17', aliases: ['anthropic/claude-sonnet-4.6'] }),
    ];
    const first = (text: string) => answered(versions, { ...nothing, text }, '2026-07-01')[0]?.id;
    expect([first('gpt5'), first('GPT 5.4'), first('gpt5mini'), first('sonnet 4.6')]).toEqual([
      ...['gpt-5', 'gpt-5.4', 'gpt-5-mini', 'claude-sonnet-4-6'],
    ]);
  });
});

describe('the list', () => {
  test.each<[Partial<Question>, string[]]>([
    [{}, ['a', 'b', 'c']],
    [{ text: 'ANTHROPIC' }, ['a']],
    [{ text: 'lab two' }, ['b']],
    [{ provider: 'one' }, ['a', 'c']],
    [{ tier: 'fast' }, ['b']],
    [{ host: 'bedrock' }, ['b']],
    [{ context: 1_000_000 }, ['b']],
    [{ sort: 'input' }, ['a', 'b', 'c']],
    [{ sort: 'input', descending: true }, ['c', 'a', 'b']],
    // b has no cached price: it is last in either direction.
    [{ sort: 'cachedInput' }, ['a', 'c', 'b']],
    [{ sort: 'cachedInput', descending: true }, ['c', 'a', 'b']],
    // fast, mid, frontier
    [{ sort: 'tier' }, ['b', 'a', 'c']],
  ])('%j finds %j', (question, found) => {
    expect(ids(question)).toEqual(found);
  });

  test('finds the price on a day, and none on days when the model was not sold', () => {
    const [a, , c] = models as [ListedModel, ListedModel, ListedModel];
    expect(priceOnDay(a, '2026-05-31')?.input).toBe(3);
    expect(priceOnDay(a, '2026-06-01')?.input).toBe(2);
    expect(priceOnDay(c, '2026-02-28')).toBeUndefined();
    expect(priceOnDay(c, '2026-03-01')?.input).toBe(10);
    expect(priceOnDay(c, '2026-09-01')).toBeUndefined();
  });

  test('compares two days: prices changed, models added and removed', () => {
    const between = (from: string, to: string) =>
      differencesBetween(models, from, to).map(({ model, before, after }) => [model.id, before?.input, after?.input]);
    expect(between('2026-05-31', '2026-06-01')).toEqual([['a', 3, 2]]);
    expect(between('2026-01-01', '2026-04-01')).toEqual([['c', undefined, 10]]);
    expect(between('2026-08-31', '2026-09-01')).toEqual([['c', 10, undefined]]);
    expect(between('2026-06-02', '2026-06-03')).toEqual([]);
  });

  test('gives a change in percent of the earlier price', () => {
    expect(changeOf(3, 2)).toBe('−33.3\u00a0%'); // 2 / 3 - 1 = -0.3333
    expect(changeOf(0.75, 1.5)).toBe('+100\u00a0%');
    expect([changeOf(0, 1), changeOf(null, 1), changeOf(1, null), changeOf(2, 2)]).toEqual(['', '', '', '']);
  });

  test('is kept in the address, and invalid values in an address are ignored', () => {
    const query = '?q=gpt&provider=openai&context=200000&sort=-input&from=2026-01-01&to=2026-06-01';
    expect(queryOf(stateFrom(query))).toBe(query);
    expect(stateFrom('?columns=output+input+colour').columns).toEqual(['input', 'output']);
    expect(queryOf(stateFrom('?columns=output+input'))).toBe('?columns=input+output');
    expect(queryOf(stateFrom('?sort=colour&context=many&from=yesterday'))).toBe('');
  });
});

const { withoutBrowser, open } = chromiumForTests();
describe.skipIf(withoutBrowser !== null)(`the page of models ${withoutBrowser ?? ''}`, () => {
  const address = pathToFileURL(`${publicDir}/models.html`).href;
  const names = async (page: Page) => {
    await page.waitForSelector('main:not(:has([aria-busy]))');
    return page.$$eval('#price-table tbody tr:not([hidden]) th', (cells) => cells.map((cell) => cell.textContent));
  };

  test('searches, sorts by a column, and is restored from its address', async () => {
    const { page, problems, close } = await open(address);
    await page.fill('#model-search', 'claude');
    await page.getByRole('button', { name: 'Output' }).click();
    const found = rawModels.filter((model) => /claude/i.test([model.id, model.name, ...model.aliases].join(' ')));
    const shown = await names(page);
    expect(shown.length).toBeGreaterThanOrEqual(found.length);
    expect(await page.textContent('#model-count')).toBe(`${shown.length} of ${rawModels.length} models`);
    expect(await page.getAttribute('#price-table th:nth-child(5)', 'aria-sort')).toBe('ascending');
    const outputs = await page.$$eval('#price-table tbody tr:not([hidden]) td:nth-child(5)', (cells) =>
      cells.map((cell) => Number(cell.textContent)),
    );
    expect(outputs).toEqual(outputs.toSorted((a, b) => a - b));
    // The address changes a moment after the list.
    const namesThere = async () => {
      const again = await open(page.url());
      const there = await names(again.page);
      expect(again.problems).toEqual([]);
      await again.close();
      return there;
    };
    await expect.poll(namesThere).toEqual(shown);
    expect(problems).toEqual([]);
    await close();
  });

  test('is searched, sorted and reset by keyboard alone', async () => {
    const { page, close } = await open(address);
    await page.focus('#model-search');
    await page.keyboard.type('gpt-4o');
    await page.keyboard.press('Enter');
    expect((await names(page)).length).toBeLessThan(10);
    await page.focus('#price-table th:nth-child(4) button');
    await page.keyboard.press('Enter');
    expect(await page.getAttribute('#price-table th:nth-child(4)', 'aria-sort')).toBe('ascending');
    await page.focus('#model-controls button[type="reset"]');
    await page.keyboard.press('Space');
    expect(await names(page)).toHaveLength(rawModels.length);
    await close();
  });

  test('compares two days, and saves the models shown as CSV', async () => {
    const { page, close } = await open(`${address}?q=gemini&from=2026-11-30&to=2026-12-01`);
    expect(await page.textContent('#day-changes')).toMatch(
      /\d+ of these \d+ models differ |None of these \d+ models differs in price/,
    );
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#model-csv')]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toBe('id,name,provider,tier,input,output,cachedInput,cacheWrite,contextWindow');
    expect(lines).toHaveLength((await names(page)).length + 1);
    await close();
  });

  test('shows only the table without scripts', async () => {
    const { page, close } = await open(address, { javaScriptEnabled: false });
    expect(await page.locator('#model-controls').isVisible()).toBe(false);
    expect(await names(page)).toHaveLength(rawModels.length);
    await close();
  });
});
