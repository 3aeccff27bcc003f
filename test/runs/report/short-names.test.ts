/** Short names of projects and sessions. Names of models that a user gives meaning to, in agent-cost.json. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortNames } from '../../../runtime/logs/report/short-names.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCliIn } from '../../support/run.ts';

const short = (...names: string[]): string[] => names.map((name) => shortNames(names).get(name) as string);

test.each([
  [['/Users/anna/work/shop'], ['shop']],
  [['C:\\Users\\Anna\\work\\shop\\'], ['shop']],
  [['\\\\server\\share\\shop'], ['shop']],
  [['~/shop'], ['shop']],
  // One folder more, for both.
  [
    ['/w/a/shop', '/w/b/shop', '/w/b/api'],
    ['a/shop', 'b/shop', 'api'],
  ],
  [
    ['/w/a/shop/src', '/w/b/shop/src'],
    ['a/shop/src', 'b/shop/src'],
  ],
  // A project of another log that is no path.
  [
    ['shop', '/w/a/shop'],
    ['shop', 'a/shop'],
  ],
  // The name of a user is never shown.
  [
    ['/home/anna', '/root', '/Users/bob/'],
    ['~', '~ (2)', '~ (3)'],
  ],
  [
    ['/home/anna/shop', '/home/bob/shop'],
    ['~/shop', '~/shop (2)'],
  ],
  [['/'], ['/']],
  // What is no path stays as it is.
  [
    ['web/api', 'my team', 'claude-sonnet-4-6', 's-1'],
    ['web/api', 'my team', 'claude-sonnet-4-6', 's-1'],
  ],
])('%j', (names, expected) => expect(short(...names)).toEqual(expected));

test('ids are their first eight characters, or more where two are alike', () => {
  expect(short('0199c2f4-1111-7aaa-8bbb-0123456789ab')).toEqual(['0199c2f4']);
  expect(short('0199c2f4-1111-7aaa-8bbb-0123456789ab', '0199c2f4-1122-7aaa-8bbb-0123456789ab')).toEqual([
    '0199c2f4-111',
    '0199c2f4-112',
  ]);
  expect(short('ses_2f1b9c7d8e6a5b4c3d2e1f')).toEqual(['ses_2f1b']);
  // A project of Gemini CLI: SHA-256 of its folder, here of /home/dev/shop.
  expect(short('e828acfc792e3bbcd2a6c6c35323cb44b7b438741c168c8ec59aefe347f193bb')).toEqual(['e828acfc']);
  expect(short('django__django-11099')).toEqual(['django__django-11099']);
});

test('no two names are the same, and none has a folder of a home', () => {
  const folder = fc.constantFrom('a', 'b', 'shop');
  const path = fc.array(folder, { maxLength: 4 }).map((parts) => `/home/secret-${parts.length}/${parts.join('/')}`);
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(path, folder, fc.uuid())), (names) => {
      const found = shortNames(names);
      expect(new Set(found.values()).size).toBe(names.length);
      expect([...found.values()].join(' ')).not.toContain('secret');
    }),
  );
});

const dir = temporaryDirectory();
writeFileSync(
  join(dir, 'calls.jsonl'),
  ['gpt-reserve', 'constructor', 'claude-sonnet-4-6']
    .map((model) => JSON.stringify({ time: '2026-11-02', model, input_tokens: 1_000_000, output_tokens: 0 }))
    .join('\n'),
);
const withSettings = (settings: object, ...args: string[]) => {
  writeFileSync(join(dir, 'agent-cost.json'), JSON.stringify(settings));
  return runCliIn(dir, args);
};
const report = (settings: object) => withSettings(settings, 'report', 'calls.jsonl', '--by', 'model', '--json');
const reserve = { aliases: { 'gpt-reserve': 'claude-sonnet-4-6' } };

test('a name of your own is priced as the model that it means, and said to be yours', async () => {
  const before = JSON.parse((await report({})).stdout);
  // $3 for a million tokens; the others have no price.
  expect(before).toMatchObject({ total: { usd: 3, unpricedCalls: 2 } });
  const { total, groups, notes } = JSON.parse((await report(reserve)).stdout);
  expect(total).toMatchObject({ usd: 6, unpricedCalls: 1 });
  expect(groups[0].rows.map(({ key, usd }: { key: string; usd: number }) => [key, usd])).toEqual([
    ['claude-sonnet-4-6', 6],
    ['constructor', null],
  ]);
  expect(notes.filter((note: string) => note.includes('"gpt-reserve" is a name of your own'))).toHaveLength(1);
});

test.each([
  [{ 'claude-sonnet-4-6': 'gpt-5' }, 'already'],
  [{ 'gpt-reserve': 'no-such-model' }, 'no-such-model'],
])('%j is refused', async (aliases, reason) => {
  const { code, stderr } = await report({ aliases });
  expect([code, stderr.includes(reason)]).toEqual([2, true]);
});

test('price takes it too, in an argument and in a file, and without counts', async () => {
  const priced = async (...args: string[]) =>
    JSON.parse((await withSettings(reserve, 'price', ...args, '--json')).stdout);
  const isOwn = (notes: string[]) => notes.filter((note) => note.includes('a name of your own')).length;
  // $3 for a million tokens.
  const one = await priced('gpt-reserve', '--input', '1000000');
  expect([one.usd, one.model, isOwn(one.notes)]).toEqual([3, 'claude-sonnet-4-6', 1]);
  const list = await priced('gpt-reserve');
  expect([list.prices[0].usd, isOwn(list.notes)]).toEqual([3, 1]);
  writeFileSync(join(dir, 'two.json'), JSON.stringify([{ model: 'gpt-reserve', input: 1e6 }, { model: 'gpt-reserv' }]));
  const { usdOfPriced, unpriced, calls } = await priced('--file', 'two.json');
  expect([usdOfPriced, unpriced, isOwn(calls[0].notes), isOwn(calls[1].notes)]).toEqual([3, 1, 1, 0]);
  expect((await withSettings({}, 'price', 'gpt-reserve', '--input', '1000000')).code).toBe(3);
});
