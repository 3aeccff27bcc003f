/**
 * Shapes of tables and headers found on real pages, each in a small separate page. Pages that a small program reads:
 * what it does not know, it refuses instead of guessing.
 */
import { describe, expect, test } from 'vitest';
import { scopeOf } from '../../build/prices/check/page-statements.ts';
import { extract } from '../../build/prices/extract.ts';
import { fixture } from './support.ts';

const zai = 'URL Source: https://docs.z.ai/pricing\n\nAll prices are in USD.\n\n## Text Models\n\n';
const prices = { model: 'GLM-9', input: 1.5, cachedInput: 0.25, output: 4.5, currency: 'USD' };

test.each([
  [
    '| Model | Input (per 1 million tokens) | Cached input (per 1 million tokens) | Output (per 1 million tokens) |',
    '---',
  ],
  ['| Model | Input / 1M tokens | Cached input / 1M tokens | Output / 1M tokens |', ':-'],
  ['| Model | Input / 1M tokens | Cached input / 1M tokens | Output / 1M tokens |', ':-:'],
  ['| Model | Input ($ / MTok¹) | Cached input ($ / MTok¹) | Output ($ / MTok²) |', '-'],
])('the header %s over %s', (header, rule) => {
  const separator = `| ${[rule, rule, rule, rule].join(' | ')} |`;
  const page = `${zai}${header}\n${separator}\n| GLM-9¹ | $1.5 | $0.25 | $4.5 |\n\n¹ Without taxes.\n`;
  expect(extract('zai', page)).toMatchObject([prices]);
});

test('a cache write followed by its lifetime', () => {
  const header =
    '| Model | Input | Cached input | Cache Write Price (TTL 5min) | Cache Write Price (TTL 1h) | Output |';
  const page = `${zai}Per 1M tokens.\n\n${header}\n|---|---|---|---|---|---|\n| GLM-9 | $1.5 | $0.25 | $2 | $3 | $4.5 |\n\nEnd.\n`;
  expect(extract('zai', page)).toMatchObject([{ ...prices, cacheWrite5m: 2, cacheWrite1h: 3, cacheWrite: null }]);
});

describe('a table with a column of regions', () => {
  const cells = (row: string[]) => `<tr>${row.map((one) => `<td>${one}</td>`).join('')}</tr>`;
  const page = `<html><head><link rel="canonical" href="https://www.alibabacloud.com/help/en/model-studio/model-pricing"></head><body><h2>Text generation</h2><table>${[
    ['Model', 'Deployment scope', 'Input price (per 1 million tokens)', 'Output price (per 1 million tokens)'],
    ['qwen9-max', 'International', '$1.2', '$6'],
    ['qwen9-max', 'Hong Kong (China)', '$1.4', '$7'],
    ['qwen9-max', 'Antarctica', '$9', '$90'],
  ]
    .map(cells)
    .join('')}</table></body></html>`;

  test('each row keeps its region, and only the region of the dataset counts', () => {
    const rows = extract('alibaba', page);
    expect(rows).toMatchObject([
      { input: 1.2, condition: 'international' },
      { input: 1.4, condition: 'hong kong (china)' },
      { input: 9, condition: 'antarctica' },
    ]);
    expect(rows.map(({ condition }) => scopeOf(condition, 'alibaba', '2026-06-01').kind)).toEqual([
      'base',
      'other',
      'unclear',
    ]);
  });
});

describe('a table whose header and body are separate tables', () => {
  const split = (last: string, numbers: string[]) =>
    `<html><head><link rel="canonical" href="https://bigmodel.cn/pricing"></head><body><h3>文本模型</h3><div class="table"><div><table><thead><tr><th>模型</th><th>输入（元/百万tokens）</th><th>缓存命中（元/百万tokens）</th><th>输出（元/百万tokens）</th>${last}</tr></thead></table></div><div><table><tbody><tr><td>GLM-9</td>${numbers.map((one) => `<td>${one}</td>`).join('')}</tr></tbody></table></div></div></body></html>`;
  const yuan = { model: 'GLM-9', input: 8, cachedInput: 2, output: 28, currency: 'CNY' };

  test.each([
    ['', ['8', '2', '28']],
    ['<th class="gutter"></th>', ['8元', '2元', '28元']],
  ])('is read as one table, and yuan stay yuan: %j', (last, numbers) => {
    expect(extract('zai', split(last, numbers))).toMatchObject([yuan]);
  });

  test('is refused if the two do not match', () => {
    expect(() => extract('zai', split('<th>说明</th>', ['8', '2', '28']))).toThrow(
      /a header of 5 cells over 4 columns/,
    );
  });

  test('is never read as dollars if no currency is stated', () => {
    const page = split('', ['8', '2', '28']).replaceAll('（元/百万tokens）', '（百万tokens）');
    expect(() => extract('zai', page)).toThrow(/no token prices/);
  });
});

