/** Output options never destroy what they are given. */
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFile, followLinks, OutputFailed, openOutput, writeOutput } from '../../runtime/io/output-file.ts';
import { startChild } from '../support/children.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { fullDiskMissing, smallDisk } from '../support/full-disk.ts';
import { runCliIn, startCli } from '../support/run.ts';
import { notLinux } from '../support/system-packages.ts';

const isRoot = process.getuid?.() === 0;
const program = join(testDist, 'cli.js');
const call = JSON.stringify({
  model: 'gpt-5.4',
  input_tokens: 1000,
  output_tokens: 10,
  timestamp: '2026-11-20T00:00:00Z',
});

/** A folder with a log. */
function folder(): string {
  const dir = temporaryDirectory();
  writeFileSync(join(dir, 'calls.jsonl'), `${call}\n`);
  return dir;
}

/** What a command writes to the file that an option names, with the start of what it must hold. */
const writing: [option: string, args: (file: string) => string[], start: string][] = [
  ['--html', (file) => ['report', 'calls.jsonl', '--html', file], '<!DOCTYPE html>'],
  ['--focus', (file) => ['report', 'calls.jsonl', '--focus', file], 'BilledCost,'],
  ['--receipt', (file) => ['report', 'calls.jsonl', '--receipt', file], '{'],
  ['--receipt', (file) => ['estimate', 'rag', '--receipt', file], '{'],
];

/** The failure of an action. */
function failureOf(action: () => unknown): OutputFailed {
  try {
    action();
  } catch (error) {
    if (error instanceof OutputFailed) return error;
    throw error;
  }
  throw new Error('It did not fail.');
}

