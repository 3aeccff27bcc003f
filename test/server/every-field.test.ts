/** Random requests with any of all fields: POST, library, `explain` and the command agree. */
import { Agent } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { offersIn } from '../../runtime/core/dataset/host-catalog.ts';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { workflowFieldNames } from '../../runtime/core/schemas/request-fields.ts';
import { catalog } from '../support/core/catalog.ts';
import { estimateRequests } from '../support/core/random-requests.ts';
import { testDist } from '../support/dist.ts';
import { rounds } from '../support/rounds.ts';
import { runCli } from '../support/run.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { type Answer, post } from '../support/server/http.ts';

const library: typeof import('../../runtime/library/library.ts') = await import(join(testDist, 'index.js'));

const server = serverForTests();
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
afterAll(() => agent.destroy());

/** Requests of which one in four names a host, mostly one that sells the model. */
const requests: fc.Arbitrary<EstimateRequest> = fc
  .tuple(
    estimateRequests,
    fc.option(fc.constantFrom(...offersIn(catalog)), { freq: 3 }),
    fc.constantFrom(true, true, true, false),
    fc.nat(4),
  )
  .map(([{ compare, ...any }, offer, isSold, ranks]) => {
    const request: EstimateRequest = compare === undefined || ranks > 0 ? any : { ...any, compare };
    if (offer === null) return request;
    // The host may not sell the model, nor at this level of service: then all refuse it alike.
    const { serviceTier: _, ...rest } = request;
    return isSold ? { ...rest, host: offer.host.id, modelId: offer.model.id } : { ...request, host: offer.host.id };
  });

const count = rounds(20_000);
/** An explanation takes ten times as long as an estimate: it is asked for one request in ten. */
const explained = 10;
const all = fc.sample(requests, { numRuns: count, seed: 29 });

/** A value, or the message of the refusal. */
function outcome(of: () => unknown): { value: string } | { refused: string } {
  try {
    return { value: JSON.stringify(of()) };
  } catch (error) {
    if (error instanceof library.InvalidRequest) return { refused: error.message };
    throw error;
  }
}

/** `data` of a success as text, or the message of a 400. */
function outcomeOf({ status, text }: Answer): { value: string } | { refused: string } {
  const { data, error } = JSON.parse(text);
  if (status !== 200 && status !== 400) throw new Error(`${status}: ${text}`);
  return status === 200 ? { value: JSON.stringify(data) } : { refused: error.message };
}

/** What agrees of a refusal: that it is one. The library and the server begin their messages differently. */
const agreed = (one: { value: string } | { refused: string }): string => ('value' in one ? one.value : 'refused');

/** Fails with the request, and what differs. */
function expectEqual(request: EstimateRequest, by: string, got: string, wanted: string): void {
  if (got === wanted) return;
  const parsed = (text: string) => (text.startsWith('{') ? JSON.parse(text) : text);
  expect({ request, by, answer: parsed(got) }).toEqual({ request, by, answer: parsed(wanted) });
}

/** Each of the requests, eight at a time. */
async function forEach(list: readonly EstimateRequest[], check: (request: EstimateRequest) => Promise<void>) {
  const queue = list.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const request of queue) await check(request);
    }),
  );
}

const posted = (request: EstimateRequest) => post(server.base, '/api/v1/estimate', request, { agent });

test(`${count} requests by POST, by the library and by explain`, async () => {
  let [estimates, rankings, refused] = [0, 0, 0];
  const explains = new Set(all.filter((_, i) => i % explained === 0));
  await forEach(all, async (request) => {
    const { compare, modelId, ...work } = request;
    const answer = agreed(outcomeOf(await posted(request)));
    if (answer === 'refused') refused++;
    if (compare) {
      // The model is looked up and does not change a ranking, so the library takes none.
      if (answer === 'refused') return;
      rankings++;
      // A name other than an id may say the terms, which the ranking then takes over.
      if (modelId !== undefined && catalog.find(modelId)?.id !== modelId) return;
      expectEqual(request, 'rank', agreed(outcome(() => library.rank(work))), answer);
      return;
    }
    const one = { ...work, ...(modelId !== undefined && { modelId }) };
    expectEqual(request, 'library', agreed(outcome(() => library.estimate(one))), answer);
    if (explains.has(request)) {
      expectEqual(request, 'explain', agreed(outcome(() => library.explain(one).estimate)), answer);
    }
    if (answer !== 'refused') estimates++;
  });
  expect(refused).toBeLessThan(0.15 * count);
  expect(estimates).toBeGreaterThan(0.5 * count);
  expect(rankings).toBeGreaterThan(0.02 * count);
  const fields = new Set(all.flatMap((request) => Object.keys(request)));
  for (const name of [...workflowFieldNames, 'presetId', 'modelId', 'compare', 'host']) expect(fields).toContain(name);
}, 1_800_000);

test('some of them as commands', async () => {
  let compared = 0;
  for (const request of all.slice(0, rounds(60))) {
    const { presetId, modelId, host, compare, ...fields } = request;
    if (compare && modelId !== undefined) continue;
    const named = Object.entries({ preset: presetId, model: modelId, host }).filter(([, value]) => value !== undefined);
    const args = [
      ...named.map(([name, value]) => `--${name}=${value}`),
      ...Object.entries(fields).map(([name, value]) => `--set=${name}=${value}`),
    ];
    const answer = agreed(outcomeOf(await posted(request)));
    const { code, stdout } = await runCli(compare ? 'rank' : 'estimate', ...args, '--json');
    const printed = code === 0 ? JSON.stringify(JSON.parse(stdout)) : 'refused';
    expectEqual(request, args.join(' '), printed, answer);
    compared++;
  }
  expect(compared).toBeGreaterThan(rounds(60) / 2);
});
