/** What a command writes is none of the files that it was given. */
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { overwritten } from '../../runtime/io/named-files.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';
import { runCliIn } from '../support/run.ts';
import { notLinux } from '../support/system-packages.ts';

const call = (at: string) =>
  `${JSON.stringify({ model: 'gpt-5.4', input_tokens: 1000, output_tokens: 10, timestamp: at, session: 's' })}\n`;
const log = call('2026-11-20T00:00:00Z') + call('2026-11-20T00:01:00Z');
const overlay = JSON.stringify({ name: 'own', rules: [{ provider: 'openai', discountPct: 20 }] });
const workflow = JSON.stringify({ presetId: 'rag' });
const traces = readFileSync(join(projectRoot, 'test/runs/readers/fixtures/opentelemetry.jsonl'), 'utf8');

let dir = '';

beforeEach(() => {
  dir = temporaryDirectory();
  mkdirSync(join(dir, 'logs'));
  const files = { 'l.jsonl': log, 'logs/l.jsonl': log, 'o.json': overlay, 'w.json': workflow, 't.jsonl': traces };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  symlinkSync('l.jsonl', join(dir, 'link.jsonl'));
  linkSync(join(dir, 'l.jsonl'), join(dir, 'hard.jsonl'));
});

const contents = () =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  );

describe('an output that is also', () => {
  const refused: [what: string, option: string, file: string, args: string[]][] = [
    ['the log', '--focus', 'l.jsonl', ['report', 'l.jsonl', '--focus', 'l.jsonl']],
    ['the log under another path', '--html', './logs/../l.jsonl', ['report', 'l.jsonl', '--html', './logs/../l.jsonl']],
    ['the log behind a link', '--html', 'link.jsonl', ['report', 'l.jsonl', '--html', 'link.jsonl']],
    ['the log under a second name', '--html', 'hard.jsonl', ['report', 'l.jsonl', '--html', 'hard.jsonl']],
    ['a log in a folder', '--html', 'logs/l.jsonl', ['report', 'logs', '--html', 'logs/l.jsonl']],
    ['the log of a receipt', '--receipt', 'l.jsonl', ['report', 'l.jsonl', '--receipt', 'l.jsonl']],
    ['the overlay', '--html', 'o.json', ['report', 'l.jsonl', '--overlay', 'o.json', '--html', 'o.json']],
    ['another output', '--focus', 'new', ['report', 'l.jsonl', '--html', 'new', '--focus', './new']],
    ['the log of calibrate', '--out', 'l.jsonl', ['calibrate', 'l.jsonl', '--out', 'l.jsonl']],
    ['the traces', '--out', 't.jsonl', ['enrich', 't.jsonl', '--out', 't.jsonl']],
    ['the overlay of export', '--out', 'o.json', ['export', 'litellm', '--overlay', 'o.json', '--out', 'o.json']],
    ['the workflow', '--receipt', 'w.json', ['estimate', '--file', 'w.json', '--receipt', 'w.json']],
  ];
  test.each(refused)('%s is refused, and nothing is changed', async (_, option, file, args) => {
    const before = contents();
    const { code, stdout, stderr } = await runCliIn(dir, args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`${option}: `);
    expect(stderr).toContain(file.replace('./', ''));
    expect(contents()).toEqual(before);
  });

  test.skipIf(notLinux !== null)('standard input is refused', () => {
    const before = contents();
    const run = () =>
      execFileSync(
        'sh',
        ['-c', '"$0" "$1" report - --html l.jsonl < l.jsonl', process.execPath, join(testDist, 'cli.js')],
        {
          cwd: dir,
          stdio: 'pipe',
        },
      );
    expect(run).toThrow(expect.objectContaining({ status: 2 }));
    expect(contents()).toEqual(before);
  });
});

test('an output of the run before, in the folder of the logs, is replaced', async () => {
  const args = ['report', 'logs', '--html', 'logs/report.html', '--focus', 'logs/charges.csv'];
  for (const _ of ['first', 'second']) expect(await runCliIn(dir, args)).toMatchObject({ code: 0 });
  writeFileSync(join(dir, 'logs/report.html'), '');
  expect(await runCliIn(dir, args)).toMatchObject({ code: 0 });
  expect(readFileSync(join(dir, 'logs/report.html'), 'utf8')).toMatch(/^<!DOCTYPE html>/);
  expect(readFileSync(join(dir, 'logs/l.jsonl'), 'utf8')).toBe(log);
});

test('devices, pipes and what is open already may be named more than once', async () => {
  const found = (...paths: string[]) =>
    overwritten(
      paths.map((path) => ({ name: '--out', path })),
      paths.map((path) => ({ name: 'the log', path })),
    );
  const pipe = join(dir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(found('/dev/null', '/dev/null', '/dev/stdout', '/dev/stdout', pipe, pipe, dir)).toEqual([]);
  const args = ['report', 'l.jsonl', '--html', '/dev/null', '--focus', '/dev/null'];
  expect(await runCliIn(dir, args)).toMatchObject({ code: 0 });
});
