/** Your own log on the page: read only in the browser, and priced as the command prices it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { weeksFrom } from '../../runs/plan/rollouts.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { axeFaultsInBothThemes } from '../axe.ts';
import { publicDir } from '../files.ts';
import { chromiumForTests } from '../in-chromium.ts';
import { foreign, origins } from '../origins.ts';

/**
 * At 2026 prices per million tokens, Claude Sonnet 4.6 (3 input, 0.3 cached, 3.75 cache write, 15 output) and
 * GPT-4.1 mini (0.4 input, 1.6 output):
 *   1: 1000 * 3 + 20000 * 3.75 + 500 * 15               = 85,500 millionths of a dollar
 *   2: 100 * 3 + 21000 * 0.3 + 400 * 3.75 + 300 * 15    = 12,600
 *   3: 50000 * 0.4 + 1000 * 1.6                         = 21,600
 *   4: no price
 *   together                                             119,700
 */
const log = `at,model,session,task,solved,input,cachedInput,cacheWrite,output
2026-10-05T09:00:00Z,claude-sonnet-4-6,s1,t1,true,1000,0,20000,500
2026-10-05T09:01:00Z,claude-sonnet-4-6,s1,t1,true,100,21000,400,300
2026-10-06T09:00:00Z,gpt-4.1-mini,s2,t2,false,50000,0,0,1000
2026-10-06T09:05:00Z,no-such-model,s3,,,10,0,0,10
2026-10-06T09:06:00Z,gpt-4.1-mini,s3,,,many,0,0,10
`;
const dir = temporaryDirectory();
const written = (name: string, text: string): string => {
  writeFileSync(join(dir, name), text);
  return join(dir, name);
};
const logPath = written('calls.csv', log);

const { withoutBrowser, open } = chromiumForTests();

const onDisk = pathToFileURL(join(publicDir, 'log.html')).href;
const choose = async (page: Page, ...paths: string[]): Promise<void> => {
  await page.setInputFiles('#log-files', paths);
  await page.waitForSelector('#log-report > *');
};
const report = async (page: Page): Promise<string> =>
  ((await page.textContent('#log-report')) ?? '').replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');

/** Requests except workers and the icon, which the browser may request at any time. */
const asked = (requests: readonly string[]): string[] =>
  requests.filter((url) => !url.startsWith('blob:') && !url.endsWith('/assets/icon.svg'));

