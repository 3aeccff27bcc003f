/** Names of models that a user gives meaning to, in agent-cost.json. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCliIn } from '../../support/run.ts';

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
