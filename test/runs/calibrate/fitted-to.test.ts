/**
 * What a fitted workflow says of itself, worked out by hand, and what estimates from it say. `agent-cost estimate
 * backtest --calls`: at which call the cost model leaves a log.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answer } from '../../../runtime/core/answers/answer.ts';
import { type ResolvedRequest, resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import { summaryOf } from '../../../runtime/core/answers/summary.ts';
import type { EstimateRequest, FittedTo } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { leftByGroup, leftRuns } from '../../../runtime/logs/calibrate/backtest.ts';
import { fittedToOf } from '../../../runtime/logs/calibrate/holdout.ts';
import type { LoggedRun } from '../../../runtime/logs/calibrate/logged-runs.ts';
import { type Recorded, unfitted, withTokens } from '../../../runtime/logs/calibrate/recorded-runs.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { catalog } from '../../support/core/catalog.ts';
import { runCli } from '../../support/run.ts';

const runs = (dollars: readonly number[], timed = true): LoggedRun[] =>
  dollars.map((usd, i) => ({ task: `t${i}`, at: timed ? i : null, nano: usd * 1e9 }) as LoggedRun);

describe('a fit to one’s own runs', () => {
  test('knows the mean of equal tasks exactly, and that of unequal ones by their spread', () => {
    expect(fittedToOf(runs([2, 2, 2]), () => null)).toMatchObject({ sessions: 3, meanLow: 1, meanHigh: 1, later: 0 });
    // 400 tasks of 1 and 3 dollars: the mean 2 has a standard error of 1 / 20, a fortieth: 1.96 of them are .049.
    const many = fittedToOf(
      runs(
        Array.from({ length: 400 }, (_, i) => 1 + 2 * (i % 2)),
        false,
      ),
      () => null,
    );
    expect(many?.meanLow).toBeCloseTo(0.951, 2);
    expect(many?.meanHigh).toBeCloseTo(1.049, 2);
    expect(fittedToOf(runs([2]), () => 1)).toBeNull();
    expect(
      fittedToOf(
        [
          { task: 'a', at: 1, nano: null },
          { task: 'b', at: 1, nano: null },
        ] as LoggedRun[],
        () => 1,
      ),
    ).toBeNull();
  });

  test('is widened until nine of ten later tasks stay below the limit that the earlier ones gave', () => {
    // Twenty later tasks of 1 to 20 dollars: ceil(.9 x 21) = 19, so 19 dollars over a limit of 10.
    const dollars = [...Array.from({ length: 20 }, () => 5), ...Array.from({ length: 20 }, (_, i) => i + 1)];
    const seen: number[] = [];
    const found = fittedToOf(runs(dollars), (some) => seen.push(some.length) * 10);
    expect(seen).toEqual([20]);
    expect(found).toMatchObject({ sessions: 40, later: 20, below: 10, oneInTenFactor: 1.9 });
    // Never narrower than the fit.
    expect(fittedToOf(runs(dollars), () => 40)).toMatchObject({ below: 20, oneInTenFactor: 1 });
  });

  test('tries nothing with fewer than twenty tasks, without times, or without prices', () => {
    const few = { later: 0, below: 0, oneInTenFactor: 1 };
    const twenty = Array.from({ length: 20 }, () => 5);
    expect(fittedToOf(runs(twenty.slice(1)), () => 1)).toMatchObject(few);
    expect(fittedToOf(runs(twenty, false), () => 1)).toMatchObject(few);
    expect(fittedToOf(runs(twenty), () => null)).toMatchObject(few);
    expect(fittedToOf(runs(twenty), () => 5)).toMatchObject({ later: 10, below: 10, oneInTenFactor: 1 });
  });
});

describe('an estimate from a fitted workflow', () => {
  const fittedTo: FittedTo = { sessions: 42, meanLow: 0.8, meanHigh: 1.3, later: 21, below: 17, oneInTenFactor: 1.5 };
  const asked: EstimateRequest = { presetId: 'coding', modelCallsPerTask: 25, callDispersion: 1 };
  const estimate = (request: EstimateRequest) =>
    answer(resolveRequest(catalog, request) as ResolvedRequest) as Estimate;

  test('answers the question of the fit, with its runs and a range as wide as its own later runs ask', () => {
    const [plain, fitted] = [estimate(asked), estimate({ ...asked, fittedTo })];
    expect(fitted.range.oneInTen).toBeCloseTo(1.5 * plain.range.oneInTen, 8);
    expect(fitted.range.typicalTask).toBe(plain.range.typicalTask);
    expect(fitted.costPerTask).toBe(plain.costPerTask);
    expect(fitted.range.modelError).toMatchObject({
      question: 'fitted',
      basis: 'ownRuns',
      runs: 42,
      dollarsPct: null,
      factor: null,
      fittedTo,
    });
  });

  test('says nothing of other kinds of evidence', () => {
    const { summary } = estimate({ ...asked, fittedTo });
    expect(summary).toContain('42 of your own');
    expect(summary).not.toMatch(/preset|board|recorded|missed|owners/);
    const { range, costPerTask } = estimate({ ...asked, fittedTo });
    // 80 and 130 % of the mean.
    expect(summaryOf(10, { ...range, typicalTask: 7, oneInTen: 20 })).toContain('$8.00 to $13.00');
    expect(costPerTask).toBeGreaterThan(0);
    const little = estimate({ ...asked, fittedTo: { ...fittedTo, later: 0, below: 0, oneInTenFactor: 1 } });
    expect(little.summary).toContain('too few');
  });
});

/** The model walks 10,000, 13,000, 16,000 and 19,000 tokens. */
const straight: Recorded = {
  ...{ group: 'a', name: 'r', family: 'm', model: 'm', kind: 'coding', fold: 0, calls: 4, toolCalls: 4 },
  ...{ firstPrompt: 10_000, growth: 3000, compaction: null, coldShare: 0, lastPrompt: 19_000, output: 400 },
  ...{ input: 58_000, prompts: [10_000, 13_000, 16_000, 19_000], usd: null, terms: null, usualCache: unfitted },
};
const leaving = (more: Partial<Recorded>) => leftRuns([withTokens({ ...straight, ...more })])[0];

