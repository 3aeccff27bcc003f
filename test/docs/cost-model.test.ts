/** Recomputes the worked example of docs/cost-model.md, and compares its table with the command's. */
import { describe, expect, test } from 'vitest';
import { resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import { evaluate } from '../../runtime/core/explain/formula.ts';
import { callSpreads, spreadCalls } from '../../runtime/core/model/spread.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import type { Value } from '../../runtime/core/values/steps.ts';
import { groupBy } from '../../runtime/logs/statistics.ts';
import { questionsOf } from '../evidence/certainty.ts';
import { figuresOf } from '../evidence/figures.ts';
import { dispersion } from '../evidence/group-means.ts';
import { readRows } from '../evidence/read-evidence.ts';
import { wholeSessions } from '../evidence/sessions.ts';
import { linesOf } from '../evidence/table.ts';
import { catalog } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';
import { estimate, madeUpCatalog, madeUpDataset } from '../support/core/made-up.ts';
import { shippedCatalog, shippedData } from '../support/core/shipped-data.ts';
import { blocksOf, textOf } from './documents.ts';

const document = 'docs/cost-model.md';
const steps = blocksOf(document)
  .filter(({ language }) => language === 'text')
  .flatMap(({ text }) => text.split('\n'))
  .map((line) => line.split(' = '));

/** Every symbol with the value that its formula gives, unrounded. */
const scope = new Map<string, Value>();

describe('the worked example', () => {
  test.each(steps.map((parts) => [parts.join(' = '), parts] as const))('%s', (_, parts) => {
    const [symbol = '', formula = ''] = parts;
    const printed = parts.at(-1) as string;
    const value = evaluate(formula, scope) as number;
    scope.set(symbol, value);
    const decimals = printed.split('.')[1]?.length ?? 0;
    expect(value).toBeCloseTo(Number(printed), decimals);
    expect(Math.abs(value - Number(printed))).toBeLessThan(0.5001 * 10 ** -decimals + 1e-12);
  });

  test('matches the program, apart from the spread over sixteen tasks', () => {
    const model = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75, hitEfficiency: 0.99 };
    const { presetId: _, ...preset } = { ...catalog.preset('coding').workflow, presetId: 'coding' };
    const got = estimate(madeUpCatalog([model]), { ...preset });
    expect(got.tokensPerTask.input / (scope.get('INf') as number)).toBeCloseTo(1, 3);
    expect(got.costPerTask / (scope.get('C') as number)).toBeCloseTo(1, 3);
    const exact = estimate(madeUpCatalog([model]), {
      ...preset,
      callDispersion: 0,
      hallucinatedToolPct: 0,
      timeoutLoopsPerTask: 0,
    });
    expect(exact.tokensPerTask.input).toBe(scope.get('IN1'));
  });
});

test('the sixteen tasks and the prices by length match the program', () => {
  const lists = blocksOf(document).flatMap(({ text }) => [...text.matchAll(/= mean\(([-\d., ]+)\) =/g)]);
  const printed = lists.map(([, list = '']) => list.split(', ').map(Number));
  expect(printed).toEqual([callSpreads.coding.z, callSpreads.session.z, callSpreads.support.z]);
  const { calls } = spreadCalls(40, 0.48, callSpreads.coding);
  expect(calls.at(-1)).toBeCloseTo(scope.get('n16') as number, 9);
  expect(calls[0]).toBeCloseTo(scope.get('n1') as number, 9);
  const of = (symbol: string) => scope.get(symbol) as number;
  const prices = {
    input: 3,
    output: 15,
    cachedInput: 0.3,
    cacheWrite: 3.75,
    hitEfficiency: 0.99,
    minPrefixTokens: 7000,
  };
  const longContext = [{ above: 20_000, input: 6, output: 30, cachedInput: 0.6, cacheWrite: 7.5 }];
  const { presetId: _, ...preset } = { ...catalog.preset('coding').workflow, presetId: 'coding' };
  const noFaults = { hallucinatedToolPct: 0, timeoutLoopsPerTask: 0, retryRatePct: 0, taskFailureRatePct: 0 };
  const got = estimate(madeUpCatalog([{ ...prices, longContext }]), { ...preset, ...noFaults, callDispersion: 0 });
  // Both bands by the document: short at the input price, eta of what was seen read, the rest written.
  const eta = of('eta');
  const low = of('short') * 3 + (of('sent') - of('short') - eta * of('seen')) * 3.75;
  const high = (of('sent2') - eta * of('seen2')) * 7.5;
  expect(got.costBreakdown.freshInput).toBeCloseTo((low + high) / 1e6, 9);
  expect(got.costBreakdown.cachedInput).toBeCloseTo((eta * (of('seen') * 0.3 + of('seen2') * 0.6)) / 1e6, 9);
  expect(got.costBreakdown.output).toBeCloseTo((400 * (of('c') * 15 + (40 - of('c')) * 30)) / 1e6, 9);
});

