/** Threads are started where much is left to read, and what the index knows is not. */
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { LogIndex } from '../../../runtime/cli/log-index.ts';
import { LogThreads } from '../../../runtime/cli/log-threads.ts';
import { ReadAhead } from '../../../runtime/cli/read-ahead.ts';
import { temporaryDirectory } from '../../support/copies.ts';

const folder = temporaryDirectory();
/** Two logs of 500 MB, of which nothing is on the disk. */
const files = ['a.jsonl', 'b.jsonl'].map((name) => {
  const path = join(folder, name);
  writeFileSync(path, '');
  truncateSync(path, 5e8);
  return { name, path, isFound: true };
});

/** An index that has an entry of some logs. */
const indexOf = (known: readonly string[]): LogIndex =>
  ({ has: (path) => known.includes(path), find: () => null, watch: () => null }) satisfies Partial<LogIndex> as never;

afterEach(() => vi.restoreAllMocks());

test.each([
  ['nothing is remembered', null, 2, 1],
  ['none of them is known', indexOf([]), 2, 1],
  ['there is one processor', null, 1, 0],
  ['one of them is known', indexOf([join(folder, 'a.jsonl')]), 2, 0],
  // 500 MB are enough for five threads: each reads a fifth in less than the time that one takes.
  ['one of them is known, and there are eight processors', indexOf([join(folder, 'a.jsonl')]), 8, 1],
  ['all of them are known', indexOf(files.map(({ path }) => path)), 8, 0],
])('a gigabyte is left, and %s', async (_, index, jobs, starts) => {
  const start = vi.spyOn(LogThreads, 'start').mockReturnValue(null);
  const ahead = new ReadAhead(files, index, jobs);
  // Enough to have compiled the reader here.
  ahead.read(1e7);
  await ahead.next();
  expect(start).toHaveBeenCalledTimes(starts);
  await ahead.end();
});
