/** Routes compared with measurements on boards that were left out. */
import { describe, expect, test } from 'vitest';
import type { ComparedBoard } from '../../runtime/core/benchmarks/proven.ts';
import { catalog } from '../support/core/catalog.ts';
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
