/** Lines that are read from their bytes give what they give when they are read in full. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import * as fileBlocks from '../../../runtime/cli/file-blocks.ts';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import * as readCalls from '../../../runtime/logs/read-calls.ts';
import * as readReport from '../../../runtime/logs/read-report.ts';
import { rounds } from '../../support/rounds.ts';
import { fixture, fixtures, type Read, read } from './read.ts';

const reader = { ...fileBlocks, ...readCalls, ...readReport };

/** Reads a log from the bytes of its lines, in blocks that end after a line. */
async function readBytes(
  text: string | Uint8Array,
  linesOfBlock = Number.POSITIVE_INFINITY,
  { linesIn, newReading, readBlocks } = reader,
): Promise<Read> {
  const bytes = Buffer.from(text);
  const reading = newReading();
  const calls: CallRecord[] = [];
  async function* blocks() {
    for (let from = 0; from < bytes.length; ) {
      let to = from;
      for (let line = 0; line < linesOfBlock && to < bytes.length; line++)
        to = bytes.indexOf(10, to) + 1 || bytes.length;
      yield linesIn(bytes.subarray(from, to));
      from = to;
    }
  }
  for await (const batch of readBlocks(blocks(), 'log', reading)) calls.push(...batch);
  return { calls, report: reading.files[0] as Read['report'] };
}

test('every fixture of lines reads the same', async () => {
  for (const name of fixtures.filter((one) => one.endsWith('.jsonl'))) {
    expect(await readBytes(fixture(name), 3), name).toEqual(await read(fixture(name)));
  }
});

/** The reader, as a process has it that reads its first log. */
async function newReader(): Promise<typeof reader> {
  vi.resetModules();
  return {
    ...(await import('../../../runtime/cli/file-blocks.ts')),
    ...(await import('../../../runtime/logs/read-calls.ts')),
    ...(await import('../../../runtime/logs/read-report.ts')),
  };
}

/** Reads a log with an engine that lacks something. */
async function readWith(engine: object | undefined, log: Uint8Array): Promise<Read> {
  vi.stubGlobal('WebAssembly', engine);
  try {
    return await readBytes(log, 3, await newReader());
  } finally {
    vi.unstubAllGlobals();
  }
}

test('without WebAssembly, its SIMD or memory for it, lines are read in full', async () => {
  const log = fixture('claude-code.jsonl');
  const { Memory } = WebAssembly;
  const without = (what: string) =>
    vi.fn(
      class {
        constructor() {
          throw new RangeError(`no ${what}`);
        }
      },
    );
  const [noSimd, noMemory] = [without('SIMD'), without('memory')];
  for (const engine of [undefined, { Memory, Module: noSimd }, { Memory: noMemory }]) {
    expect(await readWith(engine, log)).toEqual(await read(log));
  }
  expect(noSimd).toHaveBeenCalledOnce();
  expect(noMemory).toHaveBeenCalledOnce();
});

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('"usage":{"input_tokens":9}', '],"stop_reason":null', 'größer 💶 \\" \n', '\u2028', 'x'.repeat(3000)),
);
const count = fc.nat({ max: 2_000_000 });

const usage = fc.record(
  {
    ...{ input_tokens: count, output_tokens: count, cache_read_input_tokens: count },
    cache_creation_input_tokens: count,
    cache_creation: fc.record({ ephemeral_5m_input_tokens: count, ephemeral_1h_input_tokens: count }),
    service_tier: fc.constantFrom('standard', 'batch', null),
    server_tool_use: fc.record({ web_search_requests: fc.nat({ max: 3 }) }),
    iterations: fc.array(
      fc.record({ type: fc.constantFrom('message', 'compaction'), input_tokens: count, output_tokens: count }),
      { maxLength: 2 },
    ),
    usage: fc.record({ input_tokens: count }),
  },
  { requiredKeys: ['input_tokens'] },
);

const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text }),
  fc.record({ type: fc.constant('thinking'), thinking: text, signature: text }),
  fc.record({ type: fc.constantFrom('tool_use', 'server_tool_use'), name: text, input: fc.jsonValue({ maxDepth: 3 }) }),
  fc.record({ type: fc.constant('tool_use') }),
  fc.record({ type: fc.constant('tool_result'), content: text }),
  fc.record({
    type: fc.constant('tool_use'),
    input: fc.record({ usage, text, timestamp: text, message: fc.record({ usage }) }),
  }),
  fc.constantFrom(null, 7, 'x', []),
);

