/** The index of logs: a second run reads only what was appended, and gives what a first one would. */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { LogIndex } from '../../../runtime/cli/log-index.ts';
import { readLogs } from '../../../runtime/cli/read-logs.ts';
import type { CallRecord } from '../../../runtime/logs/call-record.ts';
import { replay, type StoredFile, storedBytes, storedFile } from '../../../runtime/logs/stored-calls.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { testDist } from '../../support/dist.ts';
import { rounds } from '../../support/rounds.ts';
import { fixture, read } from '../readers/read.ts';

const dir = temporaryDirectory();
let cache: string;
let logs: string;
let number = 0;
beforeEach(() => {
  number += 1;
  cache = join(dir, `cache-${number}`);
  logs = join(dir, `logs-${number}`);
  mkdirSync(logs);
});

const padding = 'x'.repeat(600);
/** A line of Claude Code, one of several for the same answer where `id` is the same. */
const line = (id: number | string, output = 10) =>
  `${JSON.stringify({
    ...{ type: 'assistant', sessionId: `s${Number(id) % 7}`, requestId: 'r', cwd: '/home/dev/secret-shop' },
    ...{ timestamp: new Date(Date.UTC(2026, 10, 2) + 1000 * Number(id)).toISOString(), gitBranch: 'main' },
    message: {
      ...{ id: `m${id}`, model: 'claude-sonnet-4-6', content: [{ type: 'text', text: padding }] },
      usage: { input_tokens: 3, cache_read_input_tokens: 1000, output_tokens: output },
    },
  })}\n`;
const lines = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => line(from + at)).join('');

/** As if it had been written long ago: what was written a moment ago is not remembered. */
function settle(path: string, seconds = 1000 + Math.floor(statSync(path).size / 10)): void {
  utimesSync(path, seconds, seconds);
}
function write(name: string, text: string): string {
  const path = join(logs, name);
  writeFileSync(path, text);
  settle(path);
  return path;
}
function append(path: string, text: string): void {
  appendFileSync(path, text);
  settle(path);
}

interface Got {
  calls: CallRecord[];
  files: unknown;
}
async function got(index: LogIndex | null): Promise<Got> {
  const calls: CallRecord[] = [];
  const { files } = await readLogs([logs], (some) => calls.push(...some), { index });
  return { calls, files };
}
const opened = () => LogIndex.open(cache) as LogIndex;
const entries = () => readdirSync(join(cache, 'logs')).filter((name) => name !== 'key');

/** Reads with the index, and compares with a reading without it. */
async function same(): Promise<void> {
  expect(await got(opened())).toEqual(await got(null));
}

