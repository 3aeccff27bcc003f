/** A log of Claude Code is somebody's sessions, in the command and on the page; other logs are tasks of a coding agent. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { placesOn } from '../../../runtime/cli/find-logs.ts';
import { interactiveAgents, kindOfWork } from '../../../runtime/logs/calibrate/logged-runs.ts';
import { TimeZone } from '../../../runtime/logs/report/time-zone.ts';
import { everything } from '../../../runtime/site/log/log-reader.ts';
import { OwnLog } from '../../../runtime/site/log/own-log.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { catalog } from '../../support/core/catalog.ts';
import { runCli, runCliIn } from '../../support/run.ts';
import { logText, madeUpLog } from './made-up-log.ts';

const dir = temporaryDirectory();

function fileWith(name: string, lines: readonly string[]): string {
  writeFileSync(join(dir, name), `${lines.join('\n')}\n`);
  return join(dir, name);
}

/** Three sessions of thirty calls; nothing in them says whether anything failed. */
const lines = ['s1', 's2', 's3'].flatMap((sessionId, session) =>
  Array.from({ length: 30 }, (_, i) =>
    JSON.stringify({
      type: 'assistant',
      ...{ sessionId, cwd: '/home/me/shop', requestId: `${sessionId} ${i}` },
      timestamp: new Date(Date.UTC(2026, 10, 18, 9 + session, i)).toISOString(),
      message: {
        ...{ id: `${sessionId} ${i}`, role: 'assistant', model: 'claude-opus-4-6', content: [] },
        usage: {
          input_tokens: 4,
          cache_read_input_tokens: i === 0 ? 0 : 18_000 + 1500 * i,
          cache_creation_input_tokens: i === 0 ? 20_000 : 1500,
          output_tokens: 300,
        },
      },
    }),
  ),
);
const sessions = fileWith('sessions.jsonl', lines);

interface Printed {
  request: { presetId: string; taskFailureRatePct: number };
  calibration: unknown;
}
const calibrated = async (...args: string[]): Promise<Printed> =>
  JSON.parse((await runCli('calibrate', ...args, '--json')).stdout);

test('calibrate fits a session without failures, and an estimate is of sessions, fitted to them', async () => {
  const { request } = await calibrated(sessions);
  expect(request).toMatchObject({ presetId: 'session', taskFailureRatePct: 0 });
  await runCliIn(dir, ['calibrate', sessions, '--out', 'workflow.json']);
  const { presetId, waste, range } = JSON.parse(
    (await runCliIn(dir, ['estimate', '--file', 'workflow.json', '--json'])).stdout,
  );
  expect(waste.pct).toBe(0);
  expect({ presetId, question: range.modelError.question }).toEqual({ presetId: 'session', question: 'fitted' });
});

test('--preset says another kind of work', async () => {
  expect((await calibrated(sessions, '--preset', 'support')).request.presetId).toBe('support');
});

test('a log that no interactive agent wrote is coding', async () => {
  writeFileSync(join(dir, 'runs.jsonl'), logText(madeUpLog({ tasks: 5 }, 1, 'claude-opus-4-6')));
  const { request } = await calibrated(join(dir, 'runs.jsonl'));
  expect(request.presetId).toBe('coding');
});

test('of a log with both, the kind with more input tokens counts', () => {
  const run = (agent: string | null, input: number) => ({ agent, input });
  expect(kindOfWork([run('Codex', 3), run(null, 2)])).toBe('session');
  expect(kindOfWork([run('Codex', 2), run(null, 3)])).toBe('coding');
  expect(kindOfWork([run(null, 0)])).toBe('coding');
  expect(kindOfWork([run('SWE-agent', 3)])).toBe('coding');
});

test('backtest names the kind of each group', async () => {
  const other = fileWith(
    'others.jsonl',
    logText(madeUpLog({ tasks: 10 }, 2, 'gpt-5.4'))
      .trim()
      .split('\n'),
  );
  const { groups } = JSON.parse((await runCli('backtest', sessions, other, '--json')).stdout);
  expect(Object.fromEntries(groups.map((one: { model: string; kind: string }) => [one.model, one.kind]))).toEqual({
    'claude-opus-4-6': 'session',
    'gpt-5.4': 'coding',
  });
});

test('the page fits the same workflow as the command', async () => {
  const log = new OwnLog(
    catalog,
    [{ name: 's', file: new File([lines.join('\n')], 's') }],
    new TimeZone('UTC'),
    () => 0,
  );
  await log.report(everything, () => {});
  expect(await log.fit(everything, null)).toEqual({ file: await calibrated(sessions) });
});

test('every agent whose logs are found on a machine is somebody at work', () => {
  const places = placesOn({ env: {}, home: '/home/me', platform: 'linux' });
  expect(places.map(({ agent }) => agent).filter((agent) => !interactiveAgents.has(agent))).toEqual([]);
});
