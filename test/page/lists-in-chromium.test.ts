/** The lists of models, prices and changes, the page of a model, and the search of the site, in Chromium. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../runtime/core/answers/schemas/change-schema.ts';
import { axeFaults } from './axe.ts';
import { publicDir } from './files.ts';
import { chromiumForTests } from './in-chromium.ts';

const { withoutBrowser, open } = chromiumForTests();
const at = (path: string): string => pathToFileURL(`${publicDir}/`).href + path;

/** A change of a price that is still to come. */
const changing = JSON.parse(readFileSync(`${publicDir}/api/v1/changes.json`, 'utf8')).data.find(
  ({ kind, host, before, after }: Change) =>
    kind === 'scheduled' && host === null && before?.inputPerMTok !== after.inputPerMTok,
) as Change;

describe.skipIf(withoutBrowser !== null)(`the page of a model ${withoutBrowser ?? ''}`, () => {
  test('states the price of the day on which it is read, not of the build', async () => {
    const { page, close } = await open('about:blank');
    const prices = () =>
      page.$$eval('main div:not([hidden]) > .facts .big', (figures) =>
        figures.map((figure) => figure.textContent?.slice(1)),
      );
    await page.clock.setFixedTime(new Date(Date.parse(changing.on) - 1000));
    await page.goto(at(`models/${changing.modelId}.html`));
    expect((await prices()).slice(0, 2).map(Number)).toEqual([
      changing.before?.inputPerMTok,
      changing.before?.outputPerMTok,
    ]);
    await page.clock.setFixedTime(new Date(changing.on));
    await page.reload();
    expect((await prices()).slice(0, 2).map(Number)).toEqual([
      changing.after.inputPerMTok,
      changing.after.outputPerMTok,
    ]);
    await close();
  });
});

test.skipIf(withoutBrowser !== null)('every footer says how old the data is by the clock of the reader', async () => {
  const shown = await open(at('changes.html'), { javaScriptEnabled: false });
  const built = (await shown.page.textContent('#price-age')) ?? '';
  await shown.close();
  const [look = ''] = /\d{4}-\d\d-\d\d/.exec(built) ?? [];
  const after = async (days: number): Promise<string | null> => {
    const day = new Date(Date.parse(look) + days * 86_400_000).toISOString().slice(0, 10);
    const { page, problems, close } = await open(at('changes.html'), {}, day);
    const text = await page.textContent('#price-age');
    expect(problems).toEqual([]);
    await close();
    return text;
  };
  expect(await after(12)).toBe(`Prices last looked at ${look}, 12 days ago.`);
  expect(await after(15)).toContain('15 days ago. Prices change weekly');
});

describe.skipIf(withoutBrowser !== null)(`the charts ${withoutBrowser ?? ''}`, () => {
  const charted = ['measured.html', `models/${changing.modelId}.html`, 'index.html'];

  test.each([
    [360, true],
    [768, true],
    [1280, true],
    [360, false],
  ])('have text of at least 11 px on a page of %d px, with scripts: %s', async (width, javaScriptEnabled) => {
    const found: string[] = [];
    for (const path of charted) {
      const { page, close } = await open(at(path), { viewport: { width, height: 900 }, javaScriptEnabled });
      // Its chart is drawn again once the script knows the room.
      if (path === 'index.html' && javaScriptEnabled) {
        await page.mouse.move(2, 2);
        await page.mouse.move(3, 3);
        await page.locator('#app[aria-busy="false"]').waitFor();
        await page.locator('#why > summary').click();
      }
      const sizes = await page.$$eval('svg[role=img]', (drawings) =>
        drawings
          .filter((drawing) => drawing.getBoundingClientRect().width > 0)
          .flatMap((drawing) => {
            const scale = drawing.getBoundingClientRect().width / (drawing as SVGSVGElement).viewBox.baseVal.width;
            return [...drawing.querySelectorAll('text')].map((text) => ({
              text: text.textContent,
              px: scale * Number.parseFloat(getComputedStyle(text).fontSize),
            }));
          }),
      );
      found.push(...sizes.filter(({ px }) => px < 10.99).map(({ text, px }) => `${path}: ${px.toFixed(1)} px ${text}`));
      await close();
    }
    expect(found).toEqual([]);
  });
});

