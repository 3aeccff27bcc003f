/** The pages whose controls are measured, and what is open on them then. */
import type { Browser, Page } from 'playwright-core';
import type { RowId } from '../results/goals.ts';
import { atRest, type Control } from './controls.ts';

export interface Visit {
  id: RowId;
  path: string;
  goalMs: number;
  /** Brings the page to where it is measured. */
  prepare?: (page: Page) => Promise<unknown>;
  only?: (control: Control) => boolean;
}

const isOfList = ({ selector }: Control): boolean => /^#(models|list-)/.test(selector);
const openAll = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
  });

export const visits: readonly Visit[] = [
  { id: 'pageFront', path: '/', goalMs: 200, prepare: openAll, only: (control) => !isOfList(control) },
  { id: 'pageFrontList', path: '/#show=all', goalMs: 150, prepare: openAll, only: isOfList },
  { id: 'pageModels', path: '/models.html', goalMs: 150, prepare: openAll },
  { id: 'pageChanges', path: '/changes.html', goalMs: 150, prepare: openAll },
  { id: 'pageMeasured', path: '/measured.html', goalMs: 200, prepare: openAll },
  { id: 'pageTokens', path: '/tokens.html', goalMs: 200, prepare: openAll },
  {
    id: 'pageLog',
    path: '/log.html',
    goalMs: 200,
    prepare: async (page) => {
      await page.click('#log-example');
      await page.waitForSelector('#log-workflow:not([hidden])');
    },
  },
];

/** A page that is at rest. */
export async function opened(browser: Browser, base: string, visit: Visit): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  // tsx puts calls of it into functions, and the page gets their text.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.goto(base + visit.path, { waitUntil: 'load' });
  await page.waitForLoadState('networkidle');
  await atRest(page);
  await visit.prepare?.(page);
  await atRest(page);
  return page;
}
