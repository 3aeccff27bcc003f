/**
 * Output whose final count was never logged. Sessions that were resumed in the middle of an answer: their copies are
 * read in any order.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { CutCalls } from '../../../runtime/logs/duplicates.ts';
import { newReading } from '../../../runtime/logs/read-report.ts';
import type { LogReport } from '../../../runtime/logs/report/report-of.ts';
import { fitted } from '../../../runtime/logs/report/unrecorded-output.ts';
import { rounds } from '../../support/rounds.ts';
import { call, jsonLines, read } from '../readers/read.ts';
import { reportOn } from './records.ts';

const opus = (fields: Partial<CallRecord>): CallRecord => call({ model: 'claude-opus-4-6', session: 's', ...fields });

/** Final calls with exactly 100 tokens and a quarter for each character, in four sessions. */
const final = (count: number): CallRecord[] =>
  Array.from({ length: count }, (_, index) =>
    opus({ session: `s${index % 4}`, isFinal: true, visibleChars: 4 * index, output: 100 + index }),
  );
const open = (count: number, visibleChars: number, thinkingChars = 0): CallRecord[] =>
  Array.from({ length: count }, () => opus({ isFinal: false, output: 2, visibleChars, thinkingChars }));

test('a log with enough final calls gives its own rate, and the exact bill stays exact', () => {
  const report = reportOn([...final(200), ...open(10, 300, 100)]);
  // 10 x (100 + 400 / 4) - 10 x 2 = 1,980 tokens at $25 a million; the sessions agree, so the interval is the least one: 2,000 / 1.25 - 20
  // and 2,000 x 1.25 - 20.
  expect(report.unrecorded).toEqual({
    calls: 10,
    tokens: 20,
    finalCalls: 200,
    missingTokens: { low: 1580, middle: 1980, high: 2480 },
    missingUsd: { low: 0.0395, middle: 0.0495, high: 0.062 },
  });
  // 200 x 100 + (0 + ... + 199) + 20 tokens.
  expect(report.total.usd).toBe(((20_000 + 19_900 + 20) * 25) / 1e6);
});

test('without enough of them the rate of recorded sessions is used, with their interval', () => {
  // 10,000 characters at .46, and 1.6 times less and more; 20 tokens are in the bill.
  const expected = { low: 2855, middle: 4580, high: 7340 };
  expect(reportOn([...final(199), ...open(10, 1000)]).unrecorded).toMatchObject({
    finalCalls: 0,
    missingTokens: expected,
  });
  expect(reportOn(open(10, 1000)).unrecorded).toMatchObject({ calls: 10, missingTokens: expected });
});

test('a family without enough final calls takes those of all families', () => {
  const haiku = open(10, 400).map((one) => ({ ...one, model: 'claude-haiku-4-5' }));
  // 1,980 tokens, as above, at $5 a million.
  expect(reportOn([...final(200), ...haiku]).unrecorded?.missingUsd.middle).toBe(0.0099);
});

test('nothing is missing where every count is final, or more was recorded than is visible', () => {
  expect(reportOn(final(10)).unrecorded).toBeNull();
  expect(reportOn([opus({ output: 5 })]).unrecorded).toBeNull();
  const much = reportOn([opus({ isFinal: false, output: 9000, visibleChars: 10 })]).unrecorded;
  expect(much?.missingTokens).toEqual({ low: 0, middle: 0, high: 0 });
});

test('a fit that would be below 0 is the plain ratio', () => {
  // (10, 40), (20, 10): the slope is -3.
  expect(fitted({ calls: 2, chars: 30, squares: 500, tokens: 50, products: 600 })).toEqual({
    perCall: 0,
    perChar: 50 / 30,
  });
  // (10, 15), (20, 20): 10 and a half for each.
  expect(fitted({ calls: 2, chars: 30, squares: 500, tokens: 35, products: 550 })).toEqual({
    perCall: 10,
    perChar: 0.5,
  });
});

