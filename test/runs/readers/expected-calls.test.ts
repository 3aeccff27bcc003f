/** The calls of an estimate as a log: the only one with decimals. */
import { expect, test } from 'vitest';
import { UnknownFormatError } from '../../../runtime/logs/unknown-format.ts';
import { call, jsonLines, read } from './read.ts';

const at = Date.UTC(2026, 10, 20);
const facts = {
  format: 'agent-cost-calls',
  presetId: 'coding',
  model: 'claude-sonnet-4-6',
  host: 'bedrock',
  day: '2026-11-20',
};
const counts = { input: 0, cachedInput: 0, cacheWrite: 0, cacheWrite1h: 0, output: 0, searches: 0 };

// As the fixture has them: what a call uses times its weight, in binary fractions that are exact.
const named = {
  at,
  model: 'claude-sonnet-4-6',
  host: 'bedrock',
  session: 'coding on claude-sonnet-4-6',
  task: 'coding',
};
const calls = [
  call({ ...named, isMean: true, calls: 1, input: 1000.5, cacheWrite: 4000, output: 300.25, searches: 0.5 }),
  call({ ...named, isMean: true, calls: 0.25, input: 250.125, cacheWrite: 1000, output: 75.0625, retried: true }),
  call({ ...named, isMean: true, calls: 0.5, cachedInput: 2500.5, cacheWrite1h: 400, output: 150 }),
];

test('JSON: one document, whose calls share its terms', async () => {
  const rows = [
    { ...counts, call: 1, weight: 1, input: 1000.5, cacheWrite: 4000, output: 300.25, searches: 0.5 },
    { ...counts, call: 1, weight: 0.25, retried: true, input: 1000.5, cacheWrite: 4000, output: 300.25 },
    { ...counts, call: 2, weight: 0.5, cachedInput: 5001, cacheWrite1h: 800, output: 300 },
  ];
  const { calls: found } = await read(JSON.stringify({ ...facts, meanTask: rows, calls: rows }));
  expect(found).toEqual(calls);
});

test('a call that is misread is named, and the others are read', async () => {
  const row = { ...counts, call: 1, weight: 1, input: 10.5 };
  const wrong = [
    { weight: -1 },
    { weight: 'x' },
    { weight: null },
    { output: undefined },
    { input: 1e300 },
    { model: 7.5 },
  ];
  const { calls: found, report } = await read(
    JSON.stringify({ ...facts, calls: [row, ...wrong.map((one) => ({ ...row, ...one })), row] }),
  );
  expect(found.map(({ input }) => input)).toEqual([10.5, 10.5, 10.5]);
  expect(report.brokenLines.map(({ reason }) => reason)).toEqual([
    'weight is negative',
    'weight is not a number',
    'weight is not a number',
    'output is not a number',
    'input is too large',
  ]);
});

test('other logs refuse decimals, with a weight or without', async () => {
  const { calls: found, report } = await read(
    jsonLines(
      { model: 'gpt-5', input: 10.5, output: 1, weight: 0.5 },
      { model: 'gpt-5', input: 10, output: 1, weight: 0.5 },
    ),
  );
  expect(found.map(({ input, calls: count, isMean }) => [input, count, isMean])).toEqual([[10, 1, false]]);
  expect(report.brokenLines).toEqual([{ line: 1, reason: 'input is not a whole number' }]);
});

test('the mark must be exact', async () => {
  await expect(read(jsonLines({ ...facts, format: 'agent-cost', calls: [] }))).rejects.toBeInstanceOf(
    UnknownFormatError,
  );
});
