/** A name repeated in one object is found at any depth, by a scan whose number of reads is linear. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import { repeatedName, type Text } from '../../runtime/core/values/json-shape.ts';
import { readObject } from '../../runtime/server/http/json-body.ts';

const utf8 = new TextEncoder();
const read = (text: string) => readObject(utf8.encode(text));

/** A JSON text before it is printed: an object is a list of names and values, so that names can repeat. */
type Written = { text: string; value: string } | { entries: [name: string, value: Written][] } | { items: Written[] };

/** Names that are easily mistaken for the ends of strings, and few enough to repeat. */
const names = fc.constantFrom(
  'a',
  'b',
  '',
  '"',
  '\\',
  '\\"',
  ':',
  '":',
  'x",\n"',
  '{',
  '}',
  '\u{1f4b0}',
  'é',
  '__proto__',
);

const { tree } = fc.letrec<{ tree: Written }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(names, fc.integer(), fc.boolean(), fc.constant(null)).map((value) => ({
      text: JSON.stringify(value),
      value: String(value),
    })),
    fc.array(fc.tuple(names, tie('tree')), { maxLength: 5 }).map((entries) => ({ entries })),
    fc.array(tie('tree'), { maxLength: 4 }).map((items) => ({ items })),
  ),
}));

/** Writes a tree with whitespace, and with some names escaped where they need not be. */
function print(written: Written, blank: string, escaped: boolean): string {
  const name = (text: string) =>
    escaped
      ? `"${[...Array(text.length).keys()].map((i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`
      : JSON.stringify(text);
  if ('text' in written) return written.text;
  if ('items' in written) {
    return `[${blank}${written.items.map((item) => print(item, blank, escaped)).join(`${blank},${blank}`)}${blank}]`;
  }
  const entries = written.entries.map(
    ([key, value], index) =>
      `${index % 2 ? name(key) : JSON.stringify(key)}${blank}:${blank}${print(value, blank, escaped)}`,
  );
  return `{${blank}${entries.join(`${blank},${blank}`)}${blank}}`;
}

/** The oracle: every name is compared with every earlier one, in the order of the text. */
function repeatedIn(written: Written): string | null {
  if ('text' in written) return null;
  if ('items' in written) {
    for (const item of written.items) {
      const found = repeatedIn(item);
      if (found !== null) return found;
    }
    return null;
  }
  const { entries } = written;
  for (const [index, [name, value]] of entries.entries()) {
    if (entries.slice(0, index).some(([before]) => before === name)) return name;
    const found = repeatedIn(value);
    if (found !== null) return found;
  }
  return null;
}

/** A text that counts the characters read from it, one by one or in slices. */
class Counted implements Text {
  reads = 0;
  constructor(private readonly text: string) {}
  get length() {
    return this.text.length;
  }
  charCodeAt(index: number) {
    this.reads++;
    return this.text.charCodeAt(index);
  }
  slice(from?: number, to?: number) {
    const part = this.text.slice(from, to);
    this.reads += part.length;
    return part;
  }
}

test('the scan agrees with the comparison of every pair of names', () => {
  let repeated = 0;
  fc.assert(
    fc.property(tree, fc.constantFrom('', ' ', '\r\n\t'), fc.boolean(), (written, blank, escaped) => {
      const expected = repeatedIn(written);
      if (expected !== null) repeated++;
      const text = print(written, blank, escaped);
      JSON.parse(text); // the printer writes JSON
      expect(repeatedName(text), text).toBe(expected);
    }),
    { numRuns: 3000 },
  );
  expect(repeated).toBeGreaterThan(100);
});

describe('no body of 16 KiB makes the scan read a character more than three times', () => {
  const filled = (start: string, part: string, end: string) =>
    start + part.repeat(Math.floor((16 * 1024 - start.length - end.length) / part.length)) + end;
  test.each([
    ['escaped quotation marks', filled('{"a":1,"a":1,"b":"', '\\"', '"}')],
    ['escaped quotation marks before the repetition', filled('{"b":"', '\\"', '","a":1,"a":1}')],
    ['backslashes', filled('{"a":{"a":1},"b":"', '\\\\', '"}')],
    ['strings in an array', filled('{"a":{"b":1},"c":["x"', ',""', ']}')],
    ['strings before blanks', filled('{"a":{"b":1},"c":["x"', ' ', ']}')],
    ['blanks before the colon', filled('{"a":{"b":1},"c"', ' ', ':1}')],
    ['names', filled('{"a":{"a":1', `,"${'n'.repeat(20)}":1`, '}}')],
    ['objects', filled('{"a":[{}', ',{"a":1}', ']}')],
    ['nested objects', `${'{"a":'.repeat(2700)}1${'}'.repeat(2700)}`],
  ])('%s', (_name, text) => {
    JSON.parse(text);
    expect(text.length).toBeGreaterThan(16_000);
    const counted = new Counted(text);
    repeatedName(counted);
    expect(counted.reads).toBeLessThanOrEqual(3 * text.length);
  });
});

describe('a body', () => {
  test.each([
    ['a value that ends like a name', '{"a":{"b":1},"c":["x",\n":"]}'],
    ['the same name in two objects', '{"a":{"b":1},"c":{"b":1}}'],
    ['a name that is a value elsewhere', '{"a":["b","b"],"b":{"a":"b"}}'],
    ['16 levels', `{"a":${'['.repeat(15)}${']'.repeat(15)}}`],
  ])('with %s is accepted', (_name, text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  });

  test.each([
    ['at the top', '{"a":1,"a":2}', 'a'],
    ['in an object in an array', '{"x":[1,{"y":{"a":1,"b":2,"\\u0061":3}}]}', 'a'],
    ['after a string full of quotation marks', '{"x":"\\"\\\\\\"","a":{},"a":{}}', 'a'],
  ])('with a repeated name %s is refused, and the name given', (_name, text, name) => {
    const refusal = read(text);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(`"${name}" must not be given more`),
    });
  });

  test('nested 17 levels deep is refused, in arrays as in objects', () => {
    for (const text of [`{"a":${'['.repeat(16)}${']'.repeat(16)}}`, `${'{"a":'.repeat(17)}1${'}'.repeat(17)}`]) {
      expect(read(text)).toMatchObject({
        code: 'invalid_request',
        message: 'The body may be nested at most 16 levels deep (got 17).',
      });
    }
  });

  test('with brackets in a string is not nested', () => {
    expect(read(`{"a":"${'[{'.repeat(100)}"}`)).toEqual({ a: '[{'.repeat(100) });
  });
});

test('nesting is counted where it is deepest, and not within strings', () => {
  const deep = `{"a":${'['.repeat(16)}${']'.repeat(16)},"b":{}}`; // 1 + 16 levels, then 2
  expect(read(deep)).toMatchObject({ message: expect.stringMatching(/16 levels deep \(got 17\)/) });
  const quoted = `"${'{'.repeat(17)}`;
  expect(read(JSON.stringify({ a: quoted }))).toEqual({ a: quoted });
});
