/** The price catalogue in a program that is never run: a made-up one of the same shape, between bytes of other things. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageSource } from '../../build/prices/check/findings.ts';
import { check } from '../../build/prices/check/run-check.ts';
import { update } from '../../build/prices/check/update.ts';
import { catalogueOf, catalogueRows } from '../../build/prices/claude-code/catalogue.ts';
import { findText } from '../../build/prices/claude-code/find-text.ts';
import { run as extract } from '../../build/prices/extract-cli.ts';
import { LiteralError, readLiteral } from '../../build/prices/literal.ts';
import { findingText, model, price, provider } from '../prices-check/support.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { rounds } from '../support/rounds.ts';

const root = temporaryDirectory();
let count = 0;

const tier = (input: number, more = '') =>
  `{input:${input},output:${input * 5},cache_write_5m:${input * 1.25},cache_write_1h:${input * 2},cache_read:${input / 10}${more}}`;
const long = `,long_prompt:{above_prompt_tokens:1e5,input:10,output:50,cache_write_5m:12.5,cache_write_1h:20,cache_read:1}`;
const literal = (two = 2) =>
  `{"//":"By hand: \\"the\\" \`source\`",schema_version:1,pricing_tiers:{tier_two:${tier(two)},own:${tier(5, `${long},web_search:0.01`)}},models:[{id:"claude-test-5",provider_ids:{first_party:"x",mantle:null},context:{native_1m:!0},pricing:"tier_two"},{id:"claude-test-6",pricing:"own"},{id:"claude-free-1",capabilities:[]},{id:"claude-test-7",pricing:${tier(1)}}],aliases:{opus:{default:"claude-test-6"}}}`;
const fast =
  'var A0={inputTokens:4,outputTokens:20,promptCacheWriteTokens:5,promptCacheWrite1hTokens:8,promptCacheReadTokens:.4,webSearchRequests:0.01},B$={inputTokens:30,outputTokens:150,promptCacheWriteTokens:37.5,promptCacheWrite1hTokens:60,promptCacheReadTokens:3},V=A0;function f(e){if(e==="claude-test-5"||e==="claude-old-1")return A0;if(e==="claude-test-6")return B$;return}';
/** The check of the catalogue's form, which names the same fields without being one. */
const shape = 'ie=p(()=>c({schema_version:v(),pricing_tiers:he(n(),w()).default({}),models:A(L())}));';
const junk = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256));

const program = (...parts: string[]) =>
  Buffer.concat([junk, ...parts.flatMap((part) => [Buffer.from(part), junk]), junk]);
const usual = program('\n// Version: 2.9.1\nimport{a}from"b";', `var W=${literal()};${shape}`, fast);
function file(content: Buffer, name = `program-${count++}`): string {
  const path = join(root, name);
  writeFileSync(path, content);
  return path;
}

// tier_two: input 2, so output 2 * 5 = 10, five-minute write 2 * 1.25 = 2.5, one-hour write 2 * 2 = 4, read 2 / 10 = 0.2.
const expected = [
  ['claude-test-5', null, 2, 10, 0.2, 2.5, 4],
  ['claude-test-5', 'fast', 4, 20, 0.4, 5, 8],
  ['claude-test-6', null, 5, 25, 0.5, 6.25, 10],
  ['claude-test-6', 'prompt > 100000', 10, 50, 1, 12.5, 20],
  ['claude-test-6', 'fast', 30, 150, 3, 37.5, 60],
  ['claude-test-7', null, 1, 5, 0.1, 1.25, 2],
];
const short = (text: string) =>
  catalogueRows(text).map(({ row }) => [
    row.model,
    row.condition,
    row.input,
    row.output,
    row.cachedInput,
    row.cacheWrite5m,
    row.cacheWrite1h,
  ]);

describe('the catalogue', () => {
  test.each([
    ['in a program', usual],
    ['in a package', gzipSync(usual)],
  ])('%s: every model with its base, long-prompt and fast prices', async (_, content) => {
    const found = await catalogueOf(file(content));
    expect(found.claudeCode).toBe('2.9.1');
    expect(short(JSON.stringify(found))).toEqual(expected);
  });

  test('is printed by prices:extract like a page', async () => {
    const { code, out } = await extract(['anthropic', file(gzipSync(usual), 'anthropic-ai-claude-code-x-2.9.1.tgz')]);
    expect(code).toBe(0);
    expect(JSON.parse(out)[3]).toMatchObject({
      model: 'claude-test-6',
      input: 10,
      cacheWrite1h: 20,
      tier: 'prompts > 100000 tokens',
      currency: 'USD',
    });
  });

  test.each<[string, string[], RegExp]>([
    ['no catalogue', [shape], /no price catalogue/],
    ['two that differ', [`a=${literal()};`, `b=${literal(3)};`], /no price catalogue in a known form, or several/],
    ['a price that is computed', [`a=${literal().replace('input:2,', 'input:x(2),')};`], /no price catalogue/],
    ['a price that is text', [`a=${literal().replace('input:2,', 'input:"2",')};`], /no number/],
    ['a price below 0', [`a=${literal().replace('input:2,', 'input:-2,')};`], /no number/],
    ['a tier that is not there', [`a=${literal().replace('"tier_two"', '"other"')};`], /another form/],
    ['a name that is none', [`a=${literal().replace('claude-test-5', 'rm -rf')};`], /without a name/],
  ])('%s is refused with the reason', async (_, parts, reason) => {
    await expect(catalogueOf(file(program('// Version: 2.9.1\n', ...parts)))).rejects.toThrow(reason);
  });

  test('a version that is not stated, or a damaged package, is refused', async () => {
    await expect(catalogueOf(file(program(literal())))).rejects.toThrow(/no version/);
    await expect(catalogueOf(file(gzipSync(usual).subarray(0, -200)))).rejects.toThrow(/cannot be read/);
  });
});