const message = fc.record(
  {
    ...{ id: fc.constantFrom('msg_1', 'msg_2', 'msg_3', 'größe', 5), role: fc.constant('assistant'), usage },
    model: fc.constantFrom('claude-opus-4-6', 'claude-sonnet-4-6', '<synthetic>', null),
    content: fc.oneof(fc.array(block, { maxLength: 4 }), text),
    stop_reason: fc.constantFrom(null, 'end_turn', 'tool_use'),
    diagnostics: fc.record({ cache_miss_reason: fc.record({ type: fc.constantFrom('tools_changed', 'x') }) }),
  },
  { requiredKeys: ['content'] },
);

/** What a subagent did, in a line of its session. */
const told = fc.record(
  {
    type: fc.constantFrom('assistant', 'assistant', 'user', 7),
    timestamp: fc.constantFrom('2026-11-01T10:00:03.000Z', 'soon'),
    ...{ requestId: fc.constantFrom('r1', 'r3'), message: fc.oneof(message, text) },
  },
  { requiredKeys: [] },
);

const line = fc.record(
  {
    type: fc.constantFrom('progress', 'assistant', 'assistant', 'user', 'system', 'progress', 'summary', 3),
    ...{
      message: fc.oneof({ weight: 9, arbitrary: message }, { weight: 1, arbitrary: text }),
      sessionId: fc.constantFrom('s1', 's2', 'a"b'),
    },
    ...{
      cwd: fc.constantFrom('/shop', 'C:\\shop', '/größe'),
      version: fc.constantFrom('2.1.1', '2.1.2'),
      requestId: fc.constantFrom('r1', 'r2'),
    },
    timestamp: fc.constantFrom('2026-11-01T10:00:00.000Z', '2026-11-01T10:00:05.000Z', 'soon', '', 1_790_000_000),
    ...{ isSidechain: fc.boolean(), gitBranch: text, costUSD: fc.double({ min: 0, max: 9, noNaN: true }) },
    subtype: fc.constantFrom('compact_boundary', 'microcompact_boundary', 'x'),
    toolUseResult: fc.oneof(text, fc.record({ usage })),
    data: fc.oneof(
      text,
      fc.record(
        { message: fc.oneof(told, text), agentId: text, type: fc.constant('agent_progress') },
        { requiredKeys: [] },
      ),
    ),
    ...{ parentUuid: fc.option(fc.constantFrom('u1', 'u2')), uuid: fc.constantFrom('u3', 'u4') },
  },
  { requiredKeys: ['type', 'sessionId'] },
);

/** A mark stands in a line of its own, and a result of a tool is read no further. */
const marked = line.map(({ subtype, ...others }) =>
  others.type === 'user' || subtype === undefined ? others : { ...others, subtype },
);

/** The keys of an object in another order, and of the objects in it. */
const shuffled = (value: unknown, turn: number): unknown => {
  if (Array.isArray(value)) return value.map((one) => shuffled(one, turn));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, shuffled(one, turn)]);
  const at = entries.length === 0 ? 0 : turn % entries.length;
  return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)]);
};

const head = '{"type":"user","sessionId":"s1","cwd":"/first","message":{"role":"user","content":"go"}}\n';

/** JSON on one line, with its keys in another order. */
const onOneLine = (value: Parameters<typeof shuffled>[0], turn: number, isSpaced: boolean): string =>
  JSON.stringify(shuffled(value, turn), null, isSpaced ? ' ' : undefined).replaceAll('\n', ' ');

test('with them, the lines of answers are not parsed as a whole', async () => {
  const message = { id: 'm1', model: 'claude-opus-4-6', usage: { input_tokens: 5 }, content: [] };
  const answer = { type: 'assistant', sessionId: 's1', timestamp: '2026-11-01T10:00:00.000Z', message };
  const parse = vi.spyOn(JSON, 'parse');
  await readBytes(head + `${JSON.stringify(answer)}\n`.repeat(20));
  const whole = parse.mock.calls.filter(([text]) => text.includes('"sessionId"'));
  parse.mockRestore();
  expect(whole.length).toBeLessThan(5); // The first tell the format and the project.
});