const answer = (id: number, session: string, output: number, isCut = false) => ({
  type: 'assistant',
  sessionId: session,
  timestamp: `2026-11-20T10:${String(id).padStart(2, '0')}:00.000Z`,
  message: {
    id: `m${id}`,
    model: 'claude-sonnet-4-6',
    stop_reason: isCut ? null : 'end_turn',
    usage: { input_tokens: 1000, output_tokens: isCut ? 4 : output },
    content: [{ type: 'text', text: 'x'.repeat(isCut ? 20 : 4000) }],
  },
});

/** A report by session on files that are read in this order. */
async function reportOnFiles(files: readonly string[], most?: number): Promise<LogReport> {
  const cut = new CutCalls(most);
  const reading = newReading(cut);
  const calls: CallRecord[] = [];
  for (const file of files) calls.push(...(await read(file, reading)).calls);
  return reportOn([...calls, ...cut.end()], { by: ['session'] });
}

const rowsOf = ({ groups }: LogReport) =>
  Object.fromEntries((groups[0]?.rows ?? []).map(({ key, calls, output, usd }) => [key, { calls, output, usd }]));

test('a copy that was cut in mid-answer and is read first gives way to the whole answer, in its own session', async () => {
  const copy = jsonLines(answer(1, 's2', 1000, true), answer(9, 's2', 50));
  const original = jsonLines(answer(1, 's1', 1000));
  for (const files of [
    [copy, original],
    [original, copy],
  ]) {
    const report = await reportOnFiles(files);
    // 1,000 x $3 + 1,000 x $15 per million, and 1,000 x $3 + 50 x $15.
    expect(rowsOf(report)).toEqual({
      s1: { calls: 1, output: 1000, usd: 0.018 },
      s2: { calls: 1, output: 50, usd: 0.00375 },
    });
    expect(report.unrecorded).toBeNull();
  }
});

test('beyond the calls that are held back the rest is added, and the groups still add up', async () => {
  const copy = jsonLines(answer(1, 's2', 1000, true));
  const others = jsonLines(answer(2, 's3', 5), answer(3, 's3', 5));
  const report = await reportOnFiles([copy, others, jsonLines(answer(1, 's1', 1000))], 1);
  // Its 996 tokens of output that the copy lacks, at $15 a million.
  expect(rowsOf(report).s1).toEqual({ calls: 0, output: 996, usd: 0.01494 });
  expect(report.total).toMatchObject({ calls: 3, output: 1010 });
});

test('whatever is copied, cut and shuffled, groups add up to the total and no output is missing', async () => {
  const copies = fc.array(fc.record({ of: fc.nat(9), session: fc.integer({ min: 2, max: 5 }) }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10 }),
      copies,
      fc.infiniteStream(fc.nat()),
      async (size, made, random) => {
        const output = (id: number) => 10 + 7 * id;
        const original = Array.from({ length: size }, (_, id) => answer(id, 's1', output(id)));
        const files = [
          jsonLines(...original),
          ...made.map(({ of, session }, index) => {
            const at = of % size;
            const own = answer(20 + index, `s${session}`, 3);
            return jsonLines(...original.slice(0, at), answer(at, `s${session}`, output(at), true), own);
          }),
        ];
        const order = files
          .map((file) => ({ file, at: random.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ file }) => file);
        const { total, groups, unrecorded } = await reportOnFiles(order);
        const rows = groups[0]?.rows ?? [];
        expect(unrecorded).toBeNull();
        expect(total.calls).toBe(size + made.length);
        expect(total.output).toBe(original.reduce((sum, _, id) => sum + output(id), 0) + 3 * made.length);
        expect(rows.reduce((sum, { nanoUsd }) => sum + BigInt(nanoUsd ?? 'none'), 0n)).toBe(BigInt(total.nanoUsd ?? 0));
        expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(total.calls);
        expect(rows.find(({ key }) => key === 's1')?.calls).toBe(size);
      },
    ),
    { numRuns: rounds(300), seed: 37 },
  );
});
