/** What people come for, done by clicking only what is visible; the actions are counted. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { catalog } from '../support/core/catalog.ts';
import { runCli } from '../support/run.ts';
import { axeFaults } from './axe.ts';
import { publicDir } from './files.ts';
import { chromiumForTests } from './in-chromium.ts';

const { withoutBrowser, open } = chromiumForTests();
const onDisk = (path: string): string => pathToFileURL(join(publicDir, path)).href;

/** With plain spaces. */
const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');

/** Texts that are cut off at the right edge of the screen, or by the box that they are in. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isScrolled = (element: Element): boolean =>
      element.closest('.scroll, .boards-nav ul, pre, select, .visually-hidden') !== null;
    const texts = [...document.querySelectorAll('main *')].filter(
      (element) =>
        [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()) &&
        element.getClientRects().length > 0 &&
        !isScrolled(element),
    );
    return texts
      .filter((element) => {
        const svg = element.closest('svg');
        const { left, right } = element.getBoundingClientRect();
        const edge = svg?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
        return left < edge.left - 1 || right > edge.right + 1;
      })
      .map((element) => element.textContent ?? '');
  });

const boards = ['measured.html', 'measured/tau2-airline.html', 'measured/terminal-bench-2-openclaw.html'];

describe.skipIf(withoutBrowser !== null)(`in Chromium ${withoutBrowser ?? ''}`, () => {
  test('a call without a day is priced at the prices of the day on which the page is read', async () => {
    const paste = '{"model":"gemini-4-argon","usage":{"input_tokens":1000000,"output_tokens":0}}';
    const totalOn = async (day: string) => {
      const { page, close } = await open(onDisk('tokens.html'), {}, day);
      await page.getByLabel('Usage object').fill(paste);
      const shown = [await page.getByLabel('Day of the call').inputValue(), await page.textContent('#tokens .big')];
      await close();
      return shown;
    };
    // $2.00 per million tokens of input until 2026-11-30, $4.00 from the next day.
    expect(await totalOn('2026-11-30')).toEqual(['2026-11-30', '$2.00']);
    expect(await totalOn('2026-12-15')).toEqual(['2026-12-15', '$4.00']);
  });

  test('counts that several programs report alike are of no maker yet', async () => {
    const { page, close } = await open(onDisk('tokens.html'));
    await page.getByLabel('Usage object').fill('{"input_tokens": 1000, "output_tokens": 100}');
    expect(await page.textContent('#usage-help')).toMatch(/Anthropic Messages.*OpenAI Responses/);
    const choices = await page.locator('.choices button').allTextContents();
    expect(choices.some((choice) => choice.startsWith('Claude'))).toBe(true);
    expect(choices.some((choice) => choice.startsWith('GPT'))).toBe(true);
    await close();
  });

  test('one of the likely models is chosen by keyboard alone; host, region and terms are choices', async () => {
    const { page, close } = await open(onDisk('tokens.html'));
    await page.getByLabel('Usage object').focus();
    await page.keyboard.insertText('{"input_tokens": 1000, "cache_read_input_tokens": 20000, "output_tokens": 100}');
    const choice = page.locator('.choices button').first();
    await choice.focus();
    const said = plain(await choice.textContent());
    await page.keyboard.press('Enter');
    expect(said).toContain((await page.textContent('#tokens .big')) as string);
    expect(await page.getByLabel('Model', { exact: true }).inputValue()).toMatch(/^claude-/);
    await page.getByLabel('Model', { exact: true }).fill('claude-sonnet-4-6');
    const batch = { model: 'claude-sonnet-4-6', input: 1000, cachedInput: 20_000, output: 100 } as const;
    await page.getByLabel('Terms').selectOption('batch');
    expect(await page.textContent('#tokens .big')).toBe(
      `$${priceCall(catalog, { ...batch, serviceTier: 'batch' }).usd}`,
    );
    await page.getByLabel('Region').selectOption('us');
    expect(await page.textContent('#tokens .range')).toContain('us, batch');
    expect(await page.getByLabel('Host').locator('option').allTextContents()).toContain('Anthropic itself');
    await close();
  });

  test('what last month would have cost on another model: choose the folder, the month, the model', async () => {
    const dir = temporaryDirectory();
    mkdirSync(join(dir, 'projects', 'shop'), { recursive: true });
    const call = (month: string, index: number) =>
      JSON.stringify({
        type: 'assistant',
        timestamp: `${month}-1${2 + (index % 2)}T09:0${index}:00.000Z`,
        cwd: '/home/me/shop',
        sessionId: `s-${month}`,
        requestId: `r-${month}-${index}`,
        message: {
          id: `m-${month}-${index}`,
          role: 'assistant',
          model: 'claude-opus-4-6',
          content: [{ type: 'text', text: 'done' }],
          stop_reason: 'end_turn',
          usage: {
            input_tokens: 20,
            cache_read_input_tokens: 9000 * index,
            cache_creation_input_tokens: 9000,
            output_tokens: 400,
          },
        },
      });
    const written = (month: string, calls: number): string => {
      const path = join(dir, 'projects', 'shop', `${month}.jsonl`);
      writeFileSync(path, Array.from({ length: calls }, (_, index) => call(month, index)).join('\n'));
      return path;
    };
    const october = written('2026-10', 5);
    written('2026-11', 3);
    const { stdout } = await runCli('reprice', october, '--model', 'gpt-5.4', '--json');
    const [command] = JSON.parse(stdout).models;

    const { page, problems, close } = await open(onDisk('log.html'), { timezoneId: 'UTC' });
    await page.setInputFiles('#log-folder', join(dir, 'projects'));
    await page.getByLabel('Month').selectOption('2026-10');
    await page.getByRole('combobox', { name: 'Another model' }).fill('gpt-5.4');
    await page.waitForSelector('#log-repriced .big');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download these figures' }).click(),
    ]);
    const saved = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(saved.models[0]).toEqual(command);
    expect(saved.calls).toBe(5);
    expect(plain(await page.textContent('#log-repriced'))).toContain(
      `$${command.usd.toFixed(2)} on gpt-5.4 instead of`,
    );
    // A text that is no name leaves no total of the model before it.
    await page.getByRole('combobox', { name: 'Another model' }).fill('no such model');
    await page.getByText('No model has this name.').waitFor();
    expect(await page.locator('#log-repriced .big').count()).toBe(0);
    await page.getByRole('combobox', { name: 'Another model' }).fill('gpt-5.4');
    await page.waitForSelector('#log-repriced .big');
    // No name of a field of the API is a label.
    expect(plain(await page.textContent('#log-fitted'))).not.toMatch(/\b[a-z]+[A-Z]\w*Pct|PerTask\b/);
    // The chart of days is asked by the arrow keys.
    await page.locator('.days').focus();
    await page.keyboard.press('End');
    expect(plain(await page.textContent('.days + .ask-box'))).toMatch(/^2026-10-13\$/);
    expect(problems).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
    await close();
  });

  test('the chart says what a point is, to the pointer and to the arrow keys, and is saved as a picture', async () => {
    for (const width of [320, 1280]) {
      const { page, problems, close } = await open(onDisk('measured.html'), { viewport: { width, height: 1000 } });
      const box = page.locator('#picture + .ask-box');
      await page.locator('#picture [data-key="gpt-6-astra:xhigh"] .mark').filter({ visible: true }).hover();
      expect(plain(await box.textContent())).toMatch(/^GPT-6 Astra, xhigh effort74\.1 % solved/);
      const { x = -1, width: wide = 0 } = (await box.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + wide).toBeLessThanOrEqual(width);
      await page.locator('#picture').focus();
      await page.keyboard.press('Home');
      const first = plain(await box.textContent());
      await page.keyboard.press('ArrowRight');
      expect(plain(await box.textContent())).not.toBe(first);
      expect(plain(await page.textContent('#announce'))).toContain('per solved task');
      await page.keyboard.press('Enter');
      expect(await page.locator('.pinned-runs thead th').count()).toBe(2);
      await page.keyboard.press('Escape');
      expect(await box.isVisible()).toBe(false);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.locator('[data-save-picture="deepswe.svg"]').click(),
      ]);
      const picture = readFileSync(await download.path(), 'utf8');
      expect(download.suggestedFilename()).toBe('deepswe.svg');
      expect(picture).toMatch(/^<\?xml/);
      // On a small picture a name without room beside its mark is left out.
      if (width > 700) expect(picture).toContain('GPT-6 Astra');
      expect(picture).not.toMatch(/class=|var\(/);
      expect(problems).toEqual([]);
      await close();
    }
  });

  test('from a model to its cost with the workflow one had', async () => {
    const { page, close } = await open(`${onDisk('index.html')}#workflow=support&tasks=50000`);
    await page.waitForSelector('#ask input#a-modelId');
    await page.goto(onDisk('models/gpt-5.4.html'));
    await page.getByRole('link', { name: 'Your own workflow on it' }).click();
    await page.waitForSelector('#ask input#a-modelId');
    expect(page.url()).toMatch(/#workflow=support&model=gpt-5\.4&tasks=50000$/);
    await close();
  });

  test.each([...boards, 'index.html', 'tokens.html', 'log.html'])('%s has no text cut off at 320 px', async (path) => {
    const { page, close } = await open(onDisk(path), { viewport: { width: 320, height: 800 } });
    await page.addStyleTag({ content: '.far-down { content-visibility: visible !important }' }).catch(() => {});
    expect(await cutOff(page)).toEqual([]);
    await close();
  });
});
