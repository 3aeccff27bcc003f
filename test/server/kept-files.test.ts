/** Files are kept while there is room for them, and read again after that: the memory of a server has a bound. */
import { expect, test } from 'vitest';
import { Site } from '../../runtime/server/http/site.ts';

function siteOf(bytes: number) {
  const read: string[] = [];
  const site = new Site({
    catalog: () => {
      throw new Error('no file needs the catalog');
    },
    has: () => true,
    read(path) {
      read.push(path);
      return { content: new Uint8Array(bytes).fill(path.length), sha256: 'ab'.repeat(32) };
    },
  });
  return { read, body: (path: string) => site.file(path)?.in('identity').body };
}

test('a file that was asked for is not read twice', () => {
  const { read, body } = siteOf(1000);
  expect(body('/a')).toBe(body('/a'));
  expect(read).toEqual(['/a']);
});

test('a server that was asked for 64 MB of files keeps at most 8 of them, and answers as before', () => {
  const { read, body } = siteOf(2 ** 20);
  const before = body('/a');
  for (let file = 0; file < 64; file++) body(`/${file}`);
  expect(body('/a')?.at(-1)).toBe(before?.at(-1));
  expect(read.filter((path) => path === '/a')).toHaveLength(2);
  read.length = 0;
  for (let file = 63; file >= 0; file--) body(`/${file}`);
  expect(new Set(read).size).toBeGreaterThanOrEqual(64 - 8);
});

test('a URL is not remembered with a file that was forgotten', () => {
  const read: string[] = [];
  const site = new Site({
    catalog: () => ({}) as never,
    has: () => true,
    read: (path) => {
      read.push(path);
      return { content: new Uint8Array(2 ** 20), sha256: '00'.repeat(32) };
    },
  });
  const file = site.file('/a');
  if (file === undefined) throw new Error('there is such a file');
  site.remember('/?a', file);
  expect(site.fileFor('/?a')).toBe(file);
  for (let other = 0; other < 16; other++) site.file(`/${other}`)?.in('identity');
  expect(site.fileFor('/?a')).toBeUndefined();
});
