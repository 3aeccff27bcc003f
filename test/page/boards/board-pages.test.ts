/** The pages of the boards in Chromium, as people use them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { MeasuredRow } from '../../../runtime/core/schemas/board-schemas.ts';
import { filesBelow } from '../../support/build.ts';
import { pageAt, publicDir } from '../files.ts';
import { chromiumForTests } from '../in-chromium.ts';
import { foreign, origins } from '../origins.ts';

/** The answer of the API to GET /measured/{board}, as it is published. */
const rowsOf = (board: string): MeasuredRow[] =>
  JSON.parse(readFileSync(join(publicDir, `api/v1/measured/${board}.json`), 'utf8')).data.rows;
const deepswe = rowsOf('deepswe');

const boardPaths = filesBelow(publicDir).filter((path) => /^measured(\/[^/]+)?\.html$/.test(path));
const onDisk = (path: string): string => pathToFileURL(join(publicDir, path)).href;

const { withoutBrowser, open } = chromiumForTests();

/** With plain spaces. */
const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');
const textOf = async (page: Page, selector: string): Promise<string> => plain(await page.textContent(selector));

/** Keys of the visible rows of the table. */
const visibleRows = (page: Page): Promise<(string | null)[]> =>
  page.$$eval('table.runs tbody tr', (rows) =>
    rows.filter((row) => row.getClientRects().length > 0).map((row) => row.getAttribute('data-key')),
  );

/** Keys of the visible points of the chart. */
const drawnPoints = (page: Page): Promise<(string | null)[]> =>
  page.$$eval('#picture [data-key]', (points) =>
    points.filter((point) => point.getClientRects().length > 0).map((point) => point.getAttribute('data-key')),
  );

const pinnedNames = async (page: Page): Promise<string[]> =>
  (
    await page.$$eval('.pinned-runs thead th', (cells) => cells.slice(1).map((cell) => cell.firstChild?.textContent))
  ).map(plain);

/** The cheapest row per solved task that solves at least `solves` percent. */
function cheapest(rows: readonly MeasuredRow[], solves: number): MeasuredRow {
  const enough = rows.filter((row) => row.usdPerSolvedTask !== null && row.successRate * 100 >= solves);
  return enough.reduce((a, b) => ((b.usdPerSolvedTask as number) < (a.usdPerSolvedTask as number) ? b : a));
}

