import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { type Answered, ask, isAnswered } from '../../../runtime/site/cost/evaluate-form.ts';
import { causesOfDifference } from '../../../runtime/site/cost/scenarios.tsx';
import { differences } from '../../../runtime/site/formatting.ts';
import { catalog } from '../../support/core/catalog.ts';
import { estimateRequests } from '../../support/core/random-requests.ts';
import { typedAs } from './typed-as.ts';

function answered(request: EstimateRequest): Answered {
  const outcome = ask(catalog, typedAs(request));
  if (!isAnswered(outcome)) throw new Error(JSON.stringify(outcome));
  return outcome;
}

/** The parts add up to the difference, to the precision of a double for the largest of them. */
function expectSum(parts: readonly number[], from: number, to: number): void {
  const sum = parts.reduce((total, part) => total + part, 0);
  const largest = Math.max(from, to, ...parts.map(Math.abs));
  expect(Math.abs(sum - (to - from))).toBeLessThan(1e-12 * largest + 1e-10);
}

describe('why two scenarios differ', () => {
  test('adds up to the difference, per task and per month', () => {
    fc.assert(
      fc.property(estimateRequests, estimateRequests, (one, other) => {
        const [first, second] = [answered(one), answered(other)];
        const causes = causesOfDifference(first, second);
        const [before, after] = [first.figures, second.figures];
        expectSum(
          causes.map(({ perTask }) => perTask),
          before.costPerTask,
          after.costPerTask,
        );
        expectSum(
          causes.map(({ monthly }) => monthly),
          before.monthlySpend,
          after.monthlySpend,
        );
      }),
      { numRuns: 200 },
    );
  });

  test('never attributes a difference per task to the tasks a month', () => {
    fc.assert(
      fc.property(estimateRequests, estimateRequests, (one, other) => {
        const causes = causesOfDifference(answered(one), answered(other));
        expect(causes.find(({ name }) => name === 'Tasks a month')?.perTask ?? 0).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  test('names what was changed, and only that', () => {
    const base = answered({});
    const names = (request: EstimateRequest) => causesOfDifference(base, answered(request)).map(({ name }) => name);
    expect(names({})).toEqual([]);
    expect(names({ modelId: 'claude-haiku-4-5' })).toEqual(['Model and prices']);
    expect(names({ modelCallsPerTask: 20, tasksPerMonth: 5 })).toEqual(['Calls, tools and searches', 'Tasks a month']);
    expect(names({ promptCaching: false })).toEqual(['Caching']);
    expect(names({ taskFailureRatePct: 90 })).toEqual([]);
  });

  test('for twice the tasks is one cause: the same monthly spend again', () => {
    const base = answered({});
    const [cause, ...others] = causesOfDifference(base, answered({ tasksPerMonth: 2000 }));
    expect(others).toEqual([]);
    expect(cause).toEqual({ name: 'Tasks a month', perTask: 0, monthly: base.figures.monthlySpend });
  });
});

describe('a column of differences', () => {
  test('adds up as shown', () => {
    // 0.014 + 0.014 + 0.014 = 0.042: each rounds to 0.01, and the sum to 0.04.
    expect(differences([1.014, 0.014, 0.014])).toEqual({ parts: ['+$1.01', '+$0.02', '+$0.01'], total: '+$1.04' });
    expect(differences([-0.0333])).toEqual({ parts: ['−$0.0333'], total: '−$0.0333' });
    expect(differences([12_345.6, -0.5])).toEqual({ parts: ['+$12,346', '−$1'], total: '+$12,345' });
    expect(differences([0])).toEqual({ parts: ['$0.00'], total: '$0.00' });
  });
});