test.skipIf(withoutBrowser !== null)('the tables of price changes are as wide as their frames', async () => {
  const { page, close } = await open(at('changes.html'), { viewport: { width: 1280, height: 800 } });
  const left = await page.$$eval('.changes', (tables) =>
    tables.map((table) => (table.parentElement?.clientWidth ?? 0) - table.getBoundingClientRect().width),
  );
  expect(left.length).toBeGreaterThan(0);
  expect(Math.max(...left)).toBeLessThan(2);
  await close();
});

describe.skipIf(withoutBrowser !== null)(`a chart ${withoutBrowser ?? ''}`, () => {
  test.each([
    ['index.html', 'prompt-growth', /^Call 1\D.*5,500 tokens/, /^Call 2\D/],
    [
      `models/${changing.modelId}.html`,
      `prices-${changing.modelId}`,
      new RegExp(`until ${changing.on}Input: \\$${changing.before?.inputPerMTok}`),
      new RegExp(`^From ${changing.on}Input: \\$${changing.after.inputPerMTok}`),
    ],
  ])('on %s answers the pointer and the arrow keys, and is saved in two ways', async (path, name, first, second) => {
    for (const width of [320, 1280]) {
      const { page, problems, close } = await open(at(path), { viewport: { width, height: 800 } });
      const isFront = path === 'index.html';
      if (isFront) {
        await page.mouse.move(2, 2);
        await page.mouse.move(3, 3);
        await page.locator('#app[aria-busy="false"]').waitFor();
        await page.locator('#why > summary').click();
      }
      // The front page has a picture of the models besides.
      const part = page.locator(isFront ? '#change' : 'main');
      const chart = part.locator('.askable');
      await chart.focus();
      const box = part.locator('.ask-box');
      await page.keyboard.press('End');
      if (path !== 'index.html') await page.keyboard.press('ArrowLeft');
      else await page.keyboard.press('Home');
      expect(await box.textContent()).toMatch(first);
      await page.keyboard.press('ArrowRight');
      expect(await box.textContent()).toMatch(second);
      const { x = -1, width: wide = 0 } = (await box.boundingBox()) ?? {};
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + wide).toBeLessThanOrEqual(width);
      await page.keyboard.press('Escape');
      expect(await box.isVisible()).toBe(false);
      await chart.hover();
      expect(await box.isVisible()).toBe(true);
      const saved = async (type: string): Promise<Buffer> => {
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          part.getByRole('button', { name: `Save as a picture: ${type.toUpperCase()}` }).click(),
        ]);
        expect(download.suggestedFilename()).toBe(`${name}.${type}`);
        return readFileSync(await download.path());
      };
      const svg = (await saved('svg')).toString();
      expect(svg).toContain(await part.locator('figure:has(.askable) figcaption').textContent());
      expect(svg).not.toMatch(/class=|var\(|data-ask/);
      const png = await saved('png');
      // A PNG begins with its signature, and has its width at byte 16.
      expect(png.subarray(1, 4).toString()).toBe('PNG');
      expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(1200);
      expect(problems).toEqual([]);
      await close();
    }
  });
});