test('the compaction and the cold calls of a session match the program', () => {
  const model = {
    input: 3,
    output: 15,
    cachedInput: 0.3,
    cacheWrite: 3.75,
    hitEfficiency: 0.99,
    minPrefixTokens: 1024,
  };
  const { presetId: _, ...session } = { ...catalog.preset('session').workflow, presetId: 'session' };
  // One task of 160 calls, with as many tool calls for each as in the preset.
  const one = { modelCallsPerTask: 160, toolCallsPerTask: (160 * 70) / 60, callDispersion: 0 };
  const got = estimate(madeUpCatalog([model]), { ...session, ...one });
  const of = (symbol: string) => scope.get(symbol) as number;
  expect(got.tokensPerTask).toEqual({
    input: of('sents') + of('agains'),
    cachedInput: expect.closeTo(of('readss'), 4),
    output: of('outs'),
  });
  expect(got.costBreakdown.freshInput).toBeCloseTo((of('writtens') * 3.75) / 1e6, 8);
});

test('the measured routes match the program: one that solves more than the chosen model, and one that solves less', () => {
  const models = [
    { id: 'chosen', input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75, hitEfficiency: 0.99 },
    { id: 'other', input: 9, output: 9 },
  ];
  // Every number of the example that no formula gives: the dollars of an attempt, 0.4 times, and the shares solved.
  const routeBy = (solves: number) => {
    const run = {
      config: null,
      effort: null,
      on: '2026-01-01',
      attempts: null,
      tasks: null,
      version: null,
      note: null,
    };
    const tokens = { calls: null, inputTokens: null, cachedTokens: null, outputTokens: null };
    const row = (modelId: string, successRate: number, recordedUsd: number) =>
      ({ model: modelId, modelId, ...run, ...tokens, successRate, recordedUsd }) as const;
    const rows = [row('chosen', 0.6, 1), row('other', solves, 0.4)];
    const about = {
      name: 'Board',
      benchmark: 'Benchmark',
      domain: 'coding',
      harness: 'Harness',
      unit: 'task',
    } as const;
    const rest = { tasks: 100, runs: 'Once.', licence: null, sources: [], notes: [] };
    const measured = ['one', 'two'].map((id) => ({ id, ...about, ...rest, rows }));
    const made = catalogOf({ ...madeUpDataset(models), measured }, '2026-06-01');
    const { presetId: _, ...preset } = { ...catalog.preset('coding').workflow, presetId: 'coding' };
    return estimate(made, { ...preset, modelId: 'chosen' }).routing.best;
  };
  const share = (symbol: string) => (scope.get(symbol) as number) * 100;
  expect(routeBy(0.66)?.assumedFailureRatePct).toBeCloseTo(share('fb'), 4);
  expect(routeBy(0.57)?.assumedFailureRatePct).toBeCloseTo(share('fc'), 4);
  expect(routeBy(0.66)?.costPerSuccessfulTask).toBeCloseTo(scope.get('CSb') as number, 3);
});

test('the table is what the command prints of the data in the repository, on the day that the document names', () => {
  const [, day = ''] = /those\s+below are of ([\d-]+)/.exec(textOf(document)) ?? [];
  const rows = (textOf(document).match(/^\| .*\|$/gm) ?? []).map((row) =>
    row
      .replaceAll('\\|', '!')
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('!', '|')),
  );
  // The heading, and the row that the next test is for.
  const printed = rows.slice(1).filter(([figure = '']) => !figure.startsWith('sentences more certain'));
  const lines = linesOf(figuresOf(catalogOf(shippedData(), day)));
  expect(printed).toEqual(lines.map(({ figure, now, goal }) => [figure.trim(), now, goal]));
});

test('the sentences that were read are those of as many answers as there are, and none may be too certain', () => {
  const [, printed = '', goal] =
    /^\| sentences more certain than their evidence.*\| 0 of ([\d,]+) \| (\d+) \|$/m.exec(textOf(document)) ?? [];
  const shipped = shippedCatalog();
  const answered = questionsOf(shipped).filter((one) => !(resolveRequest(shipped, one) instanceof ApiError)).length;
  expect(goal).toBe('0');
  // A new model has more answers, and the table is of its day.
  expect(answered / Number(printed.replace(',', ''))).toBeGreaterThan(0.95);
  expect(answered / Number(printed.replace(',', ''))).toBeLessThan(1.2);
});

test('what is recorded above the spread that is met is what the document says', () => {
  const [, over, all, most] =
    /(\d+) of (\d+) models on Terminal-Bench 2\s+have more than 2, up to ([\d.]+)/.exec(textOf(document)) ?? [];
  const recorded = readRows('calls-spread.csv').map(({ dispersion }) => Number(dispersion));
  expect(recorded.filter((one) => one > 2)).toHaveLength(Number(over));
  expect(recorded).toHaveLength(Number(all));
  expect(Math.max(...recorded)).toBeCloseTo(Number(most), 1);

  const [, low, high, together] =
    /have ([\d.]+) to ([\d.]+) by owner and ([\d.]+) over all/.exec(textOf(document)) ?? [];
  const sessions = wholeSessions().map(({ owner, calls }) => ({ owner, calls: calls.length }));
  const byOwner = [...groupBy(sessions, ({ owner }) => owner).values()].filter((own) => own.length >= 10);
  const each = byOwner.map(dispersion);
  expect(Math.min(...each)).toBeCloseTo(Number(low), 1);
  expect(Math.max(...each)).toBeCloseTo(Number(high), 1);
  expect(dispersion(sessions)).toBeCloseTo(Number(together), 1);
});