test('a broken line between two of an answer tells the version of the second', async () => {
  const usage = { input_tokens: 5 };
  const answer = { type: 'assistant', sessionId: 's1', message: { id: 'm1', model: 'claude-opus-4-6', usage } };
  const whole = { ...answer, timestamp: '2026-11-01T10:00:00.000Z' };
  const broken = { ...answer, message: { usage }, version: '2.1.1' };
  const log = head + [whole, broken, whole].map((line) => `${JSON.stringify(line)}\n`).join('');
  const got = await readBytes(log);
  expect(got.calls.map(({ agentVersion }) => agentVersion)).toEqual(['2.1.1']);
  expect(got).toEqual(await read(log));
});

test('lines of Claude Code in any order, with any text, spaced or cut, read the same', async () => {
  const lines = fc.array(
    fc.tuple(marked, fc.nat({ max: 9 }), fc.constantFrom('', '', '', 'spaced', 'cut', 'escaped key')),
    { maxLength: 14 },
  );
  await fc.assert(
    fc.asyncProperty(lines, fc.integer({ min: 1, max: 9 }), async (all, linesOfBlock) => {
      const log = all.map(([value, turn, how]) => {
        const json = onOneLine(value, turn, how === 'spaced');
        if (how === 'cut') return `${json.slice(0, -1 - turn)}\n`;
        return `${how === 'escaped key' ? json.replace('"usage"', '"us\\u0061ge"') : json}\n`;
      });
      const whole = head + log.join('');
      // Twice, so that lines have the shape of an earlier one.
      expect(await readBytes(whole + log.join(''), linesOfBlock)).toEqual(await read(whole + log.join('')));
    }),
    { numRuns: rounds(1000) },
  );
});

/** What one line of an answer can have otherwise than the line before it. */
const otherwise: readonly ((line: Record<string, unknown>) => object)[] = [
  (line) => line,
  (line) => line,
  (line) => line,
  (line) => ({ ...line, timestamp: '2026-11-01T10:00:07.000Z' }),
  (line) => ({ ...line, timestamp: 'soon' }),
  ({ timestamp: _, ...line }) => line,
  (line) => ({ ...line, version: '2.1.2' }),
  (line) => ({ ...line, gitBranch: 'other' }),
  (line) => ({ ...line, isSidechain: true, agentId: 'a1' }),
  (line) => ({ ...line, costUSD: 3 }),
  (line) => ({ ...line, sessionId: 's2' }),
  (line) => ({ ...line, requestId: 'r2' }),
  (line) => ({ ...line, message: { ...(line.message as object), stop_reason: null } }),
  (line) => ({ ...line, message: { ...(line.message as object), model: 'claude-sonnet-4-6' } }),
  (line) => ({ ...line, message: { ...(line.message as object), usage: { input_tokens: 3, output_tokens: 9 } } }),
  (line) => ({ ...line, message: { ...(line.message as object), context_management: { applied_edits: [{}] } } }),
  () => ({ type: 'system', subtype: 'compact_boundary', sessionId: 's1' }),
  () => ({ type: 'system', subtype: 'microcompact_boundary', sessionId: 's1' }),
];

test('the further lines of an answer read the same, whatever they have otherwise', async () => {
  const each = fc.tuple(fc.constantFrom('m1', 'm2'), fc.nat({ max: otherwise.length - 1 }), fc.nat({ max: 40 }));
  await fc.assert(
    fc.asyncProperty(fc.array(each, { maxLength: 12 }), async (all) => {
      const log = all.map(([id, change, length]) => {
        const usage = { input_tokens: 1000, output_tokens: 300 };
        const message = { id, model: 'claude-opus-4-6', content: [{ type: 'text', text: 'x'.repeat(length) }], usage };
        const where = { sessionId: 's1', version: '2.1.1', gitBranch: 'main', requestId: 'r1' };
        const line = { type: 'assistant', timestamp: '2026-11-01T10:00:00.000Z', ...where };
        return `${JSON.stringify(otherwise[change]?.({ ...line, message: { ...message, stop_reason: 'end_turn' } }))}\n`;
      });
      expect(await readBytes(head + log.join(''))).toEqual(await read(head + log.join('')));
    }),
    { numRuns: rounds(1000) },
  );
});

