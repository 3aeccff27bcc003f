/** What people come to the front page for, by what they see alone: every action is a click or typing in sight. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer } from '../../../runtime/core/answers/answer.ts';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import type { Ranking } from '../../../runtime/core/answers/schemas/ranking-schema.ts';
import { dayAfter } from '../../../runtime/core/dataset/unchanged-days.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { linkTo } from '../../../runtime/site/cost/link-state.ts';
import { usualBoard } from '../../../runtime/site/cost/ranked-models.ts';
import { catalog, catalogOn } from '../../support/core/catalog.ts';
import { estimateRequests } from '../../support/core/random-requests.ts';
import { axeFaults } from '../axe.ts';
import { publicDir } from '../files.ts';
import { chromiumForTests } from '../in-chromium.ts';
import { dollars, Person, settled } from '../person.ts';
import { typedAs } from './typed-as.ts';

const { withoutBrowser, open } = chromiumForTests();
const site = pathToFileURL(`${publicDir}/`).href;
const front = `${site}index.html`;

function answerOf(request: EstimateRequest, from = catalog): Estimate | Ranking {
  const question = resolveRequest(from, request);
  if (question instanceof ApiError) throw new Error(question.message);
  return answer(question);
}
const estimateFor = (request: EstimateRequest, from = catalog) => answerOf(request, from) as Estimate;
const rankingFor = (request: EstimateRequest, from = catalog) =>
  (answerOf({ ...request, compare: true }, from) as Ranking).ranking;

describe.skipIf(withoutBrowser !== null)(`on the front page ${withoutBrowser ?? ''}`, () => {
  const widths = [360, 1280];

  test.each(widths)(
    'the monthly bill of Claude Code with 400 sessions, and what would cut it, take two actions at %i px',
    async (width) => {
      const shown = await open(front, { viewport: { width, height: 800 } });
      const { page } = shown;
      const person = new Person(page);
      await person.choose('Kind of work', 'Claude Code, Codex or the like');
      await person.type('Sessions a month', '400');
      await settled(page);
      const estimate = estimateFor({ presetId: 'session', tasksPerMonth: 400 });
      const bill = await page.locator('#cost .answer .big').textContent();
      expect(Math.abs(dollars(bill) - estimate.monthlySpend)).toBeLessThanOrEqual(0.5);
      const moves = await page.locator('.moves > li').all();
      expect(moves).toHaveLength(3);
      // Each model that is named costs what the POST of it says, and is named with what was measured.
      for (const move of moves.slice(0, 2)) {
        const id = /models\/(.*)\.html/.exec((await move.locator('a').getAttribute('href')) ?? '')?.[1] ?? '';
        const own = estimateFor({ presetId: 'session', tasksPerMonth: 400, modelId: id }).monthlySpend;
        expect(Math.abs(dollars(await move.locator('strong').textContent()) - own), id).toBeLessThanOrEqual(0.5);
        expect(own).toBeLessThan(estimate.monthlySpend);
        expect(await move.textContent()).toMatch(/\d\u00a0% solved .*No board measures sessions/);
      }
      // The button shows exactly that.
      const first = dollars((await moves[0]?.locator('strong').textContent()) ?? '');
      await person.click(/^Show exactly this/);
      const row = page.locator('#scenarios tr', { hasText: 'Per month' }).first();
      await row.waitFor();
      expect(dollars(await row.locator('td').nth(1).textContent())).toBe(first);
      expect(person.actions).toBeLessThanOrEqual(3);
      expect(shown.problems).toEqual([]);
      await shown.close();
    },
  );

  test.each(widths)(
    'whether a measured model does 50,000 tickets a month for under 2,000 dollars takes three actions at %i px',
    async (width) => {
      const shown = await open(front, { viewport: { width, height: 800 } });
      const { page } = shown;
      const person = new Person(page);
      await person.choose('Kind of work', 'a support agent');
      await person.type('Tickets a month', '50,000');
      await person.type('Budget a month, in dollars', '2,000');
      await settled(page);
      expect(person.actions).toBe(3);
      const headline = page.locator('.headline');
      const ranking = rankingFor({ presetId: 'support', tasksPerMonth: 50_000 });
      const cost = (id: string) => ranking.find(({ modelId }) => modelId === id)?.monthlySpend ?? Number.NaN;
      const board = catalog.measured.find(({ id }) => id === usualBoard(catalog, catalog.preset('support')));
      const measured = ranking.filter(({ modelId }) => board?.rows.some((row) => row.modelId === modelId));
      expect(measured.length).toBeGreaterThan(0);
      if (measured.every(({ monthlySpend }) => monthlySpend > 2000)) {
        expect(await headline.textContent()).toContain('No measured model fits $2,000 a month.');
        const id = /models\/(.*)\.html/.exec((await headline.locator('a').getAttribute('href')) ?? '')?.[1] ?? '';
        expect(cost(id)).toBe(Math.min(...measured.map(({ monthlySpend }) => monthlySpend)));
        expect(await headline.textContent()).toContain('upper quarter');
      }
      // The budget is held against the estimate and its upper quarter.
      expect(await page.textContent('#cost .verdict')).toMatch(/^The estimate is within \$2,000; its upper quarter, /);
      // One of the list is taken over with a click, and the bill is its own.
      await person.click(/^Use /);
      await settled(page);
      const chosen = await page.locator('.ranking .chosen td').first().textContent();
      expect(Math.round(dollars(await page.locator('#cost .big').textContent()))).toBe(Math.round(dollars(chosen)));
      expect(shown.problems).toEqual([]);
      await shown.close();
    },
  );

  test.each([
    [1280, 720],
    [390, 900],
  ])('the sentence, the answer and the whole picture are on the first screen of %i by %i', async (width, height) => {
    const shown = await open(`${front}#workflow=session`, { viewport: { width, height } });
    const { page } = shown;
    await settled(page);
    const ends = await page.$$eval('#ask, #cost .big, #picture svg[role=img]', (parts) =>
      parts.map((part) => part.getBoundingClientRect().bottom),
    );
    expect(ends).toHaveLength(3);
    expect(Math.max(...ends)).toBeLessThanOrEqual(height);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(5000);
    // In reading order the inputs come first.
    const order = await page.$$eval('.estimate > section', (parts) => parts.map(({ id }) => id));
    expect(order).toEqual(['ask', 'cost', 'picture', 'moves', 'models']);
    // Every mark of a model can be asked, and says its dollars.
    const said = await page.$$eval('#picture [data-ask]', (marks) =>
      marks.map((mark) => mark.getAttribute('data-ask')),
    );
    expect(said.length).toBeGreaterThan(20);
    for (const text of said) expect(text).toMatch(/\n\$[\d,.]+ a month, estimated\n/);
    expect(shown.problems).toEqual([]);
    await shown.close();
  });

  test.each([
    ['de-DE', '1.500', '1500', '1.5'],
    ['en-US', '1.500', '1.5', '1500'],
  ])('in a browser in %s, %s is asked about before it counts: %s, or %s', async (locale, typed, first, second) => {
    const shown = await open(front, { locale });
    const { page } = shown;
    await settled(page);
    const before = await page.textContent('#cost .big');
    const box = page.getByLabel('Tasks a month');
    await box.fill(typed);
    const readings = page.locator('#ask .reading button');
    await readings.nth(1).waitFor();
    expect(await page.textContent('#cost .big')).toBe(before);
    await box.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('location.hash')).toBe(`#tasks=${first}`);
    await box.fill(typed);
    await readings.nth(1).click();
    await expect.poll(() => page.evaluate('location.hash')).toBe(`#tasks=${second}`);
    expect(shown.problems).toEqual([]);
    await shown.close();
  });

  test.each([
    ['de-DE', '50.000', '1.999,5', true],
    ['ar-EG', '٥٠٬٠٠٠', '١٬٩٩٩٫٥', false],
  ])(
    'in a browser in %s, %s tickets and %s dollars are read as it writes them',
    async (locale, tickets, budget, isAsked) => {
      const shown = await open(`${front}#workflow=support`, { locale, viewport: { width: 390, height: 800 } });
      const { page } = shown;
      await settled(page);
      await page.getByLabel('Tickets a month').fill(tickets);
      if (isAsked) await page.locator('#ask .reading button').first().click();
      await page.getByLabel('Budget a month, in dollars').fill(budget);
      await expect.poll(() => page.evaluate('location.hash')).toBe('#workflow=support&tasks=50000&budget=1999.5');
      await settled(page);
      const { monthlySpend } = estimateFor({ presetId: 'support', tasksPerMonth: 50_000 });
      expect(Math.abs(dollars(await page.textContent('#cost .big')) - monthlySpend)).toBeLessThanOrEqual(0.5);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      expect(shown.problems).toEqual([]);
      await shown.close();
    },
  );

  test('what is chosen before the scripts have come counts', async () => {
    const shown = await open(front);
    const { page } = shown;
    await page.getByLabel('Kind of work').selectOption({ label: 'a voice agent' });
    await page.locator('#cost .range', { hasText: 'calls' }).waitFor();
    await expect.poll(() => page.evaluate('location.hash')).toBe('#workflow=voice');
    expect(shown.problems).toEqual([]);
    await shown.close();
  });

  test('the list of models is that of the POST for random states, after going back, a reload and from a link', async () => {
    const shown = await open(front);
    const { page } = shown;
    const costs = async () =>
      page.$$eval('.ranking tbody tr:has(a)', (rows) =>
        rows.map((row) => [row.querySelector('a')?.getAttribute('href'), row.querySelectorAll('td')[1]?.textContent]),
      );
    const list = { solved: '0', show: 'all', by: 'cost' };
    let before: unknown;
    for (const { compare: _, ...request } of fc.sample(estimateRequests, { seed: 30, numRuns: 40 })) {
      const state = linkTo({ first: typedAs(request), second: null, list });
      await page.goto(front + state);
      await settled(page);
      const rows = await costs();
      const ranking = rankingFor(request);
      expect(rows.map(([href]) => href)).toEqual(ranking.map(({ modelId }) => `models/${modelId}.html`));
      for (const [href, text] of rows) {
        const row = ranking.find(({ modelId }) => href === `models/${modelId}.html`);
        const decimals = (text?.split('.')[1] ?? '').length;
        expect(
          Math.abs(dollars(text ?? '') - (row?.costPerTask ?? Number.NaN)),
          `${href} ${state}`,
        ).toBeLessThanOrEqual(0.5000001 * 10 ** -decimals);
      }
      before = rows;
    }
    const link = page.url();
    await page.reload();
    await settled(page);
    expect(await costs()).toEqual(before);
    await page.goto(`${front}#model=gpt-5`);
    await settled(page);
    await page.goBack();
    await settled(page);
    expect(page.url()).toBe(link);
    await expect.poll(costs).toEqual(before);
    const second = await open(link);
    await settled(second.page);
    expect(await second.page.locator('.ranking tbody tr:has(a)').count()).toBe((before as unknown[]).length);
    await second.close();
    expect(shown.problems).toEqual([]);
    await shown.close();
  }, 600_000);

  test('what is chosen in a view that was drawn before the latest change keeps that change', async () => {
    const { page, close } = await open(front);
    await settled(page);
    await page.locator('.ranking .sort', { hasText: 'A task' }).focus();
    await settled(page);
    // In one task of the browser, so that nothing is drawn between the two.
    await page.getByLabel('Budget a month, in dollars').evaluate((box: HTMLInputElement) => {
      box.value = '300';
      box.dispatchEvent(new Event('input', { bubbles: true }));
      const heads = [...document.querySelectorAll<HTMLElement>('.ranking .sort')];
      heads.find(({ textContent }) => textContent?.includes('A task'))?.click();
    });
    await expect.poll(() => page.evaluate('location.hash')).toBe('#budget=300&by=cost');
    await close();
  });

  test('the list is sorted by its heads, narrowed by keyboard alone, and saved with every row', async () => {
    const shown = await open(front, { acceptDownloads: true });
    const { page } = shown;
    await settled(page);
    await page.getByLabel('Budget a month, in dollars').focus();
    await page.keyboard.type('300');
    await page.locator('.ranking .sort', { hasText: 'A task' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#budget=300&by=cost');
    const costs = (await page.locator('.ranking tbody tr:not(.chosen) td:nth-of-type(2)').allTextContents()).map(
      dollars,
    );
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
    expect(await page.locator('.ranking th[aria-sort="ascending"]').textContent()).toBe('A task');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Models as CSV' }).click(),
    ]);
    const rows = parse(readFileSync(await download.path(), 'utf8'), { columns: true }) as { usdPerMonth: string }[];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ usdPerMonth }) => Number(usdPerMonth) <= 300)).toBe(true);
    expect(shown.problems).toEqual([]);
    await page.getByText('Filter by maker, board and more').click();
    // On disk axe complains that it cannot load the style sheet.
    expect(await axeFaults(page)).toEqual([]);
    await shown.close();
  });

  test.each([320, 360, 1000])('every column of the list is in sight at %i px', async (width) => {
    const shown = await open(front, { viewport: { width, height: 800 } });
    await settled(shown.page);
    const [room, ...ends] = await shown.page.$eval('.scroll:has(> .ranking)', (frame) => [
      frame.getBoundingClientRect().right,
      ...[...frame.querySelectorAll('th, td, .button')].map((cell) => cell.getBoundingClientRect().right),
    ]);
    expect(ends.length).toBeGreaterThan(50);
    expect(Math.max(...ends)).toBeLessThanOrEqual(room as number);
    await shown.close();
  });

  test('prices that were announced are used from their day on, though the page was made before', async () => {
    const day = dayAfter(catalog.inForce.until ?? '');
    const changed = catalog.models.find(({ facts }) => facts.prices.some(({ from }) => from === day));
    const modelId = changed?.id ?? 'claude-sonnet-4-6';
    const shown = await open(`${front}#model=${modelId}`, {}, day);
    await settled(shown.page);
    const now = estimateFor({ modelId }, catalogOn(day));
    expect(
      Math.abs(dollars(await shown.page.locator('#cost .big').textContent()) - now.monthlySpend),
    ).toBeLessThanOrEqual(0.5);
    expect(await shown.page.locator('#cost .notice').first().textContent()).toContain(`Prices as announced for ${day}`);
    expect(shown.problems).toEqual([]);
    await shown.close();
  });
});
