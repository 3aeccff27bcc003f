/** What must hold for all advice: its dollars are those of the estimate after the change, and it agrees with the ranking. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Advice } from '../../../runtime/core/answers/schemas/advice-schema.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import type { Ranking } from '../../../runtime/core/answers/schemas/ranking-schema.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../../support/core/catalog.ts';
import { advice, estimate, ranking } from '../../support/core/made-up.ts';
import { estimateRequests } from '../../support/core/random-requests.ts';
import { rounds } from '../../support/rounds.ts';
import { runs } from './any-request.ts';

const costsOf = ({ costPerTask, costPerSuccessfulTask, monthlySpend }: Pick<Estimate, Costs>) => ({
  costPerTask,
  costPerSuccessfulTask,
  monthlySpend,
});

type Costs = 'costPerTask' | 'costPerSuccessfulTask' | 'monthlySpend';

/** Every change that advice names. */
const changesIn = ({ levers, routes, nearMisses }: Advice) => [...levers, ...routes, ...nearMisses];

/** The dollars of every change are those of a POST with it, to the last digit. */
function expectSameDollars(request: EstimateRequest, advised: Advice): void {
  for (const change of changesIn(advised)) {
    const after = estimate(catalog, { ...request, ...(change.changes as EstimateRequest) });
    expect(costsOf(change)).toEqual(costsOf(after));
  }
}

/** Advice, its suggestion in the estimate, and the ranking by solved tasks say one thing. */
function expectOneOrder(request: EstimateRequest, advised: Advice): void {
  const got = estimate(catalog, request);
  const [first] = advised.routes;
  expect(got.routing?.modelId).toBe(first?.modelId);
  expect(got.routing?.costPerTask).toBe(first?.costPerTask);
  expect(got.routing?.monthlySpend).toBe(first?.monthlySpend);
  const solved = ranking(catalog, { ...request, sort: 'solved' });
  const rowOf = (id: string) => solved.ranking.find(({ modelId }) => modelId === id);
  const measured = advised.routes.flatMap(({ modelId, asMeasured }) => (asMeasured ? [{ modelId, asMeasured }] : []));
  for (const { modelId, asMeasured } of measured) {
    const row = rowOf(modelId) as Ranking['ranking'][number];
    expect(row.rank).toBeLessThanOrEqual(solved.aboveLine);
    expect(row.measured?.board).toBe(asMeasured.board);
    expect(asMeasured.boards.map(({ board }) => board)).toContain(row.measured?.board);
    expect(row.costPerSolvedTask).toBe(asMeasured.costPerSolvedTask);
    const { low, high } = asMeasured.solvedRatioRange;
    const perSuccess = advised.costPerSuccessfulTask as number;
    const within = (ratio: number) => Math.abs(perSuccess * ratio) * (1 + 1e-12) + 1e-9;
    expect(asMeasured.costPerSolvedTask).toBeGreaterThanOrEqual(perSuccess * low - 1e-9 - 1e-12 * perSuccess);
    expect(asMeasured.costPerSolvedTask).toBeLessThanOrEqual(within(high));
  }
  // The first three in the order of the ranking; a later one is the best of the same provider.
  const ranks = measured.slice(0, 3).map(({ modelId }) => rowOf(modelId)?.rank as number);
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  expectBestTold(advised, solved);
}

/** The best row above the line that is cheaper and solves no less is advised, or is a near miss with its reason. */
function expectBestTold(advised: Advice, { ranking: rows, chosen, aboveLine }: Ranking): void {
  if (chosen === null) return;
  const told = [...advised.routes, ...advised.nearMisses];
  const best = rows.slice(0, aboveLine).find(({ modelId, costPerSolvedTask = Number.POSITIVE_INFINITY, measured }) => {
    if (modelId === chosen.modelId || costPerSolvedTask >= (chosen.costPerSuccessfulTask as number)) return false;
    const mine = told
      .flatMap(({ asMeasured }) => asMeasured?.boards ?? [])
      .find(({ board }) => board === measured?.board)?.chosenSuccessRate;
    return mine !== undefined && (measured?.successRate ?? 0) >= mine;
  });
  if (best !== undefined) expect(told.map(({ modelId }) => modelId)).toContain(best.modelId);
}

describe('on every preset and model', () => {
  const step = Math.round(catalog.models.length / rounds(catalog.models.length));
  test('advice has the dollars of the estimate after each change, and agrees with the ranking', () => {
    let measured = 0;
    for (const { id: presetId } of catalog.presets) {
      for (const [i, { id: modelId }] of catalog.models.entries()) {
        if (i % step !== 0) continue;
        const request = { presetId, modelId } as const;
        const advised = advice(catalog, request);
        expectSameDollars(request, advised);
        expectOneOrder(request, advised);
        if (advised.routes[0]?.basis === 'measured') measured++;
      }
    }
    expect(measured).toBeGreaterThan(1);
  });
});

describe('on any request', () => {
  test('advice has the dollars of the estimate after each change, and agrees with the ranking', () => {
    fc.assert(
      fc.property(estimateRequests, ({ compare: _, ...request }) => {
        const advised = advice(catalog, request);
        expectSameDollars(request, advised);
        expectOneOrder(request, advised);
      }),
      runs(rounds(1500)),
    );
  });

  test('a name that says a host and a place keeps them in the changes', () => {
    const request = { modelId: 'bedrock/us.anthropic.claude-sonnet-4-6-v1:0' };
    const advised = advice(catalog, request);
    expect(advised.host).toBe('bedrock');
    expect(changesIn(advised).length).toBeGreaterThan(1);
    for (const { changes } of advised.routes) expect(changes).toMatchObject({ host: 'bedrock' });
    expectSameDollars(request, advised);
  });
});

/** Names of figures that are estimated, measured, or one times the other. */
const bases: Readonly<Record<string, readonly string[]>> = {
  estimated: ['costPerTask', 'costPerSuccessfulTask', 'monthlySpend', 'saving'],
  measured: ['usdPerSolvedTask', 'chosenUsdPerSolvedTask', 'successRate', 'chosenSuccessRate'],
  both: ['costPerSolvedTask', 'savedMonthly', 'savedPct', 'solvedRatio', 'solvedRatioRange'],
};

test('no figure of one basis has a name of another, wherever it stands in an answer', () => {
  const request = { presetId: 'coding', sort: 'solved' } as const;
  const places = (value: unknown, path: string): string[] =>
    typeof value !== 'object' || value === null
      ? []
      : Object.entries(value).flatMap(([name, child]) => [
          `${path}.${Array.isArray(value) ? '' : name}`,
          ...places(child, `${path}.${Array.isArray(value) ? '' : name}`),
        ]);
  const { sort: _, ...plain } = request;
  const found = [estimate(catalog, plain), advice(catalog, plain), ranking(catalog, request)].flatMap((one) =>
    places(one, ''),
  );
  const insideOf = (name: string) =>
    found.filter((path) => path.endsWith(`.${name}`)).map((path) => /asMeasured|boards|\.measured/.test(path));
  for (const name of bases.estimated ?? []) expect(new Set(insideOf(name))).toEqual(new Set([false]));
  for (const name of bases.measured ?? []) expect(new Set(insideOf(name))).toEqual(new Set([true]));
  // A row of a ranking has the chosen estimate times the ratio beside what its board says.
  expect(
    found.filter((path) => path.endsWith('.costPerSolvedTask')).every((path) => /asMeasured|ranking/.test(path)),
  ).toBe(true);
});
