/** What can be used on a page, and how long the page takes to show the answer: run in Chromium, at a slower CPU. */
import type { CDPSession, Page } from 'playwright-core';

declare global {
  /** The tasks of the page that took over 50 ms, as the browser tells them. */
  var longTasks: PerformanceEntry[];
  /** What a control held before its latest use. */
  var heldBefore: string;
}

/** A control of a page, or those of all rows of a table, which are used in turns. */
export interface Control {
  selector: string;
  name: string;
}

export interface Use {
  /** From the event until the frame after it is drawn. */
  frameMs: number;
  /** The longest task after that: what the next event may have to wait for. 0: none took over 50 ms. */
  taskMs: number;
  /** CPU of the main thread until the page is at rest. */
  cpuMs: number;
}

/** Words for boxes that take no number. */
const words: Record<string, string> = {
  '#price-q': 'gpt',
  '#board-search': 'claude',
  '#site-search-words': 'sonnet',
  '#usage': '{"input_tokens": 2095, "output_tokens": 503}',
};

/** The controls of the page that are in sight and do something to it: no links, files, copies or downloads. */
export const controlsOf = (page: Page): Promise<Control[]> =>
  page.evaluate(() => {
    const leavesPage = /copy|csv|save|download|print|picture|share/i;
    const found: { selector: string; name: string }[] = [];
    const all = document.querySelectorAll(
      ':is(main, dialog[open]) :is(input:not([type=file]), select, textarea, button, summary)',
    );
    const nth = (element: Element): string => {
      if (element.id !== '') return `#${element.id}`;
      if (element === document.body) return 'body';
      const parent = element.parentElement as Element;
      return `${nth(parent)} > :nth-child(${[...parent.children].indexOf(element) + 1})`;
    };
    for (const element of all) {
      const label = (element as HTMLInputElement).labels?.[0]?.textContent ?? element.getAttribute('aria-label');
      const name = (label ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
      if (!element.checkVisibility() || leavesPage.test(name) || (element as HTMLInputElement).disabled) continue;
      const rows = element.closest('tbody');
      const classes = [...element.classList].map((one) => `.${one}`).join('');
      const selector = rows === null ? nth(element) : `${nth(rows)} ${element.tagName}${classes}`;
      if (!found.some((one) => one.selector === selector)) found.push({ selector, name });
    }
    return found;
  });

/**
 * Uses a control; null: it is not on the page any more, or cannot be used now.
 * @param turn an odd one undoes the even one before it, so that the page stays as it was for the next control
 */
export async function use(page: Page, metrics: CDPSession, { selector }: Control, turn: number): Promise<Use | null> {
  const cpu = async (): Promise<number> => {
    const { metrics: all } = await metrics.send('Performance.getMetrics');
    return (all.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  const before = await cpu();
  const frameMs = await page.evaluate(useOnce, { selector, turn, word: words[selector] ?? null });
  if (frameMs === null) return null;
  await atRest(page);
  const taskMs = await page.evaluate(() => {
    const drawn = performance.getEntriesByName('use-frame').at(-1)?.startTime ?? 0;
    return Math.max(0, ...longTasks.filter(({ startTime }) => startTime >= drawn).map(({ duration }) => duration));
  });
  return { frameMs, taskMs, cpuMs: (await cpu()) - before };
}

/** In the page, before its own scripts. */
export function watchTasks(): void {
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask' });
}

/** Until nothing is drawn any more. */
export const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
    do await idle();
    while (document.querySelector('[aria-busy=true]') !== null);
    await idle();
    performance.mark('use-rest');
  });

/** In the page. The frame is drawn when a message that was sent in it arrives. */
async function useOnce(control: { selector: string; turn: number; word: string | null }): Promise<number | null> {
  const alike = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(control.selector);
  const element = alike[Math.floor(control.turn / 2) % alike.length];
  if (!element?.matches('input, select, textarea, button, summary')) return null;
  if (!element.checkVisibility() || element.disabled) return null;
  element.scrollIntoView({ block: 'center' });
  element.focus({ preventScroll: true });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const typed = (): string => {
    const { value, type } = element;
    if (control.word !== null) return control.word;
    if (type === 'date') return value === '2026-03-01' ? '2025-12-15' : '2026-03-01';
    return value === '' ? '100' : `${value}1`;
  };
  const changes = (): void => {
    if (element.matches('button, summary, [type=checkbox], [type=radio]')) {
      element.click();
      return;
    }
    const undoes = control.turn % 2 === 1;
    const { value } = element;
    if (element instanceof HTMLSelectElement) {
      if (undoes) element.value = heldBefore;
      else element.selectedIndex = (element.selectedIndex + 1) % element.options.length;
    } else {
      const kind = element.tagName === 'TEXTAREA' ? HTMLTextAreaElement : HTMLInputElement;
      Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(element, undoes ? heldBefore : typed());
    }
    globalThis.heldBefore = value;
    element.dispatchEvent(new Event('input', { bubbles: true }));
    element.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const { startTime } = performance.mark('use-start');
    port1.onmessage = () => resolve(performance.mark('use-frame').startTime - startTime);
    requestAnimationFrame(() => port2.postMessage(null));
    changes();
  });
}
