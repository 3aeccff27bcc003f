import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../bench/random.ts';
import { encoded, JsonWriter, jsonText } from '../../runtime/core/values/json-text.ts';
import { decimal } from '../../runtime/core/values/money.ts';
import { NotJson, parseJson } from '../../runtime/core/values/strict-json.ts';
import { plainText } from '../support/core/plain-answers.ts';
import { rounds } from '../support/rounds.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });
const printer = new JsonWriter();

function printed(print: (out: JsonWriter) => void): string {
  printer.begin();
  print(printer);
  return decoder.decode(printer.end());
}

/** Doubles with any bits: every exponent equally likely, infinities and NaN included. */
const word = new DataView(new ArrayBuffer(8));
function anyBits(next: () => number): number {
  word.setUint32(0, next() * 2 ** 32);
  word.setUint32(4, next() * 2 ** 32);
  return word.getFloat64(0);
}

/** How many random numbers are printed. */
const count = Number(process.env.NUMBERS ?? rounds(2_000_000));

describe('a number is printed as in plain JSON', () => {
  test('random ones: amounts in every unit, below and above 2^51 units, ordinary doubles, any bits', () => {
    const { next } = randomFrom(51);
    const units = [1e9, 1e6, 1e4, 1e3, 1, 1 / 2, 1 / 1024];
    const kinds = [
      (unit: number) => Math.round(next() * 10 ** (next() * 16)) / unit,
      (unit: number) => Math.floor(next() * 2 ** 52) / unit,
      (unit: number) => (2 ** 51 + Math.round((next() - 0.5) * 1000)) / unit,
      (unit: number) => Math.round(10 ** (next() * 6)) / unit + 2 ** -52,
      () => (next() - 0.1) * 10 ** (next() * 40 - 20),
      () => anyBits(next),
    ];
    const comma = encoded(',');
    const chunk = 500;
    for (let done = 0; done < count; done += chunk) {
      const numbers = Array.from({ length: chunk }, (_, i) =>
        (kinds[i % kinds.length] as (unit: number) => number)(units[i % units.length] as number),
      );
      const text = printed((out) => {
        for (const number of numbers) {
          out.number(number);
          out.raw(comma);
        }
      });
      const plain = `${plainText(numbers).slice(1, -1)},`;
      if (text === plain) continue;
      expect(text.split(',')).toEqual(plain.split(','));
    }
  });

  test('the edges', () => {
    const edges = [
      ...[0, -0, 1, -1, 0.1, 999, 1000, 1001, 999_999, 1e6, 1_000_001, 123_456_789, 1e9, 2 ** 31 - 1, 2 ** 31, 1e15],
      ...[Number.MIN_VALUE, 1e-9, 9.99999999e-7, 1e-6, 0.000001001, 1.1e-6, 0.999999999, 1 - Number.EPSILON, 1e-7],
      ...[2251799.813685247, 2251799.813685248, 2251799.81368525, 2251799.8, 2251800.000001, 2147483647.999999],
      ...[2147483648.000001, 2 ** 51 / 1e9, 2 ** 51 / 1e6, 2 ** 51 / 1e3, 2 ** 51, 2 ** 53, 1e21, 1e22, 1e100],
      ...[Number.MAX_VALUE, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0.1 + 0.2, 1 / 3, -0.5],
      ...[0.5, 0.25, 0.001, 0.010_1, 100.001, 0.000_001_5, 5e-324, 12.000_000_001, 999.999_999_999, 1.000_5, 1.05],
    ];
    for (const edge of edges) expect(printed((out) => out.number(edge))).toBe(plainText(edge));
  });
});

describe('JSON without exponents', () => {
  test.each([
    [9.67e-7, '0.000000967'],
    [1e-7, '0.0000001'],
    [-1.25e-10, '-0.000000000125'],
    [1e21, '1000000000000000000000'],
    [1.5e22, '15000000000000000000000'],
    [-2e21, '-2000000000000000000000'],
    [0.000001, '0.000001'],
  ])('%s is %s', (number, text) => {
    expect(jsonText(number)).toBe(text);
    expect(decimal(number)).toBe(text);
    expect(plainText(number)).toBe(text);
  });

  test('parses back to the same value, and has no exponent outside strings', () => {
    const value = fc.jsonValue({ maxDepth: 4 }).map((value) => [value, 1e-7, '"1e-7"', { '2e-9': 'a\\' }]);
    fc.assert(
      fc.property(value, fc.double({ noNaN: true, noDefaultInfinity: true }), (value, number) => {
        const text = jsonText([value, number]);
        expect(text).toBe(plainText([value, number]));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify([value, number])));
        expect(text.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/e[+-]?\d/);
      }),
      { numRuns: 2000, seed: 23 },
    );
  });
});

describe('a text', () => {
  test('is printed whole, at any length and in any script, without remains of the one before', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.constantFrom('', '\u007f'.repeat(16), 'ð\u007f', '￿'.repeat(9)),
    );
    fc.assert(
      fc.property(fc.array(any, { maxLength: 30 }), (pieces) => {
        const texts = pieces.map(encoded);
        expect(printed((out) => texts.forEach((piece) => void out.raw(piece)))).toBe(
          pieces.map((piece) => decoder.decode(Buffer.from(piece))).join(''),
        );
        expect(
          printed((out) => {
            for (const piece of pieces) out.value(piece);
          }),
        ).toBe(pieces.map((piece) => JSON.stringify(piece)).join(''));
      }),
      { numRuns: 2000, seed: 22 },
    );
  });

  test('may be far longer than the buffer', () => {
    const long = 'long '.repeat(20_000);
    const twice = printed((out) => {
      out.raw(encoded(long));
      out.value(long);
    });
    expect(twice).toBe(`${long}"${long}"`);
  });
});

describe('a value', () => {
  test('of an object or list is what JSON.stringify writes: empty, nested, undefined left out', () => {
    const value = { a: {}, b: [], c: undefined, d: [undefined, null, Number.NaN], 'e"\n': { f: [{}, [[]]] } };
    expect(jsonText(value)).toBe(JSON.stringify(value));
    expect(jsonText({ c: undefined, d: true, e: false })).toBe('{"d":true,"e":false}');
  });

  test('may be a function, which writes it', () => {
    expect(jsonText({ a: (out: JsonWriter) => out.raw(encoded('[1]')), b: 2 })).toBe('{"a":[1],"b":2}');
  });

  test('that JSON does not have is refused, and the next text is whole', () => {
    expect(() => jsonText([1, 2n])).toThrow('bigint');
    expect(jsonText([3])).toBe('[3]');
  });
});

test('an answer does not change when the next ones are printed', () => {
  const answers = Array.from({ length: 100 }, (_, i) => {
    printer.begin();
    for (let n = 0; n <= i * 20; n++) printer.number(i);
    return printer.end();
  });
  for (const [i, answer] of answers.entries()) expect(decoder.decode(answer)).toBe(String(i).repeat(i * 20 + 1));
});

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