describe.each(writing)('%s of a command', (option, args, start) => {
  test('writes into a pipe, which stays one', async () => {
    const dir = folder();
    execFileSync('mkfifo', [join(dir, 'pipe')]);
    const reader = startChild('cat', [join(dir, 'pipe')], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    reader.stdout?.on('data', (chunk) => {
      text += chunk;
    });
    const read = once(reader, 'close');
    const { code, stderr } = await startCli(
      ...args(join(dir, 'pipe')).map((arg) => arg.replace(/^calls/, `${dir}/calls`)),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    await read;
    expect(text.slice(0, start.length)).toBe(start);
    expect(lstatSync(join(dir, 'pipe')).isFIFO()).toBe(true);
  });

  test('follows a symbolic link, which stays one', async () => {
    const dir = folder();
    mkdirSync(join(dir, 'elsewhere'));
    writeFileSync(join(dir, 'elsewhere/target'), 'old');
    symlinkSync('elsewhere/target', join(dir, 'link'));
    expect(await runCliIn(dir, args('link'))).toMatchObject({ code: 0 });
    expect(readlinkSync(join(dir, 'link'))).toBe('elsewhere/target');
    expect(readFileSync(join(dir, 'elsewhere/target'), 'utf8').slice(0, start.length)).toBe(start);
    expect(readdirSync(join(dir, 'elsewhere'))).toEqual(['target']);
  });

  test('refuses a folder, by its option and name', async () => {
    const dir = folder();
    mkdirSync(join(dir, 'reports'));
    const { code, stderr } = await runCliIn(dir, args('reports'));
    expect(code).toBe(2);
    for (const word of [option, 'reports', 'folder']) expect(stderr).toContain(word);
    expect(readdirSync(dir).sort()).toEqual(['calls.jsonl', 'reports']);
  });

  test('on a full disk names option and file, and leaves nothing behind', async (context) => {
    const reason = fullDiskMissing();
    if (reason !== null) context.skip(reason);
    const { code, stderr } = await runCliIn(folder(), args('/dev/full'));
    expect(code).toBe(74);
    for (const word of [`${option}: /dev/full`, 'ENOSPC']) expect(stderr).toContain(word);
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
  });
});

test.skipIf(notLinux !== null || !isRoot)('a device made for it is written into, and stays one (root only)', () => {
  const device = join(temporaryDirectory(), 'null');
  // Without the right to make devices mknod fails, and so does a container that forbids them.
  if (spawnSync('mknod', [device, 'c', '1', '3']).status !== 0) return;
  writeOutput(device, 'gone');
  expect(statSync(device).isCharacterDevice()).toBe(true);
});

test('/dev/stdout is written where it is, beside what the command prints', () => {
  const dir = folder();
  const run = (redirection: string) =>
    execFileSync(
      'sh',
      ['-c', `"$0" "$1" report calls.jsonl --json --focus /dev/stdout ${redirection}`, process.execPath, program],
      {
        cwd: dir,
        encoding: 'utf8',
      },
    );
  run('> out.txt');
  const inFile = readFileSync(join(dir, 'out.txt'), 'utf8');
  expect(inFile).toMatch(/^BilledCost,[\s\S]*\{"/);
  expect(run('| cat')).toBe(inFile);
  // Node gives its children sockets.
  expect(run('')).toBe(inFile);
  expect(readdirSync(dir).sort()).toEqual(['calls.jsonl', 'out.txt']);
});

test('a socket receives what is written', async () => {
  const dir = folder();
  const server = createServer();
  server.listen(join(dir, 'socket'));
  await once(server, 'listening');
  const connected = once(server, 'connection');
  const running = startCli('report', join(dir, 'calls.jsonl'), '--html', join(dir, 'socket'));
  const [socket] = await connected;
  let text = '';
  for await (const chunk of socket) text += chunk;
  expect(await running).toMatchObject({ code: 0, stderr: '' });
  expect(text).toMatch(/^<!DOCTYPE html>[\s\S]*<\/html>\s*$/);
  expect(lstatSync(join(dir, 'socket')).isSocket()).toBe(true);
  server.close();
});

describe('a regular file', () => {
  test('keeps its permissions and its owner; a new one has those asked for', () => {
    const dir = temporaryDirectory();
    const path = join(dir, 'kept');
    writeFileSync(path, 'old');
    chmodSync(path, 0o640);
    if (isRoot) chownSync(path, 12, 34);
    writeOutput(path, 'new', { mode: 0o600 });
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o640);
    if (isRoot) expect(statSync(path)).toMatchObject({ uid: 12, gid: 34 });
    writeOutput(join(dir, 'secret'), 'new', { mode: 0o600 });
    expect(statSync(join(dir, 'secret')).mode & 0o777).toBe(0o600);
  });

  test('is the old one for every reader until it is complete, and after an error', () => {
    const dir = temporaryDirectory();
    const path = join(dir, 'file');
    writeFileSync(path, 'old');
    const file = openOutput(path);
    file.write('half ');
    expect(readFileSync(path, 'utf8')).toBe('old');
    file.write('done');
    file.end();
    expect(readFileSync(path, 'utf8')).toBe('half done');
    openOutput(path).drop();
    expect(readFileSync(path, 'utf8')).toBe('half done');
    expect(readdirSync(dir)).toEqual(['file']);
  });

  test('under one name twice is written by both, the later one last', () => {
    const dir = temporaryDirectory();
    const [a, b] = [openOutput(join(dir, 'file')), openOutput(join(dir, 'file'))];
    a.write('a');
    b.write('b');
    a.end();
    b.end();
    expect(readFileSync(join(dir, 'file'), 'utf8')).toBe('b');
    expect(readdirSync(dir)).toEqual(['file']);
  });

  test('may have the longest name there is', () => {
    const dir = temporaryDirectory();
    for (const name of ['x'.repeat(255), '値'.repeat(85), '🙂'.repeat(63)]) {
      writeOutput(join(dir, name), 'text');
      expect(readFileSync(join(dir, name), 'utf8')).toBe('text');
    }
  });

  test.each([1, 200_000])('on a full disk stays as it is: %d bytes are there already', (bytes) => {
    const disk = smallDisk();
    if ('missing' in disk) {
      console.warn(`skipped: ${disk.missing}`);
      return;
    }
    const path = join(disk.dir, 'report.html');
    if (bytes === 1) writeFileSync(path, 'o');
    const failed = failureOf(() => writeOutput(path, 'x'.repeat(200_000), { option: '--html' }));
    expect(failed).toMatchObject({ code: 'ENOSPC', isWrongName: false });
    expect(failed.message).toContain(`--html: ${path} `);
    expect(failed.message).not.toContain('next-');
    expect(readdirSync(disk.dir)).toEqual(bytes === 1 ? ['report.html'] : []);
    if (bytes === 1) expect(readFileSync(path, 'utf8')).toBe('o');
  });
});

describe('links', () => {
  test('that lead nowhere yet are followed, relative to where they are', () => {
    const dir = temporaryDirectory();
    mkdirSync(join(dir, 'a/b'), { recursive: true });
    symlinkSync('a/b', join(dir, 'short'));
    symlinkSync('../new', join(dir, 'a/b/link'));
    expect(followLinks(join(dir, 'short/link'))).toBe(join(dir, 'a/new'));
    writeOutput(join(dir, 'short/link'), 'text');
    expect(readFileSync(join(dir, 'a/new'), 'utf8')).toBe('text');
    expect(lstatSync(join(dir, 'a/b/link')).isSymbolicLink()).toBe(true);
  });

  test('in a circle are refused', () => {
    const dir = temporaryDirectory();
    symlinkSync('b', join(dir, 'a'));
    symlinkSync('a', join(dir, 'b'));
    expect(failureOf(() => writeOutput(join(dir, 'a'), 'text'))).toMatchObject({ code: 'ELOOP', isWrongName: true });
  });
});

describe('createFile', () => {
  test('never replaces anything, a link that leads nowhere included', () => {
    const dir = temporaryDirectory();
    symlinkSync('nowhere', join(dir, 'link'));
    expect(createFile(join(dir, 'link'), Buffer.from('new'))).toBe(false);
    expect(createFile(join(dir, 'file'), Buffer.from('new'))).toBe(true);
    expect(createFile(join(dir, 'file'), Buffer.from('other'))).toBe(false);
    expect(readFileSync(join(dir, 'file'), 'utf8')).toBe('new');
    expect(readdirSync(dir).sort()).toEqual(['file', 'link']);
  });
});
