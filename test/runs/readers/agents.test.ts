/** What logs of coding agents tell besides the calls of their fixtures. */
import { expect, test } from 'vitest';
import { readCalls } from '../../../runtime/logs/read-calls.ts';
import { newReading } from '../../../runtime/logs/read-report.ts';
import { fixture, jsonLines, read } from './read.ts';

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
  expect(calls).toEqual((await read(fixture('gemini-cli.jsonl'))).calls.slice(0, 1));
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