describe('a second run', () => {
  test('gives the same calls and the same report, whatever was appended meanwhile', async () => {
    let round = 0;
    const step = fc.oneof(
      fc.integer({ min: 0, max: 60 }).map((count) => ({ count, cut: 0 })),
      // Half a line, which the next step completes.
      fc.integer({ min: 1, max: 400 }).map((cut) => ({ count: 1, cut })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), async (steps) => {
        round += 1;
        [cache, logs] = [join(dir, `cache-p${round}`), join(dir, `logs-p${round}`)];
        mkdirSync(logs);
        const path = write('a.jsonl', lines(0, 60));
        write('b.jsonl', lines(30, 90));
        await same();
        let [next, rest] = [60, ''];
        for (const { count, cut } of steps) {
          // The last answer goes on in the first line.
          const text = `${rest}${line(next - 1, 500)}${lines(next, next + count)}`;
          append(path, cut === 0 ? text : text.slice(0, -cut));
          rest = cut === 0 ? '' : text.slice(-cut);
          next += count;
          await same();
          await same();
        }
      }),
      { numRuns: rounds(100) },
    );
  });

  test('does not read again what it knows', async () => {
    const path = write('a.jsonl', lines(0, 100));
    const { calls } = await got(opened());
    expect(calls).toHaveLength(100);
    // The same length, time, beginning and end: only a second reading would see it.
    const text = readFileSync(path, 'utf8');
    const changed = text.replace('"id":"m50"', '"id":"m51"');
    writeFileSync(path, changed);
    settle(path);
    expect((await got(opened())).calls).toHaveLength(100);
    append(path, line(200));
    expect((await got(opened())).calls).toHaveLength(101);
  });

  test('keeps what else was found in a log', async () => {
    write('a.jsonl', `${lines(0, 60)}{"type":"assistant","message":\n${line(59, 900)}${lines(60, 70)}`);
    await same();
    await same();
    const { files } = await got(opened());
    expect(files).toMatchObject([{ records: 70, broken: 1, duplicates: 1, brokenLines: [{ line: 61 }] }]);
  });

  test('reads a Codex session on from its model, its session and its last sum', async () => {
    const text = new TextDecoder().decode(fixture('codex.jsonl'));
    const all = text.trimEnd().split('\n');
    // Up to the first call.
    const [head, rest] = [all.slice(0, 6).join('\n'), all.slice(6)];
    const filler = `${JSON.stringify({ timestamp: '2026-11-20T10:00:00.000Z', type: 'response_item', payload: { padding } })}\n`;
    const path = write('rollout.jsonl', `${head}\n${filler.repeat(60)}`);
    await same();
    for (const one of rest) {
      append(path, `${one}\n`);
      await same();
    }
    expect((await got(opened())).calls).toHaveLength(3);
  });
});

describe('a log is read again', () => {
  test.each<[string, (path: string) => void]>([
    ['it is shorter', (path) => writeFileSync(path, lines(0, 90))],
    ['it begins otherwise', (path) => writeFileSync(path, line('7777') + lines(0, 110))],
    ['what was its end is otherwise', (path) => writeFileSync(path, lines(0, 99) + lines(300, 330))],
    [
      'another file took its name',
      (path) => {
        writeFileSync(`${path}.new`, lines(0, 50) + lines(150, 250));
        renameSync(`${path}.new`, path);
      },
    ],
    ['its time is another', (path) => writeFileSync(path, lines(0, 40) + lines(140, 200))],
  ])('if %s', async (_, change) => {
    const path = write('a.jsonl', lines(0, 100));
    await same();
    change(path);
    settle(path, 5000);
    await same();
  });

  test('if its entry was changed, swapped with another, cut, or written under another key', async () => {
    write('a.jsonl', lines(0, 100));
    write('b.jsonl', lines(500, 620));
    await same();
    const [first, second] = entries().map((name) => join(cache, 'logs', name)) as [string, string];
    const bytes = readFileSync(first);
    for (const at of [0, 13, 29, 200, bytes.length - 1]) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (damaged[at] as number) ^ 1;
      writeFileSync(first, damaged);
      await same();
    }
    writeFileSync(first, readFileSync(second));
    await same();
    writeFileSync(first, bytes.subarray(0, 100));
    await same();
    rmSync(join(cache, 'logs', 'key'));
    await same();
  });

  test('if the index is deleted', async () => {
    write('a.jsonl', lines(0, 100));
    await same();
    rmSync(cache, { recursive: true });
    await same();
  });
});

