/** What the cost model assumes of failed runs, compared with recorded ones. */
import { describe, expect, test } from 'vitest';
import { failedRunsOf } from '../../runtime/core/model/assumptions.ts';
import { failedRatios, middleHalf, recordedOutcomes } from './outcomes.ts';

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
