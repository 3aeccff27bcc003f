/** A report on the calls of an estimate: an estimate is the bill of a log that has not happened yet. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callsCsv } from '../../../runtime/cli/commands/estimate.ts';
import { answer } from '../../../runtime/core/answers/answer.ts';
import { expectedCallsOf } from '../../../runtime/core/answers/expected-calls.ts';
import { type ResolvedRequest, resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../../runtime/core/answers/schemas/estimate-schema.ts';
import type { ExpectedCalls } from '../../../runtime/core/answers/schemas/expected-calls-schema.ts';
import type { CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { catalogAt } from '../../../runtime/core/dataset/host-catalog.ts';
import { billFor } from '../../../runtime/core/model/bill.ts';
import { workOf } from '../../../runtime/core/model/work.ts';
import { promptTokensIn } from '../../../runtime/core/schemas/billable-units.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { efforts } from '../../../runtime/core/schemas/levels.ts';
import { presetIds, workflowFieldNames } from '../../../runtime/core/schemas/request-fields.ts';
import { LogReporter } from '../../../runtime/logs/report/log-reporter.ts';
import type { LogReport } from '../../../runtime/logs/report/report-of.ts';
import { reportOf } from '../../../runtime/logs/report/report-of.ts';
import { asSold, ordinaryWorkflow } from '../../core/properties/any-request.ts';
import { catalog } from '../../support/core/catalog.ts';
import { acceptable } from '../../support/core/random-requests.ts';
import { everything, rounds } from '../../support/rounds.ts';
import { read } from '../readers/read.ts';

const expected = (request: EstimateRequest) => expectedCallsOf(catalog, request) as ExpectedCalls;

async function reported(...logs: string[]): Promise<LogReport> {
  const reporter = new LogReporter(catalog, {
    ...{ by: ['model', 'task'], since: null, until: null, on: null, host: null },
  });
  for (const log of logs) {
    const { calls, report } = await read(log);
    expect(report).toMatchObject({ format: 'agent-cost-calls', broken: 0, unreadColumns: [] });
    reporter.add(calls);
  }
  return reportOf(reporter);
}

const noFaults = {
  handoffs: 0,
  timeoutLoopsPerTask: 0,
  hallucinatedToolPct: 0,
  taskFailureRatePct: 0,
  coldCallsPct: 0,
};

const nano = (usd: number): string => String(Math.round(usd * 1e9));

/**
 * Parts of an estimate that lie on half a nano-dollar, to the last digits of binary arithmetic: which way these are rounded
 * depends on the order in which calls are added.
 */
function halvesIn({ preset, workflow, given, model }: ResolvedRequest): number {
  const work = workOf(preset, workflow, given);
  const { freshUsd, readsUsd, outputUsd, feesUsd } = billFor(work, model).run;
  const parts = [...[freshUsd, readsUsd, outputUsd].map((usd) => usd * (1 + work.retryShare)), feesUsd];
  return parts.filter((usd) => {
    const amount = usd * 1e9;
    return Math.abs(amount - Math.floor(amount) - 0.5) < 2e-6 + 1e-14 * amount;
  }).length;
}

/** Models that have what makes pricing hard are asked for as often as all the others. */
const banded = catalog.models.filter(({ thresholds }) => thresholds.length > 0).map(({ id }) => id);
const oneHour = catalog.models.filter(({ price }) => price.cacheWrite1h !== null).map(({ id }) => id);
const sellers = catalog.offers.hosts.map(({ id }) => id);

const requests: fc.Arbitrary<EstimateRequest> = fc
  .tuple(
    fc.constantFrom(...presetIds),
    fc.oneof(...[banded, oneHour, catalog.models.map(({ id }) => id)].map((ids) => fc.constantFrom(...ids))),
    ordinaryWorkflow,
    fc.shuffledSubarray(workflowFieldNames, { minLength: 14 }),
    fc.constantFrom(null, null, ...efforts),
    fc.option(fc.nat(), { freq: 2 }),
    fc.option(fc.integer({ min: 100_000, max: 300_000 }), { freq: 2 }),
  )
  .map(([presetId, modelId, workflow, kept, reasoningEffort, seller, long]) => {
    const selling = sellers.filter((host) => catalogAt(catalog, host)?.find(modelId) !== undefined);
    const host = seller === null || selling.length === 0 ? {} : { host: selling[seller % selling.length] as string };
    const all =
      'host' in host
        ? { ...workflow, serviceTier: 'standard', region: 'global' }
        : asSold(catalog, { ...workflow, modelId });
    // A task that hardly ever calls a model has fees without a call.
    all.modelCallsPerTask = Math.max(0.05, all.modelCallsPerTask);
    const request = Object.fromEntries(kept.map((name) => [name, all[name as keyof typeof all]]));
    if (long !== null) request.retrievedContextTokens = long;
    return acceptable({ ...request, reasoningEffort, presetId, modelId, ...host });
  });

