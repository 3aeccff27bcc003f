/**
 * Spreads of tasks: the share whose longest prompt and its answer are within a model's limits, each preset beside its
 * simulation, and what faults waste together.
 */
import { expect, test } from 'vitest';
import { wasteByCause } from '../../../runtime/core/model/bill.ts';
import { fitsShareOf } from '../../../runtime/core/model/limits.ts';
import { shapeOf } from '../../../runtime/core/model/shape.ts';
import { faults } from '../../../runtime/core/schemas/answer-words.ts';
import { noWork, presetIds } from '../../../runtime/core/schemas/request-fields.ts';
import { simulations } from '../../evidence/simulation.ts';
import { catalog } from '../../support/core/catalog.ts';

/** Prompts of 5,000 tokens and 1,000 more with each call; tasks of 1 to 154 calls. */
const work = {
  ...noWork,
  ...{ modelCallsPerTask: 40, systemPromptTokens: 5000, outputTokensPerCall: 400, userTokensPerCall: 600 },
  ...{ callDispersion: 0.48, compactAtTokens: null },
};
const shape = shapeOf(work, 'coding');
const shareWithin = (room: number) =>
  shape.tasks.calls.filter((calls) => 5000 + 1000 * (Math.ceil(calls) - 1) + 400 <= room).length / 16;

test('counts the tasks whose longest prompt leaves room for its answer', () => {
  for (const contextWindow of [4000, 5399, 5400, 20_000, 44_400, 100_000, 1e6]) {
    expect(fitsShareOf(shape, { contextWindow, maxOutputTokens: null })).toBeCloseTo(shareWithin(contextWindow), 12);
  }
  // Some, but not all: the window decides.
  expect(shareWithin(44_400)).toBeGreaterThan(0.4);
  expect(shareWithin(44_400)).toBeLessThan(0.8);
  expect(fitsShareOf(shape, { contextWindow: 1e6, maxOutputTokens: null })).toBe(1);
});

test('is nothing where answers are longer than a model gives', () => {
  expect(fitsShareOf(shape, { contextWindow: 1e6, maxOutputTokens: 399 })).toBe(0);
  expect(fitsShareOf(shape, { contextWindow: 1e6, maxOutputTokens: 400 })).toBe(1);
});

test('a compacted task never outgrows a window that holds the compaction', () => {
  const compacted = shapeOf({ ...work, compactAtTokens: 30_000, compactedToTokens: 10_000 }, 'coding');
  expect(fitsShareOf(compacted, { contextWindow: 30_400, maxOutputTokens: null })).toBe(1);
  expect(fitsShareOf(compacted, { contextWindow: 30_399, maxOutputTokens: null })).toBeLessThan(0.6);
});

test('rare long tasks count by their share', () => {
  const wide = shapeOf({ ...work, callDispersion: 4 }, 'coding');
  expect(wide.tasks.rare).toBeGreaterThan(0);
  expect(fitsShareOf(wide, { contextWindow: 400_000, maxOutputTokens: null })).toBeCloseTo(1 - wide.tasks.rare, 12);
});

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

test('faults waste together no more than all of them add', () => {
  // The first fault adds 5, all together 2: later ones made the task cheaper.
  const runs = [10, 15, ...faults.slice(1).map(() => 12)];
  const wasted = wasteByCause(runs, 0, 0, 0).slice(0, faults.length);
  expect(wasted[0]).toBe(2);
  expect(wasted.reduce((sum, usd) => sum + usd, 0)).toBe(2);
});
