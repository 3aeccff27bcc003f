/** What the cost model assumes of failed runs, compared with recorded ones. */
import { describe, expect, test } from 'vitest';
import { failedRunsOf, sharedFailuresOf } from '../../runtime/core/model/assumptions.ts';
import { failurePairs, sharedFailuresIn } from './escalation.ts';
import { correlation, failedRatios, middleHalf, recordedOutcomes, sharedFailuresOn } from './outcomes.ts';

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

describe('failures of two models', () => {
  test('are correlated as computed by hand', () => {
    // 10 tasks: the first fails 4, the second 2, of which 1 among these 4: (1/4 - 0.2)/(1 - 0.2) = 0.0625.
    expect(correlation('0000111111', '0111011111', 10, 4)).toBeCloseTo(0.0625, 12);
    // The second fails more than the first; too few tasks; a task that one of them did not run.
    expect(correlation('0111111111', '0011111111', 10, 1)).toBeNull();
    expect(correlation('0000111111', '0111011111')).toBeNull();
    expect(correlation('0000111111-', '0111011111-', 10, 4)).toBeCloseTo(0.0625, 12);
  });

  test('are as correlated as in the cost model: the mean of four boards for coding, GAIA for research', () => {
    const boards = ['swe-bench', 'swt-bench', 'swe-bench-multimodal'].map((name) => sharedFailuresOn(outcomes, name));
    expect(boards.map(({ mean }) => Math.round(mean * 100) / 100)).toEqual([0.52, 0.26, 0.51]);
    for (const { pairs } of boards) expect(pairs).toBeGreaterThan(300);
    const four = [...boards, sharedFailuresIn(failurePairs())].map(({ mean }) => mean);
    expect(four.reduce((sum, mean) => sum + mean, 0) / 4).toBeCloseTo(sharedFailuresOf('coding').value, 2);
    expect(sharedFailuresOn(outcomes, 'gaia').mean).toBeCloseTo(sharedFailuresOf('research').value, 2);
    expect(sharedFailuresOf('voice')).toMatchObject({
      value: 0.4,
      source: expect.stringMatching(/not measured for voice/),
    });
  });
});
