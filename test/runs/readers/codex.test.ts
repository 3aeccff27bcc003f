/** Sessions of the Codex CLI. */
import { expect, test } from 'vitest';
import { newReading } from '../../../runtime/logs/read-report.ts';
import { call, fixture, read } from './read.ts';

const session = {
  ...{ session: 'c1', task: 'c1', project: '/home/dev/api', agent: 'Codex', agentVersion: '0.145.0', branch: 'main' },
};

/**
 * Three calls; input includes cached, output includes reasoning:
 *
 *     8,000 in of which 6,000 cached, 300 out of which 200 reasoning; the event is logged twice
 *     9,000 in of which 8,000 cached, 100 out, after a web search
 *     1,000 in, 50 out, of another model on the flex tier
 *
 * 2,000 + 1,000 + 1,000 uncached and 14,000 cached are the 18,000 of the last event.
 */
const expected = [
  call({
    ...session,
    at: Date.UTC(2026, 10, 20, 10, 0, 5),
    model: 'gpt-5',
    input: 2000,
    cachedInput: 6000,
    output: 300,
    reasoning: 200,
  }),
  call({
    ...session,
    at: Date.UTC(2026, 10, 20, 10, 0, 10),
    model: 'gpt-5',
    input: 1000,
    cachedInput: 8000,
    output: 100,
    reasoning: 0,
    searches: 1,
  }),
  call({
    ...session,
    at: Date.UTC(2026, 10, 20, 10, 1, 5),
    model: 'gpt-5-mini',
    input: 1000,
    output: 50,
    reasoning: 0,
    serviceTier: 'flex',
  }),
];

test('a call counts once, with its own usage rather than the sum so far', async () => {
  const { calls, report } = await read(fixture('codex.jsonl'));
  expect(calls).toEqual(expected);
  expect(report).toMatchObject({ format: 'codex', records: 3, duplicates: 1, broken: 0 });
});

test('a forked session adds only its own calls, in either order of reading', async () => {
  const text = new TextDecoder().decode(fixture('codex.jsonl'));
  const own = text
    .split('\n')
    .at(-2)
    ?.replace('"input_tokens": 18000', '"input_tokens": 18500')
    .replace('"input_tokens": 1000', '"input_tokens": 500');
  const meta = '{"type":"session_meta","payload":{"id":"c2","forked_from_id":"c1","cwd":"/home/dev/fork"}}';
  const fork = `${meta}\n${text.replaceAll('2026-11-20', '2026-11-21')}${own}\n`;
  for (const files of [
    [text, fork],
    [fork, text],
  ]) {
    const reading = newReading();
    const calls = [];
    for (const file of files) calls.push(...(await read(file, reading)).calls);
    expect(calls.map(({ input }) => input).sort()).toEqual([1000, 1000, 2000, 500]);
  }
});

const unknown = { session: null, task: null, project: null, agentVersion: null, branch: null };

test('a session that names no model keeps its tokens', async () => {
  const line = new TextDecoder().decode(fixture('codex.jsonl')).split('\n')[5] as string;
  expect((await read(line)).calls).toEqual([{ ...(expected[0] as object), model: 'unknown', ...unknown }]);
});

test.each([
  [{ subagent: 'review' }, 'review'],
  [
    { subagent: { thread_spawn: { parent_thread_id: 'c0', agent_role: 'explorer', agent_nickname: 'Kepler' } } },
    'explorer',
  ],
  [{ subagent: { thread_spawn: { parent_thread_id: 'c0' } } }, 'subagent'],
  [{ subagent: { other: 'memory' } }, 'memory'],
  ['cli', null],
])('a session of source %j is that of the subagent %s', async (source, subagent) => {
  const meta = JSON.stringify({ type: 'session_meta', payload: { id: 'c9', source } });
  const own = new TextDecoder().decode(fixture('codex.jsonl')).split('\n')[5];
  const { calls } = await read(`${meta}\n${own}\n`);
  expect(calls).toMatchObject([{ session: 'c9', subagent }]);
});
