/** Chromium for the tests of a file: started before and closed after them. */
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserMissing, open, startBrowser, type Watched } from './browser.ts';

interface Chromium {
  /** Why there is no browser; null: there is one. */
  withoutBrowser: string | null;
  /** Opens an address in a separate browser context. */
  open: (address: string, options?: BrowserContextOptions, day?: string) => Promise<Watched>;
}

export function chromiumForTests(): Chromium {
  const withoutBrowser = browserMissing();
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (withoutBrowser === null) browser = await startBrowser();
  });
  afterAll(() => browser?.close());
  test('a browser is installed, or reported as missing', (context) => {
    if (withoutBrowser !== null) context.skip(withoutBrowser);
    expect(browser?.isConnected()).toBe(true);
  });
  return { withoutBrowser, open: (address, options, day) => open(browser as Browser, address, options, day) };
}
