/** What logs tell of prompts that no longer begin as before, and what the cache ledger makes of it. */
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { readCalls } from '../../../runtime/logs/read-calls.ts';
import { newReading } from '../../../runtime/logs/read-report.ts';
import { type StoredFile, storedBytes, storedFile } from '../../../runtime/logs/stored-calls.ts';
import { reportOn } from '../report/records.ts';
import { jsonLines, read } from './read.ts';

/** A time within a minute, so that no pause is a cause. */
const time = (second: number): string => `2026-11-20T09:00:${String(second).padStart(2, '0')}.000Z`;

const claude = (type: string, id: string, before: string | null, fields: object): object => ({
  ...{ parentUuid: before, isSidechain: false, sessionId: 's', version: '2.1.17', type, uuid: id },
  ...fields,
});
const said = (id: string, before: string | null, text: string): object =>
  claude('user', id, before, { message: { role: 'user', content: text } });
const result = (id: string, before: string): object =>
  claude('user', id, before, { message: { role: 'user', content: [{ type: 'tool_result', content: 'x' }] } });
const answered = (second: number, before: string, message: object = {}, fields: object = {}): object =>
  claude('assistant', `u${second}`, before, {
    timestamp: time(second),
    requestId: `r${second}`,
    message: {
      ...{ id: `m${second}`, model: 'claude-opus-4-6', stop_reason: 'end_turn', content: [] },
      usage: { input_tokens: 9000, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 5 },
      ...message,
    },
    ...fields,
  });
const missed = (type: string): object => ({ diagnostics: { cache_miss_reason: { type } } });

const rolled = (input: number, second: number): object => ({
  timestamp: time(second),
  type: 'event_msg',
  payload: {
    type: 'token_count',
    info: {
      last_token_usage: { input_tokens: 9000, cached_input_tokens: 0, output_tokens: 5 },
      total_token_usage: { input_tokens: input, cached_input_tokens: 0, output_tokens: 5 },
    },
  },
});

const qwen = (type: string, id: string, before: string | null, fields: object = {}): object => ({
  ...{ uuid: id, parentUuid: before, sessionId: 'q', timestamp: time(1), type, message: { role: type, parts: [] } },
  ...fields,
});
const qwenUsage = { model: 'qwen3-coder-plus', usageMetadata: { promptTokenCount: 9000, candidatesTokenCount: 5 } };

const pi = (id: string, before: string | null, message: object): object => ({
  ...{ type: 'message', id, parentId: before, timestamp: time(1), message },
});
const piHead = { type: 'session', version: 3, id: 's', cwd: '/home/dev/app', timestamp: time(0) };
const piAnswer = {
  ...{ role: 'assistant', model: 'gpt-5', provider: 'openai', content: [] },
  usage: { input: 9000, output: 5, cacheRead: 0, cacheWrite: 0 },
};

const gemini = (id: string, second: number): object => ({
  ...{ id, timestamp: time(second), type: 'gemini', model: 'gemini-2.5-pro' },
  tokens: { input: 9000, output: 5, cached: 0, thoughts: 0, tool: 0, total: 9005 },
});

/** Lines of a log, and of each of its calls whether what was sent before it was changed. */
const logs: Record<string, { lines: readonly object[]; changed: readonly boolean[] }> = {
  'Claude Code: a second prompt after the same line': {
    lines: [
      said('p1', null, 'one'),
      answered(1, 'p1'),
      said('p2', 'u1', 'two'),
      answered(2, 'p2'),
      // A result is no prompt, and a copy of a line replaces nothing.
      result('t1', 'u2'),
      result('t2', 'u2'),
      said('p2', 'u1', 'two'),
      answered(3, 't2'),
      said('p3', 'u1', 'two, otherwise'),
      answered(4, 'p3'),
      said('p4', 'u4', 'three'),
      answered(5, 'p4'),
    ],
    changed: [false, false, false, true, false],
  },
  'Claude Code: what a subagent is asked is no prompt of the conversation': {
    lines: [
      said('p1', null, 'one'),
      answered(1, 'p1'),
      said('p2', 'u1', 'two'),
      claude('user', 's1', 'u1', { isSidechain: true, message: { role: 'user', content: 'look it up' } }),
      answered(2, 'p2'),
      said('p3', 'u2', 'three'),
      answered(3, 'p3'),
    ],
    changed: [false, false, false],
  },
  'Claude Code: old results cleared, by the program or by the API': {
    lines: [
      answered(1, 'p1'),
      claude('system', 'b', 'u1', { subtype: 'microcompact_boundary', microcompactMetadata: { tokensSaved: 9 } }),
      answered(2, 'b'),
      answered(3, 'u2', { context_management: { applied_edits: [] } }),
      answered(4, 'u3', { context_management: { applied_edits: [{ type: 'clear_tool_uses_20250919' }] } }),
      answered(5, 'u4', { input_transformations: [{ type: 'thinking_dropped' }] }),
    ],
    changed: [false, true, false, true, true],
  },
  'Claude Code: what the API found in comparing two prompts': {
    lines: [
      answered(1, 'p1', { diagnostics: null }),
      ...['tools_changed', 'system_changed', 'messages_changed'].map((type, at) => answered(2 + at, 'p', missed(type))),
      ...['model_changed', 'previous_message_not_found', 'unavailable'].map((type, at) =>
        answered(5 + at, 'p', missed(type)),
      ),
      answered(8, 'p', { diagnostics: { cache_miss_reason: null } }),
    ],
    changed: [false, true, true, true, false, false, false, false],
  },
  'Claude Code: another version of the program': {
    lines: [
      answered(1, 'p'),
      answered(2, 'u1', {}, { version: '2.1.18' }),
      answered(3, 'u2', {}, { version: '2.1.18' }),
    ],
    changed: [false, true, false],
  },
  'Codex: turns taken back': {
    lines: [
      { timestamp: time(0), type: 'session_meta', payload: { id: 'c' } },
      { timestamp: time(0), type: 'turn_context', payload: { model: 'gpt-5' } },
      rolled(9000, 1),
      { timestamp: time(2), type: 'event_msg', payload: { type: 'thread_rolled_back', num_turns: 1 } },
      rolled(18_000, 3),
      rolled(27_000, 4),
    ],
    changed: [false, true, false],
  },
  'Gemini CLI: a session taken back': {
    lines: [
      { sessionId: 'g', projectHash: 'h', kind: 'main' },
      gemini('a', 1),
      { $rewindTo: 'a' },
      gemini('b', 2),
      gemini('c', 3),
    ],
    changed: [false, true, false],
  },
  'Qwen Code: a second prompt after the same line': {
    lines: [
      qwen('user', 'p1', 'root'),
      qwen('assistant', 'u1', 'p1', qwenUsage),
      qwen('user', 'p2', 'root'),
      qwen('assistant', 'u2', 'p2', qwenUsage),
      qwen('tool_result', 't', 'u2'),
      qwen('assistant', 'u3', 't', qwenUsage),
    ],
    changed: [false, true, false],
  },
  'pi: a second prompt after the same entry, and a branch that was left': {
    lines: [
      piHead,
      pi('p1', 'root', { role: 'user', content: 'one' }),
      pi('a1', 'p1', piAnswer),
      pi('p2', 'root', { role: 'user', content: 'one, otherwise' }),
      pi('a2', 'p2', piAnswer),
      pi('a3', 'a2', piAnswer),
      { type: 'branch_summary', id: 'b', parentId: 'p1', fromId: 'a3', timestamp: time(1), summary: 'x' },
      pi('a4', 'b', piAnswer),
    ],
    changed: [false, true, false, true],
  },
};

