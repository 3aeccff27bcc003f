/** Chromium of the system, driven by playwright-core. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { missing, programOf } from '../support/system-packages.ts';

export const browserMissing = (): string | null => missing('chromium');

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: programOf('chromium'), args: ['--no-sandbox', '--disable-gpu'] });

/** What a page did beside being shown. */
export interface Watched {
  page: Page;
  /** Errors and warnings on its console, and what was thrown. */
  problems: string[];
  /** Every address it asked for. */
  requests: string[];
  close: () => Promise<void>;
}

/** Opens an address in a context of its own. */
export async function open(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const watched: Watched = { page, problems: [], requests: [], close: () => context.close() };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) watched.problems.push(message.text());
  });
  page.on('pageerror', (error) => watched.problems.push(String(error)));
  page.on('request', (request) => watched.requests.push(request.url()));
  await page.goto(address, { waitUntil: 'load' });
  return watched;
}
