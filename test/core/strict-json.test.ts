import { expect, test } from 'vitest';
import { NotJson, parseJson } from '../../runtime/core/values/strict-json.ts';

const placeOf = (text: string): string => {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof NotJson) return error.message;
    throw error;
  }
  throw new Error('It is JSON.');
};

test.each([
  ['', 'line 1, column 1'],
  ['root:x:0:0', 'line 1, column 1'],
  ['{"a": 1,}', 'line 1, column 9'],
  ['{"a" 1}', 'line 1, column 6'],
  ['{a: 1}', 'line 1, column 2'],
  ['[1, 2', 'line 1, column 6'],
  ['[1 2]', 'line 1, column 4'],
  ['[1, ]', 'line 1, column 5'],
  ['[[]]]', 'line 1, column 5'],
  ['{"a": [{}, {"b": []}], "c": tru}', 'line 1, column 29'],
  ['{"a": 1}\n{"b": 2}', 'line 2, column 1'],
  ['{\n  "a": "one",\n  "b": \'two\'\n}', 'line 3, column 8'],
  ['["\\x"]', 'line 1, column 2'],
  ['["a\nb"]', 'line 1, column 2'],
  ['01', 'line 1, column 2'],
  ['[NaN]', 'line 1, column 2'],
])('%j stops being JSON at %s', (text, place) => {
  expect(placeOf(text)).toBe(place);
});

test('what is JSON is parsed, however it is laid out', () => {
  for (const text of [
    '{}',
    ' [ ] ',
    '{"a":[1,{"b":null}],"c":"\\u00e9\\n"}',
    '-0.5e-3',
    '"a"',
    '{"a":{},"b":[[],[]]}',
  ]) {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  }
});

test('a deep or long text is placed too', () => {
  expect(placeOf('['.repeat(100_000))).toBe('line 1, column 100001');
  expect(placeOf(`["${'x'.repeat(5_000_000)}`)).toBe('line 1, column 2');
  expect(placeOf(`["${'\\n'.repeat(1_000_000)}" x]`)).toBe('line 1, column 2000005');
});