describe('without JavaScript', () => {
  test('there is a page for each board, and all of them are linked', () => {
    const boards = filesBelow(publicDir).filter((path) => /^api\/v1\/measured\/[^/]+\.json$/.test(path));
    expect(boardPaths).toHaveLength(boards.length);
    const links = pageAt('measured.html').querySelectorAll('nav[aria-label="Boards"] a');
    expect(links.map((link) => link.getAttribute('href')).sort()).toEqual([...boardPaths].sort());
  });

  test.each(boardPaths)('%s has every row of the API with its success, dollars and list price', (path) => {
    const page = pageAt(path);
    const board = /measured\/([^/"]+)\.json/.exec(page.toString())?.[1] ?? '';
    const rows = rowsOf(board);
    const found = page.querySelectorAll('table.runs tbody tr');
    expect(found).toHaveLength(rows.length);
    for (const [index, row] of rows.entries()) {
      const cells = plain(found[index]?.text);
      expect(cells).toContain(`${(row.successRate * 100).toFixed(1)} %`);
      if (row.effort !== null) expect(cells).toContain(`${row.effort} effort`);
      const usd = row.usdPerSolvedTask;
      // Two digits below a dollar, cents below a hundred, whole dollars above.
      const shown =
        usd === null ? '–' : usd < 0.995 ? Number(usd.toPrecision(2)) : usd < 99.995 ? usd.toFixed(2) : Math.round(usd);
      expect(cells).toContain(String(shown));
      expect(found[index]?.toString().includes('>front<')).toBe(row.onFront);
    }
    // So is the chart, unless fewer than two rows have dollars.
    const drawn = rows.filter((row) => row.usdPerSolvedTask !== null && row.successRate >= 0.05);
    expect(page.querySelectorAll('.board-picture.wide [data-key]')).toHaveLength(drawn.length < 2 ? 0 : drawn.length);
  });

  test('states for how many pairs the list price misleads, as the API does', () => {
    const { pairs } = JSON.parse(readFileSync(join(publicDir, 'api/v1/measured/deepswe.json'), 'utf8')).data;
    expect(plain(pageAt('measured.html').text)).toContain(
      `${pairs.wrongOrder} of ${pairs.pairs} pairs of models (${pairs.wrongOrderPct} %)`,
    );
    // Nobody is told that 0 of 3 pairs are in the wrong order.
    for (const path of boardPaths)
      expect(plain(pageAt(path).querySelector('#list-price-verdict')?.text)).not.toMatch(/\b0 (of|%)/);
  });

  test('boards are grouped by kind of work', () => {
    const nav = pageAt('measured.html').querySelector('nav[aria-label="Boards"]');
    expect(nav?.querySelectorAll('ul').map((list) => list.querySelectorAll('a').length)).toEqual(
      ['coding', 'support', 'voice'].map(
        (domain) =>
          boardPaths.filter((path) => {
            const id = /measured\/([^/"]+)\.json/.exec(pageAt(path).toString())?.[1] ?? '';
            return (
              JSON.parse(readFileSync(join(publicDir, `api/v1/measured/${id}.json`), 'utf8')).data.domain === domain
            );
          }).length,
      ),
    );
  });

  test.skipIf(withoutBrowser !== null)(`shows no inputs that need a script ${withoutBrowser ?? ''}`, async () => {
    const { page, close } = await open(onDisk('measured.html'), { javaScriptEnabled: false });
    expect(await page.locator('#main input, #main select, #main button').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('.board-picture').filter({ visible: true }).count()).toBe(1);
    await close();
  });
});

describe.skipIf(withoutBrowser !== null)(`in Chromium ${withoutBrowser ?? ''}`, () => {
  test.for(Object.entries(origins))(
    'a minimum share of solved tasks is answered from %s',
    async ([, start], context) => {
      const origin = await start();
      if (typeof origin === 'string') return context.skip(origin);
      const { page, problems, requests, close } = await open(`${origin.base}measured.html`);
      const best = cheapest(deepswe, 60);
      await page.getByLabel('Solves at least').fill('60');
      expect(await textOf(page, '#cheapest')).toContain(`${(best.successRate * 100).toFixed(1)} %`);
      expect(await textOf(page, '#cheapest')).toContain(`$${best.usdPerSolvedTask?.toFixed(2)} per solved task`);
      const solving = deepswe.filter((row) => row.successRate >= 0.6);
      await expect.poll(async () => (await visibleRows(page)).length).toBe(solving.length);
      expect(await drawnPoints(page)).toHaveLength(solving.filter((row) => row.usdPerSolvedTask !== null).length);
      await page.waitForURL(`${origin.base}measured.html#solves=60`);

      await page
        .getByRole('navigation', { name: 'Boards' })
        .getByRole('link', { name: 'Terminal-Bench 2, openclaw' })
        .click();
      expect(await textOf(page, '#board-name')).toBe('Terminal-Bench 2, openclaw');
      expect(problems).toEqual([]);
      expect(foreign(origin.base, requests)).toEqual([]);
      await close();
      await origin.stop();
    },
  );

  test('providers filter the rows, and the front is that of the rows left', async () => {
    const { page, close } = await open(onDisk('measured.html'));
    await page.getByText('Only some makers').click();
    await page.getByRole('checkbox', { name: 'Anthropic' }).check();
    const anthropic = deepswe.filter((row) => row.provider === 'anthropic');
    await expect.poll(async () => (await visibleRows(page)).length).toBe(anthropic.length);
    const most = Math.max(...anthropic.map((row) => row.successRate));
    expect(await textOf(page, '#front tbody tr:last-child')).toContain(`${(most * 100).toFixed(1)} %`);
    await page.getByRole('checkbox', { name: 'Anthropic' }).uncheck();
    await expect.poll(async () => (await visibleRows(page)).length).toBe(deepswe.length);
    await close();
  });

  test('up to six runs are pinned side by side, by keyboard alone', async () => {
    const { page, problems, close } = await open(onDisk('measured.html'));
    const pins = page.getByRole('checkbox', { name: /^Pin / });
    for (const index of [0, 1, 2, 3, 4, 5]) {
      await pins.nth(index).focus();
      await page.keyboard.press('Space');
    }
    await expect.poll(() => page.$$('.pinned-runs thead th')).toHaveLength(1 + 6);
    expect(await pins.nth(6).isDisabled()).toBe(true);
    expect(await textOf(page, '#announce')).toBe('Pinned; 6 of 6 side by side.');
    const first = deepswe[0] as MeasuredRow;
    expect(await textOf(page, '.pinned-runs tbody tr:first-child td')).toBe(
      `${(first.successRate * 100).toFixed(1)} %`,
    );

    // The pins are in the address: another browser opens the same.
    const names = await pinnedNames(page);
    const namesThere = async () => {
      const again = await open(page.url());
      const there = await pinnedNames(again.page);
      await again.close();
      return there;
    };
    await expect.poll(namesThere).toEqual(names);

    await page
      .getByRole('button', { name: /^Unpin / })
      .first()
      .focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => pinnedNames(page)).toEqual(names.slice(1));
    // The focus is on the checkbox that pins it again.
    await page.keyboard.press('Space');
    await expect.poll(() => pinnedNames(page)).toEqual([...names.slice(1), names[0]]);
    expect(problems).toEqual([]);
    await close();
  });

  test('a point is pinned by a click', async () => {
    const { page, close } = await open(onDisk('measured.html'), { viewport: { width: 1280, height: 1000 } });
    await page.locator('.board-picture.wide [data-key="gpt-6-astra:xhigh"] .mark').click();
    await expect.poll(() => pinnedNames(page)).toEqual(['GPT-6 Astra, xhigh effort']);
    await page.waitForURL(/#pin=gpt-6-astra:xhigh/);
    await close();
  });

  test('a number outside 0 to 100 is refused, and the view stays as it was', async () => {
    const { page, close } = await open(onDisk('measured.html'));
    const input = page.getByLabel('Solves at least');
    for (const wrong of ['101', '-1', 'many']) {
      await input.fill(wrong);
      expect(await input.getAttribute('aria-invalid'), wrong).toBe('true');
      expect(await visibleRows(page)).toHaveLength(deepswe.length);
    }
    await input.fill('73,5');
    expect(await input.getAttribute('aria-invalid')).toBeNull();
    const most = deepswe.filter((row) => row.successRate >= 0.735).length;
    await expect.poll(async () => (await visibleRows(page)).length).toBe(most);
    await input.fill('');
    await expect.poll(async () => (await visibleRows(page)).length).toBe(deepswe.length);
    await close();
  });

  test('the order on another board can be chosen', async () => {
    const { page, close } = await open(onDisk('measured/terminal-bench-2-terminus-2.html'));
    await page.getByLabel('Other board').selectOption('terminal-bench-2-openclaw');
    const [here, there] = ['terminal-bench-2-terminus-2', 'terminal-bench-2-openclaw'].map(
      (board) =>
        new Set(rowsOf(board).flatMap((row) => (row.provider && row.usdPerSolvedTask !== null ? [row.modelId] : []))),
    );
    const common = [...(here ?? [])].filter((model) => there?.has(model));
    expect(await page.locator('#other-board .slope').filter({ visible: true }).count()).toBe(common.length);
    await page.waitForURL(/#against=terminal-bench-2-openclaw/);
    await close();
  });
});
