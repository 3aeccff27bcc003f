import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compact, expanded } from '../../../runtime/site/catalog/compact-catalog.ts';

test('a list of objects becomes columns, and expands to the same objects', () => {
  const list = [{ a: 1, b: null }, { a: 2 }, { a: 3, b: [{ c: 'x' }] }, { b: {} }];
  expect(compact(list)).toEqual({ '#': 4, a: [1, 2, 3, '~'], b: [null, '~', [{ c: 'x' }], {}] });
  expect(expanded(compact(list))).toEqual(list);
});

test('any JSON without the marks survives the round trip', () => {
  const object = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.jsonValue({ maxDepth: 2 }), {
    noNullPrototype: true,
  });
  const data = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.array(object, { minLength: 4, maxLength: 8 }));
  fc.assert(
    fc.property(data, (value) => {
      const text = JSON.stringify(value);
      fc.pre(!/"[#~]"|__proto__/.test(text));
      expect(JSON.stringify(expanded(compact(JSON.parse(text))))).toHaveLength(text.length);
      expect(expanded(compact(JSON.parse(text)))).toEqual(JSON.parse(text));
    }),
  );
});
