/** What people come to the front page for, by what they see alone: every action is a click or typing in sight. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { answer } from '../../../runtime/core/answers/answer.ts';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import type { Ranking } from '../../../runtime/core/answers/schemas/ranking-schema.ts';
import { dayAfter } from '../../../runtime/core/dataset/unchanged-days.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { linkTo } from '../../../runtime/site/cost/link-state.ts';
import { catalog, catalogOn } from '../../support/core/catalog.ts';
import { estimateRequests } from '../../support/core/random-requests.ts';
import { axeFaults } from '../axe.ts';
import { publicDir } from '../files.ts';
import { chromiumForTests } from '../in-chromium.ts';
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

const settled = (page: Page) => page.locator('#app[aria-busy="false"]:not(:has([aria-busy]))').waitFor();
const dollars = (text: string | null): number => Number(/\$([\d,.]*\d)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));

/** Counts what a person does; what is not in sight cannot be used. */
class Person {
  actions = 0;
  constructor(private readonly page: Page) {}

  async choose(label: string, option: string): Promise<void> {
    await (await this.inSight(this.page.getByLabel(label, { exact: true }).first())).selectOption({ label: option });
  }
  async type(label: string, text: string): Promise<void> {
    await (await this.inSight(this.page.getByLabel(label, { exact: true }).first())).fill(text);
  }
  async click(name: string | RegExp): Promise<void> {
    await (await this.inSight(this.page.getByRole('button', { name }).first())).click();
  }
  private async inSight(place: Locator): Promise<Locator> {
    await place.scrollIntoViewIfNeeded();
    expect(await place.isVisible()).toBe(true);
    this.actions++;
    return place;
  }
}

