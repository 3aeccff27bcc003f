/** `agent-cost estimate backtest` of a plain table and the evidence of the same sessions are one program. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collectRuns } from '../../runtime/cli/logs-asked.ts';
import { csvOf } from '../../runtime/core/values/csv.ts';
import { backtest } from '../../runtime/logs/calibrate/backtest.ts';
import { runsOfLog } from '../../runtime/logs/calibrate/recorded-runs.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { catalog } from '../support/core/catalog.ts';
import { backtestOf, withoutOwner } from './fitted-sessions.ts';
import { logLikelihood, ownersWorth } from './owners-worth.ts';
import { sessionRuns } from './sessions.ts';

test('a table with times gives what the evidence gives for the same owner', async () => {
  for (const owner of ['FSM1', 'EntityProcess']) {
    const own = sessionRuns().filter((run) => run.owner === owner);
    const rows = own.flatMap((run) =>
      run.calls.map((call) => ({
        timestamp: new Date(call.at).toISOString(),
        ...{ model: run.model, session: run.session, project: run.repository },
        ...{ agent: run.agent, agent_version: run.agentVersion ?? '', compacted: String(call.compacted) },
        input_tokens: call.prompt - call.cached - call.cacheWrite - call.cacheWrite1h,
        cache_read_input_tokens: call.cached,
        cache_write_5m: call.cacheWrite,
        cache_write_1h: call.cacheWrite1h,
        output_tokens: call.output,
      })),
    );
    const table = join(temporaryDirectory(), 'calls.csv');
    writeFileSync(table, csvOf(Object.keys(rows[0] as object), rows));
    const others = withoutOwner(catalog, owner);
    const { runs } = await collectRuns(others, [table]);
    expect(backtest(runsOfLog(others, runs, null)), owner).toEqual(backtestOf(others, own));
  }
});

test('the worth of others is the one of the greatest likelihood of a beta-binomial distribution', () => {
  // B(2 + 1, 3 + 2) / B(2, 3) = (2 * 3 * 4) / (5 * 6 * 7): one cold call of three.
  expect(logLikelihood({ calls: 3, cold: 1 }, 2, 3)).toBeCloseTo(Math.log(24 / 210), 9);
  const owner = (calls: number, cold: number) => ({ kind: 'a', calls, cold });
  // Owners who are alike say more of each other than owners who are not, and one by itself says nothing.
  const alike = ownersWorth([owner(1000, 100), owner(1000, 101), owner(1000, 99)]);
  const unlike = ownersWorth([owner(1000, 10), owner(1000, 400), owner(1000, 120)]);
  expect(alike).toBeGreaterThan(500);
  expect(unlike).toBeLessThan(20);
  // Nobody has both kinds, so neither kind tells how much owners differ: the first that is tried.
  expect(ownersWorth([owner(10, 1), { kind: 'b', calls: 10, cold: 9 }])).toBe(1);
});
