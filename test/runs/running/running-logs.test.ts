/** What runs on this machine: counted once, and only what was appended is read again. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findLogs } from '../../../runtime/cli/find-logs.ts';
import { readLogs } from '../../../runtime/cli/read-logs.ts';
import { dayBegan, runningLogs } from '../../../runtime/cli/running/running-logs.ts';
import { sessionOf } from '../../../runtime/cli/running/session-figures.ts';
import { catalogFrom } from '../../../runtime/core/dataset/catalog.ts';
import { LogReporter } from '../../../runtime/logs/report/log-reporter.ts';
import { reportOf } from '../../../runtime/logs/report/report-of.ts';
import { TimeZone } from '../../../runtime/logs/report/time-zone.ts';
import { testDist } from '../../support/dist.ts';
import { rounds } from '../../support/rounds.ts';
import { type FakeMachine, fakeMachine, line } from './logs.ts';

const catalog = catalogFrom(JSON.parse(readFileSync(join(testDist, 'catalog.json'), 'utf8')));

/** Nano-dollars of today, as `agent-cost report --since today` counts them. */
async function reported({ asked }: FakeMachine): Promise<string> {
  const { machine, now } = asked();
  const zone = TimeZone.local();
  const since = zone.dayOf(now) as string;
  const reporter = new LogReporter(catalog, { by: [], since, until: null, zone, on: null, host: null });
  const { logs } = findLogs(machine);
  await readLogs([], (calls) => reporter.add(calls), { found: logs });
  return reportOf(reporter, 5, true).total.nanoUsd as string;
}

const codexLine = (at: number, sum: number) =>
  `${JSON.stringify({
    ...{ timestamp: new Date(at).toISOString(), type: 'event_msg' },
    payload: {
      type: 'token_count',
      info: {
        last_token_usage: { input_tokens: 5000, cached_input_tokens: 4000, output_tokens: 300 },
        total_token_usage: { input_tokens: sum, cached_input_tokens: 4000, output_tokens: 300 },
      },
    },
  })}\n`;
const codexStart = (at: number) =>
  [
    { timestamp: new Date(at).toISOString(), type: 'session_meta', payload: { id: 'c1', cwd: '/home/dev/api' } },
    { timestamp: new Date(at).toISOString(), type: 'turn_context', payload: { model: 'gpt-5' } },
  ]
    .map((value) => `${JSON.stringify(value)}\n`)
    .join('');

test('today across agents is that of report --since today, whatever is appended, copied and logged twice', async () => {
  const names = ['a.jsonl', 'b.jsonl', 'a/subagents/agent-1.jsonl'];
  const step = fc.record({
    file: fc.nat(2),
    ids: fc.array(fc.nat(400), { minLength: 1, maxLength: 60 }),
    output: fc.integer({ min: 1, max: 3000 }),
    // Some were made yesterday.
    early: fc.boolean(),
    codex: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 5 }),
      fc.boolean(),
      fc.nat(),
      async (steps, old, lost) => {
        const machine = fakeMachine();
        const midnight = dayBegan(Date.now());
        let sum = 0;
        machine.append(join(machine.codex, 'rollout-1.jsonl'), codexStart(midnight));
        for (const { file, ids, output, early, codex } of steps) {
          // The same answer has the same time in every log.
          const timeOf = (id: number) => midnight + (id % 3 === 0 && early ? -1000 : 1000) + (early ? 0 : id);
          const text = ids.map((id) => line(`m${early ? 'e' : ''}${id}`, { at: timeOf(id), output, session: 's1' }));
          machine.append(join(machine.project, names[file] as string), text.join(''));
          if (codex) {
            sum += 5000;
            machine.append(join(machine.codex, 'rollout-1.jsonl'), codexLine(midnight + sum, sum));
          }
          // Some runs are of the day before, whose calls are summed as well until then.
          const now = old ? midnight - 1 : Date.now();
          expect([...(await runningLogs(machine.asked({ now }))).unread]).toEqual([]);
        }
        // The folders are looked through again after a while: a log that appeared since is found then.
        const now = Date.now() + 60_000;
        const nanoNow = async () => String((await runningLogs(machine.asked({ now }))).today.nano);
        expect(await nanoNow()).toBe(await reported(machine));
        expect(await nanoNow()).toBe(await reported(machine));
        // What was kept may be deleted at any time, in part too.
        const kept = readdirSync(join(machine.home, 'cache/logs')).filter((name) => name !== 'key');
        rmSync(join(machine.home, 'cache/logs', kept[lost % kept.length] as string));
        for (const { file, ids } of steps.slice(0, 1)) {
          const again = line(`m${ids[0]}`, { at: midnight + 1000 + Number(ids[0]), output: 4000 });
          machine.append(join(machine.project, names[file] as string), again);
        }
        expect(await nanoNow()).toBe(await reported(machine));
      },
    ),
    { numRuns: rounds(20) },
  );
});