describe.skipIf(withoutBrowser !== null)(`a log on the page ${withoutBrowser ?? ''}`, () => {
  test.for(Object.entries(origins))(
    'is priced call by call, from %s, and nothing leaves the browser',
    async ([, start], context) => {
      const origin = await start();
      if (typeof origin === 'string') return context.skip(origin);
      const { page, problems, requests, close } = await open(`${origin.base}log.html`);
      const before = requests.length;
      await choose(page, logPath);
      expect(await page.textContent('#log-report .big')).toBe('$0.12');
      const text = await report(page);
      expect(text).toContain('4 calls from 2026-10-05 to 2026-10-06.');
      expect(text).toContain('1 call has no price here and is not in the amount.');
      expect(text).toContain('1 solved, 1 not, 1 unknown: $0.12 per solved task.');
      // 21,600 of 119,700.
      expect(text).toContain('$0.0216, 18.0 % of the bill');
      expect(text).toContain('calls.csv, line 6:');
      expect(problems).toEqual([]);
      // Choosing a log requests only the worker's code; the worker is made from a Blob.
      expect(asked(requests.slice(before))).toEqual([`${origin.base}assets/log-worker-code.js`]);
      expect(foreign(origin.base, requests)).toEqual([]);
      await close();
      await origin.stop();
    },
  );

  test('cannot be sent: the policy of the page blocks every request of a script', async () => {
    const origin = await origins.server?.();
    if (origin === undefined || typeof origin === 'string') return;
    const { page, requests, close } = await open(`${origin.base}log.html`);
    const before = requests.length;
    const refused = await page.evaluate(`Promise.all([
      fetch('./index.html').then(() => 'sent', () => 'refused'),
      new Promise((done) => {
        const code = "fetch('${origin.base}index.html').then(() => postMessage('sent'), () => postMessage('refused'))";
        const worker = new Worker(URL.createObjectURL(new Blob([code])));
        worker.onmessage = ({ data }) => done(data);
      }),
      navigator.sendBeacon('./index.html', 'x') ? 'queued' : 'refused',
    ])`);
    expect((refused as string[]).slice(0, 2)).toEqual(['refused', 'refused']);
    expect(asked(requests.slice(before))).toEqual([]);
    await close();
    await origin.stop();
  });

  test('has a full report as JSON', async () => {
    const { page, close } = await open(onDisk);
    await choose(page, logPath);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download JSON' }).click(),
    ]);
    const saved = JSON.parse(readFileSync(await download.path(), 'utf8'));
    expect(saved.total).toMatchObject({ calls: 4, unpricedCalls: 1, usd: 0.1197, nanoUsd: '119700000' });
    expect(download.suggestedFilename()).toBe('agent-cost-report.json');
    await close();
  });

  test('of many calls adds up to the nano-dollar', async () => {
    // Each call: (1000 + i) * 3 + 200 * 15 millionths of a dollar.
    const count = 60_000;
    const lines = Array.from({ length: count }, (_, i) =>
      JSON.stringify({
        timestamp: '2026-10-05T09:00:00Z',
        model: 'claude-sonnet-4-6',
        request_id: `r${i}`,
        input_tokens: 1000 + (i % 977),
        output_tokens: 200,
      }),
    );
    let nano = 0n;
    for (let i = 0; i < count; i++) nano += BigInt((1000 + (i % 977)) * 3000 + 200 * 15_000);
    const { page, problems, close } = await open(onDisk);
    await choose(page, written('many.jsonl', lines.join('\n')));
    expect(await report(page)).toContain('60,000 calls on 2026-10-05.');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download JSON' }).click(),
    ]);
    expect(JSON.parse(readFileSync(await download.path(), 'utf8')).total.nanoUsd).toBe(String(nano));
    expect(problems).toEqual([]);
    await close();
  });

  test('gives a workflow to continue with, fitted as the command fits it', async () => {
    const { page, problems, close } = await open(onDisk);
    await choose(page, logPath);
    await page.waitForSelector('#log-fitted table');
    // 50,000 tokens of input; Claude Sonnet 4.6 has 42,500 in two calls.
    const text = ((await page.textContent('#log-workflow')) ?? '').replace(/\s+/g, ' ');
    expect(text).toContain('gpt-4.1-mini: 1 call in 1 task.');
    expect(text).toMatch(/Calls per task1/);
    await page.getByLabel('Kind of work').selectOption('support');
    const saved = async (): Promise<{ request: Record<string, unknown> }> => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download as a file' }).click(),
      ]);
      return JSON.parse(readFileSync(await download.path(), 'utf8'));
    };
    await expect.poll(async () => (await saved()).request.presetId).toBe('support');
    const { request } = await saved();
    expect(request).toMatchObject({
      modelId: 'gpt-4.1-mini',
      modelCallsPerTask: 1,
      systemPromptTokens: 50_000,
      outputTokensPerCall: 1000,
      taskFailureRatePct: 100,
    });
    // The front page opens with it.
    await page.getByRole('link', { name: 'Estimate and change it' }).click();
    await page.waitForSelector('#a-modelCallsPerTask', { state: 'attached' });
    expect(await page.locator('#a-modelCallsPerTask').inputValue()).toBe('1');
    expect(page.url()).toContain('model=gpt-4.1-mini');
    expect(problems).toEqual([]);
    await close();
  });

  test('shows what a plan is worth where a log tells of its quotas, and nothing leaves the page', async () => {
    const origin = await origins.server?.();
    if (origin === undefined || typeof origin === 'string') return;
    const { page, problems, requests, close } = await open(`${origin.base}log.html`);
    const before = requests.length;
    const weeks = weeksFrom(
      '2026-10-05',
      Array.from({ length: 7 }, () => ({ calls: 60 })),
    );
    await choose(page, ...weeks.map((text, index) => written(`rollout-${index}.jsonl`, text)));
    // Five calls of ten cents are one percent, in each of seven weeks.
    const lines = async () => ((await page.textContent('#log-plan-lines')) ?? '').replace(/\s+/g, ' ');
    expect(await lines()).toContain('$0.5000 a percent at list price (90 % interval $0.5000 to $0.5000, 7 windows of');
    await page.selectOption('#log-plan', 'chatgpt-plus');
    // Three weeks of sixty calls begin in November.
    // Without a script: the page's policy evaluates no text.
    await page.locator('#log-plan-lines', { hasText: '$18.00' }).waitFor();
    expect(await lines()).toContain('ChatGPT Plus');
    expect(problems).toEqual([]);
    expect(asked(requests.slice(before))).toEqual([`${origin.base}assets/log-worker-code.js`]);
    expect(foreign(origin.base, requests)).toEqual([]);
    await close();
    await origin.stop();
  });

  test('of an unknown format is listed, and the others are read', async () => {
    const { page, problems, close } = await open(onDisk);
    await choose(page, logPath, written('shopping.csv', 'fruit,price\napples,3\npears,4\n'));
    const text = await report(page);
    expect(text).toContain('$0.12');
    expect(text).toContain('shopping.csv was not read.');
    expect(text).toContain('its fields are price');
    expect(problems).toEqual([]);
    await close();
  });

  test('may be dropped, and its text is never markup', async () => {
    const { page, close } = await open(onDisk);
    const text = log.replaceAll('s1', '<img src=x onerror=alert(1)>').replaceAll('no-such-model', '<b>model</b>');
    const transfer = await page.evaluateHandle(`(() => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([${JSON.stringify(text)}], '<i>calls</i>.csv'));
      return dropped;
    })()`);
    await page.dispatchEvent('#drop', 'drop', { dataTransfer: transfer });
    await page.waitForSelector('#log-report .big');
    expect(await page.$$('#log-report img, #log-report b, #log-report i')).toEqual([]);
    expect(await report(page)).toContain('<i>calls</i>.csv');
    expect(await report(page)).toContain('<img src=x onerror=alert(1)>');
    await close();
  });

  test('is priced on another model, found by what people call it, on a phone too', async () => {
    const { page, problems, close } = await open(onDisk, { viewport: { width: 360, height: 800 } });
    await page.getByRole('button', { name: 'Try it with a small example' }).click();
    const box = page.getByRole('combobox', { name: 'Another model' });
    await box.fill('haiku 4.5');
    expect(await page.locator('#log-repriced .big').count()).toBe(0);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#log-repriced .big');
    expect(await box.inputValue()).toBe('Claude Haiku 4.5');
    expect(await page.textContent('#log-repriced')).toContain('claude-haiku-4-5');
    // Nothing of its table is beside the card.
    const right = (selector: string) => page.$eval(selector, (part) => part.getBoundingClientRect().right);
    expect(await right('#log-repriced tfoot tr > :last-child')).toBeLessThanOrEqual(await right('.log-reprice'));
    expect(problems).toEqual([]);
    await close();
  });

  test('has an example, usable by keyboard alone, accessible in light and dark, narrow and wide', async () => {
    for (const width of [320, 1280]) {
      const { page, close } = await open(onDisk, { viewport: { width, height: 900 } });
      await page.getByRole('button', { name: 'Try it with a small example' }).focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector('#log-report .big');
      expect(await report(page)).toContain('2 solved, 1 not');
      expect(await page.textContent('#announce')).toBe('Read: 54 calls.');
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      expect(await axeFaultsInBothThemes(page), `${width} px`).toEqual([]);
      await close();
    }
  });
});
