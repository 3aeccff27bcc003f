/** The table of models and prices: what a question lists, its address, and the page. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { checkData } from '../../build/data/check-data.ts';
import { readData } from '../../build/data/read-data.ts';
import { catalogFrom } from '../../runtime/core/dataset/catalog.ts';
import { datedDataset } from '../../runtime/core/dataset/version.ts';
import { changeOf } from '../../runtime/site/formatting.ts';
import {
  asked,
  dayPrices,
  listedText,
  type PriceQuestion,
  queryOf,
  questionFrom,
  sortKeys,
  unknownThere,
  usualQuestion,
} from '../../runtime/site/models/price-question.ts';
import { catalog, testDay } from '../support/core/catalog.ts';
import { rawModels } from '../support/core/raw-data.ts';
import { publicDir } from './files.ts';
import { chromiumForTests } from './in-chromium.ts';

const prices = dayPrices(catalog, testDay);
const listed = (question: Partial<PriceQuestion>, mine: string[] = []) =>
  asked(prices, { ...usualQuestion, ...question }, mine);

describe('the table', () => {
  test('usually has the standard price of each model on sale at its maker', () => {
    const rows = listed({});
    for (const { host, service_tier, region } of rows)
      expect([host, service_tier, region]).toEqual([null, 'standard', 'global']);
    expect(new Set(rows.map(({ model }) => model))).toEqual(new Set(catalog.models.map(({ id }) => id)));
  });

  test('loses nothing where anything is asked for', () => {
    expect(listed({ host: 'any', terms: 'any', region: 'any' })).toHaveLength(prices.rows().length);
  });

  test.each<[Partial<PriceQuestion>, (row: ReturnType<typeof listed>[number]) => boolean]>([
    [{ maker: 'openai' }, ({ provider }) => provider === 'openai'],
    [{ tier: 'fast' }, ({ tier }) => tier === 'fast'],
    [{ context: '1,000,000' }, ({ context }) => context >= 1_000_000],
    [{ longest: '64000' }, ({ longest }) => longest !== null && longest >= 64_000],
    [{ input: '0.5' }, (row) => row.input_per_mtok !== null && row.input_per_mtok <= 0.5],
    [{ output: '2' }, (row) => row.output_per_mtok !== null && row.output_per_mtok <= 2],
    [{ host: 'bedrock' }, ({ host }) => host === 'bedrock'],
    [{ terms: 'batch' }, (row) => row.service_tier === 'batch'],
  ])('%j leaves those, and none of the others', (question, fits) => {
    const rows = listed({ ...question, sort: 'name' });
    const all = listed({
      ...question,
      sort: 'name',
      ...Object.fromEntries(Object.keys(question).map((name) => [name, ['host', 'terms'].includes(name) ? 'any' : ''])),
    });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(all.filter(fits));
  });

  test('in a region has anyone who sells there, and names whose prices there nobody knows', () => {
    const today = new Date().toISOString().slice(0, 10);
    const checked = checkData(readData(join(import.meta.dirname, '../../data')), { asOf: today, today });
    if ('problems' in checked) throw new Error(JSON.stringify(checked.problems));
    const shipped = dayPrices(catalogFrom(datedDataset(checked.data, today, () => '')), today);
    const question = { ...usualQuestion, region: 'eu', takes: 'image' };
    const rows = asked(shipped, question, []);
    expect(rows.length).toBeGreaterThan(0);
    for (const { region, inputs } of rows) expect([region, inputs?.image]).toEqual(['eu', true]);
    // What a model must do is asked for the cheapest that does it.
    const inputs = rows.map(({ input_per_mtok }) => input_per_mtok ?? Number.POSITIVE_INFINITY);
    expect(inputs).toEqual(inputs.toSorted((a, b) => a - b));
    const selling = new Set(shipped.rows().flatMap(({ region, hostName }) => (region === 'eu' ? [hostName] : [])));
    const unknown = unknownThere(shipped, question);
    expect(unknown).toContain('Google Vertex AI');
    for (const name of unknown) expect(selling.has(name)).toBe(false);
    expect(unknownThere(shipped, usualQuestion)).toEqual([]);
  });

  test('takes only what a source says: unknown is not a yes', () => {
    // The frozen data state no inputs.
    expect(listed({ takes: 'image' })).toEqual([]);
  });

  test('has only the models that the reader keeps, if asked to', () => {
    expect(new Set(listed({ mine: 'yes' }, ['gpt-5', 'gone']).map(({ model }) => model))).toEqual(new Set(['gpt-5']));
  });

  test.each(Object.keys(sortKeys))('is sorted by %s in both directions, what has no value last', (sort) => {
    const key = sortKeys[sort] as (typeof sortKeys)[string];
    for (const sign of ['', '-']) {
      const keys = listed({ sort: sign + sort }).map(key);
      const known = keys.filter((value) => value !== null);
      expect(keys.slice(known.length).every((value) => value === null)).toBe(true);
      for (const [index, value] of known.entries()) {
        const next = known[index + 1];
        if (next !== undefined) expect(sign === '' ? value <= next : value >= next).toBe(true);
      }
    }
  });

  test('compared with another day has only what differs, with the price of that day', () => {
    const [day, than] = ['2026-12-15', '2026-11-20'];
    const [now, then] = [dayPrices(catalog, day), dayPrices(catalog, than)];
    const rows = asked(now, usualQuestion, [], then);
    const on = (of: typeof now, model: string) =>
      asked(of, { ...usualQuestion, q: '' }, []).filter((row) => row.model === model);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(asked(now, usualQuestion, []).length);
    for (const row of rows) {
      const before = on(then, row.model).find(({ above_tokens }) => above_tokens === row.above_tokens);
      expect(row.before?.input_per_mtok).toBe(before?.input_per_mtok);
      expect(row.before?.output_per_mtok).toBe(before?.output_per_mtok);
    }
    expect(asked(then, usualQuestion, [], then)).toEqual([]);
  });

  test('finds a name nearly right, the one that is called so first', () => {
    const first = (q: string) => listed({ q })[0]?.model;
    expect([first('gpt5'), first('GPT 5.4'), first('gpt5mini'), first('sonnet 4.6')]).toEqual([
      ...['gpt-5', 'gpt-5.4', 'gpt-5-mini', 'claude-sonnet-4-6'],
    ]);
  });

  test('is saved with a source and its day in each line', () => {
    const rows = listed({ maker: 'anthropic' });
    const [head = '', ...lines] = listedText(rows).trimEnd().split('\r\n');
    const columns = head.split(',');
    expect(lines).toHaveLength(rows.length);
    for (const [index, line] of lines.entries()) {
      const cells = line.split(',');
      expect(cells[columns.indexOf('source')]).toBe(rows[index]?.source);
      expect(cells[columns.indexOf('verified_on')]).toBe(rows[index]?.verified_on);
    }
  });

  test('stays in the address, and old addresses ask the same', () => {
    const question = { ...usualQuestion, day: '2026-12-15', maker: 'anthropic', terms: 'batch', sort: '-output' };
    expect(questionFrom(queryOf(question))).toEqual(question);
    expect(queryOf(usualQuestion)).toBe('');
    expect(questionFrom('?provider=openai&from=2026-01-01&to=2026-02-01&columns=output')).toEqual({
      ...usualQuestion,
      ...{ maker: 'openai', than: '2026-01-01', day: '2026-02-01' },
    });
    expect(questionFrom('?day=2026-13-01&terms=cheap&sort=toString')).toEqual(usualQuestion);
  });
});

test('a change is in percent of the earlier price', () => {
  expect([changeOf(2, 3), changeOf(3, 2), changeOf(0, 1), changeOf(null, 1), changeOf(2, 2)]).toEqual([
    ...['+50\u00a0%', '−33.3\u00a0%', '', '', ''],
  ]);
});

const { withoutBrowser, open } = chromiumForTests();

describe.skipIf(withoutBrowser !== null)(`the page ${withoutBrowser ?? ''}`, () => {
  const address = `${pathToFileURL(`${publicDir}/`).href}models.html`;
  const names = (page: Page) =>
    page.$$eval('#price-table tbody tr th a', (cells) => cells.map((cell) => cell.textContent));
  const drawn = (page: Page) => page.waitForSelector('#price-list:not([aria-busy]) th[aria-sort]');

  test('searches, sorts by keyboard, keeps both in its address, and is reset', async () => {
    const { page, problems, close } = await open(address);
    await page.fill('#price-q', 'claude');
    await page.focus('#price-table [data-sort=output]');
    await page.keyboard.press('Enter');
    await drawn(page);
    expect(await page.getAttribute('#price-table th:has([data-sort=output])', 'aria-sort')).toBe('ascending');
    const shown = await names(page);
    expect(shown.length).toBeGreaterThan(5);
    expect(await page.evaluate('document.activeElement.dataset.sort')).toBe('output');
    const kinds = await page.$$eval('#price-table tbody tr:first-child > *', (cells) => cells.map((cell) => cell.role));
    expect(kinds).toEqual(['rowheader', ...kinds.slice(1).fill('cell')]);
    await page.waitForURL((url) => url.search === '?q=claude&sort=output');
    const again = await open(page.url());
    await drawn(again.page);
    expect(await names(again.page)).toEqual(shown);
    await again.close();
    await page.focus('#price-controls button[type=reset]');
    await page.keyboard.press('Space');
    await page.waitForURL((url) => url.search === '');
    await expect.poll(async () => (await names(page)).length).toBeGreaterThanOrEqual(rawModels.length);
    expect(problems).toEqual([]);
    await close();
  });

  test.each([
    ['de-DE', '0,5'],
    ['ar-EG', '٠٫٥'],
    ['en-US', '$0.50'],
  ])('reads a price as it is written in %s: %s', async (locale, typed) => {
    const { page, close } = await open(address, { locale });
    await page.getByText('More filters').click();
    await page.getByLabel('Input at most').fill(typed);
    await page.waitForURL(({ search }) => Number(new URLSearchParams(search).get('input')) === 0.5);
    const shown = await page.locator('#price-table td[data-label=Input]').allTextContents();
    expect(shown.length).toBeGreaterThan(5);
    expect(Math.max(...shown.map(Number))).toBeLessThanOrEqual(0.5);
    await close();
  });

  test('keeps a model with its star, shows only those, and knows them on the page of changes', async () => {
    const { page, problems, close } = await open(address);
    await page.getByRole('button', { name: 'My models: Claude Opus 4.8' }).click();
    await page.goto(address.replace('models.html', 'changes.html'));
    expect(await page.textContent('#my-models li')).toContain('Claude Opus 4.8');
    expect(await page.getAttribute('#my-models a:text("Calendar")', 'href')).toBe('feeds/claude-opus-4-8.ics');
    await page.getByLabel('Add a model').selectOption('gpt-5');
    await page.waitForURL((url) => url.hash === '#models=claude-opus-4-8+gpt-5');
    await page.getByLabel('Only changes of my models').check();
    const shown = await page.$$eval('tr[data-model]:not([hidden])', (rows) =>
      rows.map((row) => row.getAttribute('data-model')),
    );
    expect(new Set(shown)).toEqual(new Set(['claude-opus-4-8', 'gpt-5']));
    await page.goto(`${address}?mine=yes`);
    await page.waitForSelector('#price-list caption:has-text(" on ")');
    expect(new Set(await names(page))).toEqual(new Set(['Claude Opus 4.8', 'GPT-5']));
    expect(problems).toEqual([]);
    await close();
  });

  test.each(['prices.html?maker=openai&day=2026-03-01', 'models.html?provider=openai&to=2026-03-01'])(
    '%s, an old address, leads there with what it asks for',
    async (old) => {
      const { page, problems, close } = await open(address.replace('models.html', old));
      await page.waitForSelector('#price-list caption:has-text("2026-03-01")');
      expect(page.url()).toContain('models.html');
      expect(await page.inputValue('#price-maker')).toBe('openai');
      expect(problems).toEqual([]);
      await close();
    },
  );

  test('keeps its head in sight on a wide screen, and is no wider than a narrow one', async () => {
    const wide = await open(address, { viewport: { width: 1280, height: 800 } });
    await wide.page.evaluate('scrollTo(0, 3000)');
    expect(await wide.page.$eval('#price-table thead th', (head) => head.getBoundingClientRect().top)).toBe(0);
    await wide.close();
    const narrow = await open(address, { viewport: { width: 320, height: 800 } });
    expect(await narrow.page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await narrow.close();
  });

  test('is the table of the prices in force without scripts, and an old address leads to it', async () => {
    const { page, close } = await open(address.replace('models.html', 'prices.html'), { javaScriptEnabled: false });
    await page.waitForURL(/models\.html/);
    expect(await page.locator('#price-controls').isVisible()).toBe(false);
    expect((await names(page)).length).toBeGreaterThanOrEqual(rawModels.length);
    await close();
  });
});
