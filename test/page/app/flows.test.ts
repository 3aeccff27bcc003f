/** The front page and the page for one call in Chromium, as people use them: from the server, nginx and disk. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { linkTo } from '../../../runtime/site/cost/link-state.ts';
import { startNginx } from '../../hosts/programs/nginx.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { estimateRequests } from '../../support/core/random-requests.ts';
import { testDist } from '../../support/dist.ts';
import { rounds } from '../../support/rounds.ts';
import { startServer } from '../../support/server/server.ts';
import { missing } from '../../support/system-packages.ts';
import { axeFaultsInBothThemes } from '../axe.ts';
import type { Watched } from '../browser.ts';
import { publicDir } from '../files.ts';
import { chromiumForTests } from '../in-chromium.ts';
import { foreign } from '../origins.ts';
import { settled } from '../person.ts';
import { typedAs } from './typed-as.ts';

const { withoutBrowser, open } = chromiumForTests();
const withoutNginx = missing('nginx');

let server: Awaited<ReturnType<typeof startServer>>;
let nginx: Awaited<ReturnType<typeof startNginx>> | undefined;
/** Base addresses of the site. */
const places: { name: string; base: string }[] = [];

beforeAll(async () => {
  if (withoutBrowser !== null) return;
  server = await startServer();
  places.push(
    { name: 'the server', base: `${server.base}/` },
    { name: 'disk', base: pathToFileURL(`${publicDir}/`).href },
  );
  if (withoutNginx === null) {
    nginx = await startNginx(temporaryDirectory(), { dist: testDist, rules: 'files', runtimes: [server.base] });
    places.push({ name: 'nginx', base: `${nginx.base}/` });
  }
});
afterAll(async () => {
  await server?.stop();
  nginx?.child.kill();
});

/** The API's answer to the same request. */
async function posted(request: EstimateRequest): Promise<Estimate> {
  const response = await fetch(`${server.base}/api/v1/estimate`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  });
  const body = (await response.json()) as { data?: Estimate };
  if (body.data === undefined) throw new Error(JSON.stringify({ request, body }));
  return body.data;
}

/** Checks that a text in dollars is the amount rounded to its last digit, with few digits and never 0 for more. */
function expectShown(text: string | null | undefined, amount: number): void {
  const [, minus, digits = ''] = /^(−?)\$([\d,.]+)/.exec(text ?? '') ?? [];
  const decimals = (digits.split('.')[1] ?? '').length;
  const shown = (minus ? -1 : 1) * Number(digits.replaceAll(',', ''));
  expect(digits, `${text} for ${amount}`).not.toBe('');
  expect(Math.abs(shown - amount), `${text} for ${amount}`).toBeLessThanOrEqual(0.5000001 * 10 ** -decimals);
  if (amount > 1e-9) expect(shown, `${text} for ${amount}`).toBeGreaterThan(0);
  expect(digits.replace(/[.,]/g, '').replace(/^0+/, '').length, text ?? '').toBeLessThanOrEqual(
    Math.max(5, String(Math.round(amount)).length),
  );
}

const expectHash = (page: Page, hash: string) => expect.poll(() => page.evaluate('location.hash')).toBe(hash);

