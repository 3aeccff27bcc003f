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
const report = (settings: object) => {
  writeFileSync(join(dir, 'agent-cost.json'), JSON.stringify(settings));
  return runCliIn(dir, ['report', 'calls.jsonl', '--by', 'model', '--json']);
};

test('a name of your own is priced as the model that it means, and said to be yours', async () => {
  const before = JSON.parse((await report({})).stdout);
  // $3 for a million tokens; the others have no price.
  expect(before).toMatchObject({ total: { usd: 3, unpricedCalls: 2 } });
  const { total, groups, notes } = JSON.parse(
    (await report({ aliases: { 'gpt-reserve': 'claude-sonnet-4-6' } })).stdout,
  );
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
