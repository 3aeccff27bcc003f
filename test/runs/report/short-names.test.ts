/** Short names of projects and sessions. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortNames } from '../../../runtime/logs/report/short-names.ts';

const short = (...names: string[]): string[] => names.map((name) => shortNames(names).get(name) as string);

test.each([
  [['/Users/anna/work/shop'], ['shop']],
  [['C:\\Users\\Anna\\work\\shop\\'], ['shop']],
  [['\\\\server\\share\\shop'], ['shop']],
  [['~/shop'], ['shop']],
  // One folder more, for both.
  [
    ['/w/a/shop', '/w/b/shop', '/w/b/api'],
    ['a/shop', 'b/shop', 'api'],
  ],
  [
    ['/w/a/shop/src', '/w/b/shop/src'],
    ['a/shop/src', 'b/shop/src'],
  ],
  // A project of another log that is no path.
  [
    ['shop', '/w/a/shop'],
    ['shop', 'a/shop'],
  ],
  // The name of a user is never shown.
  [
    ['/home/anna', '/root', '/Users/bob/'],
    ['~', '~ (2)', '~ (3)'],
  ],
  [
    ['/home/anna/shop', '/home/bob/shop'],
    ['~/shop', '~/shop (2)'],
  ],
  [['/'], ['/']],
  // What is no path stays as it is.
  [
    ['web/api', 'my team', 'claude-sonnet-4-6', 's-1'],
    ['web/api', 'my team', 'claude-sonnet-4-6', 's-1'],
  ],
])('%j', (names, expected) => expect(short(...names)).toEqual(expected));

test('ids are their first eight characters, or more where two are alike', () => {
  expect(short('0199c2f4-1111-7aaa-8bbb-0123456789ab')).toEqual(['0199c2f4']);
  expect(short('0199c2f4-1111-7aaa-8bbb-0123456789ab', '0199c2f4-1122-7aaa-8bbb-0123456789ab')).toEqual([
    '0199c2f4-111',
    '0199c2f4-112',
  ]);
  expect(short('ses_2f1b9c7d8e6a5b4c3d2e1f')).toEqual(['ses_2f1b']);
  // A project of Gemini CLI: SHA-256 of its folder, here of /home/dev/shop.
  expect(short('e828acfc792e3bbcd2a6c6c35323cb44b7b438741c168c8ec59aefe347f193bb')).toEqual(['e828acfc']);
  expect(short('django__django-11099')).toEqual(['django__django-11099']);
});

test('no two names are the same, and none has a folder of a home', () => {
  const folder = fc.constantFrom('a', 'b', 'shop');
  const path = fc.array(folder, { maxLength: 4 }).map((parts) => `/home/secret-${parts.length}/${parts.join('/')}`);
  fc.assert(
    fc.property(fc.uniqueArray(fc.oneof(path, folder, fc.uuid())), (names) => {
      const found = shortNames(names);
      expect(new Set(found.values()).size).toBe(names.length);
      expect([...found.values()].join(' ')).not.toContain('secret');
    }),
  );
});
