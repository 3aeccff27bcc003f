import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer } from '../../../runtime/core/answers/answer.ts';
import { resolveRequest } from '../../../runtime/core/answers/resolved-request.ts';
import { type Catalog, catalogFrom } from '../../../runtime/core/dataset/catalog.ts';
import { ApiError } from '../../../runtime/core/schemas/api-error.ts';
import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { catalogInForce, sentText } from '../../../runtime/site/catalog/compact-catalog.ts';
import { pricesInForce } from '../../../runtime/site/catalog/prices-in-force.ts';
import { needsHosts } from '../../../runtime/site/cost/evaluate-form.ts';
import { catalog, catalogOn } from '../../support/core/catalog.ts';
import { estimateRequests } from '../../support/core/random-requests.ts';

/** As the page reads it. */
const short = (full: Catalog): Catalog => catalogInForce(sentText(pricesInForce(full)));

function answered(from: Catalog, request: EstimateRequest): unknown {
  const question = resolveRequest(from, { ...request, compare: false });
  return question instanceof ApiError ? question.message : answer(question);
}

describe('the prices that come with the page', () => {
  const page = short(catalog);

  test('give the same answer as the whole catalog for any request without a host', () => {
    fc.assert(
      fc.property(estimateRequests, (request) => {
        expect(answered(page, request)).toEqual(answered(catalog, request));
      }),
      { numRuns: 300 },
    );
  });

  test('give it for every model, active or shut down, and every preset', () => {
    for (const { id } of [...catalog.models, ...catalog.shutDown]) {
      for (const { id: presetId } of catalog.presets) {
        const request: EstimateRequest = { presetId, modelId: id };
        expect(answered(page, request), `${presetId} on ${id}`).toEqual(answered(catalog, request));
      }
    }
  });

  test('give it for every service tier, at low effort', () => {
    for (const { id } of catalog.models) {
      for (const serviceTier of ['batch', 'flex', 'priority'] as const) {
        const request: EstimateRequest = { modelId: id, serviceTier, reasoningEffort: 'low' };
        expect(answered(page, request), `${id} ${serviceTier}`).toEqual(answered(catalog, request));
      }
    }
  });

  test('have the same version and days in force, on any day', () => {
    for (const day of ['2026-03-01', '2026-11-20', '2026-12-15', '2027-02-01']) {
      const full = catalogFrom(catalogOn(day).file);
      expect(short(full)).toMatchObject({ version: full.version, inForce: full.inForce, asOf: full.asOf });
      expect(answered(short(full), {})).toEqual(answered(full, {}));
    }
  });

  test('give it for the names that hosts use, except where the page loads host prices first', () => {
    const names = catalog.offers.offers.flatMap(({ host, model, hostModelId }) => [
      `${host}/${model}`,
      ...(hostModelId ? [hostModelId, `${host}/${hostModelId}`] : []),
    ]);
    const loaded = names.filter((modelId) => needsHosts(page, { modelId }));
    expect(loaded).toContain('global.anthropic.claude-haiku-4-5-20251001-v1:0');
    for (const modelId of names) {
      if (!loaded.includes(modelId))
        expect(answered(page, { modelId }), modelId).toEqual(answered(catalog, { modelId }));
    }
  });

  test('hold only the names of hosts: for their prices the page loads the whole catalog', () => {
    expect(page.offers.offers).toEqual([]);
    expect(page.offers.hosts).toEqual(catalog.offers.hosts);
  });
});
