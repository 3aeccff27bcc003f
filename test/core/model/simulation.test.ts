import { expect, test } from 'vitest';
import { presetIds } from '../../../runtime/core/schemas/request-fields.ts';
import { simulations } from '../../evidence/simulation.ts';
import { catalog } from '../../support/core/catalog.ts';

const withThreshold = catalog.models.filter(({ price }) => price.longContext.length > 0);
const simulated = simulations(catalog);

test('every model with a threshold is simulated on every preset', () => {
  expect(withThreshold.length).toBeGreaterThan(20);
  expect(simulated).toHaveLength(withThreshold.length * presetIds.length);
});

test.each(simulated.map((one) => [`${one.presetId} on ${one.modelId}`, one] as const))('%s', (_, one) => {
  expect(Math.abs(one.sameSpreadPct)).toBeLessThan(1);
  expect(Math.abs(one.negativeBinomialPct ?? 0)).toBeLessThan(5);
});
