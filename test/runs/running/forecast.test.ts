/** The status line, live and guard foresee what `agent-cost estimate forecast` foresees, from one's own earlier sessions too. */
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dayBegan, runningLogs } from '../../../runtime/cli/running/running-logs.ts';
import { sessionOf } from '../../../runtime/cli/running/session-figures.ts';
import { runCliIn } from '../../support/run.ts';
import { fakeMachine, line } from './logs.ts';

const msPerDay = 86_400_000;

/** A session of so many calls, a second apart. */
function session({ project, append }: ReturnType<typeof fakeMachine>, id: string, from: number, calls: number): string {
  const log = join(project, `${id}.jsonl`);
  for (let call = 0; call < calls; call++)
    append(log, line(`${id} ${call}`, { at: from + 1000 * call, session: id, output: 300 }));
  return log;
}

/** One that ended days ago, so that nothing that runs beside an agent reads its log. */
function endedSession(machine: ReturnType<typeof fakeMachine>, id: string, daysAgo: number, calls: number): void {
  const at = Date.now() - daysAgo * msPerDay;
  utimesSync(session(machine, id, at, calls), at / 1000, at / 1000);
}

async function printed(home: string, command: string) {
  const env = { HOME: home, USERPROFILE: home, AGENT_COST_INDEX: '', XDG_CACHE_HOME: '' };
  return JSON.parse((await runCliIn(home, [command, '--json'], env)).stdout);
}
const forecastIn = (home: string) => printed(home, 'forecast');
const liveIn = async (home: string) => (await printed(home, 'live')).sessions[0];

test('a session has one forecast, whichever command says it', async () => {
  const machine = fakeMachine();
  for (const [index, calls] of [6, 24, 25, 26, 30, 30, 31].entries())
    endedSession(machine, `old${index}`, 2 + index, calls);
  const log = session(machine, 'new', Date.now() - 30_000, 22);
  const before = await liveIn(machine.home);
  const { session: id, p50, p90, basis } = await forecastIn(machine.home);
  expect({ id, own: basis.own }).toEqual({ id: 'new', own: 6 });
  // Its log has not changed since `live` read it, and is not read again for the new forecast.
  const { forecast } = await liveIn(machine.home);
  expect(forecast.p50).toBeCloseTo(p50.usd, 9);
  expect(forecast.p90).toBeCloseTo(p90.usd, 9);
  expect(before.forecast.p90).toBeGreaterThan(forecast.p90);

  machine.append(log, line('new 22', { at: Date.now(), session: 'new', output: 300 }));
  const grown = await liveIn(machine.home);
  const again = await forecastIn(machine.home);
  expect(again.basis.own).toBe(6);
  expect(grown.forecast.p50).toBeCloseTo(again.p50.usd, 9);
  expect(grown.forecast.p90).toBeCloseTo(again.p90.usd, 9);
});

test('sessions of earlier days are remembered without any other command', async () => {
  const machine = fakeMachine();
  const now = Date.now();
  for (let i = 0; i < 20; i++) session(machine, `s${i}`, dayBegan(now), 8);
  await runningLogs(machine.asked());
  const [tomorrow] = [now + msPerDay];
  const log = session(machine, 'next', dayBegan(tomorrow), 7);
  const next = async (index = machine.asked().index) => {
    const { logs } = await runningLogs(machine.asked({ now: tomorrow, named: [log], index }));
    return sessionOf(logs, log)?.forecast;
  };
  const [own, others] = [await next(), await next(null)];
  // Twenty sessions of eight calls say more than recorded sessions of other people, most of which go on.
  expect(own?.p90).toBeLessThan((others?.p90 as number) / 2);
});

test('a session does not count as an earlier one of itself', async () => {
  const machine = fakeMachine();
  session(machine, 'only', Date.now() - 30_000, 22);
  const { basis, p90 } = await forecastIn(machine.home);
  expect(basis.own).toBe(0);
  expect((await liveIn(machine.home)).forecast.p90).toBeCloseTo(p90.usd, 9);
});
