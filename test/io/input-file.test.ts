/** Files that are read whole must be regular and not too long; endless ones are read only as streams. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mostBytes, readInput, UnfitFile } from '../../runtime/io/input-file.ts';
import { startChild } from '../support/children.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { runCliIn } from '../support/run.ts';
import { until } from '../support/server/until.ts';
import { notLinux } from '../support/system-packages.ts';

const program = join(testDist, 'cli.js');

/** Every way in which a command reads a whole file. */
const reading: [name: string, args: (file: string) => string[]][] = [
  ['--overlay', (file) => ['models', '--overlay', file]],
  ['--catalog', (file) => ['models', '--catalog', file]],
  ['a workflow', (file) => ['estimate', '--file', file]],
  ['calls', (file) => ['price', '--file', file]],
  ['budgets', (file) => ['check', file]],
  ['a baseline', (file) => ['check', 'agent-cost.json', '--baseline', file]],
  ['keys', (file) => ['keys', 'list', '--file', file]],
  ['a list of snapshots', (file) => ['verify-list', file]],
  ['a public key', (file) => ['verify', '.', '--key', file]],
  ['an archive', (file) => ['timestamp', file, '--tsa', 'http://127.0.0.1:1']],
];

/** A folder with a pipe that nobody writes to, and a sparse file longer than anything is read. */
function folder(): string {
  const dir = temporaryDirectory();
  writeFileSync(join(dir, 'agent-cost.json'), '{"workflows":{"work":{"preset":"rag"}}}');
  execFileSync('mkfifo', [join(dir, 'pipe')]);
  writeFileSync(join(dir, 'huge'), '{');
  truncateSync(join(dir, 'huge'), mostBytes.data + 1);
  return dir;
}

describe.skipIf(notLinux !== null).each(reading)(`%s ${notLinux ?? ''}`, (_, args) => {
  test('that is a device, a pipe or too long is refused by its name', async () => {
    const dir = folder();
    for (const file of ['/dev/zero', 'pipe', 'huge']) {
      const { code, stdout, stderr } = await runCliIn(dir, args(file));
      expect({ code: code === 0, stdout }, file).toEqual({ code: false, stdout: '' });
      expect(stderr, file).toContain(file);
      if (file === 'huge') expect(stderr).toMatch(/at most \d+/);
    }
  });
});

test('standard input may be a pipe, up to the bound', () => {
  const call = '{"model":"gpt-5.4","input":1000,"output":10}';
  const price = (input: string) =>
    execFileSync('sh', ['-c', `${input} | "$0" "$1" price --file - --json; echo "[$?]"`, process.execPath, program], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  expect(price(`printf '${call}'`)).toMatch(/"usd":.*\[0\]/s);
  expect(price('cat /dev/zero')).toBe('[2]\n');
});

describe('readInput', () => {
  test('reads exactly up to its bound', () => {
    const path = join(temporaryDirectory(), 'file');
    writeFileSync(path, 'x'.repeat(1000));
    expect(readInput(path, 1000).toString()).toBe('x'.repeat(1000));
    expect(() => readInput(path, 999)).toThrow(UnfitFile);
    expect(() => readInput(path, 999)).toThrow(/file has 1000 bytes.* 999 /);
  });

  test.skipIf(notLinux !== null)('reads files that report no size', () => {
    expect(readInput('/proc/self/status').toString()).toContain('VmRSS');
    expect(() => readInput('/proc/self/status', 10)).toThrow(UnfitFile);
  });

  test('names the kind of what is not a regular file', () => {
    expect(() => readInput(temporaryDirectory())).toThrow(/a folder, not a regular file/);
  });
});

test.skipIf(notLinux !== null)(`Ctrl-C ends the report of a log that never ends ${notLinux ?? ''}`, async () => {
  const dir = temporaryDirectory();
  const child = startChild(process.execPath, [program, 'report', '/dev/zero', '--html', 'report.html'], {
    cwd: dir,
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  await until(() => readdirSync(dir).length === 1);
  child.kill('SIGINT');
  // A shell says 130.
  expect(await gone).toEqual([null, 'SIGINT']);
  expect(readdirSync(dir)).toEqual([]);
});
