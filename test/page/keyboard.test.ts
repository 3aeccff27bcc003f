/** Every kind of page by keyboard alone: Tab reaches every control, what has the focus is seen, and nothing holds it. */
import { describe, expect, test } from 'vitest';
import { serverForTests } from '../support/server/for-tests.ts';
import { kinds } from './files.ts';
import { chromiumForTests } from './in-chromium.ts';
import { settled } from './person.ts';

const { withoutBrowser, open } = chromiumForTests();
const server = serverForTests();

/** In the page: gives every control that can be used a number, and returns their names. */
function numbered(): string[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
  ].filter((one) => one.tabIndex >= 0 && one.checkVisibility() && !one.matches(':disabled, [hidden] *'));
  for (const [index, control] of controls.entries()) control.dataset.stop = String(index);
  return controls.map((one) => `${one.tagName} ${one.id || one.textContent?.trim().slice(0, 40)}`);
}

/** In the page: the number of what has the focus, and whether that is seen; null: nothing has it. */
function focused(): { stop: number; isSeen: boolean } | null {
  const active = document.activeElement as HTMLElement | null;
  if (active === null || active === document.body || active === document.documentElement) return null;
  // A box with a unit is outlined as a whole, a file's label in place of its box.
  const around = [active, active.parentElement, active.nextElementSibling];
  const isSeen = around.some(
    (one) =>
      one !== null &&
      Number.parseFloat(getComputedStyle(one).outlineWidth) >= 2 &&
      getComputedStyle(one).outlineStyle !== 'none',
  );
  return { stop: Number(active.dataset.stop ?? -1), isSeen };
}

describe.skipIf(withoutBrowser !== null)(`in Chromium ${withoutBrowser ?? ''}`, () => {
  test.each(kinds)('%s', async (path) => {
    const { page, close } = await open(`${server.base}/${path}`, { viewport: { width: 1280, height: 800 } });
    if (path === 'index.html') {
      await settled(page);
      await page.waitForSelector('input#a-modelId');
    }
    // What scrolls smoothly would still move when the next key is pressed.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const names = await page.evaluate(numbered);
    const reached = new Set<number>();
    const unseen: string[] = [];
    for (let presses = 0; presses < 2 * names.length + 20; presses++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(focused);
      if (at === null) break;
      if (!at.isSeen && at.stop >= 0) unseen.push(names[at.stop] ?? '');
      reached.add(at.stop);
    }
    expect(await page.evaluate(focused), 'the focus leaves the page at its end').toBe(null);
    expect(names.filter((_, index) => !reached.has(index))).toEqual([]);
    expect(unseen).toEqual([]);
    await close();
  });
});
