/** Threads find in a file what the thread that asks finds in it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LogThreads } from '../../../runtime/cli/log-threads.ts';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { callsBefore } from '../../../runtime/logs/read-calls.ts';
import { newReading } from '../../../runtime/logs/read-report.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { testDist } from '../../support/dist.ts';
import { fixture, fixtures, jsonLines, read } from './read.ts';

const start = (jobs: number): LogThreads => LogThreads.start(jobs, join(testDist, 'log-reader.cjs')) as LogThreads;
const threads = start(3);
afterAll(() => threads.end());

const folder = temporaryDirectory();
function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** What a thread found, taken over here; null: it left the file to us. */
async function inThread(path: string, bytes: number | null = null) {
  const found = (await threads.ask({ path, bytes, withKeys: true })?.read) ?? null;
  if (found === null) return null;
  const reading = newReading();
  const calls: CallRecord[] = [];
  for (const batch of callsBefore(found, 'log', reading)) calls.push(...batch);
  return { calls, report: reading.files[0] };
}

test('every fixture of lines, asked for at once', async () => {
  const names = fixtures.filter((name) => name.endsWith('.jsonl'));
  const found = await Promise.all(names.map((name) => inThread(written(name, fixture(name)))));
  // Claude Code, Codex and those whose readers can go on with a file.
  expect(found.filter((one) => one !== null).length).toBeGreaterThanOrEqual(2);
  for (const [at, one] of found.entries()) {
    if (one !== null) expect(one, names[at]).toEqual(await read(fixture(names[at] as string)));
  }
});

const line = (id: string): object => ({
  ...{ type: 'assistant', sessionId: 's', requestId: 'r', cwd: '/shop', timestamp: '2026-11-01T10:00:00.000Z' },
  message: { id, model: 'claude-opus-4-6', content: [], usage: { input_tokens: 10, output_tokens: 7 } },
});

test('only as many bytes as were asked for', async () => {
  const first = jsonLines(line('a'), line('b'));
  const path = written('grown.jsonl', first + jsonLines(line('c')));
  expect((await inThread(path, first.length))?.calls).toHaveLength(2);
  expect((await inThread(path))?.calls).toHaveLength(3);
});

test('a file that is no log, or is not there, is left to the thread that asks', async () => {
  expect(await inThread(written('no-log.jsonl', '{"a":1}\n'.repeat(2000)))).toBeNull();
  expect(await inThread(join(folder, 'missing.jsonl'))).toBeNull();
});

test('a file is read once: by the thread that was asked, or by the one that asks and takes it back', async () => {
  const paths = Array.from({ length: 12 }, (_, at) => written(`taken-${at}.jsonl`, jsonLines(line(`t${at}`))));
  const asked = paths.map((path) => threads.ask({ path, bytes: null, withKeys: false }));
  const areOurs = asked.map((one) => one?.takeBack());
  const read = await Promise.all(asked.map((one) => one?.read));
  expect(read.map((one) => one === null)).toEqual(areOurs);
  // What was read, or taken back, is not to be had again.
  expect(asked.map((one) => one?.takeBack())).not.toContain(true);
});

test('threads that were ended leave every file to the thread that asks', async () => {
  const others = start(2);
  const asked = others.ask({ path: written('late.jsonl', jsonLines(line('a'))), bytes: null, withKeys: false });
  await others.end();
  const path = written('later.jsonl', jsonLines(line('a')));
  expect(others.ask({ path, bytes: null, withKeys: false })).toBeNull();
  // Either it was read before the end, or it is ours.
  expect((await asked?.read)?.rows ?? 1).toBe(1);
});

test('one job is no thread', () => {
  expect(LogThreads.start(1, join(testDist, 'log-reader.cjs'))).toBeNull();
});
