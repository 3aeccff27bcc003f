/** Sessions of the Codex CLI. */
import { expect, test } from 'vitest';
import { newReading } from '../../../runtime/logs/read-report.ts';
import { fixture, read } from './read.ts';

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

const unknown = { model: 'unknown', session: null, task: null, project: null, agentVersion: null, branch: null };

test('a session that names no model keeps its tokens', async () => {
  const bytes = fixture('codex.jsonl');
  const line = new TextDecoder().decode(bytes).split('\n')[5] as string;
  expect((await read(line)).calls).toEqual([{ ...(await read(bytes)).calls[0], ...unknown }]);
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