describe.skipIf(withoutBrowser !== null)(`the box that finds a model ${withoutBrowser ?? ''}`, () => {
  const front = at('index.html');
  /** The scripts of the front page are loaded when it is used. */
  const use = async (page: Page) => {
    await page.mouse.move(2, 2);
    await page.mouse.move(3, 3);
    await page.locator('input#a-modelId').waitFor();
  };
  const optionsIn = (page: Page) => page.locator('#a-modelId-list [role=option]');

  test('has every model by maker, the chosen one in sight, and takes what the pointer chooses', async () => {
    const { page, problems, close } = await open(front, { viewport: { width: 360, height: 740 }, hasTouch: true });
    await use(page);
    const box = page.locator('input#a-modelId');
    await box.tap();
    expect(await optionsIn(page).count()).toBe(
      JSON.parse(readFileSync(`${publicDir}/api/v1/models.json`, 'utf8')).data.length,
    );
    const chosen = page.locator(`[id="${await box.getAttribute('aria-activedescendant')}"]`);
    expect(await chosen.textContent()).toContain(await box.inputValue());
    expect(await page.locator('#a-modelId-list .group').first().textContent()).toBe('Anthropic');
    await optionsIn(page).filter({ hasText: 'Claude Opus 4.8' }).tap();
    expect(await box.inputValue()).toBe('Claude Opus 4.8');
    expect(await page.locator('#a-modelId-list').isVisible()).toBe(false);
    await expect.poll(() => page.evaluate('location.hash')).toBe('#model=claude-opus-4-8');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
    expect(problems).toEqual([]);
    await close();
  });

  test.each([
    ['gpt5', 'Enter', 'GPT-5'],
    ['sonnet 4.6', 'Tab', 'Claude Sonnet 4.6'],
    ['deepseek v4', 'ArrowDown Enter', undefined],
  ])('finds %s by keyboard alone and takes it with %s', async (words, keys, name) => {
    const { page, close } = await open(`${front}#model=gpt-4o`);
    await use(page);
    const box = page.locator('input#a-modelId');
    await box.focus();
    // What is chosen is selected, so that typing replaces it.
    await page.keyboard.type(words);
    expect(await box.getAttribute('aria-expanded')).toBe('true');
    const first = optionsIn(page).first();
    expect(await first.getAttribute('aria-selected')).toBe('true');
    const expected = name ?? (await optionsIn(page).nth(1).locator('span').first().textContent());
    for (const key of keys.split(' ')) await page.keyboard.press(key);
    expect(await box.inputValue()).toBe(expected);
    expect(await box.getAttribute('aria-expanded')).toBe('false');
    await page.locator('#cost .range', { hasText: `on ${expected}:` }).waitFor();
    await close();
  });

  test('keeps the model with Escape, when it is left, and where no name fits', async () => {
    const { page, close } = await open(front);
    await use(page);
    const box = page.locator('input#a-modelId');
    const before = await box.inputValue();
    await box.fill('gemini');
    await page.keyboard.press('Escape');
    expect(await box.inputValue()).toBe(before);
    await box.fill('gemini');
    await page.locator('h1').click();
    expect(await box.inputValue()).toBe(before);
    await box.fill('no such model');
    await page.getByText('No model has this name.').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await box.inputValue()).toBe(before);
    expect(await page.evaluate('location.hash')).toBe('');
    await close();
  });

  test('prices a call on the model that it finds', async () => {
    const { page, problems, close } = await open(at('tokens.html'));
    await page.getByLabel('Model', { exact: true }).fill('gpt5');
    await page.locator('#call-model-list [role=option]').first().click();
    expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('gpt-5');
    expect(await page.locator('#price .range').textContent()).toContain('on GPT-5,');
    expect(problems).toEqual([]);
    await close();
  });

  test('is a list without scripts', async () => {
    const { page, close } = await open(front, { javaScriptEnabled: false });
    expect(await page.locator('select#a-modelId').isVisible()).toBe(true);
    expect(await page.locator('select#a-modelId option').textContent()).toBe('Claude Sonnet 4.6');
    await close();
  });

  test.each(['light', 'dark'] as const)('has no faults that axe finds while it is open, %s', async (colorScheme) => {
    const { page, close } = await open(front, { colorScheme, viewport: { width: 320, height: 700 } });
    await use(page);
    await page.locator('input#a-modelId').click();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.type('claude');
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await close();
  });
});

describe.skipIf(withoutBrowser !== null)(`the search ${withoutBrowser ?? ''}`, () => {
  test.each([
    ['gpt5', 'models/gpt-5.html'],
    ['sonnet 4.6', 'models/claude-sonnet-4-6.html'],
    ['haiku45', 'models/claude-haiku-4-5.html'],
    ['rate limit', 'docs/hosting.html#node-server'],
    ['price list', 'models.html'],
    ['next price change', 'changes.html'],
    ['subscribe', 'changes.html'],
    ['deepswe', 'measured.html'],
  ])('finds %s at %s first, and opens it by keyboard alone', async (words, address) => {
    const { page, problems, close } = await open(at('tokens.html'));
    await page.keyboard.press(words === 'gpt5' ? '/' : 'Control+k');
    await page.waitForSelector('.site-search[open]');
    await page.keyboard.type(words);
    await page.waitForSelector('.site-search [role=option]');
    await page.waitForFunction('globalThis.docsIndex !== undefined');
    await page.keyboard.press('ArrowDown');
    const box = page.locator('#site-search-words');
    const active = page.locator(`[id="${await box.getAttribute('aria-activedescendant')}"]`);
    expect(await active.getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await page.waitForURL(at(address));
    expect(problems).toEqual([]);
    await close();
  });

  test.each(['light', 'dark'] as const)('has no faults that axe finds while it is open, %s', async (colorScheme) => {
    const { page, close } = await open(at('models.html'), { colorScheme, viewport: { width: 320, height: 700 } });
    await page.click('#site-search');
    await page.fill('#site-search-words', 'sonnet');
    await page.waitForSelector('.site-search [role=option]');
    await page.keyboard.press('ArrowDown');
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await close();
  });
});