describe('the calls of an estimate', () => {
  test('are billed to the dollars of the estimate, for 200 workloads of every kind', async () => {
    const count = rounds(200);
    let otherWay = 0;
    const seen = { compacts: 0, bands: 0, oneHour: 0, tiers: 0, places: 0, hosts: 0, searches: 0, retries: 0 };
    const asked = fc
      .sample(requests, { numRuns: 5 * count, seed: 20261124 })
      .map((request) => ({ request, question: resolveRequest(catalog, request) }))
      .filter(({ question }) => 'workflow' in question)
      .slice(0, count);
    expect(asked).toHaveLength(count);
    for (const { request, question } of asked) {
      if (!('workflow' in question)) continue;
      const estimate = answer(question) as Estimate;
      const of = expected(request);
      const what = JSON.stringify(request);
      // A file of either form is the same log.
      const { total, groups, waste } = await reported(
        callsCsv(of).length % 2 === 0 ? callsCsv(of) : JSON.stringify(of),
      );
      expect(of.costPerTask, what).toBe(estimate.costPerTask);
      const [cost, billed] = [nano(estimate.costPerTask), total.nanoUsd ?? '0'];
      const ties = halvesIn(question);
      if (billed !== cost) otherWay++;
      if (ties === 0) expect(billed, what).toBe(cost);
      else expect(Math.abs(Number(billed) - Number(cost)), what).toBeLessThanOrEqual(ties);
      for (const { rows } of groups) {
        expect(String(rows.reduce((sum, { nanoUsd }) => sum + BigInt(nanoUsd ?? 0), 0n)), what).toBe(billed);
      }
      expect(waste.causes[0]?.usd ?? 0, what).toBeCloseTo(
        estimate.waste.causes.find(({ cause }) => cause === 'retries')?.costPerTask ?? 0,
        6,
      );
      const { calls } = of;
      const model = catalog.find(of.model) as CatalogModel;
      if (calls.some(({ compacts }) => compacts)) seen.compacts++;
      if (model.thresholds.some((limit) => calls.some((call) => promptTokensIn(call) > limit))) seen.bands++;
      if (calls.some(({ cacheWrite1h }) => cacheWrite1h > 0)) seen.oneHour++;
      if (of.serviceTier !== 'standard') seen.tiers++;
      if (of.region !== null) seen.places++;
      if (of.host !== null) seen.hosts++;
      if (calls.some(({ searches }) => searches > 0)) seen.searches++;
      if (calls.some(({ retried }) => retried)) seen.retries++;
    }
    // Of 200, as docs/runs.md says; the first of them are as many as npm test tries.
    expect(otherWay).toBeLessThanOrEqual(2);
    if (everything) for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThan(9);
  });

  test('weigh as much as the mean calls of a task, with its compactions and retries', () => {
    const plain = expected({ presetId: 'session', modelId: 'claude-sonnet-4-6', retryRatePct: 0 });
    const sum = (of: ExpectedCalls['calls']) => of.reduce((total, { weight }) => total + weight, 0);
    const { assumptions } = answer(
      resolveRequest(catalog, {
        presetId: 'session',
        modelId: 'claude-sonnet-4-6',
        retryRatePct: 0,
      }) as ResolvedRequest,
    ) as Estimate;
    const [compacting, others] = [true, false].map((compacts) =>
      plain.calls.filter((call) => call.compacts === compacts),
    );
    expect(sum(others ?? [])).toBeCloseTo(
      assumptions.callsPerTask ?? catalog.preset('session').workflow.modelCallsPerTask,
      9,
    );
    expect(sum(compacting ?? [])).toBeGreaterThan(0);
    // A retry rate of 10 % repeats .1 + .01 of all calls.
    const retried = expected({ presetId: 'session', modelId: 'claude-sonnet-4-6', retryRatePct: 10 });
    expect(sum(retried.calls)).toBeCloseTo(1.11 * sum(plain.calls), 9);
    expect(sum(retried.meanTask.filter(({ compacts }) => !compacts))).toBeCloseTo(plain.callsPerTask, 9);
  });

  test('of one task can be reckoned by hand: three calls at $3, $0.30, $3.75 and $15 a million', async () => {
    const of = expected({
      ...{ presetId: 'coding', modelId: 'claude-sonnet-4-6', ...noFaults, modelCallsPerTask: 3, toolCallsPerTask: 0 },
      ...{ systemPromptTokens: 4000, toolSchemaTokens: 1000, retrievedContextTokens: 0, outputTokensPerCall: 500 },
      ...{ toolResultTokens: 0, userTokensPerCall: 500, callDispersion: 0, promptCaching: false, searchesPerTask: 0.6 },
      retryRatePct: 10,
    });
    // Prompts of 5,000, 6,000 and 7,000 tokens; .2 searches a call; each call again .11 times, without searches.
    const call = { compacts: false, cachedInput: 0, cacheWrite: 0, cacheWrite1h: 0, output: 500 };
    expect(of.calls).toEqual(
      [5000, 6000, 7000].flatMap((input, index) => [
        { ...call, call: index + 1, retried: false, weight: 1, input, searches: expect.closeTo(0.2, 12) },
        { ...call, call: index + 1, retried: true, weight: expect.closeTo(0.11, 12), input, searches: 0 },
      ]),
    );
    // 18,000 x $3 and 1,500 x $15 a million are $0.054 and $0.0225, times 1.11; .6 searches at $10 a thousand are $0.006.
    const { total, waste, logged } = await reported(JSON.stringify(of));
    expect(total).toMatchObject({ calls: 3.33, input: 19_980, output: 1665, searches: 0.6, usd: 0.090915 });
    expect(waste.causes[0]).toMatchObject({ cause: 'retriedCalls', calls: 0.33, usd: 0.008415 });
    expect(logged).toBeNull();
  });

  test('are as dear by model where several estimates are one log', async () => {
    const [sonnet, mini] = ['claude-sonnet-4-6', 'gpt-5-mini'].map((modelId) =>
      expected({ presetId: 'coding', modelId }),
    );
    const { groups } = await reported(JSON.stringify(sonnet), callsCsv(mini as ExpectedCalls));
    expect(groups[0]?.rows.map(({ key, usd }) => [key, usd])).toEqual([
      ['claude-sonnet-4-6', sonnet?.costPerTask],
      ['gpt-5-mini', mini?.costPerTask],
    ]);
  });
});
