/** The pages whose controls are measured, and what is open on them then. */
import type { Browser, Page } from 'playwright-core';
import type { RowId } from '../results/goals.ts';
import { atRest, type Control, watchTasks } from './controls.ts';

export interface Visit {
  id: RowId;
  path: string;
  /** Brings the page to where it is measured. */
  prepare?: (page: Page) => Promise<unknown>;
  only?: (control: Control) => boolean;
}

const isOfList = ({ selector }: Control): boolean => /^#(models|list-)/.test(selector);
const openAll = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
  });

/** The front page loads its scripts once it is used. */
async function used(page: Page): Promise<void> {
  await page.mouse.move(2, 2);
  await page.mouse.move(3, 3);
  await page.waitForSelector('input#a-modelId');
  await openAll(page);
}

export const visits: readonly Visit[] = [
  { id: 'pageFront', path: '/', prepare: used, only: (control) => !isOfList(control) },
  { id: 'pageFrontList', path: '/#show=all', prepare: used, only: isOfList },
  { id: 'pageModels', path: '/models.html', prepare: openAll },
  { id: 'pageChanges', path: '/changes.html', prepare: openAll },
  { id: 'pageMeasured', path: '/measured.html', prepare: openAll },
  { id: 'pageTokens', path: '/tokens.html', prepare: openAll },
  {
    id: 'pageLog',
    path: '/log.html',
    prepare: async (page) => {
      await page.click('#log-example');
      await page.waitForSelector('#log-workflow:not([hidden])');
    },
  },
  {
    id: 'pageSearch',
    path: '/docs/api.html',
    prepare: async (page) => {
      await page.click('#site-search');
      await page.waitForFunction(() => globalThis.siteIndex && globalThis.docsIndex);
    },
    only: ({ selector }) => selector === '#site-search-words',
  },
];

/** A page that is at rest, as nobody has used it. @param width of the screen, in pixels */
export async function opened(browser: Browser, base: string, visit: Visit, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  // tsx puts calls of it into functions, and the page gets their text.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(watchTasks);
  await page.goto(base + visit.path, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  await atRest(page);
  await visit.prepare?.(page);
  await atRest(page);
  return page;
}
