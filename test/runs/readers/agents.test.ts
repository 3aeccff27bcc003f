/** Logs of coding agents. Counts in the comments: the whole prompt, what of it was read and written, and the output. */
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { readCalls } from '../../../runtime/logs/read-calls.ts';
import { newReading } from '../../../runtime/logs/read-report.ts';
import { call, fixture, jsonLines, read } from './read.ts';

/** A time on 2026-11-20, shortly after 10 (UTC). */
const at = (second: number, minute = 0, hour = 10) => Date.UTC(2026, 10, 20, hour, minute, second);

const logs: Record<string, { format: string; calls: CallRecord[] }> = {
  // Reasoning is beside the output. The third answer was aborted before it began.
  'opencode.json': {
    format: 'opencode',
    calls: [
      call({
        ...{ at: at(5), model: 'claude-sonnet-4-5', host: 'anthropic', session: 'ses_1', task: 'ses_1', usd: 0.0123 },
        ...{ input: 4, cachedInput: 12_000, cacheWrite: 900, output: 250, reasoning: 0 },
        ...{ project: '/home/dev/app', agent: 'opencode' },
      }),
      call({
        ...{ at: at(15), model: 'gpt-5', host: 'openai', session: 'ses_1', task: 'ses_1' },
        ...{ input: 1000, output: 30 + 70, reasoning: 70 },
        ...{ project: '/home/dev/app', agent: 'opencode', subagent: 'explore' },
      }),
    ],
  },
  // 9,000 of which 6,000 cached, and thoughts beside the answer; logged twice. Then 500 and 40 of tool results.
  'gemini-cli.jsonl': {
    format: 'gemini-cli',
    calls: [
      call({
        ...{ at: at(5), model: 'gemini-2.5-pro', session: 'g1', task: 'g1', project: '79b6fa86', agent: 'Gemini CLI' },
        ...{ input: 3000, cachedInput: 6000, output: 200, reasoning: 80 },
      }),
      call({
        ...{
          at: at(9),
          model: 'gemini-2.5-flash',
          session: 'g1',
          task: 'g1',
          project: '79b6fa86',
          agent: 'Gemini CLI',
        },
        ...{ input: 540, output: 10, reasoning: 0 },
      }),
    ],
  },
  'qwen-code.jsonl': {
    format: 'qwen-code',
    calls: [
      call({
        ...{ at: at(5), model: 'qwen3-coder-plus', session: 'q1', task: 'q1', agent: 'Qwen Code' },
        ...{ project: '/home/dev/api', branch: 'main' },
        ...{ input: 3000, cachedInput: 5000, output: 200, reasoning: 50 },
      }),
    ],
  },
  // The sums of the second end go on from the first: 60,000 more, of which 50,000 read and 4,000 written.
  'copilot-cli.jsonl': {
    format: 'copilot-cli',
    calls: [
      call({
        ...{ at: at(0, 5), model: 'claude-sonnet-4.6', calls: 7 },
        ...{ input: 11, cachedInput: 180_864, cacheWrite: 16_310, output: 1532, reasoning: 0 },
      }),
      call({
        ...{ at: at(0, 5, 11), model: 'claude-sonnet-4.6', calls: 2 },
        ...{ input: 6000, cachedInput: 50_000, cacheWrite: 4000, output: 100, reasoning: 0 },
      }),
      call({ at: at(0, 5, 11), model: 'gpt-5', input: 200, cachedInput: 100, output: 20, reasoning: 15 }),
    ].map((one) => ({
      ...one,
      ...{ session: 'co1', task: 'co1', project: '/home/dev/web', branch: 'fix', agent: 'Copilot CLI' },
    })),
  },
  // The second names its protocol: its 12,012 are the whole prompt. The third has no answer.
  'cline.json': {
    format: 'cline',
    calls: [
      call({
        ...{ at: at(1), model: 'claude-sonnet-4-5', host: 'anthropic', agent: 'Cline', usd: 0.02 },
        ...{ input: 12, cachedInput: 9000, cacheWrite: 3000, output: 400 },
      }),
      call({ at: at(10), model: 'unknown', agent: 'Cline', usd: 0.005, input: 12, cachedInput: 12_000, output: 50 }),
    ],
  },
  // The total tells whether the tokens that were written include those that were not: in the third row they do.
  'cursor.csv': {
    format: 'cursor',
    calls: [
      call({
        ...{ at: at(5), model: 'claude-4.5-sonnet', usd: 0.1 },
        ...{ input: 6, cachedInput: 47_098, cacheWrite: 22_184, output: 450 },
      }),
      call({ at: at(5, 1), model: 'gpt-5', input: 1200, cachedInput: 500, output: 300 }),
      call({ at: at(5, 2), model: 'gpt-5', input: 1000, cachedInput: 500, cacheWrite: 200, output: 300 }),
    ].map((one) => ({ ...one, agent: 'Cursor' })),
  },
  'claude-code-telemetry.jsonl': {
    format: 'claude-code-telemetry',
    calls: [
      call({
        ...{ at: at(5), model: 'claude-sonnet-4-5-20250929', usd: 0.0051 },
        ...{ input: 3, cachedInput: 5000, cacheWrite: 150, output: 200 },
      }),
      call({ at: at(10), model: 'claude-haiku-4-5', usd: 0.001, input: 1000, output: 50, subagent: 'subagent' }),
    ].map((one) => ({ ...one, session: 't1', task: 't1', agent: 'Claude Code' })),
  },
  'aider.jsonl': {
    format: 'aider',
    calls: [call({ at: at(5), model: 'claude-sonnet-4-5', input: 7000, output: 300, usd: 0.0255, agent: 'Aider' })],
  },
  // The second answer was aborted before it began.
  'pi.jsonl': {
    format: 'pi',
    calls: [
      call({
        ...{ at: at(5), model: 'claude-sonnet-4-5', host: 'anthropic', session: 'p1', task: 'p1', usd: 0.004125 },
        ...{ input: 5, cachedInput: 4000, cacheWrite: 300, output: 120, project: '/home/dev/cli', agent: 'pi' },
      }),
    ],
  },
};

