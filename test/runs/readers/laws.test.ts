/** Properties of every format, for any input. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newReading } from '../../../runtime/logs/read-report.ts';
import { UnknownFormatError } from '../../../runtime/logs/unknown-format.ts';
import { rounds } from '../../support/rounds.ts';
import { fixture, fixtures, jsonLines, type Read, read } from './read.ts';

const runs = (numRuns: number) => ({ numRuns: rounds(numRuns), seed: 20261121 });
const byLines = fixtures.filter((name) => /\.(jsonl|csv)$/.test(name));

/** The bytes in chunks, cut at these places. */
const cut = (bytes: Uint8Array, places: readonly number[]): Uint8Array[] => {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end));
};

test('chunk boundaries change nothing, even in the middle of a character', async () => {
  const whole = new Map<string, Read>();
  for (const name of fixtures) whole.set(name, await read(fixture(name)));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fixtures), fc.array(fc.nat(1e6), { maxLength: 40 }), async (name, places) => {
      expect(await read(cut(fixture(name), places))).toEqual(whole.get(name));
    }),
    runs(300),
  );
  for (const name of fixtures) {
    const bytes = fixture(name);
    // Neither do leading white space and empty chunks.
    const spaced = new Uint8Array([32, 10, ...bytes]);
    const pieces = [new Uint8Array(0), ...cut(spaced, [1, 1, 2, 5])];
    expect((await read(pieces)).calls, name).toEqual(whole.get(name)?.calls);
    const single = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1));
    expect(await read(single), name).toEqual(whole.get(name));
  }
});

test('a line truncated anywhere loses only itself', async () => {
  const row = fc.record({ input: fc.nat(1e6), output: fc.nat(1e6) });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 2, maxLength: 30 }), fc.nat(), fc.nat(), async (rows, which, place) => {
      const lines = rows.map((values) => JSON.stringify({ model: 'gpt-5', ...values }));
      const index = which % lines.length;
      const line = lines[index] as string;
      lines[index] = line.slice(0, 1 + (place % (line.length - 1)));
      const { calls, report } = await read(lines.join('\n'));
      expect(calls.map(({ input, output }) => ({ input, output }))).toEqual(rows.toSpliced(index, 1));
      expect(report.brokenLines).toEqual([{ line: index + 1, reason: 'not valid JSON' }]);
    }),
    runs(500),
  );
});

test('a CSV row with a missing field or a stray quote loses only itself', async () => {
  const cell = fc.constantFrom('a', '', '"b, c"', '"say ""hi"""', '"two\nlines"');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(1e6), cell), { minLength: 2, maxLength: 20 }),
      fc.nat(),
      fc.constantFrom('m,1', 'm,1,1,"open', 'm,1,1,a,b', 'm,1,1,"a"b'),
      async (rows, which, broken) => {
        const lines = rows.map(([input, comment]) => `m,${input},1,${comment}`);
        const index = which % (lines.length + 1);
        const { calls, report } = await read(
          ['model,input,output,comment', ...lines.toSpliced(index, 0, broken)].join('\n'),
        );
        expect(calls.map(({ input }) => input)).toEqual(rows.map(([input]) => input));
        expect(report.broken).toBe(1);
      },
    ),
    runs(500),
  );
});

test('any bytes give calls with whole counts of at least 0, or an UnknownFormatError', async () => {
  const changed = fc
    .tuple(fc.constantFrom(...fixtures), fc.array(fc.tuple(fc.nat(1e6), fc.nat(255)), { maxLength: 30 }))
    .map(([name, changes]) => {
      const bytes = Uint8Array.from(fixture(name));
      for (const [place, byte] of changes) bytes[place % bytes.length] = byte;
      return bytes;
    });
  await fc.assert(
    fc.asyncProperty(fc.oneof(changed, fc.uint8Array({ maxLength: 300 })), async (bytes) => {
      const found = await read(bytes).catch((error: unknown) => {
        expect(error).toBeInstanceOf(UnknownFormatError);
        return null;
      });
      // The calls of an estimate are means.
      const logged = found?.calls.filter(({ isMean }) => !isMean) ?? [];
      for (const { input, cachedInput, cacheWrite, cacheWrite1h, output, reasoning, calls, searches } of logged) {
        const counts = [input, cachedInput, cacheWrite, cacheWrite1h, output, reasoning ?? 0, calls, searches];
        expect(counts.every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true);
        expect(reasoning ?? 0).toBeLessThanOrEqual(output);
        expect(calls).toBeGreaterThan(0);
      }
    }),
    runs(1000),
  );
});

test('lines in any order give the same calls', async () => {
  const sorted = (found: Read) => found.calls.map((call) => JSON.stringify(call)).sort();
  // In these a line is about those after it: the session, the model, or sums that go on.
  const inOrder = /^(codex|copilot-cli|gemini-cli|pi)\./;
  for (const name of byLines.filter((each) => !inOrder.test(each))) {
    const [first = '', ...rest] = new TextDecoder().decode(fixture(name)).trimEnd().split('\n');
    const isCsv = name.endsWith('.csv');
    const reversed = isCsv ? [first, ...rest.reverse()] : [first, ...rest].reverse();
    const ahead = sorted(await read(fixture(name)));
    const back = sorted(await read(reversed.join('\n')));
    // The start of a streamed answer is that of its first entry, which differs in reverse.
    const withoutTime = (calls: string[]) => calls.map((call) => call.replace(/"at":\d+/, ''));
    expect(withoutTime(back), name).toEqual(withoutTime(ahead));
  }
});

test('a repeated call counts once, with any number of calls in between', async () => {
  const line = (id: number) => ({ request_id: `r${id}`, model: 'm', input: 1, output: id % 7 });
  const ids = Array.from({ length: 5000 }, (_, id) => id);
  const { calls, report } = await read(jsonLines(...ids.map(line), ...ids.map(line), ...ids.map(line)));
  expect(calls).toHaveLength(5000);
  expect(report).toMatchObject({ records: 5000, duplicates: 10_000 });
});

test('files of one log in any order give the same calls', async () => {
  const texts = [0, 1, 2].map((part) =>
    jsonLines(
      ...Array.from({ length: 50 }, (_, index) => ({
        type: 'assistant',
        sessionId: `s${part}`,
        requestId: 'r',
        message: { id: `m${index + 25 * part}`, model: 'gpt-5', usage: { input_tokens: 1, output_tokens: index } },
      })),
    ),
  );
  const counted = async (order: readonly number[]) => {
    const reading = newReading();
    const sums = { calls: 0, input: 0, output: 0 };
    for (const part of order) {
      for (const { calls, input, output } of (await read(texts[part] as string, reading)).calls) {
        sums.calls += calls;
        sums.input += input;
        sums.output += output;
      }
    }
    return sums;
  };
  // 50 + 25 new + 25 new; each with its most output: 0 to 49, 25 to 49 and 25 to 49.
  for (const order of [
    [0, 1, 2],
    [2, 0, 1],
    [1, 2, 0],
  ]) {
    expect(await counted(order)).toEqual({ calls: 100, input: 100, output: 1225 + 925 + 925 });
  }
});
