import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Estimate } from '../runtime/core/api/schemas.ts';
import { catalogOn, testDay } from './support/core/catalog.ts';
import { testDist } from './support/dist.ts';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

test('the first answer in the README is the real one', () => {
  const shown = JSON.parse(/jq .*\n(\{[\s\S]*?\n\})/.exec(readme)?.[1] ?? 'null');
  const model = catalogOn(testDay).preset('support').defaultModel;
  const file = join(testDist, 'public/api/v1/estimate/support', `${model}.json`);
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as { data: Estimate };
  expect(shown).toEqual({
    modelId: data.modelId,
    costPerTask: data.costPerTask,
    monthlySpend: data.monthlySpend,
    waste: data.waste.pct,
  });
});

test('the README counts the models as they are', () => {
  expect(readme).toContain(`list prices of ${catalogOn(testDay).models.length} LLM models`);
});

test('every file the README links to is there', () => {
  const links = [...readme.matchAll(/\]\(([^)h#][^)]*)\)/g)].map(([, path]) => path as string);
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) expect(() => readFileSync(join(import.meta.dirname, '..', link))).not.toThrow();
});