test('marks are found however the bytes arrive, and each stretch once', async () => {
  const text = `${'.'.repeat(30)}ab<mark>123456789${'.'.repeat(12)}cd<mark>12<mark>789`;
  const wanted = [{ mark: '<mark>', before: 2, length: 12 }];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), async (sizes) => {
      async function* pieces() {
        for (let at = 0, n = 0; at < text.length; n++) {
          const size = sizes[n % sizes.length] as number;
          yield Buffer.from(text.slice(at, at + size));
          at += size;
        }
      }
      // By eye: 12 characters from the mark on, with 2 before it; the third mark is within the second stretch.
      expect(await findText(pieces(), wanted)).toEqual([['ab<mark>123456', 'cd<mark>12<mar']]);
    }),
    { numRuns: rounds(300) },
  );
});

describe('a literal', () => {
  test('of plain data is read as JavaScript reads it', () => {
    expect(readLiteral(`{a:1e5,"b c":[.5,-2,"x\\"y",'z'],d:{},e:!0,f:!1,g:null,h:[]}`).value).toEqual({
      a: 100_000,
      'b c': [0.5, -2, 'x"y', 'z'],
      d: {},
      e: true,
      f: false,
      g: null,
      h: [],
    });
  });

  test.each([
    '{a:1.2.3}',
    '{a:.}',
    '{a:NULL}',
    '{a:truely}',
    '{a:b}',
    '{a:f()}',
    '{a:`x`}',
    '{...a}',
    '{a:1',
    '[1 2]',
    '{a:"x',
    '',
    `${'['.repeat(20)}`,
  ])('%s is none', (text) => {
    expect(() => readLiteral(text)).toThrow(LiteralError);
  });

  test('with a name such as __proto__ changes nothing else', () => {
    readLiteral('{__proto__:{polluted:!0}}');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('compared with the data', () => {
  const cites = {
    url: 'https://www.npmjs.com/package/@anthropic-ai/claude-code/v/2.9.1',
    series: 'https://www.npmjs.com/package/@anthropic-ai/claude-code/v/',
    note: 'The catalogue.',
  };
  const tiers = (input: number) => ({
    priority: {
      input,
      output: input * 5,
      cachedInput: input / 10,
      cacheWrite: input * 1.25,
      cacheWrite1h: input * 2,
      longContext: [],
      sources: [{ name: 'somebody', on: '2026-05-01' }],
    },
  });
  const checked = async (prices: Parameters<typeof price>[0][], on = '2026-06-01') => {
    const text = JSON.stringify(await catalogueOf(file(usual)));
    const page: PageSource = {
      provider: 'anthropic',
      name: 'Claude Code 2.9.1',
      text,
      day: on,
      basis: 'published',
      cites,
    };
    const one = provider([model('claude-test-5', { prices: prices.map(price) })]);
    return { one, ...check([one], { pages: [page], datasets: [], failures: [], notes: [] }, on, []) };
  };
  const said = ({ findings }: Awaited<ReturnType<typeof checked>>) =>
    findings.filter((one) => one.model === 'claude-test-5').map(findingText);

  test('fast mode agrees or does not, like every other price', async () => {
    expect(said(await checked([{ serviceTiers: tiers(4) }]))).toContain('input in fast mode confirmed 4 -> 4');
    expect(said(await checked([{ serviceTiers: tiers(6) }]))).toContain('cacheWrite1h in fast mode changed 12 -> 8 !');
    expect(said(await checked([{}]))).toContain('input in fast mode new none -> 4 !');
  });

  test('fast mode that has ended is what it last cost', async () => {
    const found = await checked([{ serviceTiers: tiers(4) }, { from: '2026-05-20', verifiedOn: '2026-05-20' }]);
    expect(said(found)).toContain('input in fast mode confirmed 4 -> 4');
  });

  test('what it confirms gets the catalogue as its source, and a later version replaces it', async () => {
    const file = (one: object) => [{ path: 'data/providers/anthropic.json', text: JSON.stringify(one) }];
    const { one, permits } = await checked([{ serviceTiers: tiers(4) }]);
    const { files } = update(file(one), { permits });
    const after = JSON.parse(files[0]?.text ?? '{}');
    const source = { url: cites.url, on: '2026-06-01', note: cites.note };
    expect(after.models[0].prices[0]).toMatchObject({ verifiedOn: '2026-06-01' });
    expect(after.models[0].prices[0].sources).toEqual([...price().sources, source]);
    const newer = { ...cites, url: cites.url.replace('2.9.1', '2.9.2') };
    const again = check(
      [after],
      {
        pages: [
          {
            provider: 'anthropic',
            name: 'Claude Code 2.9.2',
            text: JSON.stringify(await catalogueOf(join(root, 'program-0'))),
            day: '2026-06-02',
            basis: 'published',
            cites: newer,
          },
        ],
        datasets: [],
        failures: [],
        notes: [],
      },
      '2026-06-02',
      [],
    );
    const renewed = JSON.parse(update(file(after), again).files[0]?.text ?? '{}');
    expect(renewed.models[0].prices[0].sources).toEqual([
      ...price().sources,
      { url: newer.url, on: '2026-06-02', note: cites.note },
    ]);
  });
});
