/** What a model takes and writes in one call counts in `fits`, in notes and in rankings. */
import { expect, test } from 'vitest';
import { answer } from '../../runtime/core/answers/answer.ts';
import { type ResolvedRequest, resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../runtime/core/answers/schemas/estimate-schema.ts';
import type { Ranking } from '../../runtime/core/answers/schemas/ranking-schema.ts';
import type { EstimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { catalog } from '../support/core/catalog.ts';

const ask = (request: EstimateRequest) => answer(resolveRequest(catalog, request) as ResolvedRequest);
const oneCall: EstimateRequest = {
  presetId: 'rag',
  modelCallsPerTask: 1,
  toolCallsPerTask: 0,
  callDispersion: 0,
  systemPromptTokens: 0,
  toolSchemaTokens: 0,
  timeoutLoopsPerTask: 0,
  handoffs: 0,
};

test('a model that cannot write the answer ranks behind all that can', () => {
  const { ranking: rows } = ask({ ...oneCall, outputTokensPerCall: 60_000, compare: true }) as unknown as Ranking;
  const limitOf = new Map(
    catalog.models.map(({ id, facts }) => [id, facts.maxOutputTokens ?? Number.POSITIVE_INFINITY]),
  );
  const short = rows.filter(({ modelId }) => (limitOf.get(modelId) as number) < 60_000);
  expect(short.length).toBeGreaterThan(10);
  expect(short.filter(({ fits }) => fits > 0)).toEqual([]);
  expect(rows.findLastIndex(({ fits }) => fits === 1)).toBeLessThan(rows.findIndex(({ fits }) => fits === 0));
});

test('the longest answer fits, and one token more does not: a note that leads says so', () => {
  // GPT-4o: a window of 128,000, at most 16,384 out.
  const written = (outputTokensPerCall: number) =>
    ask({ ...oneCall, modelId: 'gpt-4o', outputTokensPerCall, retrievedContextTokens: 1000 }) as Estimate;
  expect(written(16_384).context.fits).toBe(1);
  const tooLong = written(16_385);
  expect(tooLong.context.fits).toBe(0);
  expect(tooLong.notes[0]).toMatch(/16,385.*16,384/);
  expect(written(16_384).notes[0]).not.toMatch(/16,384/);
});

test('prompt and answer share the window', () => {
  // 128,000 - 8,000 = 120,000.
  const asked = (retrievedContextTokens: number) =>
    ask({ ...oneCall, modelId: 'gpt-4o', outputTokensPerCall: 8000, retrievedContextTokens }) as Estimate;
  expect(asked(120_000).context.fits).toBe(1);
  expect(asked(120_001).context.fits).toBe(0);
  expect(asked(120_001).notes[0]).toMatch(/120,001.*8,000.*128,000/);
});
