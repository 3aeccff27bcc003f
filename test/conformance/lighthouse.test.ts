/** Lighthouse on the front page and a model's page, with its mobile settings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { browserMissing } from '../page/browser.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { programOf } from '../support/system-packages.ts';
import { missing, run } from './tools.ts';

const reason = missing() ?? browserMissing();

interface Report {
  categories: Record<string, { score: number }>;
  audits: Record<string, { score: number | null; scoreDisplayMode: string }>;
}

describe.skipIf(reason !== null)(`Lighthouse ${reason ?? ''}`, () => {
  const server = serverForTests();

  test.each(['', 'models/claude-sonnet-4-6.html'])('gives /%s at least 95 of 100 in each category', async (path) => {
    const out = join(temporaryDirectory(), 'report.json');
    // Not its performance score, which depends on the machine.
    const categories = ['accessibility', 'best-practices', 'seo'];
    const flags = [
      '--quiet',
      '--output=json',
      `--output-path=${out}`,
      `--only-categories=${categories.join(',')}`,
      '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ];
    const { stderr } = await run('lighthouse', [`${server.base}/${path}`, ...flags], {
      CHROME_PATH: programOf('chromium'),
    });
    const report = JSON.parse(readFileSync(out, 'utf8')) as Report;
    for (const name of categories) {
      expect(report.categories[name]?.score, `${name}: ${stderr}`).toBeGreaterThanOrEqual(0.95);
    }
    expect(report.audits['errors-in-console']?.score).toBe(1);
  });
});