describe('a run', () => {
  test('whose prompts are the walked ones stays', () => {
    expect(leaving({})).toMatchObject({ run: 'r', calls: 4, call: null, recorded: null, walked: null, why: null });
    expect(leaving({})?.inputPct).toBeCloseTo(0, 9);
  });

  test('stays within a tenth and leaves beyond', () => {
    // 16,000 / 14,600 is 9.6 % more, 16,000 / 14,500 is 10.3 % more.
    expect(leaving({ prompts: [10_000, 13_000, 14_600, 19_000] })?.call).toBeNull();
    expect(leaving({ prompts: [10_000, 13_000, 14_500, 19_000] })).toMatchObject({
      ...{ call: 3, recorded: 14_500, walked: 16_000, why: 'growth' },
    });
  });

  test('leaves where its log was compacted and the walk was not', () => {
    const prompts = [10_000, 13_000, 5000, 8000];
    // 58,000 walked, 36,000 sent: 61.1 % more.
    const left = leaving({ prompts, input: 36_000 });
    expect(left).toMatchObject({ call: 3, recorded: 5000, walked: 16_000, why: 'compacted' });
    expect(left?.inputPct).toBeCloseTo(61.111, 3);
  });

  test('leaves where the walk was compacted and its log was not', () => {
    // Prompts above 14,000 are compacted to 8,000.
    const left = leaving({ compaction: { at: 14_000, to: 8000 } });
    expect(left).toMatchObject({ call: 3, recorded: 16_000, walked: 8000, why: 'not compacted' });
  });
});

test('a group counts its runs by the reason why they leave', () => {
  const runs = [{}, { prompts: [10_000, 13_000, 5000, 8000] }, { prompts: [10_000, 20_000, 30_000, 40_000] }];
  expect(leftByGroup(leftRuns(runs.map((more) => withTokens({ ...straight, ...more }))))).toEqual([
    { group: 'a', runs: 3, stay: 1, compacted: 1, notCompacted: 0, growth: 1 },
  ]);
});

describe('the command', () => {
  // The first of five tasks, each of four calls, sends 20,000 tokens at its third one; the others grow by 300 a call.
  const log = join(temporaryDirectory(), 'log.jsonl');
  const lines = ['a', 'b', 'c', 'd', 'e'].flatMap((task) =>
    [1000, 1300, 1600, 1900].map((usual, i) => {
      const input_tokens = task === 'a' && i === 2 ? 20_000 : usual;
      return JSON.stringify({ model: 'gpt-4.1', task, input_tokens, output_tokens: 100 });
    }),
  );
  writeFileSync(log, `${lines.join('\n')}\n`);

  test('says of each run where it leaves the model, in JSON and CSV too', async () => {
    const { runs, groups } = JSON.parse((await runCli('backtest', log, '--calls', '--json')).stdout);
    expect(runs).toHaveLength(5);
    // Task a grows by 300 + 18,700 in three steps: 6,333.3 a call. The second prompt is 7,333.3 instead of 1,300.
    const of = (task: string) => runs.find(({ run }: { run: string }) => run === task);
    expect(of('a')).toMatchObject({ calls: 4, call: 2, recorded: 1300, why: 'growth' });
    expect(of('a').walked).toBeCloseTo(7333.333, 2);
    expect(of('b')).toMatchObject({ call: null, why: null });
    expect(groups).toEqual([expect.objectContaining({ runs: 5, stay: 4, growth: 1 })]);
    const [header, ...rows] = (await runCli('backtest', log, '--calls', '--csv')).stdout.split(/\r?\n/);
    expect(header).toBe('group,run,calls,inputPct,call,recorded,walked,why');
    expect(rows.filter((row) => /^[^,]*,a,4,.*,2,1300,/.test(row))).toHaveLength(1);
  });
});
