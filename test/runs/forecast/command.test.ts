/** `agent-cost estimate forecast` on logs written by hand. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../../support/run.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecast-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Calls of a session, a minute apart: each prompt is 1,000 tokens longer than the one before. */
const calls = (session: string, day: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ session, model: 'claude-sonnet-4-6', timestamp: `${day}T10:${String(i).padStart(2, '0')}:00Z` },
    ...{
      input: 0,
      cachedInput: i === 0 ? 0 : 20_000 + 1000 * (i - 1),
      cacheWrite: i === 0 ? 20_000 : 1000,
      output: 100,
    },
  }));

const logOf = (name: string, lines: readonly object[]): string => {
  const file = join(folder, name);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
};

test('takes the newest session, and the others as one’s own', async () => {
  const log = logOf('two.jsonl', [...calls('old', '2026-11-18', 30), ...calls('new', '2026-11-19', 6)]);
  const { code, stdout } = await runCli('forecast', log, '--json');
  expect(code).toBe(0);
  const { session, model, soFar, p50, p90, basis } = JSON.parse(stdout);
  // Read 5 * 20,000 + 10,000 at .3, written 25,000 at 3.75 and 600 of output at 15 per million; prompts 120,000 + 15,000.
  expect({ session, model, usd: soFar.usd.toFixed(9) }).toEqual({
    ...{ session: 'new', model: 'claude-sonnet-4-6', usd: (0.033 + 0.09375 + 0.009).toFixed(9) },
  });
  expect(soFar).toMatchObject({ calls: 6, tokens: 135_600 });
  expect(p50.usd).toBeGreaterThan(soFar.usd);
  expect(p90.usd).toBeGreaterThan(p50.usd);
  expect(basis).toMatchObject({ own: 1, tried: { calls: 5 } });
});

test('takes the session that is named, and refuses one that is not there', async () => {
  const log = logOf('named.jsonl', [...calls('first', '2026-11-18', 3), ...calls('second', '2026-11-19', 6)]);
  const { stdout } = await runCli('forecast', log, '--session', 'fir');
  expect(stdout).toMatch(/^Session first on claude-sonnet-4-6\n/);
  expect(stdout).toMatch(/So early no forecast was tried/);
  // Recorded are seven owners; a quantile of nine in ten over owners needs nine of them.
  expect(stdout).toMatch(/promise nothing of\s+another/);
  const { code, stderr } = await runCli('forecast', log, '--session', 'third');
  expect(code).toBe(2);
  expect(stderr).toMatch(/No session begins with "third"/);
});

test('a forecast cites no trial from where none was made', async () => {
  const triedAfter = async (count: number) => {
    const { stdout } = await runCli('forecast', logOf(`${count}.jsonl`, calls('long', '2026-11-19', count)), '--json');
    return JSON.parse(stdout).basis.tried?.calls ?? null;
  };
  expect(await Promise.all([4, 5, 9, 10, 19, 20, 39, 40, 55].map(triedAfter))).toEqual([
    ...[null, 5, 5, 10, 10, 20, 20, null, null],
  ]);
  const { stdout } = await runCli('forecast', logOf('text.jsonl', calls('long', '2026-11-19', 55)));
  expect(stdout).toMatch(/^No forecast was tried after so many calls/m);
  expect(stdout).not.toMatch(/p90 held/);
});

test('says that a month of few weeks is too little, with the code of a failure', async () => {
  const log = logOf('month.jsonl', calls('one', '2026-11-19', 3));
  const { code, stdout } = await runCli('forecast', log, '--month', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ p50Usd: null, p90Usd: null, unpricedCalls: 0 });
});

describe('a task before it starts', () => {
  /** A session of one call with so many million tokens of output, $15 each. */
  const session = (id: string, output: number, model = 'claude-sonnet-4-6', at = '2026-11-18T10:00:00Z') => ({
    ...{ session: id, model, timestamp: at, input: 0, output: output * 1e6 },
  });
  const forecast = (lines: readonly object[], ...more: string[]) =>
    runCli('forecast', logOf('tasks.jsonl', lines), '--task', ...more);
  const nine = Array.from({ length: 9 }, (_, i) => session(`s${i}`, [5, 1, 9, 2, 8, 3, 7, 4, 6][i] as number));

  test('costs what one’s own earlier ones did: the fifth and the last of nine', async () => {
    const { code, stdout } = await forecast(nine, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      ...{ tasks: 9, p50Usd: 75, p90Usd: 135, leftOut: { running: 0, unpriced: 0 } },
    });
    expect((await forecast(nine)).stdout).toMatch(/\$75\.00 .*\$135\.00 .*: 9 of your own/);
  });

  test('counts subagents, and leaves out what runs and what has no price', async () => {
    const lines = [
      ...nine,
      { ...session('s4', 1), subagent: 'a1' },
      session('running', 50, 'claude-sonnet-4-6', new Date().toISOString()),
      session('nobody', 50, 'no-such-model'),
    ];
    // The one of 8 million has another of its subagent: it is the last one with that of 9.
    expect(JSON.parse((await forecast(lines, '--json')).stdout)).toMatchObject({
      ...{ tasks: 9, p50Usd: 75, p90Usd: 135, leftOut: { running: 1, unpriced: 1 } },
    });
  });

  test('is not told from eight', async () => {
    const { code, stdout } = await forecast(nine.slice(1), '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { tasks: 8, p50Usd: null, p90Usd: null }]);
    expect((await forecast(nine, '--month')).code).toBe(2);
  });
});
