/**
 * Ten things that people come for, from the front page: at most three actions, and the figures of the API. The first
 * two (a month of Claude Code, 50,000 tickets) are in `app/tasks.test.ts`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../runtime/core/answers/schemas/change-schema.ts';
import type { Estimate } from '../../runtime/core/answers/schemas/estimate-schema.ts';
import type { ModelDetail } from '../../runtime/core/answers/schemas/model-schemas.ts';
import type { Board } from '../../runtime/core/schemas/board-schemas.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { chromiumForTests } from './in-chromium.ts';
import { dollars, Person, settled } from './person.ts';

const { withoutBrowser, open } = chromiumForTests();
const server = serverForTests();

async function api<Data>(path: string, body?: object): Promise<Data> {
  const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${server.base}/api/v1/${path}`, body && post);
  return ((await response.json()) as { data: Data }).data;
}

type PriceLine = Record<'model' | 'region' | 'service_tier' | 'until_day' | 'from_day' | 'input_per_mtok', string>;
const priceLines = async (): Promise<PriceLine[]> =>
  parse(await (await fetch(`${server.base}/api/v1/prices.csv`)).text(), { columns: true });

const saved = async (page: Page, click: Promise<void>): Promise<string> => {
  const [download] = await Promise.all([page.waitForEvent('download'), click]);
  return readFileSync(await download.path(), 'utf8');
};

/** Opens a page, lets a person use it, and checks how often, and that nothing went wrong. */
async function used(path: string, use: (page: Page, person: Person) => Promise<void>): Promise<void> {
  const shown = await open(`${server.base}/${path}`, {
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1280, height: 720 },
  });
  const person = new Person(shown.page);
  await use(shown.page, person);
  expect(person.actions).toBeGreaterThan(0);
  expect(person.actions).toBeLessThanOrEqual(3);
  expect(shown.problems).toEqual([]);
  await shown.close();
}

