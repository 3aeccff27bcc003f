/** `agent-cost report` on Parquet files written by DuckDB. */

import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { runCliIn } from '../support/run.ts';

/** The path of a copy of `cli.js` outside the project, which finds no DuckDB; removed after the test. */
function programAlone(): string {
  const dir = mkdtempSync(join(tmpdir(), 'agent-cost-alone-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const name of readdirSync(testDist)) {
    if (/\.(js|json)$/.test(name)) copyFileSync(join(testDist, name), join(dir, name));
  }
  return join(dir, 'cli.js');
}

const dir = temporaryDirectory();

// Claude Sonnet 4.6: 1,200 x $3 + 45,000 x $0.30 + 850 x $15 per million = $0.02985; GPT-4o: 1,100 x $2.50 = $0.00275
const calls = [
  {
    at: '2026-11-01T10:00:00Z',
    model: 'claude-sonnet-4-6',
    input: 1200,
    cachedInput: 45_000,
    output: 850,
    project: 'a',
  },
  { at: '2026-11-02T23:59:59Z', model: 'gpt-4o', input: 1100, cachedInput: 0, output: 0, project: null },
  { at: '2026-11-02T10:00:00Z', model: 'my-own-model', input: 10, cachedInput: 0, output: 5, project: 'b' },
];

beforeAll(async () => {
  writeFileSync(join(dir, 'calls.jsonl'), calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
  mkdirSync(join(dir, 'folder'));
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const rows = `(SELECT * REPLACE ("at"::TIMESTAMP AS "at") FROM read_json('${join(dir, 'calls.jsonl')}', format='newline_delimited'))`;
  for (const name of ['calls.parquet', 'folder/one.parquet', 'odd [1] name.data']) {
    await connection.run(`COPY ${rows} TO '${join(dir, name)}' (FORMAT parquet)`);
  }
  connection.closeSync();
  writeFileSync(join(dir, 'broken.parquet'), 'PAR1 and nothing of the kind');
});

const report = async (...args: string[]) => {
  // A slow run prints progress to standard error.
  const { code, stdout, stderr } = await runCliIn(dir, ['report', ...args, '--json']);
  expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
  const { reading, ...made } = JSON.parse(stdout);
  return made;
};

describe('report of Parquet', () => {
  test('is that of the same calls as lines of JSON, with a total computed by hand', async () => {
    const made = await report('calls.parquet', '--by', 'model,day,project');
    expect(made).toEqual(await report('calls.jsonl', '--by', 'model,day,project'));
    expect(made.total).toMatchObject({ calls: 3, unpricedCalls: 1, nanoUsd: '32600000' });
    expect(made).toMatchObject({ from: '2026-11-01', until: '2026-11-02' });
  });

  test('is recognised by content, with any name and in folders', async () => {
    expect((await report('folder')).total).toMatchObject({ calls: 3, nanoUsd: '32600000' });
    expect((await report('odd [1] name.data')).total).toMatchObject({ calls: 3, nanoUsd: '32600000' });
  });

  test('names the file that cannot be read', async () => {
    const { code, stderr } = await runCliIn(dir, ['report', 'broken.parquet']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /broken\.parquet cannot be read: Invalid Input Error: No magic bytes found at end of file 'broken\.parquet'\n$/,
    );
  });

  test('without DuckDB says how to install it; other logs do not need it', async () => {
    const program = programAlone();
    const run = (log: string) => spawnSync(process.execPath, [program, 'report', join(dir, log)], { encoding: 'utf8' });
    const refused = run('calls.parquet');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain(
      'Parquet is read with DuckDB, which is not installed. Install it next to agent-cost: npm install @duckdb/node-api, with --global if agent-cost is installed globally.\n',
    );
    expect(run('calls.jsonl').status).toBe(0);
  });

  test('of a pipe reads all of it', () => {
    const line = `exec "$1" "$2" report --json <(cat "$3")`;
    const stdout = execFileSync('bash', [
      '-c',
      line,
      'bash',
      process.execPath,
      join(testDist, 'cli.js'),
      join(dir, 'calls.jsonl'),
    ]);
    expect(JSON.parse(String(stdout)).total).toMatchObject({ calls: 3, nanoUsd: '32600000' });
  });
});
