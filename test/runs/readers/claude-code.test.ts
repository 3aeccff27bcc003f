/** Sessions of Claude Code. */
import { expect, test } from 'vitest';
import { newReading } from '../../../runtime/logs/read-report.ts';
import { call, fixture, read } from './read.ts';

/**
 * The session has two answers and one of a subagent, in six `assistant` lines, one of them from the program itself.
 *
 *     msg_1  two lines (output 2, then 150): 3 in, 1,000 read, 500 written for 5 minutes and 200 for an hour, 150 out
 *     msg_2  one line, logged again after a resume: 10 in, 1,700 read, 0 written, 40 out, 2 searches, fast
 *     msg_3  of a subagent, haiku: 2,000 in, 60 out
 */
const expected = [
  call({
    at: Date.UTC(2026, 10, 20, 9, 0, 5),
    model: 'claude-opus-4-6',
    input: 3,
    cachedInput: 1000,
    cacheWrite: 500,
    cacheWrite1h: 200,
    output: 150,
    session: 'b1a2',
    task: 'b1a2',
    project: '/home/dev/shop',
  }),
  call({
    at: Date.UTC(2026, 10, 20, 9, 1),
    model: 'claude-opus-4-6',
    input: 10,
    cachedInput: 1700,
    output: 40,
    searches: 2,
    serviceTier: 'priority',
    region: 'us',
    session: 'b1a2',
    task: 'b1a2',
    project: '/home/dev/shop',
  }),
  call({
    at: Date.UTC(2026, 10, 20, 9, 2),
    model: 'claude-haiku-4-5-20251001',
    input: 2000,
    output: 60,
    session: 'b1a2',
    task: 'b1a2',
    project: '/home/dev/shop',
    tags: ['sidechain'],
  }),
];

test('an answer counts once, with the tokens of its last line', async () => {
  const { calls, report } = await read(fixture('claude-code.jsonl'));
  expect(calls).toEqual(expected);
  expect(report).toEqual({ name: 'log', format: 'claude-code', records: 3, duplicates: 2, broken: 0, brokenLines: [] });
});

test('a session that starts with copies of another one adds only its new calls', async () => {
  const reading = newReading();
  await read(fixture('claude-code.jsonl'), reading);
  const { calls, report } = await read(fixture('claude-code.jsonl'), reading);
  expect(calls).toEqual([]);
  expect(report).toMatchObject({ records: 0, duplicates: 5 });
});