/** An answer with a text and an input of a tool, as JSON that is not checked. */
const answer = (id: string, textJson: string, input: string, unknown = '0') =>
  `{"type":"assistant","sessionId":"s1","requestId":"r","other":[${unknown}],"timestamp":"2026-11-01T10:00:00.000Z","message":{"id":"${id}","model":"claude-opus-4-6","content":[{"type":"text","text":"${textJson}"},{"type":"tool_use","input":${input}}],"usage":{"input_tokens":3,"output_tokens":9}}}\n`;

test('what ends a string, or is not plain in it, is found at every place of sixteen bytes', async () => {
  const lines: string[] = [];
  for (let length = 0; length < 40; length++) {
    for (const letter of ['', '\\"', '\\\\', '\\u00e9', 'ä', '€', '💶', '\u007f', '\u0001', '\\x', '\\u00g9', '"']) {
      lines.push(answer(`m${lines.length}`, `${'x'.repeat(length)}${letter}${'y'.repeat(length % 7)}`, '{}'));
    }
  }
  const found = await readBytes(head + lines.join(''));
  expect(found).toEqual(await read(head + lines.join('')));
  // Of twelve four are no JSON: a control character, two escapes that do not exist, and a quote within.
  expect(found.report.broken).toBe(40 * 4);
  const chars = new Set(found.calls.map(({ visibleChars }) => visibleChars));
  expect([...chars].sort((a, b) => a - b).slice(0, 2)).toEqual([2, 3]);
});

test('numbers in any form read the same', async () => {
  const numbers = ['0', '-0', '7', '-7', '07', '-', '1.', '.5', '0.50', '1e3', '1E+2', '1e', '1e-7', '123456789012345'];
  numbers.push(
    '1234567890123456',
    '12345678901234567890',
    '1e400',
    '-1.5e300',
    '+1',
    '0x1',
    'tru',
    'nul',
    'null',
    'true ',
  );
  const lines = numbers.flatMap((number, at) => [
    answer(`a${at}`, 'x', `{"a":${number},"b":[${number}]}`),
    answer(`b${at}`, 'x', '{}', number),
  ]);
  expect(await readBytes(head + lines.join(''))).toEqual(await read(head + lines.join('')));
});

test('a line longer than any before, and one that is too long to be scanned, read the same', async () => {
  const of = (id: string, length: number) => answer(id, 'ä'.repeat(length), '{}');
  const log = head + [of('m1', 9), of('m2', 2 ** 20), of('m3', 5), of('m4', 2 ** 24 + 1), of('m5', 6)].join('');
  expect((await readBytes(log, 1)).calls.map(({ visibleChars }) => visibleChars)).toEqual(
    [9, 2 ** 20, 5, 2 ** 24 + 1, 6].map((length) => length + '{}'.length),
  );
});

test('bytes that are not UTF-8 read the same', async () => {
  const bad = Buffer.concat([Buffer.from(head), Buffer.from([0xc3, 0x28, 10]), fixture('claude-code.jsonl')]);
  expect(await readBytes(bad)).toEqual(await read(bad));
});

