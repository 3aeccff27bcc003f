import { describe, expect, it } from 'vitest';
import { type ExtractedRow, extract, PageError } from '../../build/prices/extract.ts';
import { fixture } from './support.ts';

function one(provider: string, name: string, model: string): ExtractedRow[] {
  return extract(provider, fixture(name)).filter((row) => row.model === model);
}

const zaiHeader = `URL Source: https://docs.z.ai/pricing

Prices per 1M tokens.

| Model | Input | Cached Input | Output |
| --- | --- | --- | --- |
`;

function zai(line: string): ExtractedRow[] {
  return extract('zai', `${zaiHeader}${line}\n\nEnd.\n`);
}

describe('tables', () => {
  it('a transposed table: models are columns', () => {
    expect(extract('deepseek', fixture('deepseek/page.md')).map((row) => row.model)).toEqual([
      'deepseek-n1',
      'deepseek-n1-pro',
    ]);
  });

  it('headers in plain cells, a row span of six, hours as rows', () => {
    expect(one('deepseek', 'deepseek/page.html', 'deepseek-n1-pro')).toMatchObject([
      { input: 0.6, output: 1.9, cachedInput: 0.03, tier: 'OFF-PEAK' },
      { input: 1.2, output: 3.8, cachedInput: 0.06, condition: 'peak' },
    ]);
  });

  it('a span that no longer fits its table is an error', () => {
    const cut = fixture('deepseek/page.html').replace('<tr><td>PEAK</td><td>$0.02</td><td>$0.06</td></tr>', '');
    expect(() => extract('deepseek', cut)).toThrow(PageError);
  });

  it('an unclosed table ends where the next part of the page begins', () => {
    expect(fixture('deepseek/discount.html')).not.toContain('</table>');
    expect(extract('deepseek', fixture('deepseek/discount.html'))).toHaveLength(2);
  });

  it('a table still open at the end of the text is reported as cut off', () => {
    const page = fixture('anthropic/table.html');
    expect(() => extract('anthropic', page.slice(0, page.indexOf('</tbody>')))).toThrow(/cut off inside a table/);
  });

  it('a Markdown row that lost its spanned cell gets it back from above', () => {
    expect(one('openai', 'openai/page.md', 'o9-mini-research')).toMatchObject([{ input: 2, output: 8 }]);
  });

  it('column groups whose spans the export lost are two sets of prices', () => {
    const tiers = one('openai', 'openai/page.md', 'gpt-90').map((row) => row.tier);
    expect(tiers).toEqual(['Standard; short context', 'Standard; long context', 'Batch; short context']);
  });

  it('section rows across the table apply to the rows below', () => {
    const page = `<link rel="canonical" href="https://docs.z.ai/p"><p>Prices per 1M tokens</p><table><tr><th>Model</th><th>Input</th><th>Cached Input</th><th>Output</th></tr><tr><td colspan="4">Text models</td></tr><tr><td>GLM-1</td><td>$1</td><td>$0.1</td><td>$2</td></tr><tr><td colspan="4">Image models</td></tr><tr><td>GLM-Paint</td><td>$3</td><td>$0.3</td><td>$4</td></tr></table><p>End</p>`;
    expect(extract('zai', page).map((row) => row.model)).toEqual(['GLM-1']);
  });

  it('`div` elements laid out as a table are a table', () => {
    expect(one('minimax', 'minimax/page.html', 'MiniMax-N8')).toMatchObject([{ input: 2.2, cacheWrite: 2.75 }]);
  });
});

describe('labels', () => {
  it('dates, withdrawals and prompt lengths are part of the tier, not of the name', () => {
    expect(extract('anthropic', fixture('anthropic/page.md')).map((row) => [row.model, row.condition])).toEqual([
      ['Claude Alder 7', null],
      ['Claude Alder 6', 'retired'],
      ['Claude Birch 7', 'prompt <= 150000'],
      ['Claude Birch 7', 'prompt > 150000'],
      ['Claude Cedar 5', 'until 2027-03-31'],
      ['Claude Cedar 5', 'from 2027-04-01'],
    ]);
  });

  it('an announced price next to the current one is a separate row, and prose about it is not a row', () => {
    const rows = one('anthropic', 'anthropic/table.html', 'Claude Cedar 5');
    expect(rows.map((row) => [row.input, row.condition])).toEqual([
      [1, 'until 2027-03-31'],
      [2, 'from 2027-04-01'],
    ]);
  });

  it('the id at the end of a link is the model', () => {
    expect(extract('groq', fixture('groq/page.md')).map((row) => row.model)).toEqual([
      'openai/gpt-tree',
      'leaf/leaf-27b',
    ]);
  });
});