describe.skipIf(withoutBrowser !== null)(`on the front page ${withoutBrowser ?? ''}`, () => {
  const widths = [360, 1280];

  test.each(widths)(
    'the monthly bill of a Claude Code agent with 400 tasks, and the biggest saving, take two actions at %i px',
    async (width) => {
      const shown = await open(front, { viewport: { width, height: 800 } });
      const { page } = shown;
      const person = new Person(page);
      await person.choose('Workflow', catalog.preset('session').name);
      await person.type('Tasks a month', '400');
      await settled(page);
      const estimate = estimateFor({ presetId: 'session', tasksPerMonth: 400 });
      const bill = await page.locator('#cost .answer .big').textContent();
      expect(Math.abs(dollars(bill) - estimate.monthlySpend)).toBeLessThanOrEqual(0.5);
      const first = (await page.locator('#advice .changes > li').first().textContent()) ?? '';
      const { best } = estimate.routing;
      const after = [...estimate.levers.map(({ monthlySpend }) => monthlySpend), ...(best ? [best.monthlySpend] : [])];
      expect(after.length).toBeGreaterThan(0);
      // The bill after the change, and the one before it: a saving alone reads as a bill.
      const [, then, now, saved] = /Then (\S+) a month instead of (\S+): (\S+) less/.exec(first) ?? [];
      expect(Math.abs(dollars(then ?? '') - Math.min(...after))).toBeLessThanOrEqual(0.5);
      expect(dollars(now ?? '')).toBe(dollars(bill));
      expect(Math.abs(dollars(now ?? '') - dollars(then ?? '') - dollars(saved ?? ''))).toBeLessThanOrEqual(1);
      expect(person.actions).toBeLessThanOrEqual(3);
      expect(shown.problems).toEqual([]);
      await shown.close();
    },
  );

  test.each(widths)(
    'a model for 50,000 support tickets a month under 2,000 dollars takes three actions at %i px',
    async (width) => {
      const shown = await open(front, { viewport: { width, height: 800 } });
      const { page } = shown;
      const person = new Person(page);
      await person.choose('Workflow', 'Support agent');
      await person.type('Tasks a month', '50,000');
      await person.type('Budget a month', '2,000');
      await settled(page);
      expect(person.actions).toBeLessThanOrEqual(4);
      const ranking = rankingFor({ presetId: 'support', tasksPerMonth: 50_000 });
      const affordable = ranking.filter(({ monthlySpend }) => monthlySpend <= 2000).map(({ modelId }) => modelId);
      const rows = page.locator('.ranking tbody tr');
      expect(await rows.count()).toBe(
        Math.min(10, affordable.length) + ((await page.locator('.ranking .chosen').count()) > 0 ? 1 : 0),
      );
      for (const row of (await rows.all()).slice(0, 10)) {
        const id = /models\/(.*)\.html/.exec((await row.locator('a').getAttribute('href')) ?? '')?.[1] ?? '';
        const month = dollars(await row.locator('td').first().textContent());
        const own = ranking.find(({ modelId }) => modelId === id)?.monthlySpend ?? Number.NaN;
        expect(Math.abs(month - own), id).toBeLessThanOrEqual(0.5);
        expect(affordable).toContain(id);
      }
      // One of them is taken over with a click, and the bill is its own.
      await person.click(/^Use /);
      await settled(page);
      const chosen = await page.locator('.ranking .chosen td').first().textContent();
      expect(Math.round(dollars(await page.locator('#cost .big').textContent()))).toBe(Math.round(dollars(chosen)));
      expect(shown.problems).toEqual([]);
      await shown.close();
    },
  );

  test('the list of models is that of the POST for random states, after going back, a reload and from a link', async () => {
    const shown = await open(front);
    const { page } = shown;
    const costs = async () =>
      page.$$eval('.ranking tbody tr', (rows) =>
        rows.map((row) => [row.querySelector('a')?.getAttribute('href'), row.querySelectorAll('td')[1]?.textContent]),
      );
    const list = { solved: '0', show: 'all', by: 'task' };
    let before: unknown;
    for (const { compare: _, ...request } of fc.sample(estimateRequests, { seed: 30, numRuns: 40 })) {
      const state = linkTo({ first: typedAs(request), second: null, list });
      await page.goto(front + state);
      await settled(page);
      const rows = await costs();
      const ranking = rankingFor(request);
      expect(rows).toHaveLength(ranking.length);
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
    expect(await second.page.locator('.ranking tbody tr').count()).toBe((before as unknown[]).length);
    await second.close();
    expect(shown.problems).toEqual([]);
    await shown.close();
  }, 600_000);

  test('the list is sorted by its heads, narrowed by keyboard alone, and saved with every row', async () => {
    const shown = await open(front, { acceptDownloads: true });
    const { page } = shown;
    await settled(page);
    await page.getByLabel('Budget a month').focus();
    await page.keyboard.type('300');
    await page.locator('.ranking .sort', { hasText: 'A task' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('location.hash')).toBe('#budget=300&by=task');
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
    await page.getByText('More filters').click();
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

  test('all inputs open push neither the list of models nor what to change out of reach', async () => {
    const shown = await open(front, { viewport: { width: 1280, height: 900 } });
    const { page } = shown;
    await settled(page);
    const topOf = (id: string) => page.$eval(id, (element) => element.getBoundingClientRect().top + scrollY);
    const list = await topOf('#models');
    await page.getByText('More inputs').first().click();
    await page.locator('#a-handoffs').waitFor();
    expect(await topOf('#models')).toBe(list);
    expect(await topOf('#advice')).toBeLessThan(1500);
    expect(await topOf('#reasons')).toBeLessThan(2000);
    await shown.close();
  });

  test('a bill that was measured beside the chosen model says so, since the list has another of the same model', async () => {
    const shown = await open(front);
    await settled(shown.page);
    const { best } = estimateFor({ presetId: 'coding' }).routing;
    const card = shown.page.locator('#change section', { hasText: 'Measured side by side' });
    expect(best).not.toBeNull();
    expect(await card.textContent()).toMatch(/Measured beside yours: \$[\d,.]+ a month/);
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

test('a browser is installed, or reported as missing', (context) => {
  if (withoutBrowser !== null) context.skip(withoutBrowser);
  expect(site).toContain('public');
});
