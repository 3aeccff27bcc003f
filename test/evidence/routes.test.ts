/** Routes compared with measurements: on left-out boards, and on pairs of models that ran the same tasks. */
import { describe, expect, test } from 'vitest';
import type { ComparedBoard } from '../../runtime/core/benchmarks/proven.ts';
import { catalog } from '../support/core/catalog.ts';
import { escalateSigns, failurePairs, sharedFailuresIn } from './escalation.ts';
import { alone, type HeldOut, heldOutRoutes, withKin } from './held-out-routes.ts';
import { routesAtOldPrices } from './old-prices.ts';

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

describe('failures of two models', () => {
  const pairs = failurePairs();

  test('are as correlated on Terminal-Bench 2 as docs/cost-model.md says', () => {
    const found = sharedFailuresIn(pairs);
    expect(found.pairs).toBe(235);
    expect(found.mean).toBeCloseTo(0.33, 2);
  });

  test('have the correlation computed by hand: (0.5222 - 0.2652)/(1 - 0.2652) = 0.3497...', () => {
    const pair = { harness: 'terminus-2', firstFails: 0.4, thenFails: 0.2652, thenFailsToo: 0.5222 };
    const dollars = { firstUsd: null, thenUsd: null };
    expect(sharedFailuresIn([{ ...pair, ...dollars }]).mean).toBeCloseTo(0.34975, 4);
    const same = { ...pair, ...dollars, thenFailsToo: 1 };
    expect(sharedFailuresIn([{ ...pair, ...dollars }, same]).mean).toBeCloseTo((0.34975 + 1) / 2, 4);
  });

  test('predict whether escalating saves anything in nine of ten pairs, more often than if independent', () => {
    const { pairs: tried, right, independent } = escalateSigns(pairs);
    expect(tried).toBe(98);
    expect(right / tried).toBeGreaterThanOrEqual(0.9);
    expect(right).toBeGreaterThan(independent);
  });
});