test('what was read is not read again, and its tokens are those of all logs of the session', async () => {
  const machine = fakeMachine();
  const log = join(machine.project, 'a.jsonl');
  const at = dayBegan(Date.now()) + 1;
  const many = Array.from({ length: 400 }, (_, index) => line(`m${index}`, { at: at + index, output: 1000 }));
  machine.append(log, many.join(''));
  const sub = line('sub', { at, sidechain: true, output: 2000 });
  machine.append(join(machine.project, 'a/subagents/agent-1.jsonl'), sub);
  // The session tells of the same call.
  const { sessionId, ...message } = JSON.parse(sub);
  machine.append(log, `${JSON.stringify({ type: 'progress', sessionId, data: { message, agentId: 'agent-1' } })}\n`);
  const figures = async () => sessionOf((await runningLogs(machine.asked({ named: [log] }))).logs, log);
  // A call: 1,000 x $0.30 + 100 x $3.75 = $0.000675, and $0.015 for 1,000 tokens of output; the subagent's has 2,000.
  const call = 0.015675;
  expect(await figures()).toMatchObject({
    usd: expect.closeTo(400 * call + 0.030675, 9),
    calls: 401,
    cachedPct: 100_000 / 1100,
  });
  // The same size, time, beginning and end: only a second reading would see it.
  const { atime, mtime } = statSync(log);
  const text = readFileSync(log, 'utf8');
  writeFileSync(log, text.replaceAll(/("id":"m2\d\d".*?"output_tokens":)1000/g, '$19000'));
  utimesSync(log, atime, mtime);
  expect(await figures()).toMatchObject({ calls: 401, usd: expect.closeTo(400 * call + 0.030675, 9) });
  machine.append(log, line('next', { at: at + 500, output: 1000 }));
  expect(await figures()).toMatchObject({ calls: 402, usd: expect.closeTo(401 * call + 0.030675, 9) });
});

test('the cache goes cold five minutes or an hour after the last call, and the context is the last prompt', async () => {
  const machine = fakeMachine();
  const at = dayBegan(Date.now()) + 1000;
  const read = async (name: string) => {
    const log = join(machine.project, name);
    return sessionOf((await runningLogs(machine.asked({ named: [log] }))).logs, log);
  };
  machine.append(join(machine.project, 'a.jsonl'), line('a', { at, output: 50 }));
  machine.append(join(machine.project, 'b.jsonl'), line('b', { at, session: 's2', hour: true }));
  expect(await read('a.jsonl')).toMatchObject({ coldAt: at + 300_000, contextTokens: 1150 });
  expect(await read('b.jsonl')).toMatchObject({ coldAt: at + 3_600_000 });
});

test('an answer that was cut is counted by its estimate: .46 tokens a character, less what was recorded', async () => {
  const machine = fakeMachine();
  const log = join(machine.project, 'a.jsonl');
  machine.append(log, line('a', { at: Date.now(), output: 6, stop: null, chars: 100_000 }));
  const { logs, today } = await runningLogs(machine.asked({ named: [log] }));
  // (0.46 x 100,000 - 6) tokens at $15 for a million.
  expect(sessionOf(logs, log)?.missingUsd).toBeCloseTo(0.68991, 9);
  expect(today.missingNano).toBeCloseTo(689_910_000, 0);
});

test('a half line waits for its end, and a log in parts is read to its end by later runs', async () => {
  const machine = fakeMachine();
  const log = join(machine.project, 'a.jsonl');
  const text = line('a', { at: Date.now() }) + line('b', { at: Date.now() });
  machine.append(log, text.slice(0, -20));
  const calls = async () => (await runningLogs(machine.asked({ named: [log] }))).logs[0]?.sums.calls;
  expect(await calls()).toBe(1);
  machine.append(log, text.slice(-20));
  expect(await calls()).toBe(2);
});

test('only a regular file is read, and what cannot be read is named', async () => {
  const machine = fakeMachine();
  mkdirSync(machine.project, { recursive: true });
  const pipe = join(machine.project, 'pipe.jsonl');
  execFileSync('mkfifo', [pipe]);
  const { logs, unread } = await runningLogs(machine.asked({ named: [pipe] }));
  expect(logs).toEqual([]);
  expect([...unread.keys()]).toEqual([pipe]);
});
