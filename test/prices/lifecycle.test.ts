/** Reading providers' deprecation pages. */
import { describe, expect, test } from 'vitest';
import { type PageDate, pageDate } from '../../build/prices/page/condition.ts';
import { type LifecycleRow, readLifecycle } from '../../build/prices/page/deprecation-table.ts';
import { providers } from '../../build/prices/page/providers.ts';
import { PageError } from '../../build/prices/price-row.ts';
import { fixture, provider } from './support.ts';

const on = (day: string): PageDate => ({ kind: 'on', day });
const notBefore = (day: string): PageDate => ({ kind: 'notBefore', day });
const none: PageDate = { kind: 'none' };

/** Labels, shutdown day, announcement day, replacements. */
type Short = [string[], PageDate, PageDate | null, string[] | null];
const short = ({ labels, shutDown, deprecatedOn, replacements }: LifecycleRow): Short => [
  labels,
  shutDown,
  deprecatedOn,
  replacements,
];

const pages: Record<string, Short[]> = {
  'anthropic/deprecations.md': [
    [['claude-alder-6-20260301'], on('2027-06-30'), on('2027-03-02'), null],
    [['claude-alder-7-20260901'], notBefore('2027-09-01'), none, null],
    [['claude-birch-7'], none, none, null],
    [['claude-cedar-4-20250101'], on('2026-06-01'), on('2026-03-01'), null],
    [['claude-alder-6-20260301'], on('2027-06-30'), null, ['claude-alder-7-20260901']],
  ],
  'openai/deprecations.md': [
    [['gpt-70', 'gpt-70-2025-08-07'], on('2027-12-11'), on('2027-06-11'), ['gpt-90']],
    [['gpt-80-mini', 'gpt-80-mini-2026-01-01'], on('2028-01-14'), on('2027-10-14'), ['gpt-90', 'gpt-90-code']],
    [['gpt-50'], on('2026-03-26'), null, ['gpt-70']],
    [['/v1/replies'], on('2026-04-01'), null, ['/v1/responses']],
  ],
  'google/deprecations.html': [
    [['gemini-9-pro'], none, null, []],
    [['gemini-9-flash'], notBefore('2028-05-07'), null, []],
    [['gemini-9-flash-preview'], notBefore('2027-06-25'), null, ['gemini-9-flash']],
    [['gemini-8-pro'], { kind: 'unclear', text: 'Earliest February 2028' }, null, ['gemini-9-pro']],
  ],
  'groq/deprecations.md': [[['openai/gpt-tree'], on('2028-01-20'), null, ['leaf/leaf-27b']]],
};

describe('every page', () => {
  test.each(Object.entries(pages))('%s gives exactly its rows', (name, rows) => {
    expect(readLifecycle(provider(name), fixture(name)).rows.map(short)).toEqual(rows);
  });

  test('every provider with a deprecation page has a fixture', () => {
    const described = providers()
      .filter((one) => one.deprecations)
      .map(({ id }) => id);
    expect(described.sort()).toEqual(Object.keys(pages).map(provider).sort());
  });

  test('only a page that says so has earliest possible days', () => {
    const found = Object.keys(pages).filter((name) => readLifecycle(provider(name), fixture(name)).isEarliest);
    expect(found).toEqual(['google/deprecations.html']);
  });

  test('a row has its place', () => {
    expect(readLifecycle('openai', fixture('openai/deprecations.md')).rows[1]?.place).toBe(
      'table 1 under "Upcoming deprecations", row 2',
    );
  });
});

describe('days', () => {
  test.each<[string, PageDate]>([
    ['January 5, 2028', on('2028-01-05')],
    ['Jan 5, 2028', on('2028-01-05')],
    ['5 January 2028', on('2028-01-05')],
    ['January 5th, 2028', on('2028-01-05')],
    ['2028‑01‑05', on('2028-01-05')],
    ['Not sooner than January 5, 2028', notBefore('2028-01-05')],
    ['No earlier than 2028-01-05', notBefore('2028-01-05')],
    ['N/A', none],
    ['—', none],
    ['', none],
    ['No shutdown date announced', none],
  ])('%j', (text, expected) => {
    expect(pageDate(text)).toEqual(expected);
  });

  test.each([
    'February 2028',
    'Early 2028',
    'Coming soon',
    'February 30, 2028',
    'January 5, 2028 (one region)',
    '1/5/2028',
    'January 5 or 6, 2028',
  ])('%j is not an exact day and is never rounded to one', (text) => {
    expect(pageDate(text)).toEqual({ kind: 'unclear', text });
  });
});

describe('a page that would require a guess is refused', () => {
  const page = (table: string) =>
    `URL Source: https://developers.openai.com/api/docs/deprecations\n\n# Deprecations\n\n${table}\n\nThe end.\n`;

  test.each([
    [
      'a missing model column',
      '| Shutdown date | Name of it |\n|---|---|\n| 2028-01-05 | gpt-9 |',
      /no column for the model/,
    ],
    [
      'dates under an unknown header',
      '| Model | Shutdown date | Limited from |\n|---|---|---|\n| gpt-9 | 2028-01-05 | 2027-05-05 |',
      /dates under the unknown header "Limited from"/,
    ],
    [
      'dates under an unknown header, before a missing model column',
      '| Shutdown date | Name of it | Limited from |\n|---|---|---|\n| 2028-01-05 | gpt-9 | 2027-05-05 |',
      /dates under the unknown header "Limited from"/,
    ],
    [
      'a renamed column',
      '| Model | Switched off |\n|---|---|\n| gpt-9 | 2028-01-05 |',
      /dates under the unknown header "Switched off"/,
    ],
    [
      'two columns for one thing',
      '| Model | Shutdown date | Retirement date |\n|---|---|---|\n| gpt-9 | 2028-01-05 | 2028-02-05 |',
      /two columns for shutDown/,
    ],
    ['no table', 'Some models end.', /no table on it gives the days/],
    ['a table of something else', '| Model | Context |\n|---|---|\n| gpt-9 | 400K |', /no table on it gives the days/],
  ])('%s', (_, table, reason) => {
    expect(() => readLifecycle('openai', page(table))).toThrow(PageError);
    expect(() => readLifecycle('openai', page(table))).toThrow(reason);
  });

  test('a page of another provider, an empty page, a cut-off page, a provider without such a page', () => {
    const text = fixture('google/deprecations.html');
    expect(() => readLifecycle('openai', text)).toThrow(/not a page of openai/);
    expect(() => readLifecycle('google', ' \n')).toThrow(/empty/);
    expect(() => readLifecycle('google', text.slice(0, text.indexOf('June 25')))).toThrow(/cut off/);
    expect(() => readLifecycle('deepseek', '# x')).toThrow(/no deprecation page is known for deepseek/);
  });
});
