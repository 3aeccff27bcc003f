/** Rows of a ranking say how a model stands, as its estimate does: at its maker and at every host. */
import { expect, test } from 'vitest';
import { estimate, ranking } from '../support/core/made-up.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';

const catalog = shippedCatalog();

test.each([undefined, 'openrouter', 'bedrock', 'azure'])('every row has the status of its estimate, at %s', (host) => {
  const request = { presetId: 'support', ...(host && { host }) } as const;
  const { ranking: rows } = ranking(catalog, request);
  expect(rows.length).toBeGreaterThan(10);
  for (const { modelId, status } of rows.filter((_, n) => n % 7 === 0 || rows[n]?.status === 'deprecated')) {
    expect(estimate(catalog, { ...request, modelId }).status, modelId).toBe(status);
  }
});

test('a model that its maker has shut down is told at the gateway that still lists it', () => {
  const { ranking: rows } = ranking(catalog, { presetId: 'support', host: 'openrouter' });
  const ended = rows.filter(({ modelId }) => catalog.find(modelId)?.status === 'shutDown');
  expect(ended.length).toBeGreaterThan(0);
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['deprecated']));
});