describe.skipIf(withoutBrowser !== null)(`a new user ${withoutBrowser ?? ''}`, () => {
  test("saves Anthropic's prices of a past day with their sources as CSV", async () => {
    await used('', async (page, person) => {
      await person.click('Anthropic', 'link');
      await person.type('Day', '2026-03-01');
      await page.waitForSelector('#price-list caption:has-text("2026-03-01")');
      const lines = (await saved(page, person.click('CSV of what is shown'))).trimEnd().split('\r\n').slice(1);
      const published = (await (await fetch(`${server.base}/api/v1/prices.csv`)).text()).split('\r\n');
      expect(lines.length).toBeGreaterThan(5);
      const unknown = lines.filter((line) => !published.some((one) => one !== '' && line.startsWith(`${one},`)));
      expect(unknown).toEqual([]);
    });
  });

  test('prices a raw usage that names no model', async () => {
    await used('', async (page, person) => {
      await person.click('Tokens', 'link');
      const counts = { prompt_tokens: 2006, completion_tokens: 300, prompt_tokens_details: { cached_tokens: 1920 } };
      await person.type('Usage object', JSON.stringify(counts));
      expect(await page.locator('#tokens .big').count()).toBe(0);
      await person.type('Model', 'gpt-5.4');
      const { prices } = await api<ModelDetail>('models/gpt-5.4');
      const price = prices.find(({ state }) => state === 'current');
      if (price === undefined) throw new Error('gpt-5.4 has no price');
      const nanos = 86 * price.inputPerMTok + 1920 * (price.cachedInputPerMTok ?? 0) + 300 * price.outputPerMTok;
      expect(dollars(await page.textContent('#tokens .big'))).toBeCloseTo(nanos / 1e6, 9);
    });
  });

  test('prices a log of its own on another model', async () => {
    const path = join(temporaryDirectory(), 'calls.csv');
    // A million new tokens in fifty calls: each prompt is shorter than any that is sold at a higher price.
    const calls = Array.from(
      { length: 50 },
      (_, i) => `2026-10-05T09:${i + 10}:00Z,claude-opus-4-6,s1,20000,60000,4000`,
    );
    writeFileSync(path, `at,model,session,input,cachedInput,output\n${calls.join('\n')}\n`);
    await used('', async (page, person) => {
      await person.click('Log', 'link');
      person.actions++;
      await page.setInputFiles('#log-files', path);
      await page.waitForSelector('#log-report .big');
      await person.type('Another model', 'gpt-5.4');
      await page.waitForSelector('#log-repriced .big');
      const of = async (id: string): Promise<number> => {
        const { prices } = await api<ModelDetail>(`models/${id}`);
        const price = prices.find(({ state }) => state === 'current');
        return (price?.inputPerMTok ?? 0) + 3 * (price?.cachedInputPerMTok ?? 0) + 0.2 * (price?.outputPerMTok ?? 0);
      };
      expect(dollars(await page.textContent('#log-repriced .big'))).toBeCloseTo(await of('gpt-5.4'), 2);
      const beside = (await page.textContent('#log-repriced .range')) ?? '';
      expect(dollars(beside)).toBeCloseTo(await of('claude-opus-4-6'), 2);
    });
  });

  test('reads the cheapest coding model per solved task that is sold, and how sure that is', async () => {
    await used('', async (page, person) => {
      await person.click('Measured', 'link');
      await page.waitForSelector('#cheapest strong');
      const id = (await page.getAttribute('[data-save-picture$=".svg"]', 'data-save-picture'))?.replace('.svg', '');
      const board = await api<Board>(`measured/${id}`);
      expect(board.domain).toBe('coding');
      const onSale = new Set((await api<{ id: string; status: string }[]>('models')).map((model) => model.id));
      const [best] = board.rows
        .filter(({ modelId, usdPerSolvedTask }) => usdPerSolvedTask !== null && onSale.has(modelId ?? ''))
        .sort((a, b) => (a.usdPerSolvedTask ?? 0) - (b.usdPerSolvedTask ?? 0));
      if (best?.modelId == null) throw new Error('nothing on this board is sold');
      const text = ((await page.textContent('#cheapest')) ?? '').replaceAll('\u00a0', ' ');
      const { name } = await api<ModelDetail>(`models/${best.modelId}`);
      expect(text).toContain(name);
      const [, usd, low, high, share] =
        /\$([\d.]+) per .* interval \$([\d.]+) to \$([\d.]+)\).* solves ([\d.]+) %/.exec(text) as RegExpExecArray;
      for (const [shown, exact] of [
        [usd, best.usdPerSolvedTask],
        [low, best.usdPerSolvedInterval?.low],
        [high, best.usdPerSolvedInterval?.high],
        [share, best.successRate * 100],
      ] as const) {
        const decimals = shown?.split('.')[1]?.length ?? 0;
        expect(Math.abs(Number(shown) - (exact ?? Number.NaN))).toBeLessThanOrEqual(0.5000001 * 10 ** -decimals);
      }
    });
  });

  test('reads when the price of its model changes, and subscribes', async () => {
    const coming = (await api<Change[]>('changes')).filter(({ kind, host }) => kind === 'scheduled' && host === null);
    const [next] = coming.toSorted((a, b) => (a.on < b.on ? -1 : 1));
    if (next === undefined) throw new Error('nothing is announced');
    await used('', async (page, person) => {
      await person.click('Changes', 'link');
      await person.choose('Add a model', next.modelName);
      expect(await page.textContent('#my-models li')).toContain(next.on);
      const calendar = await saved(page, person.click(`Calendar of ${next.modelName}`, 'link'));
      expect(calendar).toContain(`DTSTART;VALUE=DATE:${next.on.replaceAll('-', '')}`);
    });
  });

  test('finds the cheapest model of a region (vision in the EU, which this small build lacks: models-list)', async () => {
    await used('', async (page, person) => {
      expect(await page.getByRole('link', { name: 'with vision' }).getAttribute('href')).toContain('takes=image');
      await person.click('Models', 'link');
      await person.choose('Region', 'us');
      await page.waitForSelector('#price-list:not([aria-busy]) [aria-sort=ascending]');
      const day = (await page.textContent('#price-list caption .day')) ?? '';
      const prices = (await priceLines()).filter(
        (line) =>
          line.region === 'us' &&
          line.service_tier === 'standard' &&
          line.from_day <= day &&
          (line.until_day === '' || line.until_day > day),
      );
      const least = Math.min(...prices.map((line) => Number(line.input_per_mtok)));
      const first = page.locator('#price-table tbody tr').first();
      expect(Number(await first.locator('[data-label=Input]').textContent())).toBe(least);
    });
  });

  test('takes along the link of a state, and the number as a curl', async () => {
    await used('#model=gpt-5&calls=25', async (page, person) => {
      await settled(page);
      await person.click('Copy link');
      const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
      const link = await copied();
      await person.open('Get this number in code');
      await person.click('Copy curl');
      const { data } = JSON.parse(execFileSync('/bin/sh', ['-c', await copied()], { encoding: 'utf8' })) as {
        data: Estimate;
      };
      expect(data).toEqual(await api<Estimate>('estimate', { modelId: 'gpt-5', modelCallsPerTask: 25 }));
      const again = await open(link);
      await settled(again.page);
      for (const at of [page, again.page])
        expect(Math.abs(dollars(await at.textContent('#cost .big')) - data.monthlySpend)).toBeLessThanOrEqual(0.5);
      await again.close();
    });
  });
});