describe('text attached to numbers', () => {
  it('a footnote mark is not a digit', () => {
    expect(one('anthropic', 'anthropic/table.html', 'Claude Alder 7')).toMatchObject([{ input: 4 }]);
    expect(one('anthropic', 'anthropic/page.md', 'Claude Alder 7')).toMatchObject([{ cachedInput: 0.4 }]);
  });

  it('a struck-out price next to the current one is ignored, and a discount keeps its end', () => {
    expect(one('deepseek', 'deepseek/discount.html', 'deepseek-n1-pro')).toMatchObject([
      { input: 0.45, output: 0.9, cachedInput: 0.005, condition: 'discount until 2027-01-31' },
    ]);
  });

  it('two adjacent prices are read if the discount explains them, and refused otherwise', () => {
    const page = fixture('deepseek/page.md');
    expect(extract('deepseek', page)[0]).toMatchObject({ input: 0.45, tier: '75% off' });
    expect(() => extract('deepseek', page.replace('$1.80', '$1.70'))).toThrow(/does not follow/);
    expect(() => extract('deepseek', page.replace(' (75% off)', ''))).toThrow(/cannot be distinguished/);
  });

  it('Markdown strikes with two tildes', () => {
    expect(extract('deepseek', fixture('deepseek/page.md'))[1]).toMatchObject({ cachedInput: 0.03, output: 1.2 });
  });

  it('a price that is only struck out is not a price', () => {
    expect(() => zai('| GLM-1 | ~~$1~~ | $0.1 | $2 |')).toThrow(/struck out/);
    expect(() => zai('| GLM-1 | ~~$1~~ | ~~$0.1~~ | ~~$2~~ |')).toThrow(/no token prices/);
    expect(() => zai('| GLM-1 | $1 | ~~$0.1~~ | $2 |')).toThrow(/struck out/);
  });

  it('a class that strikes out a price is recognised', () => {
    const page = fixture('minimax/page.html').replaceAll('line-through', 'plain');
    expect(() => extract('minimax', page)).toThrow(/cannot be distinguished/);
  });
});

describe('component and script data', () => {
  it('an island has the models that the table does not show', () => {
    const rows = extract('openai', fixture('openai/page.html')).filter((row) => row.tier?.startsWith('Standard'));
    expect(rows.map((row) => row.model)).toEqual([
      'gpt-80-mini',
      'gpt-80-pro',
      'gpt-70',
      'gpt-90',
      'gpt-90',
      'gpt-90-code',
    ]);
  });

  it('an island that disagrees with the table next to it is an error', () => {
    expect(() => extract('openai', fixture('openai/page.html').replace('[0,6.25]', '[0,7.25]'))).toThrow(
      /two prices for gpt-90/,
    );
  });

  it('an island with rows of an unknown shape is an error', () => {
    expect(() => extract('openai', fixture('openai/page.html').replace('[0,4.5]', '[0,4.5],[0,9],[0,9]'))).toThrow(
      PageError,
    );
  });

  it('script numbers are ten-thousandths, and zero is not a price', () => {
    expect(one('xai', 'xai/page.html', 'grok-90-mini')).toMatchObject([
      { input: 0.3, output: 0.5, cachedInput: 0.075, tier: null },
    ]);
  });

  it('script data that is not JSON is an error', () => {
    expect(() => extract('xai', fixture('xai/page.html').replace('"25000",', '"25000,'))).toThrow(/not JSON/);
  });

  it('streamed records are joined, and those with another unit are left out', () => {
    expect(one('mistral', 'mistral/page.html', 'Voxtral Elm')).toMatchObject([{ input: 0.1, output: 0.3 }]);
    expect(one('mistral', 'mistral/page.html', 'OCR 9')).toEqual([]);
  });
});