const ofCodex = fc.oneof(text, fc.constantFrom('"token_count"', '"type":"compacted"', '"usageMetadata"', '"usage"'));
const codexType = fc.constantFrom(
  'message',
  'function_call_output',
  'web_search_call',
  'token_count',
  'agent_message',
  7,
);
const codexLine = fc.record({
  timestamp: fc.constantFrom('2026-11-01T10:00:00.000Z', '2026-11-01T10:00:05.000Z'),
  type: fc.constantFrom('response_item', 'event_msg', 'event_msg', 'turn_context', 'compacted', 'other', null),
  payload: fc.oneof(
    ofCodex,
    fc.record(
      {
        ...{ type: codexType, model: fc.constantFrom('gpt-5', 'gpt-5-mini'), output: ofCodex },
        action: fc.record({ type: fc.constantFrom('search', 'open') }),
        info: fc.record({
          last_token_usage: fc.record({
            input_tokens: count,
            cached_input_tokens: fc.constant(0),
            output_tokens: count,
          }),
          total_token_usage: fc.record({ input_tokens: count, output_tokens: count }),
        }),
      },
      { requiredKeys: [] },
    ),
  ),
});
const piLine = fc.record({
  ...{
    type: fc.constantFrom('message', 'session', 'compaction', 'branch_summary', 5),
    id: fc.constantFrom('a', 'b', 'c'),
  },
  ...{
    parentId: fc.constantFrom('a', null),
    timestamp: fc.constant('2026-11-01T10:00:00.000Z'),
    cwd: fc.constant('/shop'),
  },
  message: fc.record({
    ...{
      role: fc.constantFrom('assistant', 'user', 'toolResult', 3),
      content: ofCodex,
      model: fc.constant('claude-opus-4-6'),
    },
    usage: fc.record({ input: count, output: count, cacheRead: count, cacheWrite: count }),
  }),
});
const qwenLine = fc.record({
  ...{
    type: fc.constantFrom('assistant', 'user', 'tool_result', 'system', null),
    uuid: fc.constantFrom('a', 'b', 'c'),
  },
  ...{
    sessionId: fc.constant('s'),
    parentUuid: fc.constantFrom('a', null),
    toolCallResult: ofCodex,
    cwd: fc.constant('/shop'),
  },
  usageMetadata: fc.record({ promptTokenCount: count, candidatesTokenCount: count }),
});
const copilotLine = fc.record({
  ...{ type: fc.constantFrom('session.start', 'assistant.usage', 'tool.execution_complete', 'user.message', 4) },
  ...{ id: fc.constantFrom('a', 'b'), parentId: fc.constant(null), timestamp: fc.constant('2026-11-01T10:00:00.000Z') },
  data: fc.record({ model: fc.constant('gpt-5'), inputTokens: count, outputTokens: count, content: ofCodex }),
});
const heads = {
  codex: '{"timestamp":"2026-11-01T10:00:00.000Z","type":"session_meta","payload":{"id":"s","cwd":"/shop"}}',
  pi: '{"type":"session","id":"s","cwd":"/shop"}',
  'qwen-code': '{"sessionId":"s","type":"user","uuid":"u","message":{"parts":[]}}',
  'copilot-cli': '{"type":"session.start","data":{"sessionId":"s"},"id":"1","parentId":null}',
};

/** A call at the end, so that each log has one whatever is drawn. */
const tails = {
  codex:
    '{"type":"turn_context","timestamp":"2026-11-01T10:00:06.000Z","payload":{"model":"gpt-5"}}\n{"timestamp":"2026-11-01T10:00:07.000Z","type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"input_tokens":70,"cached_input_tokens":0,"output_tokens":7},"total_token_usage":{"input_tokens":123456,"output_tokens":7}}}}',
  pi: '{"type":"message","id":"z","timestamp":"2026-11-01T10:00:07.000Z","message":{"role":"assistant","model":"claude-opus-4-6","usage":{"input":70,"output":7,"cacheRead":0,"cacheWrite":0}}}',
  'qwen-code':
    '{"type":"assistant","uuid":"z","sessionId":"s","timestamp":"2026-11-01T10:00:07.000Z","model":"qwen3-coder-plus","usageMetadata":{"promptTokenCount":70,"candidatesTokenCount":7}}',
  'copilot-cli':
    '{"type":"assistant.usage","id":"z","timestamp":"2026-11-01T10:00:07.000Z","data":{"model":"gpt-5","inputTokens":70,"outputTokens":7}}',
};

test.each([
  ['codex', codexLine],
  ['pi', piLine],
  ['qwen-code', qwenLine],
  ['copilot-cli', copilotLine],
] as const)('lines of %s in any order, with any text, spaced or cut, read the same', async (format, one) => {
  const lines = fc.array(fc.tuple(one, fc.nat({ max: 9 }), fc.constantFrom('', '', 'spaced', 'cut')), {
    maxLength: 14,
  });
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(lines, fc.integer({ min: 1, max: 9 }), async (all, linesOfBlock) => {
      const log = all.map(([value, turn, how]) => {
        const json = onOneLine(value, turn, how === 'spaced');
        return `${how === 'cut' ? json.slice(0, -1 - turn).replace(/}+$/, '') : json}\n`;
      });
      const whole = `${heads[format]}\n${log.join('')}${tails[format]}\n`;
      const found = await readBytes(whole, linesOfBlock);
      expect(found.report.format).toBe(format);
      expect(found).toEqual(await read(whole));
      calls += found.calls.length;
    }),
    { numRuns: rounds(500) },
  );
  expect(calls).toBeGreaterThan(0);
});
