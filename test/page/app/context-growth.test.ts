import { describe, expect, test } from 'vitest';
import { type ResolvedRequest, resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import { billFor, workOf } from '../../../runtime/core/model/bill.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { growthOf } from '../../../runtime/site/cost/context-growth.tsx';
import { catalog } from '../../support/core/catalog.ts';

function asked(request: EstimateRequest): ResolvedRequest {
  const question = resolveRequest(catalog, request);
  if (question instanceof ApiError) throw new Error(question.message);
  return question;
}

/** No faults, and every task makes the same number of calls. */
const plain = {
  presetId: 'coding',
  callDispersion: 0,
  hallucinatedToolPct: 0,
  timeoutLoopsPerTask: 0,
  modelCallsPerTask: 40,
} as const satisfies EstimateRequest;

describe('the growth of the prompt', () => {
  test('matches the cost model: 5,500 tokens and 850 more with every call', () => {
    const { points, calls, mostCalls } = growthOf(asked(plain));
    expect({ calls, mostCalls }).toEqual({ calls: 40, mostCalls: 40 });
    expect(points[0]).toMatchObject({ call: 1, prompt: 5500 });
    expect(points[1]).toMatchObject({ call: 2, prompt: 6350 });
    // 5500 + 39 * 850
    expect(points.at(-1)).toMatchObject({ call: 40, prompt: 38_650 });
  });

  test.each([
    plain,
    { ...plain, modelId: 'gpt-5' },
    { ...plain, warmPrefixPct: 100 },
    { ...plain, promptCaching: false },
    { ...plain, modelId: 'claude-haiku-4-5', systemPromptTokens: 0, toolSchemaTokens: 0 },
    { ...plain, cacheTtl: '1h', outputTokensPerCall: 4000 },
  ] as EstimateRequest[])('reads as many tokens from the cache as are billed: %j', (request) => {
    const question = asked(request);
    const { run } = billFor(workOf(question.preset, question.workflow), question.model);
    const { calls, pointAt } = growthOf(question);
    let cached = 0;
    for (let call = 1; call <= calls; call++) cached += pointAt(call).cached;
    expect(cached).toBeCloseTo(run.reads, 3);
  });

  test('has a few points for a long task, including its first and last call', () => {
    const { points, mostCalls } = growthOf(asked({ modelCallsPerTask: 1000 }));
    expect(points.length).toBeLessThan(30);
    expect([points[0]?.call, points.at(-1)?.call]).toEqual([1, mostCalls]);
    expect(mostCalls).toBeGreaterThan(1000);
  });

  test('has one point for a workflow without calls', () => {
    expect(
      growthOf(asked({ modelCallsPerTask: 0, timeoutLoopsPerTask: 0, hallucinatedToolPct: 0 })).points,
    ).toHaveLength(1);
  });
});
