/** `agent-cost report totals` as people use it: answers, refusals, exit codes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { runCliIn } from '../support/run.ts';
import { openConnection, writeParquet } from './two-ways.ts';

const dir = temporaryDirectory();
/** Claude Sonnet 4.6: 1,200 x $3 + 45,000 x $0.30 + 850 x $15 per million = $0.02985; GPT-4o: 1,100 x $2.50 = $0.00275 */
const calls = `SELECT * FROM (VALUES
  (TIMESTAMP '2026-11-01 10:00:00', 'claude-sonnet-4-6', 1200, 45000, 850, 'a'),
  (TIMESTAMP '2026-11-02 23:59:59', 'gpt-4o', 1100, 0, 0, NULL),
  (TIMESTAMP '2026-11-02 10:00:00', 'my-own-model', 10, 0, 5, 'b'))
  AS t("at", model, input, "cachedInput", "output", project)`;
/** A name with special characters of shells, patterns and SQL. */
const oddName = `it's [1] * "odd" ? name.data`;

beforeAll(async () => {
  mkdirSync(join(dir, 'folder/below'), { recursive: true });
  const connection = await openConnection();
  const write = (select: string, path: string) => writeParquet(connection, select, join(dir, path));
  for (const path of ['calls.parquet', 'folder/one.parquet', 'folder/below/two.parquet', oddName])
    await write(calls, path);
  await write(`${calls} WHERE false`, 'empty.parquet');
  await write(`SELECT 1 AS a, 'x' AS b`, 'foreign.parquet');
  await write(`SELECT * REPLACE (-input AS input) FROM (${calls})`, 'negative.parquet');
  await write(`SELECT * REPLACE (DATE '2026-01-01' AS input) FROM (${calls})`, 'wrong-type.parquet');
  connection.closeSync();
  writeFileSync(join(dir, 'broken.parquet'), 'PAR1 and nothing of the kind');
  writeFileSync(join(dir, 'calls.csv'), 'model,input,output\ngpt-4o,1,1\n');
  writeFileSync(join(dir, 'folder/notes.txt'), 'nothing');
});

const run = (...args: string[]) => runCliIn(dir, ['totals', ...args]);
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(...args, '--json');
  // A slow run prints progress to standard error.
  expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
  return JSON.parse(stdout);
};

describe('agent-cost report totals', () => {
  test('is the bill computed by hand, and equal to that of agent-cost report field by field', async () => {
    const made = await json('calls.parquet', '--by', 'model,day,project');
    expect(made.total).toMatchObject({
      calls: 3,
      unpricedCalls: 1,
      cachedInput: 45_000,
      nanoUsd: '32600000',
      usd: 0.0326,
    });
    expect(made.unpriced).toMatchObject([
      { model: 'my-own-model', reason: expect.stringMatching(/^Unknown model "my-own-model"\./), usd: null },
    ]);
    const { stdout } = await runCliIn(dir, ['report', 'calls.parquet', '--by', 'model,day,project', '--json']);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject(made);
    const left = Object.keys(report).filter((name) => !(name in made));
    expect(left).toEqual(['tasks', 'waste', 'cache', 'unrecorded', 'savings', 'logged', 'newestLook']);
  });

  test('prints rounded numbers for people, and CSV with all digits', async () => {
    const { code, stdout } = await run('calls.parquet', '--by', 'model');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\$0\.0326 at list price for 2 calls, 2026-11-01 to 2026-11-02; 1 more without a price\n/);
    expect(stdout).toMatch(/^Without a price, and in no sum above:\n/m);
    expect((await run('calls.parquet', '--by', 'model', '--csv')).stdout).toBe(
      `by,key,groups,calls,unpricedCalls,input,cachedInput,cacheWrite,cacheWrite1h,output,reasoning,searches,cachedPct,usd
model,claude-sonnet-4-6,1,1,0,1200,45000,0,0,850,0,0,97.4026,0.02985
model,gpt-4o,1,1,0,1100,0,0,0,0,0,0,0,0.00275
model,my-own-model,1,1,1,10,0,0,0,5,0,0,0,
`.replaceAll('\n', '\r\n'),
    );
  });

  test('accepts folders, several files, and paths with spaces, quotes and patterns', async () => {
    const made = await json('folder', oddName, './calls.parquet');
    expect(made.total).toMatchObject({ calls: 12, nanoUsd: String(4 * 32_600_000) });
    expect(made.reading).toMatchObject({ notLogs: ['folder/notes.txt'] });
    expect((await run('folder')).stdout).toContain(
      'Files in the folders that are not Parquet and are in no total: 1.\n',
    );
    expect((await json('calls.parquet', 'empty.parquet')).total).toMatchObject({ calls: 3 });
  });

  test('names rows that are not understood, and leaves them out of the totals', async () => {
    const { total, reading } = await json('negative.parquet', 'calls.parquet');
    expect(total).toMatchObject({ calls: 3, nanoUsd: '32600000' });
    expect(reading.files[0]).toMatchObject({
      ...{ name: 'negative.parquet', records: 0, broken: 3 },
      brokenLines: [1, 2, 3].map((line) => ({ line, reason: 'input is negative' })),
    });
  });

  test.each([
    [['empty.parquet'], 1, /^No call was found in empty\.parquet, which is empty\.\n$/],
    [['negative.parquet'], 1, /^No call was found in negative\.parquet\. Not readable: .*:1: input is negative;/],
    [['wrong-type.parquet'], 1, /Not readable: wrong-type\.parquet:1: input is not a number;/],
    [['broken.parquet'], 2, /^broken\.parquet cannot be read: .*No magic bytes/],
    [['foreign.parquet'], 2, /^foreign\.parquet cannot be added up: it has no column for the model \("model", /],
    [['calls.csv'], 2, /^calls\.csv is not Parquet\. agent-cost report "calls\.csv" reads logs of other formats\.\n/],
    [['none.parquet'], 2, /^There is no file "none\.parquet"\.\n/],
    [['-'], 2, /^standard input is not Parquet\./],
    [
      ['calls.parquet', '--by', 'task'],
      2,
      /^Only agent-cost report groups by "task"\. Groups: day, week, month, model, provider, host, project, tag\.\n/,
    ],
    [['calls.parquet', '--by', 'tusk'], 2, /^Unknown group "tusk"\./],
    [['calls.parquet', '--timezone', 'Europe/Paris'], 2, /counts in days of UTC; agent-cost report takes --timezone/],
    [['calls.parquet', '--host', 'bedrok'], 2, /^Unknown host "bedrok"\. Did you mean "bedrock"\?/],
    [['calls.parquet', '--ignore', 'inputs'], 2, /^--ignore: Unknown column "inputs"\. Did you mean "input"\?/],
    [['calls.parquet', '--ignore', 'input'], 2, /^calls\.parquet cannot be added up: it has no column for the input/],
  ])('%j: exit code %i', async (args, exitCode, says) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ args, code, stdout }).toEqual({ args, code: exitCode, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/^\s+at |SELECT/m);
  });
});
