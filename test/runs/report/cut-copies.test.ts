/** Sessions that were resumed in the middle of an answer: their copies are read in any order. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { CutCalls } from '../../../runtime/logs/cut-calls.ts';
import { newReading } from '../../../runtime/logs/read-report.ts';
import type { LogReport } from '../../../runtime/logs/report/log-report.ts';
import { rounds } from '../../support/rounds.ts';
import { jsonLines, read } from '../readers/read.ts';
import { reportOn } from './records.ts';

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
