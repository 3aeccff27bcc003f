/** Pages from which a number could be read wrongly. The rows of each fixture are in data/expected.json. */
import { describe, expect, it } from 'vitest';
import { type ExtractedRow, extract, PageError } from '../../build/prices/extract.ts';
import { fixture } from './support.ts';

const zaiHeader = `URL Source: https://docs.z.ai/pricing

Prices per 1M tokens.

| Model | Input | Cached Input | Output |
| --- | --- | --- | --- |
`;

function zai(line: string): ExtractedRow[] {
  return extract('zai', `${zaiHeader}${line}\n\nEnd.\n`);
}

describe('tables', () => {
  it('a span that no longer fits its table is an error', () => {
    const cut = fixture('deepseek/page.html').replace('<tr><td>PEAK</td><td>$0.02</td><td>$0.06</td></tr>', '');
    expect(() => extract('deepseek', cut)).toThrow(PageError);
  });

  it('a table still open at the end of the text is reported as cut off', () => {
    const page = fixture('anthropic/table.html');
    expect(() => extract('anthropic', page.slice(0, page.indexOf('</tbody>')))).toThrow(/cut off inside a table/);
  });

  it('section rows across the table apply to the rows below', () => {
    const page = `<link rel="canonical" href="https://docs.z.ai/p"><p>Prices per 1M tokens</p><table><tr><th>Model</th><th>Input</th><th>Cached Input</th><th>Output</th></tr><tr><td colspan="4">Text models</td></tr><tr><td>GLM-1</td><td>$1</td><td>$0.1</td><td>$2</td></tr><tr><td colspan="4">Image models</td></tr><tr><td>GLM-Paint</td><td>$3</td><td>$0.3</td><td>$4</td></tr></table><p>End</p>`;
    expect(extract('zai', page).map((row) => row.model)).toEqual(['GLM-1']);
  });
});

describe('text attached to numbers', () => {
  it('two adjacent prices are read if the discount explains them, and refused otherwise', () => {
    const page = fixture('deepseek/page.md');
    expect(extract('deepseek', page)[0]).toMatchObject({ input: 0.45, tier: '75% off' });
    expect(() => extract('deepseek', page.replace('$1.80', '$1.70'))).toThrow(/does not follow/);
    expect(() => extract('deepseek', page.replace(' (75% off)', ''))).toThrow(/cannot be distinguished/);
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

  it('script data that is not JSON is an error', () => {
    expect(() => extract('xai', fixture('xai/page.html').replace('"25000",', '"25000,'))).toThrow(/not JSON/);
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
    expect(zai('| GLM-1 | $0.001 / 1K tokens | $0.0001 / 1K tokens | $0.002 / 1K tokens |')).toMatchObject([
      { input: 1, output: 2 },
    ]);
  });

  it('prices without a unit are an error', () => {
    const page = fixture('zai/page.md').replaceAll('Prices per 1M tokens.', '').replace('$0.03 / MTok', '$0.03');
    expect(() => extract('zai', page)).toThrow(/per how many tokens/);
  });

  it('words where a price should be are an error', () => {
    expect(() => zai('| GLM-1 | ask | $0.1 | $2 |')).toThrow(/"ask" is not a price/);
    expect(() => zai('| GLM-1 | from $1 | $0.1 | $2 |')).toThrow(/not one price/);
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