test('one page with all model lines, the oldest without a price for cached tokens', () => {
  const table = (header: string, rows: string[]) =>
    `| ${header} |\n|${' :- |'.repeat(header.split('|').length)}\n${rows.map((row) => `| ${row} |`).join('\n')}\n`;
  const page = [
    'URL Source: https://platform.kimi.ai/docs/pricing/chat\n\n# Model inference pricing\n',
    '## Kimi N9\n',
    table('Model | Unit | Input Price (Cache Hit) | Input Price (Cache Miss) | Output Price | Context Window', [
      'kimi-n9 | 1M tokens | $0.16 | $0.96 | $4.00 | 262,144 tokens',
      'kimi-n9-code | 1M tokens | $0.19 | $0.95 | $4.50 | 262,144 tokens',
    ]),
    '## Moonshot V1\n',
    table('Model | Unit | Input Price | Output Price | Context Window', [
      'moonshot-v1-9k | 1M tokens | $0.20 | $2.00 | 8,192 tokens',
    ]),
    'Prices exclude taxes.\n',
  ].join('\n');
  expect(extract('moonshot', page)).toMatchObject([
    { model: 'kimi-n9', input: 0.96, cachedInput: 0.16, output: 4 },
    { model: 'kimi-n9-code', input: 0.95, cachedInput: 0.19, output: 4.5 },
  ]);
});

describe('a table with prices of unknown meaning', () => {
  const good = '| Model | Input | Cached input | Output |\n|---|---|---|---|\n| GLM-9 | $1.5 | $0.25 | $4.5 |\n';
  const page = (other: string) => `${zai}Per 1M tokens.\n\n${good}\n## Newest models\n\n${other}\nEnd.\n`;

  test.each([
    ['| Line | Tarif |\n|---|---|\n| GLM-10 | $3 |\n', 'Line", "Tarif'],
    ['| Name | Ingress | Egress |\n|---|---|---|\n| GLM-10 | $3 | $9 |\n', 'Name", "Ingress", "Egress'],
  ])('is named in the error that refuses the whole page: %j', (other, headers) => {
    expect(() => extract('zai', page(other))).toThrow(
      `under "Newest models": prices under "${headers}" have no known meaning`,
    );
  });

  test.each([
    '| Tool | Cost |\n|---|---|\n| Web search | $0.01 / call |\n',
    '| Name | Price per image |\n|---|---|\n| View | $0.03 |\n',
    '| Model | Storage |\n|---|---|\n| GLM-9 | $1 |\n',
  ])('is left out if it is clearly about something else: %j', (other) => {
    expect(extract('zai', page(other))).toMatchObject([prices]);
  });
});

describe('shapes found on new pages', () => {
  test('a header that ends with a full stop', () => {
    const page = `${zai}| Model. | Input | Cached input | Output |\n|---|---|---|---|\n| GLM-9 | $1.5 | $0.25 | $4.5 |\n\nPer 1M tokens.\n`;
    expect(extract('zai', page)).toMatchObject([prices]);
  });

  test('a worked example of costs next to the prices is not a price list', () => {
    const list = '| Model | Input | Cached input | Output |\n|---|---|---|---|\n| GLM-9 | $1.5 | $0.25 | $4.5 |\n';
    const example = '| Line item | Calculation | Cost |\n|---|---|---|\n| Input | 10,000 x $1.5 / 1M | $0.015 |\n';
    const page = (heading: string) => `${zai}Per 1M tokens.\n\n${list}\n${heading}\n\n${example}\nEnd.\n`;
    expect(extract('zai', page('### Worked example'))).toMatchObject([prices]);
    expect(() => extract('zai', page('### New models'))).toThrow(/have no known meaning/);
  });

  test('a model printed once for all of its prompt ranges', () => {
    const page = [
      'URL Source: https://platform.moonshot.cn/docs/pricing/chat\n',
      '| 模型 | 请求上下文长度范围 （自动选择计费模型） | 计费单位 | 输入价格 （缓存命中） | 输入价格 （缓存未命中） | 输出价格 |',
      '| --- | --- | --- | --- | --- | --- |',
      '| kimi-n9 | ≤ 8,192 tokens | 1M tokens | ￥1.00 | ￥2.00 | ￥10.00 |',
      '| 8,192 < 长度 ≤ 32,768 tokens | 1M tokens | ￥1.00 | ￥5.00 | ￥20.00 |',
      '\nEnd.\n',
    ].join('\n');
    expect(extract('moonshot', page)).toMatchObject([
      { model: 'kimi-n9', input: 2, output: 10, currency: 'CNY', condition: 'prompt <= 8192' },
      { model: 'kimi-n9', input: 5, output: 20, currency: 'CNY', condition: 'prompt 8192-32768' },
    ]);
    expect(() => extract('moonshot', page.replace('| 8,192 < 长度 ≤ 32,768 tokens ', ''))).toThrow(/cut off/);
  });
});