describe('the index', () => {
  const modeOf = (path: string) => lstatSync(path).mode & 0o777;

  test.skipIf(process.platform === 'win32')('is only for the user who made it', async () => {
    write('a.jsonl', lines(0, 100));
    await same();
    expect([cache, join(cache, 'logs')].map(modeOf)).toEqual([0o700, 0o700]);
    expect(readdirSync(join(cache, 'logs')).map((name) => modeOf(join(cache, 'logs', name)))).toEqual([0o600, 0o600]);
    chmodSync(cache, 0o777);
    expect(LogIndex.open(cache)).toBeNull();
  });

  test('has no name of a project, a session, a model or a file', async () => {
    write('a.jsonl', lines(0, 100));
    await same();
    for (const name of [...entries(), 'key']) {
      const text = `${name} ${readFileSync(join(cache, 'logs', name), 'latin1')}`;
      for (const secret of ['secret-shop', 'sonnet', 'a.jsonl', 'main', 'm50']) expect(text).not.toContain(secret);
    }
  });

  test.skipIf(process.platform === 'win32')('follows no link, and does not write through one', async () => {
    const target = join(dir, `target-${number}`);
    mkdirSync(target);
    symlinkSync(target, cache);
    expect(LogIndex.open(cache)).toBeNull();
    rmSync(cache);
    write('a.jsonl', lines(0, 100));
    await same();
    const entry = join(cache, 'logs', entries()[0] as string);
    renameSync(entry, join(target, 'entry'));
    symlinkSync(join(target, 'entry'), entry);
    const before = readFileSync(join(target, 'entry'));
    await same();
    expect(lstatSync(entry).isSymbolicLink()).toBe(false);
    expect(readFileSync(join(target, 'entry'))).toEqual(before);
  });

  test('may be written by several runs at once', async () => {
    for (const name of ['a', 'b', 'c']) write(`${name}.jsonl`, lines(0, 80));
    const expected = await got(null);
    for (const found of await Promise.all(Array.from({ length: 6 }, () => got(opened()))))
      expect(found).toEqual(expected);
    expect(entries()).toHaveLength(3);
    await same();
  });

  test('is not made with --no-index', () => {
    write('a.jsonl', lines(0, 100));
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [join(testDist, 'cli.js'), 'report', logs, '--json', ...args], {
        encoding: 'utf8',
        env: { ...process.env, HOME: dir, XDG_CACHE_HOME: join(dir, `xdg-${number}`), LOCALAPPDATA: dir },
      });
    const without = run('--no-index');
    expect(without.status).toBe(0);
    const folder = process.platform === 'linux' ? join(dir, `xdg-${number}`, 'agent-cost') : null;
    if (folder !== null) expect(() => lstatSync(folder)).toThrow();
    for (const { stdout } of [run(), run()]) expect(stdout).toBe(without.stdout);
    if (folder !== null) expect(readdirSync(join(folder, 'logs'))).toHaveLength(2);
  });
});

test('stored calls are the same calls', async () => {
  const { calls } = await read(fixture('langfuse.json'));
  const [first] = calls as [CallRecord];
  const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
  const record = fc
    .record({
      ...{
        at: maybe(fc.nat()),
        output: fc.nat(),
        reasoning: maybe(fc.nat()),
        usd: maybe(fc.double({ min: 0, noNaN: true })),
      },
      ...{ session: maybe(fc.string()), project: maybe(fc.string()), tags: fc.array(fc.string(), { maxLength: 3 }) },
      ...{
        solved: maybe(fc.boolean()),
        compacted: fc.boolean(),
        prefixChanged: fc.boolean(),
        isFinal: maybe(fc.boolean()),
      },
    })
    .map((fields): CallRecord => ({ ...first, ...fields }));
  const answer = fc.tuple(record, fc.option(fc.string(), { nil: undefined }), fc.array(record, { maxLength: 2 }));
  const { CallStore } = await import('../../../runtime/logs/stored-calls.ts');
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 100 }), (answers) => {
      const store = new CallStore();
      for (const [call, key, more] of answers) store.keep(call, key, more);
      const report = {
        duplicates: 1,
        broken: 0,
        brokenLines: [],
        damage: null,
        unreadColumns: [],
        pricedAsText: [],
        limits: [],
      };
      const file: StoredFile = { format: 'x', state: {}, lines: 3, report, ...store.stored() };
      const again: unknown[] = [];
      replay(storedFile(storedBytes(file)) as StoredFile, (...one) => again.push(one));
      expect(again).toEqual(answers);
    }),
    { numRuns: rounds(200) },
  );
});
