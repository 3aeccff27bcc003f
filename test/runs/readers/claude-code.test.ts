/** Sessions of Claude Code. */
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { newReading } from '../../../runtime/logs/read-report.ts';
import { call, fixture, jsonLines, read } from './read.ts';

test('a session that starts with copies of another one adds only its new calls', async () => {
  const reading = newReading();
  await read(fixture('claude-code.jsonl'), reading);
  const { calls, report } = await read(fixture('claude-code.jsonl'), reading);
  expect(calls).toEqual([]);
  expect(report).toMatchObject({ records: 0, duplicates: 5 });
});

const line = (message: object, fields: object = {}): object => ({
  type: 'assistant',
  sessionId: 's',
  requestId: 'r',
  timestamp: '2026-11-20T09:00:00.000Z',
  message: { id: 'm', model: 'claude-opus-4-6', ...message },
  ...fields,
});
const at = Date.UTC(2026, 10, 20, 9);
const own = { at, session: 's', task: 's', agent: 'Claude Code' };

test('a compaction within an answer is billed beside it, and an advisor on its own model', async () => {
  const { calls } = await read(
    jsonLines(
      line({
        stop_reason: 'end_turn',
        usage: {
          input_tokens: 23_000,
          output_tokens: 1000,
          iterations: [
            { type: 'compaction', input_tokens: 180_000, output_tokens: 3500 },
            { type: 'message', input_tokens: 23_000, output_tokens: 1000 },
            {
              type: 'advisor_message',
              model: 'claude-opus-4-8',
              input_tokens: 900,
              cache_read_input_tokens: 50,
              output_tokens: 70,
            },
          ],
        },
      }),
    ),
  );
  expect(calls).toEqual([
    call({ ...own, model: 'claude-opus-4-6', input: 180_000, output: 3500, precedes: true }),
    call({ ...own, model: 'claude-opus-4-6', input: 23_000, output: 1000, isFinal: true, compacted: true }),
    call({ ...own, model: 'claude-opus-4-8', input: 900, cachedInput: 50, output: 70 }),
  ]);
});

test('runs of the same answer that add up to it are calls of their own, with prompts of their own', async () => {
  const usage = {
    input_tokens: 3000,
    cache_read_input_tokens: 500,
    output_tokens: 90,
    iterations: [
      { type: 'message', input_tokens: 1000, output_tokens: 30 },
      { type: 'message', input_tokens: 2000, cache_read_input_tokens: 500, output_tokens: 60 },
    ],
  };
  const { calls } = await read(
    jsonLines(
      line({ stop_reason: null, usage: { ...usage, iterations: null } }),
      line({ stop_reason: 'tool_use', usage }),
    ),
  );
  expect(calls).toEqual([
    call({ ...own, model: 'claude-opus-4-6', input: 1000, output: 30, isFinal: true }),
    call({ ...own, model: 'claude-opus-4-6', input: 2000, cachedInput: 500, output: 60 }),
  ]);
});

test('a message between messages that follows a compaction is the compacted one, and the next answer is not', async () => {
  const usage = {
    input_tokens: 3000,
    output_tokens: 90,
    iterations: [
      { type: 'message', input_tokens: 1000, output_tokens: 30 },
      { type: 'compaction', input_tokens: 1030, output_tokens: 7 },
      { type: 'message', input_tokens: 2000, output_tokens: 60 },
    ],
  };
  const next = { ...line({ id: 'n', usage: { input_tokens: 2100, output_tokens: 5 } }), requestId: 'r2' };
  const { calls } = await read(jsonLines(line({ usage }), next));
  expect(calls.map(({ input, output, compacted }) => [input, output, compacted])).toEqual([
    [1000, 30, false],
    [1030, 7, false],
    [2000, 60, true],
    [2100, 5, false],
  ]);
});

test('an answer without a stop reason is not final, and what is visible of it adds up over its lines', async () => {
  const usage = { input_tokens: 10, output_tokens: 2 };
  const { calls } = await read(
    jsonLines(
      line({ stop_reason: null, usage, content: [{ type: 'thinking', thinking: 'so, so' }] }),
      line({ stop_reason: null, usage, content: [{ type: 'text', text: 'twelve chars' }] }),
      // {"a":"b","c":[1,2]}
      line({ stop_reason: null, usage, content: [{ type: 'tool_use', input: { a: 'b', c: [1, 2] } }] }),
    ),
  );
  expect(calls).toEqual([
    call({
      ...own,
      model: 'claude-opus-4-6',
      input: 10,
      output: 2,
      isFinal: false,
      visibleChars: 12 + 19,
      thinkingChars: 6,
    }),
  ]);
});

test('of copies in several files the most complete counts, whichever is read first', async () => {
  const cut = jsonLines(line({ stop_reason: null, usage: { input_tokens: 10, output_tokens: 2 } }));
  const whole = `${cut}${jsonLines(line({ stop_reason: 'end_turn', usage: { input_tokens: 10, output_tokens: 400 } }))}`;
  for (const files of [
    [cut, whole],
    [whole, cut],
    [cut, whole, whole],
  ]) {
    const reading = newReading();
    const calls: CallRecord[] = [];
    for (const file of files) calls.push(...(await read(file, reading)).calls);
    const sum = (name: 'calls' | 'input' | 'output'): number => calls.reduce((total, one) => total + one[name], 0);
    expect([sum('calls'), sum('input'), sum('output')]).toEqual([1, 10, 400]);
  }
});

test('a compaction is told to the next call', async () => {
  const usage = { input_tokens: 10, output_tokens: 2 };
  const { calls } = await read(
    jsonLines(
      line({ id: 'a', stop_reason: null, usage }),
      { type: 'system', subtype: 'compact_boundary', sessionId: 's', compactMetadata: { trigger: 'auto' } },
      line({ id: 'b', stop_reason: null, usage }),
      line({ id: 'c', stop_reason: null, usage }),
    ),
  );
  expect(calls.map(({ compacted }) => compacted)).toEqual([false, true, false]);
});

/** An answer of a subagent as Claude Code 2.1 tells it in the session's own log, and in the subagent's file. */
const answered = (output_tokens: number) => ({
  ...{ type: 'assistant', timestamp: '2026-02-03T03:49:54.970Z', requestId: 'r9' },
  message: { id: 'm9', model: 'claude-haiku-4-5', stop_reason: null, usage: { input_tokens: 3, output_tokens } },
});
const progress = {
  ...{ type: 'progress', isSidechain: false, sessionId: 's', version: '2.1.29', timestamp: '2026-02-03T03:49:55.000Z' },
  data: { message: answered(2), normalizedMessages: [], type: 'agent_progress', agentId: 'a7' },
};

test('a subagent that is only told of in its session is billed, and once where its file is there', async () => {
  const alone = await read(jsonLines(progress, progress));
  expect(alone.calls).toMatchObject([
    { ...{ at: Date.UTC(2026, 1, 3, 3, 49, 54, 970), model: 'claude-haiku-4-5', input: 3, output: 2 }, session: 's' },
  ]);
  expect(alone.calls[0]).toMatchObject({ subagent: 'a7', tags: ['sidechain'], isFinal: false });
  const reading = newReading();
  const calls = (await read(jsonLines(progress), reading)).calls;
  const own = { sessionId: 's', isSidechain: true, agentId: 'a7', version: '2.1.29' };
  calls.push(...(await read(jsonLines({ ...own, ...answered(90) }), reading)).calls);
  expect(calls.reduce((sum, { calls }) => sum + calls, 0)).toBe(1);
  expect(calls.reduce((sum, { output }) => sum + output, 0)).toBe(90);
});
