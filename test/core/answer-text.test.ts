import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { syntheticData } from '../../bench/synthetic.ts';
import { answer } from '../../runtime/core/answers/answer.ts';
import { answerBytes } from '../../runtime/core/answers/answer-bytes.ts';
import { metaOf } from '../../runtime/core/answers/meta.ts';
import { ranked } from '../../runtime/core/answers/ranking.ts';
import { type ResolvedRequest, resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../runtime/core/answers/schemas/estimate-schema.ts';
import type { Catalog, CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { tiersSold } from '../../runtime/core/dataset/price-on-day.ts';
import { regionsSold } from '../../runtime/core/dataset/terms.ts';
import { worthwhilePct } from '../../runtime/core/model/assumptions.ts';
import { billFor } from '../../runtime/core/model/bill.ts';
import { knowsFees } from '../../runtime/core/model/cost.ts';
import { type Work, workOf } from '../../runtime/core/model/work.ts';
import { ApiError, success } from '../../runtime/core/schemas/api-error.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import { noOffers } from '../../runtime/core/schemas/data-files/offers-file.ts';
import { type EstimateRequest, estimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { rankingOrders } from '../../runtime/core/schemas/request-fields.ts';
import { roundUsd } from '../../runtime/core/values/money.ts';
import { inOneOrder } from '../../runtime/server/http/post.ts';
import { catalog as shipped, testDay } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';
import { ending, madeUpDataset } from '../support/core/made-up.ts';
import { cheapestByListPrice, plainRows, plainText } from '../support/core/plain-answers.ts';
import { type Asked, requestsOf } from '../support/core/random-requests.ts';
import { everything, rounds } from '../support/rounds.ts';

/** 300 models, two in three with the prices of another: the order must also hold among equal costs. */
function withEqualPrices(): Catalog {
  const { providers, presets } = syntheticData(300, 5, shipped.presets);
  const first = (providers[0]?.models ?? []) as ModelFile[];
  const priced = (model: ModelFile, i: number): ModelFile => {
    const { caching, ...rest } = model;
    const other = first[i % 4] as ModelFile;
    return i % 3 === 0 ? model : { ...rest, prices: other.prices, ...(other.caching && { caching: other.caching }) };
  };
  const tied = providers.map((provider) => ({ ...provider, models: provider.models.map(priced) }));
  return catalogOf({ providers: tied, presets, measured: shipped.measured, offers: noOffers }, testDay);
}

/** Names that must be escaped or have multi-byte characters. */
function withAwkwardNames(): Catalog {
  const caches = { cachedInput: 0.1, input: 1, output: 5, hitBasis: 'assumed' as const, hitEfficiency: 0.9 };
  const serviceTiers = { batch: { input: 0.5, output: 2.5 }, priority: { input: 2, output: 9, cachedInput: 0.2 } };
  const data = madeUpDataset([
    { id: 'mo"del\\', provider: 'mäk"er', mode: 'automatic', ...caches, serviceTiers, webSearchPer1000: 10 },
    { id: '模型', provider: 'mäk"er', confidence: 'low', lifecycle: ending(), contextWindow: 900, ...caches },
    { id: 'tab\tbell\u0007del\u007f', provider: '提供', tier: 'fast', input: 0.01, output: 0.02, confidence: 'low' },
    { id: '\ud800🤖', provider: '提供', tier: 'frontier', input: 0, output: 0, minPrefixTokens: 4096, cachedInput: 0 },
    {
      id: 'same "price"',
      provider: '提供',
      ...caches,
      minPrefixTokens: 1024,
      serviceTiers,
      regions: { 'eü "1"': 1.3 },
    },
  ]);
  return {
    ...catalogOf({ ...data, measured: shipped.measured.filter(({ domain }) => domain === 'coding') }, testDay),
    version: 'vërsion "1"',
  };
}

const upTo = (max: number) =>
  fc.oneof(
    fc.constantFrom(0, -0, 1, max, max / 3, Number.MIN_VALUE, 1e-9, 1e-6, max * (1 - Number.EPSILON)),
    fc.double({ min: 0, max, noNaN: true }),
    fc.double({ min: 0, max: Math.min(max, 60), noNaN: true }),
    fc.integer({ min: 0, max: Math.min(max, 5000) }),
    fc.integer({ min: 0, max: 1000 * Math.min(max, 60) }).map((thousandths) => thousandths / 1000),
  );

/** Any valid request to a catalog, its fields in any order. */
const requestsTo = ({ presets, models }: Catalog): fc.Arbitrary<EstimateRequest> =>
  requestsOf(presets, models.map(askedOf), upTo);

const askedOf = (model: CatalogModel): Asked => ({
  names: [model.id, ...model.facts.aliases],
  serviceTier: tiersSold(model.listPrice),
  region: regionsSold(model),
});

const decoder = new TextDecoder();

/** A suggestion by list price is the cheapest of all models, if it saves enough to be worthwhile. */
function expectCheapestRoute({ routing }: Estimate, { sold, model }: ResolvedRequest, work: Work): void {
  if (routing?.basis === 'measured') return;
  const { costPerTask, costPerSuccessfulTask } = billFor(work, model);
  const cheapest = cheapestByListPrice(sold, work, model);
  const isAsked = knowsFees(work.workflow, model) && Boolean(costPerSuccessfulTask);
  const saves =
    isAsked && cheapest !== null && cheapest.costPerTask <= roundUsd(costPerTask * (1 - worthwhilePct / 100), 1e9);
  const wanted = saves ? { modelId: cheapest.id, costPerTask: cheapest.costPerTask } : null;
  expect(routing && { modelId: routing.modelId, costPerTask: routing.costPerTask }).toEqual(wanted);
}

const blank = Object.fromEntries(Object.keys(estimateRequest.properties).map((name) => [name, undefined]));

function expectSameBytes(catalog: Catalog, request: EstimateRequest): void {
  const question = resolveRequest(catalog, request);
  if (question instanceof ApiError) throw new Error(question.message);
  expect(resolveRequest(catalog, inOneOrder(request, blank) as EstimateRequest)).toEqual(question);
  const object = answer(question);
  const work = workOf(question.preset, question.workflow, question.given);
  if ('ranking' in object) {
    const { sold, model, sort } = question;
    const rows = object.ranking.map(({ rank: _, ...row }) => row);
    expect(rows).toEqual(plainRows(sold, work, model, sort));
    expect(object.ranking.map(({ rank }) => rank)).toEqual(rows.map((_, i) => i + 1));
    expect(object).toMatchObject(ranked(sold, work, model, sort).about);
  } else expectCheapestRoute(object, question, work);
  const plain = success(plainText(object), JSON.stringify(metaOf(catalog)));
  const bytes = answerBytes(catalog, question);
  const text = decoder.decode(bytes);
  if (text !== plain) expect(text).toBe(plain);
  expect(bytes.length).toBe(Buffer.byteLength(plain));
}

/** Factor for the number of random requests. */
const times = Number(process.env.REQUESTS ?? 1);

describe.each([
  ['the shipped dataset', shipped, 8000, 1500],
  ['a dataset with equal prices', withEqualPrices(), 1500, 700],
  ['a dataset with awkward names', withAwkwardNames(), 4000, 4000],
] as const)('an answer is computed and printed as the plain one, on %s', (_, catalog, estimates, rankings) => {
  test('for one model', () => {
    fc.assert(
      fc.property(requestsTo(catalog), (request) => expectSameBytes(catalog, request)),
      { numRuns: rounds(estimates) * times, seed: 24 },
    );
  });

  test('for a ranking', () => {
    fc.assert(
      fc.property(requestsTo(catalog), fc.constantFrom(...rankingOrders), (request, sort) =>
        expectSameBytes(catalog, { ...request, compare: true, sort }),
      ),
      { numRuns: rounds(rankings) * times, seed: 25 },
    );
  });
});

test('every preset on every model is the plain answer, with prompt caching and without', () => {
  const step = everything ? 1 : 10;
  for (const [at, { id: presetId }] of shipped.presets.entries()) {
    for (const sort of rankingOrders) expectSameBytes(shipped, { presetId, compare: true, sort });
    for (const { id: modelId } of shipped.models.filter((_, i) => (i + at) % step === 0)) {
      for (const promptCaching of [true, false]) expectSameBytes(shipped, { presetId, modelId, promptCaching });
    }
  }
});

test('the random requests cover every service tier, every region, searches and one-hour cache writes', () => {
  const asked = fc.sample(requestsTo(shipped), { numRuns: 3000, seed: 26 });
  const values = (name: 'serviceTier' | 'region' | 'cacheTtl') => new Set(asked.map((request) => request[name] ?? ''));
  expect([...values('serviceTier')].sort()).toEqual(['', 'batch', 'flex', 'priority', 'standard']);
  expect([...values('region')].sort()).toEqual(['', 'data residency', 'global', 'us']);
  expect(values('cacheTtl').has('1h')).toBe(true);
  expect(asked.filter(({ searchesPerTask = 0 }) => searchesPerTask > 0).length).toBeGreaterThan(500);
});

test('every offer of a host is the plain answer, ranked and model by model', () => {
  const { hosts, offers } = shipped.offers;
  for (const { id: presetId } of shipped.presets) {
    for (const { id: host } of hosts) expectSameBytes(shipped, { presetId, host, compare: true });
    for (const { host, model } of offers) expectSameBytes(shipped, { presetId, host, modelId: model });
  }
});

test('a ranking does not depend on the one before it', () => {
  const catalog = withEqualPrices();
  const requests: EstimateRequest[] = [{ compare: true }, { compare: true, modelCallsPerTask: 300 }];
  for (const request of [...requests, ...requests.reverse()]) expectSameBytes(catalog, request);
});

test('the first rows of a ranking are those of the whole one, in both orders, among equal costs too', () => {
  const catalog = withEqualPrices();
  for (const sort of rankingOrders) {
    const rankingOfTop = (top?: number) => {
      const question = resolveRequest(catalog, { compare: true, sort, ...(top !== undefined && { top }) });
      if (question instanceof ApiError) throw new Error(question.message);
      const { data } = JSON.parse(decoder.decode(answerBytes(catalog, question)));
      return data.ranking as { modelId: string }[];
    };
    const whole = rankingOfTop();
    expect(whole).toHaveLength(catalog.models.length);
    for (const top of [1, 2, 17, 299, 300]) expect(rankingOfTop(top)).toEqual(whole.slice(0, top));
  }
});

test('a request with an unknown field is returned unchanged', () => {
  const request = { modelId: 'x', modelCalls: 1 };
  expect(inOneOrder(request, blank)).toBe(request);
  const parsed = JSON.parse('{"__proto__":{},"modelId":"x"}');
  expect(inOneOrder(parsed, blank)).toBe(parsed);
});
