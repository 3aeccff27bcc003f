/** JSON lists are read element by element. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayReader } from '../../../runtime/logs/input/json-array.ts';
import { rounds } from '../../support/rounds.ts';
import { call, read } from './read.ts';

/** The elements of a text read in pieces of `pieceSize` characters, and the broken places. */
function elementsOf(text: string, pieceSize = text.length + 1): { values: unknown[]; broken: [number, string][] } {
  const values: unknown[] = [];
  const broken: [number, string][] = [];
  const reader = arrayReader({
    value: (value) => values.push(value),
    broken: (line, reason) => broken.push([line, reason]),
    damaged: () => {},
    isIdle: () => false,
  });
  for (let at = 0; at < text.length; at += pieceSize) reader.piece(text.slice(at, at + pieceSize));
  reader.end();
  return { values, broken };
}

test('the elements are those of JSON.parse, for any chunks and indentation', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 8 }),
      fc.constantFrom(undefined, 1, '\t'),
      fc.integer({ min: 1, max: 30 }),
      (list, indent, pieceSize) => {
        const text = JSON.stringify(list, null, indent);
        expect(elementsOf(text, pieceSize)).toEqual({ values: JSON.parse(text), broken: [] });
      },
    ),
    { numRuns: rounds(2000), seed: 20261121 },
  );
});

test('brackets, quotes and backslashes in strings are text', () => {
  const list = [{ a: ']}' }, { b: '\\"[' }, { c: '\\\\' }, ['"'], 1, 'x,]'];
  expect(elementsOf(JSON.stringify(list), 1).values).toEqual(list);
});

test('consecutive lists and objects after them are read like one list', () => {
  expect(elementsOf('[{"a":1}]\n[{"a":2}]\n{"a":3}\n{"a":4}{"a":5}').values).toEqual(
    [1, 2, 3, 4, 5].map((a) => ({ a })),
  );
});

test('invalid JSON is reported with the line on which it starts', () => {
  expect(elementsOf('[\n{"a":1},\n{"a":},\n{"a":2}\n]')).toEqual({
    values: [{ a: 1 }, { a: 2 }],
    broken: [[3, 'not valid JSON']],
  });
  expect(elementsOf('[{"a":1},\n{"a":').broken).toEqual([[2, 'not valid JSON']]);
  expect(elementsOf('[{"a":1},\n').broken).toEqual([[2, 'the list does not end']]);
});

test('a list on one line may exceed the line limit', async () => {
  const row = `{"model":"m","input":1,"output":1,"note":"${'x'.repeat(960)}"}`;
  const rows = new TextEncoder().encode(`${row},`.repeat(1000));
  const pieces = Array.from({ length: 70 }, () => rows);
  const { calls, report } = await read([new TextEncoder().encode('['), ...pieces, new TextEncoder().encode(`${row}]`)]);
  expect(calls).toHaveLength(70 * 1000 + 1);
  expect(calls[0]).toEqual(call({ model: 'm', input: 1, output: 1 }));
  expect(report.broken).toBe(0);
});
