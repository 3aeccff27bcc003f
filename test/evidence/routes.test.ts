import { describe, expect, test } from 'vitest';
import type { ComparedBoard } from '../../runtime/core/benchmarks/proven.ts';
import { failedRunsOf } from '../../runtime/core/model/assumptions.ts';
import { median } from '../../runtime/core/values/median.ts';
import { numberIn, numberOrNull } from '../../runtime/logs/calibrate/recorded-runs.ts';
import { catalog } from '../support/core/catalog.ts';
import { estimate } from '../support/core/made-up.ts';
import { shippedFiles } from '../support/core/shipped-data.ts';
import { alone, type HeldOut, heldOutRoutes, withKin } from './held-out-routes.ts';
import { routesAtOldPrices } from './old-prices.ts';
import { readRows } from './read-evidence.ts';

/** Runs of one configuration of an agent on one benchmark. */
interface Outcomes {
  kind: string;
  benchmark: string;
  configuration: string;
  solved: number;
  failed: number;
  /** Mean USD of the runs; null: there are none. */
  usdSolved: number | null;
  usdFailed: number | null;
  /** By task, in the same order within a benchmark: 1 solved, 0 failed, - not run. Empty: not known by task. */
  byTask: string;
}

const recordedOutcomes = (): Outcomes[] =>
  readRows('outcomes.csv').map((row) => ({
    kind: row.kind ?? '',
    benchmark: row.benchmark ?? '',
    configuration: row.configuration ?? '',
    solved: numberIn(row, 'solved'),
    failed: numberIn(row, 'failed'),
    usdSolved: numberOrNull(row, 'usdSolved'),
    usdFailed: numberOrNull(row, 'usdFailed'),
    byTask: row.outcomes ?? '',
  }));

/** Dollars of failed runs over those of solved ones, by configuration, ascending; too few of either are left out. */
function failedRatios(outcomes: readonly Outcomes[], kind: string, fewest: number): number[] {
  return outcomes
    .filter((one) => one.kind === kind && Math.min(one.solved, one.failed) >= fewest && one.usdSolved)
    .map(({ usdSolved, usdFailed }) => (usdFailed as number) / (usdSolved as number))
    .sort((a, b) => a - b);
}

/** The median, and the quarters at which the middle half begins and ends. */
const middleHalf = (ascending: readonly number[]) => ({
  ratio: median([...ascending]),
  low: ascending[Math.floor(ascending.length / 4)] as number,
  high: ascending[Math.floor((3 * ascending.length) / 4)] as number,
});

describe('a measured route', () => {
  const share = ({ named, cheaper }: HeldOut): number => cheaper / named;

  test('holds on a left-out board in eight of ten cases, the best one in nine', () => {
    const { best, bestThere, every } = heldOutRoutes(catalog, alone);
    for (const held of [best, bestThere, every]) {
      expect(held.named).toBeGreaterThan(30);
      expect(share(held)).toBeGreaterThanOrEqual(0.8);
    }
    for (const held of [best, bestThere]) expect(share(held)).toBeGreaterThanOrEqual(0.9);
  });

  test('holds in eight of ten cases with every board of the same harness or benchmark left out', () => {
    const { best, bestThere, every } = heldOutRoutes(catalog, withKin);
    for (const held of [best, bestThere, every]) {
      expect(held.named).toBeGreaterThanOrEqual(5);
      expect(share(held)).toBeGreaterThanOrEqual(0.8);
    }
  });

  test("costs at most three quarters per solved task at today's prices, worked out again from the recorded rows", () => {
    const { named, dearer } = routesAtOldPrices(catalog);
    expect(named).toBeGreaterThan(20);
    expect(dearer).toBe(0);
  });

  test('is not found if no board is left', () => {
    const { every } = heldOutRoutes(catalog, (_board: ComparedBoard, _other: ComparedBoard) => true);
    expect(every).toEqual({ named: 0, cheaper: 0 });
  });
});

const outcomes = recordedOutcomes();

describe('failed runs', () => {
  test.each([
    ['coding', 10, 122, 9],
    ['research', 10, 41, 2],
    ['support', 5, 6, 1],
  ] as const)('of %s cost as many times a solved one as the notes say', (kind, fewest, groups, below) => {
    const ratios = failedRatios(outcomes, kind, fewest);
    const assumed = failedRunsOf(kind);
    const { ratio, low, high } = middleHalf(ratios);
    expect([ratios.length, assumed?.groups]).toEqual([groups, groups]);
    expect(ratio).toBeCloseTo(assumed?.ratio as number, 2);
    expect(low).toBeCloseTo(assumed?.low as number, 2);
    expect(high).toBeCloseTo(assumed?.high as number, 2);
    expect(ratios.filter((one) => one < 1)).toHaveLength(below);
  });

  test('of other kinds of work were not recorded', () => {
    expect(failedRunsOf('rag')).toBeNull();
    expect(failedRunsOf('voice')).toBeNull();
  });
});

const research = readRows('agent-boards.csv')
  .map((row) => ({
    benchmark: row.benchmark,
    model: row.model ?? '',
    solved: numberIn(row, 'solvedShare'),
    steps: numberIn(row, 'steps'),
    usd: numberIn(row, 'usd'),
    errorPct: numberIn(row, 'errorPct'),
  }))
  // Two configurations of which a third ended in an error say little.
  .filter(({ benchmark, errorPct }) => benchmark === 'browsecompplus' && errorPct < 5);

const range = (values: number[]) => [Math.min(...values), median(values), Math.max(...values)];

test('the evidence of the preset research has the numbers of the recorded configurations', () => {
  expect(research).toHaveLength(18);
  const presets = shippedFiles.find(({ path }) => path === 'data/presets.json')?.text ?? '';
  const [least, middle, most] = range(research.map(({ usd }) => usd)).map((usd) => usd.toFixed(2));
  expect(presets).toContain(
    `18 configurations of four agents on five models, 51 to 100 tasks each: ${least} to ${most} dollars a task, ${middle} in the middle`,
  );
  const [fewest, usual, largest] = range(research.map(({ steps }) => steps)).map(Math.round);
  expect(presets).toContain(`${fewest} to ${largest} steps, ${usual} in the middle`);
  const solved = research.map((one) => Math.round(100 * one.solved));
  expect(presets).toContain(`${Math.min(...solved)} to ${Math.max(...solved)} per cent solved`);
});

test('the preset research costs 0.30 to 4.0 times what was recorded, as docs/cost-model.md says', () => {
  const factors = ['claude-opus-4-5', 'gpt-5.2', 'kimi-k2.5'].flatMap((modelId) => {
    // The recorded dollars of Claude are those of calls without a cache; the others cache by themselves.
    const { costPerTask } = estimate(catalog, { presetId: 'research', modelId, promptCaching: false });
    return research.filter(({ model }) => model === modelId).map(({ usd }) => costPerTask / usd);
  });
  expect(factors).toHaveLength(11);
  const [least = 0, middle = 0, most = 0] = range(factors);
  expect([least.toFixed(2), middle.toFixed(2), most.toFixed(1)]).toEqual(['0.30', '0.90', '4.0']);
});