const flags = (calls: readonly CallRecord[]): boolean[] => calls.map(({ prefixChanged }) => prefixChanged);

test.each(Object.entries(logs))('%s', async (_, { lines, changed }) => {
  const { calls, report } = await read(jsonLines(...lines));
  expect(flags(calls)).toEqual(changed);
  expect(report.broken).toBe(0);
});

test.each(Object.entries(logs))('%s: the same where a log is read on from any line', async (_, { lines, changed }) => {
  for (let cut = 1; cut < lines.length; cut++) {
    let before: StoredFile | null = null;
    const part = async (some: readonly object[]): Promise<CallRecord[]> => {
      async function* bytes(): AsyncGenerator<Uint8Array> {
        yield new TextEncoder().encode(jsonLines(...some));
      }
      const calls: CallRecord[] = [];
      const keep = (stored: StoredFile): void => {
        before = storedFile(storedBytes(stored));
      };
      for await (const batch of readCalls(bytes(), 'log', newReading(), { before, keep })) calls.push(...batch);
      return calls;
    };
    // A first part without a line that tells the format is not read.
    if ((await part(lines.slice(0, cut)).catch(() => null)) === null || before === null) continue;
    expect([cut, flags(await part(lines.slice(cut)))]).toEqual([cut, changed]);
  }
});

test('a compaction that pi or Qwen Code marks is told to the next call', async () => {
  const compaction = { type: 'compaction', id: 'c', parentId: 'a1', timestamp: time(1), firstKeptEntryId: 'p1' };
  const ofPi = await read(jsonLines(piHead, pi('a1', 'p1', piAnswer), compaction, pi('a2', 'c', piAnswer)));
  const compressed = qwen('system', 's', 'u1', { subtype: 'chat_compression' });
  const ofQwen = await read(
    jsonLines(qwen('assistant', 'u1', 'p1', qwenUsage), compressed, qwen('assistant', 'u2', 's', qwenUsage)),
  );
  for (const { calls } of [ofPi, ofQwen]) expect(calls.map(({ compacted }) => compacted)).toEqual([false, true]);
});

test('sent again within the lifetime, a prompt that the log shows to be changed is no miss of the provider', async () => {
  const usage = (written: number, read: number) => ({
    usage: { input_tokens: 0, cache_creation_input_tokens: written, cache_read_input_tokens: read, output_tokens: 0 },
  });
  const { calls } = await read(
    jsonLines(
      answered(1, 'p1', usage(20_000, 0)),
      // 1,000 more than before, and 15,000 of 20,000 written again: other tools.
      answered(2, 'u1', { ...usage(16_000, 5000), ...missed('tools_changed') }),
      // 1,000 more, and 7,000 of 21,000 written again: nothing tells why.
      answered(3, 'u2', { ...usage(8000, 14_000), ...missed('unavailable') }),
    ),
  );
  const { cache } = reportOn(calls);
  const tokens = Object.fromEntries(cache.causes.map(({ cause, tokens }) => [cause, tokens]));
  expect(tokens).toMatchObject({ firstPrompt: 20_000, growth: 2000, prefixChanged: 15_000, missed: 7000 });
  // 6.25 a million: .125, .0125, .09375 and .04375.
  expect(cache.usd).toBe(0.275);
  expect(cache.causes.find(({ cause }) => cause === 'prefixChanged')?.usd).toBe(0.09375);
});
