import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexHead, indexLine, type PackHead, packed } from '../../runtime/server/http/dist-format.ts';
import { PackIndex } from '../../runtime/server/node/files/pack-index.ts';

const head: PackHead = {
  format: 1,
  datasetVersion: 'v',
  nextPriceChange: null,
  pricesAsOf: '2026-11-20',
  catalog: 'c',
  pack: 'p',
  bytes: 0,
};
const sha256 = 'ab'.repeat(32);

/** Few different characters, so that one path is often a prefix of another. */
const path = fc
  .string({ unit: fc.constantFrom('a', 'b', '/', '.', '-', '~', '!'), maxLength: 6 })
  .map((name) => `/${name}`);
const sizes = fc.tuple(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6));
const files = fc.uniqueArray(fc.tuple(path, sizes), { selector: ([name]) => name, maxLength: 40 });

test('every listed file is found, at its listed place, and no other', () => {
  const stranger = fc.oneof(path, fc.string(), fc.constantFrom('', ' ', '\n', '{"format":1', '/a 0', '/\u{1f600}'));
  fc.assert(
    fc.property(files, fc.array(stranger), (list, strangers) => {
      let at = 0;
      const expected = new Map<string, unknown>();
      const lines = list.map(([name, bytes]) => {
        const line = indexLine(
          name,
          at,
          bytes.map((size) => ({ bytes: size, sha256 })),
        );
        for (const [i, encoding] of packed.entries()) {
          expected.set(`${name} ${encoding}`, { at, bytes: bytes[i], sha256 });
          at += bytes[i] as number;
        }
        return line;
      });
      const index = new PackIndex(Buffer.from(indexHead(head) + lines.sort().join('')));
      expect(index.head).toEqual(head);
      const names = new Set(list.map(([name]) => name));
      for (const name of [...names, ...strangers]) {
        expect(index.has(name), name).toBe(names.has(name));
        for (const encoding of packed) {
          expect(index.find(name, encoding)).toEqual(expected.get(`${name} ${encoding}`) ?? null);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test('a first line that is not JSON is refused', () => {
  expect(() => new PackIndex(Buffer.from('x\n'))).toThrow(SyntaxError);
  expect(() => new PackIndex(Buffer.from(''))).toThrow(SyntaxError);
});
