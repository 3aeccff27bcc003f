/**
 * Takes the screenshots in docs/images of the built pages: `npm run build && npm run pictures`. Each shows a page as it
 * opens, in light and dark, cropped to what a reader of the README needs.
 */

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, PageScreenshotOptions } from 'playwright-core';
import UPNG from 'upng-js';
import { projectRoot } from '../../support/project-root.ts';
import { browserMissing, open, startBrowser } from '../browser.ts';

/** The same picture in at most 256 colours, enough for a page of text and lines. */
function smallerPng(png: Buffer): Buffer {
  const { width, height, ...image } = UPNG.decode(new Uint8Array(png).buffer);
  const [pixels] = UPNG.toRGBA8({ width, height, ...image });
  if (pixels === undefined) throw new Error('the picture has no frame');
  return Buffer.from(UPNG.encode([pixels], width, height, 256));
}

interface Picture {
  name: string;
  /** Address below dist/public, including its hash. */
  page: string;
  height: number;
  /** Selector of the part to show; default: what fits in a window of this height. */
  part?: string;
  /** Steps before the screenshot is taken. */
  before?: (page: Page) => Promise<unknown>;
}

const width = 1200;

const pictures: readonly Picture[] = [
  { name: 'cost', page: 'index.html', height: 860 },
  { name: 'boards', page: 'measured.html', height: 1000, part: 'figure.chart' },
  {
    name: 'own-log',
    page: 'log.html',
    height: 900,
    before: async (page) => {
      await page.click('#log-example');
      await page.waitForSelector('#log-report .big');
    },
  },
];

/** A part of the page with a margin. */
async function clipOf(page: Page, part: string | undefined): Promise<PageScreenshotOptions> {
  const box = part === undefined ? null : await page.locator(part).first().boundingBox();
  if (box === null) return {};
  const room = 16;
  const clip = { x: box.x - room, y: box.y - room, width: box.width + 2 * room, height: box.height + room };
  return { clip, fullPage: true };
}

/** Maximum bytes of a picture, so that a page with all of them loads quickly. */
const most = 150_000;

const reason = browserMissing();
if (reason !== null) throw new Error(reason);
const images = join(projectRoot, 'docs/images');
mkdirSync(images, { recursive: true });
const browser = await startBrowser();
try {
  for (const { name, page: address, height, part, before } of pictures) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const site = pathToFileURL(join(projectRoot, 'dist/public/')).href;
      const { page, close } = await open(browser, site + address, { colorScheme, viewport: { width, height } });
      await before?.(page);
      const path = join(images, `${name}-${colorScheme}.png`);
      writeFileSync(path, smallerPng(await page.screenshot(await clipOf(page, part))));
      await close();
      const { size } = statSync(path);
      console.log(`${name}-${colorScheme}.png ${size} bytes`);
      if (size > most) throw new Error(`${path} has ${size} bytes, more than ${most}`);
    }
  }
} finally {
  await browser.close();
}