test.each(Object.keys(logs))('%s', async (name) => {
  const { calls, report } = await read(fixture(name));
  expect({ format: report.format, broken: report.brokenLines, calls }).toEqual({ broken: [], ...logs[name] });
});

test('the folder of its storage tells which extension wrote a task', async () => {
  const agents: unknown[] = [];
  for (const extension of ['saoudrizwan.claude-dev', 'rooveterinaryinc.roo-cline', 'kilocode.kilo-code']) {
    async function* chunks() {
      yield fixture('cline.json');
    }
    const name = `/x/${extension}/tasks/1763/ui_messages.json`;
    for await (const [first] of readCalls(chunks(), name, newReading()))
      if (first) agents.push([first.agent, first.task]);
  }
  expect(agents).toEqual([
    ['Cline', '1763'],
    ['Roo Code', '1763'],
    ['Kilo Code', '1763'],
  ]);
});

test('sums of Copilot CLI that begin again are not taken for those that went on', async () => {
  const end = (input: number, id: string) => ({
    ...{ type: 'session.shutdown', id, parentId: null, timestamp: '2026-11-20T10:00:00.000Z' },
    data: { modelMetrics: { 'gpt-5': { requests: { count: 2 }, usage: { inputTokens: input, outputTokens: 5 } } } },
  });
  const { calls } = await read(jsonLines(end(100, 'a'), end(40, 'b')));
  expect(calls.map(({ input, calls: count }) => [input, count])).toEqual([
    [100, 2],
    [40, 2],
  ]);
});

test('Copilot CLI tells AI credits, a cent each since June 2026, which go on like the sums', async () => {
  const end = (input: number, credits: number, at = '2026-11-20T10:00:00.000Z') => ({
    ...{ type: 'session.shutdown', id: at + input, parentId: null, timestamp: at },
    data: {
      modelMetrics: {
        'gpt-5': {
          requests: { count: 2 },
          usage: { inputTokens: input, outputTokens: 5 },
          totalNanoAiu: credits * 1e9,
        },
      },
    },
  });
  const { calls } = await read(jsonLines(end(100, 450), end(300, 700), end(10, 30)));
  // Of the second, 700 - 450; the third began again.
  expect(calls.map(({ usd }) => usd)).toEqual([4.5, 2.5, 0.3]);
  expect((await read(jsonLines(end(100, 450, '2026-05-20T10:00:00.000Z')))).calls.map(({ usd }) => usd)).toEqual([
    null,
  ]);
  const call = {
    ...{ type: 'assistant.usage', id: 'u', parentId: null, timestamp: '2026-11-20T10:00:00.000Z' },
    data: { model: 'gpt-5', inputTokens: 10, outputTokens: 5, copilotUsage: { totalNanoAiu: 2e9 } },
  };
  expect((await read(jsonLines(call))).calls.map(({ usd }) => usd)).toEqual([0.02]);
});

test('a document of Gemini CLI, as before 2026, is read like the lines', async () => {
  const [head, , first] = new TextDecoder()
    .decode(fixture('gemini-cli.jsonl'))
    .split('\n')
    .map((line) => line && JSON.parse(line));
  const { calls } = await read(JSON.stringify({ ...head, messages: [first] }, null, 2));
  expect(calls).toEqual(logs['gemini-cli.jsonl']?.calls.slice(0, 1));
});

test('an answer whose counts have other names is a broken line, never a call of nothing', async () => {
  const answers: Record<string, [string, string]> = {
    'gemini-cli.jsonl': ['"input":', '"prompt":'],
    'qwen-code.jsonl': ['"promptTokenCount"', '"promptTokens"'],
    'copilot-cli.jsonl': ['"inputTokens"', '"promptTokens"'],
    'bedrock-invocations.jsonl': ['TokenCount"', 'Tokens"'],
  };
  for (const [name, [from, to]] of Object.entries(answers)) {
    const text = new TextDecoder().decode(fixture(name)).replace(/": /g, '":').replaceAll(from, to);
    const { calls, report } = await read(text);
    expect({ name, calls: calls.length, isTold: report.broken > 0 }).toEqual({ name, calls: 0, isTold: true });
  }
});