/** Presses Tab, past the reset button if there is one. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let presses = 0; presses < 2; presses++) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate('document.activeElement.id')) === id) return;
  }
  expect.fail(`${id} is not the next input`);
}

const texts = (page: Page, selector: string): Promise<string[]> => page.locator(selector).allTextContents();

/** Checks the first answer: the figures in order. */
async function expectAnswer(page: Page, estimate: Estimate): Promise<void> {
  await settled(page);
  const [big] = await texts(page, '#cost .answer .big');
  expectShown(big, estimate.monthlySpend);
  const [, task] = / ((?:\$)[\d.,]+) a \w+,/.exec((await texts(page, '#cost .range'))[0] ?? '') ?? [];
  expectShown(task, estimate.costPerTask);
  const [typical, oneInTen, solved] = await texts(page, '#cost .facts dd');
  expectShown(typical, estimate.range.typicalTask);
  expectShown(oneInTen, estimate.range.oneInTen);
  if (estimate.workflow.taskFailureRatePct === 0) expect(solved).toBeUndefined();
  else if (estimate.costPerSuccessfulTask === null) expect(solved).toBe('none solved');
  else expectShown(solved, estimate.costPerSuccessfulTask);
  const { freshInput, cachedInput, output } = estimate.costBreakdown;
  const values = await texts(page, '#reasons .bars .value');
  [freshInput, cachedInput, output].forEach((amount, index) => {
    const [, shown = ''] = /^(\S+) ·/.exec(values[index] ?? '') ?? [];
    const decimals = (shown.split('.')[1] ?? '').length;
    const digits = Number(shown.replace(/[$,]/g, ''));
    expect(Math.abs(digits - amount), `${values[index]} for ${amount}`).toBeLessThanOrEqual(
      0.5000001 * 10 ** -decimals,
    );
  });
}

/** No problems on the page, and no requests to other hosts. */
function expectQuiet({ problems, requests }: Watched, base: string): void {
  expect(problems).toEqual([]);
  expect(foreign(base, requests)).toEqual([]);
}

const everywhere = async (use: (shown: Watched, base: string, name: string) => Promise<void>, path = 'index.html') => {
  for (const { name, base } of places) {
    const shown = await open(base + path, { acceptDownloads: true });
    await use(shown, base, name);
    expectQuiet(shown, base);
    await shown.close();
  }
};

