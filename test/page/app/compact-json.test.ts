import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compact, expanded } from '../../../runtime/page/catalog/compact-json.ts';

test('a list of objects becomes columns, and the same objects again', () => {
  const list = [{ a: 1, b: null }, { a: 2 }, { a: 3, b: [{ c: 'x' }] }, { b: {} }];
  expect(compact(list)).toEqual({ '#': 4, a: [1, 2, 3, '~'], b: [null, '~', [{ c: 'x' }], {}] });
  expect(expanded(compact(list))).toEqual(list);
});

test('any JSON without the marks is the same again', () => {
  const key = fc.string({ minLength: 1 }).filter((name) => name !== '#' && name !== '__proto__');
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.string().filter((text) => text !== '~'),
      fc.array(tie('value')),
      fc.dictionary(key, tie('value'), { noNullPrototype: true }),
      fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { noNullPrototype: true }), {
        minLength: 4,
      }),
    ),
  }));
  fc.assert(fc.property(value, (data) => expect(expanded(compact(data))).toEqual(data)));
});
