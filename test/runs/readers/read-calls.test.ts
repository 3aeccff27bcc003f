/** Reading of any format: bytes, lines, errors. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { callKeys } from '../../../runtime/logs/duplicates.ts';
import { newReading } from '../../../runtime/logs/read-report.ts';
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
      report: { name: 'log', format: null, records: 0, duplicates: 0, broken: 0, brokenLines: [] },
    });
  }
});

test('a truncated archive gives the calls before the cut and is reported', async () => {
  const rows = Array.from({ length: 2000 }, (_, index) => `m,${index},${(index * 7919) % 1000}\n`);
  const packed = gzipSync(`model,input,output\n${rows.join('')}`);
  const { calls: found, report } = await read(packed.subarray(0, packed.length / 2));
  expect(found.length).toBeGreaterThan(100);
  expect(found.map(({ input }) => input)).toEqual(found.map((_, index) => index));
  expect(report.brokenLines.map(({ reason }) => reason)).toContain('the gzip data is truncated or damaged');
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
    /^log is not a log of a known format: its fields are prompt, answer\. Known formats:\n {2}claude-code: JSON lines with type/,
  );
  await expect(read('a secret, in a text\nwithout a header')).rejects.toThrow(
    /: none of its fields or columns has a known name( \(line 2: .*\))?\./,
  );
  await expect(read('{"broken')).rejects.toThrow(/ has a known name \(line 1: not valid JSON\)\. Known formats/);
  await expect(read(gzipSync(table).fill(255, 12))).rejects.toThrow(
    / \(line \d: the gzip data is truncated or damaged\)\./,
  );
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
  for (let id = 0; id < total; id += 1) again += keys.addAgain(`req_${id}`) ? 1 : 0;
  expect(again).toBe(0);
  for (let id = 200_000; id < total; id += 1) again += keys.addAgain(`req_${id}`) ? 1 : 0;
  expect(again).toBe(1_000_000);
});