describe.skipIf(withoutBrowser !== null)(`what will my agent cost ${withoutBrowser ?? ''}`, () => {
  test('is answered before the first click', async () => {
    const estimate = await posted({});
    await everywhere(async ({ page }) => expectAnswer(page, estimate));
  });

  test('matches the API for 300 random states', async () => {
    const shown = await open(`${server.base}/index.html`);
    const requests = fc.sample(estimateRequests, { seed: 17, numRuns: rounds(300) });
    for (const { compare: _, ...request } of requests) {
      await shown.page.goto(`${server.base}/index.html${linkTo({ first: typedAs(request), second: null })}`);
      const estimate = await posted(request);
      // Amounts from 1e21 on are not written as people read them.
      if (!JSON.stringify(estimate).includes('e+')) await expectAnswer(shown.page, estimate);
    }
    expectQuiet(shown, server.base);
    await shown.close();
  }, 600_000);

  test('is answered for a support bot with 50,000 tasks on GPT-4.1 mini, by keyboard alone', async () => {
    const request: EstimateRequest = { presetId: 'support', modelId: 'gpt-4.1-mini', tasksPerMonth: 50_000 };
    const estimate = await posted(request);
    await everywhere(async ({ page }) => {
      await settled(page);
      await page.locator('#a-presetId').focus();
      await page.keyboard.type('a sup');
      await tabTo(page, 'a-modelId');
      await page.keyboard.type('GPT-4.1 mini');
      await tabTo(page, 'a-tasksPerMonth');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('50,000');
      await expectAnswer(page, estimate);
      await expectHash(page, '#workflow=support&model=gpt-4.1-mini&tasks=50000');
      // Answers on the way to it, of a number that was half typed, may be announced before.
      await vi.waitFor(
        async () => {
          const announced = await page.locator('#announce').textContent();
          expectShown(announced?.split(' a task, ')[1], estimate.monthlySpend);
        },
        { timeout: 60_000 },
      );
      // The link opens the same answer.
      await page.reload();
      await expectAnswer(page, estimate);
    });
  });

  test('has its sentence and its figures on the first screen of a small phone', async () => {
    const shown = await open(`${server.base}/index.html`, { viewport: { width: 360, height: 700 } });
    await settled(shown.page);
    for (const seen of ['#cost .big', '#cost .facts', '#a-presetId', '#a-modelId', '#a-tasksPerMonth']) {
      const box = await shown.page.locator(seen).boundingBox();
      expect((box?.y ?? 1e9) + (box?.height ?? 0), seen).toBeLessThanOrEqual(700);
    }
    await shown.close();
  });

  test('opens links from earlier versions', async () => {
    const old = '#workflow=support&model=gpt-4.1-mini&tasks=50000&retries=5&caching=false&b.model=claude-haiku-4-5';
    const request: EstimateRequest = {
      presetId: 'support',
      modelId: 'gpt-4.1-mini',
      tasksPerMonth: 50_000,
      retryRatePct: 5,
      promptCaching: false,
    };
    const [estimate, second] = [await posted(request), await posted({ modelId: 'claude-haiku-4-5' })];
    for (const { base } of places) {
      const shown = await open(`${base}index.html${old}`);
      await expectAnswer(shown.page, estimate);
      await settled(shown.page);
      const cells = await texts(shown.page, '#scenarios tbody tr:has(th:text-is("Per task")) td');
      expectShown(cells[0], estimate.costPerTask);
      expectShown(cells[1], second.costPerTask);
      await shown.page.evaluate("location.hash = '#model=gpt-5'");
      await shown.page.locator('#cost .range', { hasText: 'GPT-5' }).waitFor();
      await expectAnswer(shown.page, await posted({ modelId: 'gpt-5' }));
      expectQuiet(shown, base);
      await shown.close();
    }
  });

  test('shows the API message for a wrong value at its field, and keeps the last answer', async () => {
    const message = '“Retried calls” must be between 0 and 100 (got 200).';
    const estimate = await posted({});
    await everywhere(async ({ page }) => {
      await settled(page);
      await page.locator('#ask summary').click();
      await page.locator('#a-retryRatePct').fill('200');
      expect(await page.locator('#a-retryRatePct-error').textContent()).toBe(message);
      expect(await page.locator('#a-retryRatePct').getAttribute('aria-invalid')).toBe('true');
      await expectAnswer(page, estimate);
      await page.getByRole('button', { name: 'Reset to 3: Retried calls' }).click();
      expect(await page.locator('#a-retryRatePct').inputValue()).toBe('3');
      expect(await page.locator('#cost .notice').count()).toBe(0);
      await page.locator('#a-tasksPerMonth').fill('');
      await page.locator('#a-tasksPerMonth').blur();
      expect(await page.locator('#a-tasksPerMonth').inputValue()).toBe('1000');
    });
    const response = await fetch(`${server.base}/api/v1/estimate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"retryRatePct":200}',
    });
    expect(((await response.json()) as { error: { message: string } }).error.message).toBe(
      'retryRatePct must be between 0 and 100 (got 200).',
    );
  });

  test('has an input for every field of a request', async () => {
    const shown = await open(`${server.base}/index.html`);
    await settled(shown.page);
    const ids = await shown.page.evaluate(
      "[...document.querySelectorAll('#ask input, #ask select')].map(({ id }) => id)",
    );
    const openapi = JSON.parse(readFileSync(join(publicDir, 'api/v1/openapi.json'), 'utf8')) as {
      components: { schemas: { EstimateRequest: { properties: object } } };
    };
    const fields = Object.keys(openapi.components.schemas.EstimateRequest.properties);
    // What lists say of themselves, and what a calibration says of its own fit. The budget is no field of a request.
    const noInputs = ['compare', 'sort', 'top', 'fittedTo'];
    expect((ids as string[]).filter((id) => id !== 'a-budget').sort()).toEqual(
      fields
        .filter((name) => !noInputs.includes(name))
        .map((name) => `a-${name}`)
        .sort(),
    );
    await shown.close();
  });

  test('is answered at the prices of a host, which are loaded on demand', async () => {
    const request: EstimateRequest = { modelId: 'claude-haiku-4-5', host: 'bedrock' };
    const estimate = await posted(request);
    await everywhere(async ({ page, requests }) => {
      await settled(page);
      expect(requests.filter((url) => url.endsWith('/data.js'))).toEqual([]);
      await page.locator('#a-modelId').fill('haiku 4.5');
      await page.locator('#a-modelId').press('Enter');
      await page.locator('#ask summary').click();
      await page.locator('#a-host').selectOption('bedrock');
      await page.locator('#cost .notice').waitFor({ state: 'detached' });
      await expectAnswer(page, estimate);
      expect(requests.filter((url) => url.endsWith('/data.js'))).toHaveLength(1);
    });
  });

  test('is answered at the prices of the host that the name of a model in a link states', async () => {
    const modelId = 'openai.gpt-5.5';
    const estimate = await posted({ modelId });
    const shown = await open(`${server.base}/index.html${linkTo({ first: { modelId }, second: null })}`);
    await shown.page.locator('#cost .range', { hasText: 'GPT-5.5' }).waitFor();
    await expectAnswer(shown.page, estimate);
    expectQuiet(shown, server.base);
    await shown.close();
  });
});

describe.skipIf(withoutBrowser !== null)(`why it costs that ${withoutBrowser ?? ''}`, () => {
  test('draws the growth of the prompt, also as a table', async () => {
    const shown = await open(`${server.base}/index.html#model=gemini-2.5-pro&calls=300`);
    await settled(shown.page);
    expect(await texts(shown.page, '#change svg .label.strong')).toContain('long-context price above 200,000');
    await shown.page.locator('#why > summary').click();
    await shown.page.locator('#change summary', { hasText: 'As a table' }).click();
    const first = await texts(shown.page, '#change figure tbody tr:first-child td');
    expect(first[0]).toBe('5,500');
    await shown.close();
  });
});

describe.skipIf(withoutBrowser !== null)(`sharing ${withoutBrowser ?? ''}`, () => {
  test('saves CSV and JSON with unrounded numbers', async () => {
    const estimate = await posted({ presetId: 'rag' });
    for (const { base } of places) {
      const shown = await open(`${base}index.html#workflow=rag`, { acceptDownloads: true });
      await settled(shown.page);
      const saved = async (name: string): Promise<string> => {
        const [download] = await Promise.all([
          shown.page.waitForEvent('download'),
          shown.page.getByRole('button', { name, exact: true }).click(),
        ]);
        return readFileSync(await download.path(), 'utf8');
      };
      expect((JSON.parse(await saved('JSON')) as { estimate: Estimate }).estimate).toEqual(estimate);
      const rows = parse(await saved('CSV'), { columns: true }) as { name: string; value: string }[];
      expect(rows.find(({ name }) => name === 'costPerTask')?.value).toBe(String(estimate.costPerTask));
      expectQuiet(shown, base);
      await shown.close();
    }
  });

  test('prints the prices and every input, but no buttons', async () => {
    const shown = await open(`${server.base}/index.html`);
    await shown.page.emulateMedia({ media: 'print' });
    expect(await shown.page.getByRole('button', { name: 'Copy link' }).isVisible()).toBe(false);
    expect(await shown.page.getByText('per 1M tokens').first().isVisible()).toBe(true);
    expect(await shown.page.locator('#share table.print-only').isVisible()).toBe(true);
    await shown.close();
  });
});

describe.skipIf(withoutBrowser !== null)(`tokens to dollars ${withoutBrowser ?? ''}`, () => {
  const usage =
    '{"model":"claude-sonnet-4-6","usage":{"input_tokens":2048,"cache_read_input_tokens":18000,"cache_creation_input_tokens":248,"output_tokens":503,"server_tool_use":null}}';

  test('prices an Anthropic usage object line by line', async () => {
    // 2048 * 3 + 18000 * 0.3 + 248 * 3.75 + 503 * 15 = 6144 + 5400 + 930 + 7545 = 20019 millionths
    await everywhere(async ({ page }) => {
      await page.getByLabel('Usage object').fill(usage);
      expect(await page.locator('#usage-help').textContent()).toContain('Anthropic Messages');
      expect(await texts(page, '#tokens .answer .big')).toEqual(['$0.020019']);
      expect(await texts(page, '#tokens tbody td:last-child')).toEqual([
        '$0.006144',
        '$0.005400',
        '$0.000930',
        '$0.007545',
      ]);
      expect(await texts(page, '#tokens tfoot td')).toEqual(['$0.020019']);
      await expectHash(page, '#model=claude-sonnet-4-6&input=2048&cached=18000&write=248&output=503');
      await page.reload();
      expect(await texts(page, '#tokens .answer .big')).toEqual(['$0.020019']);
    }, 'tokens.html');
  });

  test('lists the accepted shapes for an unknown one, and suggests similar models', async () => {
    const shown = await open(`${server.base}/tokens.html`);
    await shown.page.getByLabel('Usage object').fill('{"tokens": 5}');
    expect(await shown.page.locator('#price').textContent()).toContain('Accepted: the usage object of OpenAI');
    // Nothing of the example is left: neither its total nor its counts.
    expect(await texts(shown.page, '#tokens .big')).toEqual([]);
    await shown.page.getByLabel('Model').fill('claude-sonet-4-6');
    expect(await texts(shown.page, '#tokens .answer .big')).toEqual(['no price']);
    await shown.page.getByRole('button', { name: 'claude-sonnet-4-6' }).click();
    expect((await texts(shown.page, '#tokens .answer .big'))[0]).toMatch(/^\$/);
    await shown.page.getByLabel('Fresh input').fill('-5');
    expect(await shown.page.locator('#call-input-error').textContent()).toBe(
      'Fresh input must be an integer between 0 and 1,000,000,000 (got "-5").',
    );
    expectQuiet(shown, server.base);
    await shown.close();
  });
});

describe.skipIf(withoutBrowser !== null)(`axe ${withoutBrowser ?? ''}`, () => {
  test('finds no faults with every input open, one refused, and a second scenario', async () => {
    for (const width of [320, 1280]) {
      const viewport = { width, height: 900 };
      const shown = await open(`${server.base}/index.html#retries=200&b.model=gpt-5`, { viewport });
      await settled(shown.page);
      for (const summary of await shown.page.locator('main summary').all()) await summary.click();
      const cutOff = await shown.page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(cutOff, `${width} px is enough`).toBeLessThanOrEqual(0);
      expect(await axeFaultsInBothThemes(shown.page), `${width} px`).toEqual([]);
      expectQuiet(shown, server.base);
      await shown.close();
    }
  });
});

describe('the first view', () => {
  const sizeOf = (...paths: string[]): number =>
    paths.reduce((sum, path) => sum + readFileSync(join(publicDir, `${path}.br`)).length, 0);

  test('is below 20 kB compressed; what computes other answers comes once the page is used', () => {
    const html = brotliDecompressSync(readFileSync(join(publicDir, 'index.html.br'))).toString();
    const loaded = [...html.matchAll(/(?:src|rel="stylesheet" href)="(assets\/[^"]+)"/g)].map(
      ([, path]) => path as string,
    );
    expect(loaded.sort()).toEqual(['assets/front.js', 'assets/site.css', 'assets/site.js']);
    expect(sizeOf('index.html', ...loaded)).toBeLessThan(20_000);
    expect(sizeOf('assets/cost.js')).toBeLessThan(54_000);
    expect(sizeOf('assets/cost-details.js')).toBeLessThan(27_000);
  });

  test('is tested with a browser and nginx, or the reason is reported', (context) => {
    const reason = withoutBrowser ?? withoutNginx;
    if (reason !== null) context.skip(reason);
    expect(places.map(({ name }) => name)).toEqual(['the server', 'disk', 'nginx']);
  });
});