describe("Amazon's page", () => {
  const amazon = 'URL Source: https://aws.amazon.com/bedrock/pricing/\n\n## Amazon Nova\n\n';

  test.each([
    ['regions: us east (n. virginia) and us west (oregon)', 'base'],
    ['regions: europe (frankfurt)', 'other'],
    ['asia pacific (tokyo)', 'other'],
    ['regions: us east (n. virginia); w/ latency optimized inference', 'other'],
  ])('only the regions of the dataset count: %s', (condition, kind) => {
    expect(scopeOf(condition, 'amazon', '2026-06-01').kind).toBe(kind);
  });

  test('without a region its price is read as stated', () => {
    const header =
      '| Amazon Nova models | Price per 1,000 input tokens | Price per 1,000 input tokens (cache read) | Price per 1,000 output tokens |';
    const page = `${amazon}${header}\n|---|---|---|---|\n| Amazon Nova 9 | $0.001 | $0.0001 | $0.004 |\n\nEnd.\n`;
    expect(extract('amazon', page)).toMatchObject([
      { model: 'Amazon Nova 9', input: 1, cachedInput: 0.1, output: 4, condition: null },
    ]);
  });

  test('is refused if its prices were not filled in', () => {
    const page = `${amazon}| Amazon Nova models | Price per 1,000 input tokens | Price per 1,000 output tokens |\n|---|---|---|\n| Amazon Nova 9 | {priceOf!a} | {priceOf!b} |\n\nEnd.\n`;
    expect(() => extract('amazon', page)).toThrow(/no token prices/);
  });
});

test.each<[provider: string, file: string, from: string, to: string, reason: RegExp]>([
  [
    'cohere',
    'cohere/page.html',
    '1M tokens\\",\\"pricings\\":[{\\"inputLabel\\":\\"Input',
    '1K tokens\\",\\"pricings\\":[{\\"inputLabel\\":\\"Input',
    /per "1K tokens"/,
  ],
  ['cohere', 'cohere/page.html', '"inputPrice\\":0.15', '"inputPrice\\":null', /not a number/],
  ['fireworks', 'fireworks/page.md', 'input / cached input / output', 'prices', /no sentence states the order/],
  [
    'fireworks',
    'fireworks/page.md',
    '$3.00 / $0.30 / $15.00',
    '$3.00 / $15.00',
    /"\$3\.00 \/ \$15\.00" is not three prices/,
  ],
  [
    'fireworks',
    'fireworks/page.md',
    '$3.00 / $0.30 / $15.00',
    '$15.00 / $0.30 / $3.00',
    /output is cheaper than input/,
  ],
  ['cerebras', 'cerebras/models.json', '"0.00000035"', '-1', /gpt-oss-9b: no price/],
  ['cerebras', 'cerebras/models.json', '"data"', '"models"', /another form/],
  ['cerebras', 'cerebras/models.json', '{ "object"', 'x { "object"', /not the list of models in JSON/],
])('%s: %s with "%s" as "%s" is refused', (provider, file, from, to, reason) => {
  const text = fixture(file);
  expect(text).toContain(from);
  expect(() =>
    extract(
      provider,
      text.replace(from, () => to),
    ),
  ).toThrow(reason);
});
