/** Reading of any format: bytes, lines, errors. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { callKeys, fingerprint } from '../../../runtime/logs/duplicates.ts';
import { nearColumn } from '../../../runtime/logs/fields/plain-columns.ts';
import { textBlocks } from '../../../runtime/logs/input/text-blocks.ts';
import { newReading, nothingWrong } from '../../../runtime/logs/read-report.ts';
import { call, jsonLines, read } from './read.ts';

const table = 'model,input_tokens,output_tokens\ngpt-4o,100,20\nclaude-sonnet-4-6,7,8\n';
const calls = [
  call({ model: 'gpt-4o', input: 100, output: 20 }),
  call({ model: 'claude-sonnet-4-6', input: 7, output: 8 }),
];

test('the encoding of a file does not matter', async () => {
  const utf8 = new TextEncoder().encode(table);
  const utf16 = Buffer.from(`\ufeff${table}`, 'utf16le');
  const forms = [
    utf8,
    new TextEncoder().encode(`\ufeff${table}`),
    new TextEncoder().encode(table.replaceAll('\n', '\r\n')),
    new TextEncoder().encode(table.trimEnd()),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(table, 'utf16le'),
    gzipSync(utf8),
    Buffer.concat([gzipSync(utf8.subarray(0, 50)), gzipSync(utf8.subarray(50))]),
  ];
  for (const [index, form] of forms.entries()) {
    const { calls: found, report } = await read(form);
    expect(found, `form ${index}`).toEqual(calls);
    expect(report).toMatchObject({ name: 'log', format: 'plain', records: 2, duplicates: 0, broken: 0 });
  }
});

test('an empty file has no calls and no format', async () => {
  for (const empty of ['', '\n\n', '\ufeff', gzipSync('')]) {
    expect(await read(empty)).toEqual({
      calls: [],
      report: { name: 'log', format: null, records: 0, duplicates: 0, broken: 0, brokenLines: [], ...nothingWrong() },
    });
  }
});

test('a truncated archive gives the calls before the cut and is reported', async () => {
  const rows = Array.from({ length: 2000 }, (_, index) => `m,${index},${(index * 7919) % 1000}\n`);
  const packed = gzipSync(`model,input,output\n${rows.join('')}`);
  const { calls: found, report } = await read(packed.subarray(0, packed.length / 2));
  expect(found.length).toBeGreaterThan(100);
  expect(found.map(({ input }) => input)).toEqual(found.map((_, index) => index));
  expect(report).toMatchObject({ damage: 'the gzip data ends early: the file was cut or damaged', broken: 0 });
});

test('gzip data whose checksum or length does not match is reported as damaged', async () => {
  const packed = gzipSync('model,input,output\nm,1,2\n');
  const second = gzipSync('m,3,4\n');
  const changed = (bytes: Uint8Array, at: number): Uint8Array =>
    bytes.map((byte, index) => (index === at ? byte ^ 1 : byte));
  // The last eight bytes of a member are its CRC-32 and its length (RFC 1952).
  for (const at of [packed.length - 8, packed.length - 5, packed.length - 4, packed.length - 1]) {
    for (const bytes of [changed(packed, at), Buffer.concat([changed(packed, at), second])]) {
      const { calls: found, report } = await read(bytes);
      expect(report.damage, `byte ${at}`).toBe('the gzip data is damaged: its checksum does not match');
      expect(found[0]).toMatchObject({ input: 1, output: 2 });
    }
  }
});

test('a sound archive of several members, in pieces of any size, is not called damaged', async () => {
  const rows = (from: number): string => Array.from({ length: 3000 }, (_, row) => `m,${from + row},1\n`).join('');
  const packed = Buffer.concat([gzipSync(`model,input,output\n${rows(0)}`), gzipSync(rows(3000)), gzipSync('')]);
  for (const size of [1, 7, 1000, packed.length]) {
    const pieces = Array.from({ length: Math.ceil(packed.length / size) }, (_, index) =>
      packed.subarray(index * size, (index + 1) * size),
    );
    const { calls: found, report } = await read(pieces);
    expect(report, `pieces of ${size}`).toMatchObject({ damage: null, broken: 0, records: 6000 });
    expect(found.every(({ input }, index) => input === index)).toBe(true);
  }
});

test.each([false, true])('a reader that stops at the first lines closes the file (gzip: %s)', async (zipped) => {
  let isOpen = false;
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    isOpen = true;
    try {
      for (;;) yield zipped ? gzipSync(table) : Buffer.from(table);
    } finally {
      isOpen = false;
    }
  };
  for await (const _ of textBlocks(chunks())) {
    expect(isOpen).toBe(true);
    break;
  }
  expect(isOpen).toBe(false);
});

test('days that do not exist and times before 1970 are broken lines', async () => {
  const row = { model: 'm', input: 1, output: 1 };
  const times = ['2026-02-30', '2026-02-30T10:00:00.000Z', '2026-06-31 10:00', '1969-07-20T20:17:00Z', '2025-02-29'];
  const { calls: found, report } = await read(
    jsonLines(...times.map((time) => ({ ...row, time })), { ...row, time: '2024-02-29T10:00:00Z' }),
  );
  expect(found).toEqual([call({ model: 'm', input: 1, output: 1, at: Date.UTC(2024, 1, 29, 10) })]);
  expect(report.brokenLines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
});

test('columns that look like tokens, money or times and are not read are named', async () => {
  const { report } = await read(
    'model,input_tokens,output_tokens,cache_hit_tokens,prompt_cache_read_tokens,request_created_at,completion_tokens,latency_ms\nm,1,2,90000,7,2026-11-02T10:00:00Z,2,12\n',
  );
  expect(report.unreadColumns).toEqual([
    'cache_hit_tokens',
    'prompt_cache_read_tokens',
    'request_created_at',
    'completion_tokens',
  ]);
  expect(
    (await read('model,input,output,time,latency_ms,created\nm,1,2,2026-11-02,9,3\n')).report.unreadColumns,
  ).toEqual([]);
});

test('calls without any count are counted apart', async () => {
  const { report } = await read('model,input,output\nm,0,0\nm,0,1\n');
  expect(report).toMatchObject({ records: 2, withoutCounts: 1 });
});

test('a broken line is reported with its number and a reason, and loses only itself', async () => {
  const good = { model: 'gpt-4o', input_tokens: 1, output_tokens: 2 };
  const { calls: found, report } = await read(
    [
      JSON.stringify(good),
      '{"model":"gpt-4o","input_tok',
      JSON.stringify({ ...good, input_tokens: -1 }),
      JSON.stringify({ ...good, input_tokens: 1.5 }),
      JSON.stringify({ ...good, input_tokens: 'secret' }),
      JSON.stringify({ ...good, input_tokens: [] }),
      JSON.stringify({ ...good, timestamp: 'secret' }),
      JSON.stringify({ ...good, cached_tokens: 2 }),
      JSON.stringify({ ...good, reasoning_tokens: 3 }),
      JSON.stringify({ ...good, model: null }),
      '17',
      JSON.stringify({ ...good, input_tokens: '1e0', output_tokens: ' 2 ' }),
    ].join('\n'),
  );
  expect(found).toEqual([
    call({ model: 'gpt-4o', input: 1, output: 2 }),
    call({ model: 'gpt-4o', input: 1, output: 2 }),
  ]);
  expect(report.brokenLines).toEqual([
    { line: 2, reason: 'not valid JSON' },
    { line: 3, reason: 'input_tokens is negative' },
    { line: 4, reason: 'input_tokens is not a whole number' },
    { line: 5, reason: 'input_tokens is not a number' },
    { line: 6, reason: 'input_tokens is not a number' },
    { line: 7, reason: 'timestamp is not a time' },
    { line: 8, reason: 'more cached tokens than the prompt they are part of' },
    { line: 9, reason: 'more reasoning than output' },
    { line: 10, reason: 'model names no model' },
    { line: 11, reason: 'not a JSON object' },
  ]);
});

test('twenty broken lines are listed and all are counted', async () => {
  const { report } = await read(`${jsonLines({ model: 'm', input: 1, output: 1 })}${'{\n'.repeat(1000)}`);
  expect(report).toMatchObject({ records: 1, broken: 1000 });
  expect(report.brokenLines).toHaveLength(20);
});

test('a quote that does not close loses only the line where it opens', async () => {
  const { calls: found, report } = await read(
    'model,input,output,comment\nm,1,1,"two\nlines, of one row"\nm,2,2,"open\nm,3,3,a\nm,4,4,"closed"\nm,5,5\nm,6,6,"say ""hi"""\n',
  );
  expect(found.map(({ input }) => input)).toEqual([1, 3, 4, 6]);
  expect(report.brokenLines).toEqual([
    { line: 4, reason: 'a quote does not close' },
    { line: 7, reason: '3 fields where the header has 4' },
  ]);
});

test('lines with NaN and Infinity, as Python writes them, are read', async () => {
  const { calls: found } = await read(
    '{"model":"m","input":1,"output":1,"cost":NaN,"note":"NaN"}\n{"model":"m","input":1,"output":1,"cost":-Infinity}',
  );
  expect(found).toEqual([call({ model: 'm', input: 1, output: 1 }), call({ model: 'm', input: 1, output: 1 })]);
});

test('a JSON list on one line or several is read like JSON lines', async () => {
  const rows = [
    { model: 'a', input: 1, output: 1 },
    { model: 'b', input: 2, output: 2 },
  ];
  const expected = [call({ model: 'a', input: 1, output: 1 }), call({ model: 'b', input: 2, output: 2 })];
  for (const text of [
    jsonLines(...rows),
    JSON.stringify(rows),
    JSON.stringify(rows, null, 2),
    `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`,
  ]) {
    expect((await read(text)).calls, text).toEqual(expected);
  }
});

test('an unknown file is refused with its field names and the known formats, without its content', async () => {
  await expect(read('{"prompt":"secret-1","answer":"secret-2"}')).rejects.toThrow(
    /^log is not a log of a known format: its fields are prompt, answer\. Known formats:\n {2}qwen-code: .*\n {2}claude-code: JSON lines with type/,
  );
  await expect(read('a secret, in a text\nwithout a header')).rejects.toThrow(
    /: none of its fields or columns has a known name( \(line 2: .*\))?\./,
  );
  await expect(read('{"broken')).rejects.toThrow(/ has a known name \(line 1: not valid JSON\)\. Known formats/);
  await expect(read(gzipSync(table).fill(255, 12))).rejects.toThrow(/ \(the gzip data ends early/);
  await expect(read('name,price\n')).rejects.toThrow(/: its fields are name, price\./);
});

test('a header without rows has a format', async () => {
  expect((await read('model,input,output\n')).report).toMatchObject({ format: 'plain', records: 0, broken: 0 });
});

test('files of one reading have a report each', async () => {
  const reading = newReading();
  await read(table, reading);
  await read('', reading);
  expect(reading.files.map(({ records }) => records)).toEqual([2, 0]);
});

test('a line of more than 64 MiB is skipped and reported', async () => {
  const encoder = new TextEncoder();
  const good = encoder.encode('{"model":"m","input":1,"output":1}\n');
  const piece = new Uint8Array(2 ** 20).fill(120);
  const { calls: found, report } = await read([
    good,
    ...Array.from({ length: 66 }, () => piece),
    encoder.encode('\n'),
    good,
  ]);
  expect(found).toHaveLength(2);
  expect(report).toMatchObject({ broken: 1, brokenLines: [{ line: 2, reason: 'the line is longer than 64 MiB' }] });
});

test('call keys are remembered for at least a million others and never confused', () => {
  const keys = callKeys();
  const total = 1_200_000;
  let again = 0;
  for (let id = 0; id < total; id += 1) again += keys.add(fingerprint(`req_${id}`), 1) === null ? 0 : 1;
  expect(again).toBe(0);
  for (let id = 200_000; id < total; id += 1) again += keys.add(fingerprint(`req_${id}`), 1) === null ? 0 : 1;
  expect(again).toBe(1_000_000);
});

test('a call is known with the most output it was counted with, which is at most what a word holds', () => {
  const keys = callKeys();
  const outputs = [10, 4, 2 ** 33, 7].map((output) => keys.add(fingerprint('req'), output));
  // 2^33 would be 0 in 32 bits.
  expect([...outputs, keys.add(fingerprint('req'), 1)]).toEqual([null, 10, 10, 2 ** 32 - 1, 2 ** 32 - 1]);
});

test('the name suggested for a column is of the same use: none of a write for what was read', () => {
  expect(nearColumn('cache_hit_tokens')).not.toMatch(/write|creation/);
  expect(nearColumn('cache_miss_tokens')).not.toMatch(/read|write|cached/);
  expect(nearColumn('cache_writes_tokens')).toMatch(/"cache_write_tokens"/);
  expect(nearColumn('input_tokenz')).toMatch(/"input_tokens"/);
  expect(nearColumn('ouput_tokens')).toMatch(/"output_tokens"/);
  expect(nearColumn('modell')).toMatch(/"model"/);
});
