/** The system's Chromium, driven by playwright-core. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { testDay } from '../support/core/frozen-data.ts';
import { missing, programOf } from '../support/system-packages.ts';

export const browserMissing = (): string | null => missing('chromium');

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: programOf('chromium'), args: ['--no-sandbox', '--disable-gpu'] });

/** An open page, with its problems and requests. */
export interface Watched {
  page: Page;
  /** Errors and warnings on its console, and uncaught exceptions. */
  problems: string[];
  /** Every address it requested. */
  requests: string[];
  close: () => Promise<void>;
}

/**
 * Opens an address in a separate browser context.
 * @param day of its clock, YYYY-MM-DD: pages apply the price changes that have come since they were built
 */
export async function open(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
  day = testDay,
): Promise<Watched> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.clock.setFixedTime(`${day}T12:00:00Z`);
  const watched: Watched = { page, problems: [], requests: [], close: () => context.close() };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) watched.problems.push(message.text());
  });
  page.on('pageerror', (error) => watched.problems.push(String(error)));
  page.on('request', (request) => watched.requests.push(request.url()));
  await page.goto(address, { waitUntil: 'load' });
  return watched;
}