describe('currencies and units', () => {
  it('yuan never come out as dollars', () => {
    for (const [provider, name] of [
      ['minimax', 'minimax/page.html'],
      ['moonshot', 'moonshot/page.html'],
      ['alibaba', 'alibaba/cn.html'],
    ] as const) {
      expect(new Set(extract(provider, fixture(name)).map((row) => row.currency))).toEqual(new Set(['CNY']));
    }
  });

  it('a price in a currency other than that of the page or its row is an error', () => {
    const page = fixture('zai/page.md');
    expect(() => extract('zai', page.replace('$1.5', '¥1.5'))).toThrow(/CNY/);
    expect(() => zai('| GLM-1 | ¥1 | $0.1 | $2 |')).toThrow(/two currencies/);
  });

  it('a toggle that shows euros over dollar prices is an error', () => {
    const page = fixture('mistral/table.html')
      .replace('"true">USD', '"false">USD')
      .replace('"false">EUR', '"true">EUR');
    expect(() => extract('mistral', page)).toThrow(/EUR/);
  });

  it('prices per thousand tokens are scaled', () => {
    expect(one('moonshot', 'moonshot/page.md', 'kimi-n9-small')).toMatchObject([
      { input: 0.1, output: 0.4, cachedInput: 0.01 },
    ]);
    expect(one('alibaba', 'alibaba/cn.html', 'qwen9-max')).toMatchObject([{ input: 3.2, output: 12.8 }]);
    expect(zai('| GLM-1 | $0.001 / 1K tokens | $0.0001 / 1K tokens | $0.002 / 1K tokens |')).toMatchObject([
      { input: 1, output: 2 },
    ]);
  });

  it('prices without a unit are an error', () => {
    const page = fixture('zai/page.md').replaceAll('Prices per 1M tokens.', '').replace('$0.03 / MTok', '$0.03');
    expect(() => extract('zai', page)).toThrow(/per how many tokens/);
  });

  it('Free is zero; a dash, a backslash and "not available" are null; "contact sales" gives no row', () => {
    expect(one('zai', 'zai/page.md', 'GLM-9-Flash')).toMatchObject([
      { input: 0, output: 0, cachedInput: 0, tier: 'Free' },
    ]);
    expect(one('zai', 'zai/page.md', 'GLM-9-Old')).toMatchObject([{ input: 0.1, cachedInput: null }]);
    expect(one('zai', 'zai/page.md', 'GLM-9V-Read')).toMatchObject([{ cachedInput: null }]);
    expect(one('zai', 'zai/page.md', 'GLM-9-Max')).toEqual([]);
    expect(one('google', 'google/page.md', 'Open 4')).toEqual([]);
  });

  it('words where a price should be are an error', () => {
    expect(() => zai('| GLM-1 | ask | $0.1 | $2 |')).toThrow(/"ask" is not a price/);
    expect(() => zai('| GLM-1 | from $1 | $0.1 | $2 |')).toThrow(/not one price/);
  });
});

describe('prices other than standard text prices', () => {
  it('processing modes are marked', () => {
    const rows = extract('google', fixture('google/page.html'));
    expect(rows.map((row) => row.condition)).toEqual(['prompt <= 200000', 'prompt > 200000', 'batch']);
  });

  it('of tables that lost the name of their mode, only the first is read', () => {
    expect(extract('google', fixture('google/page.md'))).toMatchObject([{ input: 0.3, tier: 'Standard' }]);
  });

  it('audio, image and fine-tuning prices are left out', () => {
    expect(one('openai', 'openai/page.md', 'gpt-90-realtime')).toEqual([]);
    expect(one('openai', 'openai/page.md', 'o9-mini')).toEqual([]);
    expect(one('google', 'google/page.md', 'Gemini 9 Speech')).toEqual([]);
    expect(one('google', 'google/page.html', 'Gemini 9 Image')).toEqual([]);
  });
});

describe('a changed layout', () => {
  it('a moved column is still read, a renamed or missing one is an error', () => {
    const page = (header: string, line: string) =>
      extract('zai', zaiHeader.replace('| Model | Input | Cached Input | Output |', header) + line);
    expect(page('| Output | Model | Cached Input | Input |', '| $2 | GLM-1 | $0.1 | $1 |')).toMatchObject([
      { input: 1, output: 2 },
    ]);
    expect(() => page('| Model | Input | Hoard | Output |', '| GLM-1 | $1 | $0.1 | $2 |')).toThrow(PageError);
    expect(() => page('| Model | Input | Notes | Output |', '| GLM-1 | $1 | $0.1 | $2 |')).toThrow(PageError);
    expect(() => page('| Name | Input | Cached Input | Output |', '| GLM-1 | $1 | $0.1 | $2 |')).toThrow(
      /no column for the model/,
    );
    expect(() => page('| Model | Input | Cached Input | Input |', '| GLM-1 | $1 | $0.1 | $2 |')).toThrow(
      /two columns for input/,
    );
  });

  it('numbers that contradict their headers are an error', () => {
    expect(() => zai('| GLM-1 | $2 | $0.1 | $1 |')).toThrow(/output is cheaper/);
    expect(() => zai('| GLM-1 | $1 | $1.5 | $2 |')).toThrow(/cached input costs more than input/);
    expect(() => zai('| GLM-1 | $1 | $0.1 | $20000 |')).toThrow(/not a plausible price per million/);
  });

  it('two different prices for one model are an error', () => {
    expect(() => zai('| GLM-1 | $1 | $0.1 | $2 |\n| GLM-1 | $1 | $0.1 | $3 |')).toThrow(/two prices for GLM-1/);
  });
});
