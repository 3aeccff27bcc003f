import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { withoutRole } from '../../runtime/site/table-roles.ts';
import { startNginx } from '../hosts/programs/nginx.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { missing } from '../support/system-packages.ts';
import { axeFaultsInBothThemes } from './axe.ts';
import { kinds, publicDir } from './files.ts';
import { chromiumForTests } from './in-chromium.ts';

const { withoutBrowser, open } = chromiumForTests();
const server = serverForTests();

const onDisk = pathToFileURL(`${publicDir}/`).href;

describe.skipIf(withoutBrowser !== null)(`in Chromium ${withoutBrowser ?? ''}`, () => {
  test.each(kinds)('axe finds nothing on %s, light and dark, narrow and wide', async (path) => {
    for (const width of [320, 1280]) {
      const { page, close } = await open(`${server.base}/${path}`, { viewport: { width, height: 900 } });
      const cutOff = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(cutOff, `${width} px is enough`).toBeLessThanOrEqual(0);
      expect(await axeFaultsInBothThemes(page), `${width} px`).toEqual([]);
      // Whatever display they have, tables are tables to every screen reader.
      expect(await page.locator(withoutRole).count()).toBe(0);
      await close();
    }
  });

  test('a table has its roles again when a part of it is drawn anew without them', async () => {
    const { page, close } = await open(`${server.base}/models.html`);
    await page.evaluate("document.querySelector('td').removeAttribute('role')");
    await expect.poll(() => page.locator(withoutRole).count()).toBe(0);
    await close();
  });

  test.each(kinds)('%s has no errors and requests only its own host, from the server', async (path) => {
    const shown = await open(`${server.base}/${path}`);
    expect(shown.problems).toEqual([]);
    expect(shown.requests.filter((url) => !url.startsWith(`${server.base}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(shown.requests.length).toBeGreaterThan(1);
    await shown.close();
  });

  // These are sent for any path, so their links are absolute.
  const relative = kinds.filter((path) => path !== '404.html' && path !== '429.html');
  test.each(relative)('%s has no errors and is styled from a folder on disk', async (path) => {
    const shown = await open(onDisk + path);
    expect(shown.problems).toEqual([]);
    expect(shown.requests.filter((url) => !url.startsWith(onDisk))).toEqual([]);
    const family = await shown.page.evaluate("getComputedStyle(document.querySelector('.masthead')).borderBottomStyle");
    expect(family).toBe('solid');
    await shown.close();
  });

  test('every kind of page has no errors from nginx', async (context) => {
    const reason = missing('nginx');
    if (reason !== null) context.skip(reason);
    const nginx = await startNginx(temporaryDirectory(), { dist: testDist, rules: 'files', runtimes: [server.base] });
    for (const path of kinds) {
      const shown = await open(`${nginx.base}/${path}`);
      expect(shown.problems, path).toEqual([]);
      await shown.close();
    }
    nginx.child.kill();
  });
});
