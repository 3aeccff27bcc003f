import { describe, expect, test } from 'vitest';
import { type ResolvedRequest, resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import { billFor } from '../../../runtime/core/model/bill.ts';
import { promptAt } from '../../../runtime/core/model/leg.ts';
import { peakOf } from '../../../runtime/core/model/shape.ts';
import { acrossBands } from '../../../runtime/core/model/used.ts';
import { workOf, workOn } from '../../../runtime/core/model/work.ts';
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

  /** Every task makes 200 calls of a session. */
  const session = {
    presetId: 'session',
    callDispersion: 0,
    modelCallsPerTask: 200,
    toolCallsPerTask: 190,
  } as const satisfies EstimateRequest;

  test.each([
    session,
    { ...session, handoffs: 3, coldCallsPct: 20 },
    { ...session, modelId: 'gpt-5' },
    { ...session, compactAtTokens: 60_000, compactedToTokens: 30_500 },
  ] as EstimateRequest[])('of a compacted task has the prompts and the reads that are billed: %j', (request) => {
    const question = asked(request);
    const work = workOn(workOf(question.preset, question.workflow), question.model);
    const { run } = billFor(work, question.model);
    const { first, later } = work.shape;
    const [input, compactions] = [acrossBands(run.bands, 'prompts'), acrossBands(run.bands, 'compactions')];
    const peak = peakOf(work.shape);
    // The calls that compact send the last prompt of their leg again, from the cache.
    const last = (leg: typeof first) => promptAt(leg, leg.calls - 1);
    const again = last(first) + (compactions - 1) * last(later as typeof first);
    const { calls, pointAt, ...growth } = growthOf(question);
    let [prompts, cached] = [again, question.model.hitEfficiency.value * again];
    for (let call = 1; call <= calls; call++) {
      prompts += pointAt(call).prompt;
      cached += pointAt(call).cached;
    }
    expect(compactions).toBeGreaterThan(1);
    expect(prompts).toBeCloseTo(input, 3);
    expect(Math.abs(cached / run.reads - 1)).toBeLessThan(request.handoffs ? 0.01 : 1e-9);
    expect(growth.peak).toBeCloseTo(peak, 6);
    expect(Math.max(...growth.points.map(({ prompt }) => prompt))).toBeCloseTo(peak, 6);
  });

  test('of a coding session is a saw that never passes the prompt at which it is compacted', () => {
    const { points, mostCalls, peak, compactedAbove } = growthOf(asked({ presetId: 'session' }));
    const falls = points.filter(({ prompt }, index) => prompt < (points[index - 1]?.prompt ?? 0));
    // 35,000 tokens, 2,392.5 more with each of five calls, then 1,595: 76 calls up to 158,612.5. From 50,000 five
    // steps of 2.4 * 1,595 = 3,828 and 56 of 1,595: 62 calls up to 158,460, and so on.
    expect({ mostCalls, peak: Math.round(peak), compactedAbove }).toEqual({
      mostCalls: 205,
      peak: 158_613,
      compactedAbove: 160_000,
    });
    expect(falls.map(({ call, prompt }) => ({ call, prompt }))).toEqual([
      { call: 77, prompt: 50_000 },
      { call: 139, prompt: 50_000 },
      { call: 201, prompt: 50_000 },
    ]);
  });

  test('has a few points where a task is compacted very often', () => {
    const { points } = growthOf(asked({ presetId: 'session', modelCallsPerTask: 1000, compactAtTokens: 40_000 }));
    expect(points.length).toBeLessThan(80);
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
