/** The prices of models that people are known to use, those of presets and boards, are looked at: at their maker, by the daily job. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { providers as readers } from '../../build/prices/providers/index.ts';
import { metaOf } from '../../runtime/core/answers/meta.ts';
import { daysBetween } from '../../runtime/core/values/day.ts';
import { expected } from '../prices/expected.ts';
import { newestDay, shippedCatalog } from '../support/core/shipped-data.ts';
import { projectRoot } from '../support/project-root.ts';

const catalog = shippedCatalog();
const named = [
  ...catalog.presets.map(({ defaultModel }) => defaultModel),
  ...catalog.measured.flatMap(({ rows }) => rows.map(({ modelId }) => modelId)),
];
const makers = new Map(
  named
    .flatMap((id) => catalog.find(id ?? '') ?? [])
    .filter(({ status }) => status !== 'shutDown')
    .map(({ provider }) => [provider.id, provider]),
);

test('each of their makers has a reader that is tried on a saved page, or a reason why its page is not read', () => {
  const readme = readFileSync(join(projectRoot, 'data/README.md'), 'utf8');
  const [, notRead = ''] = /## Price pages that are not read\n([\s\S]*?)\n## /.exec(readme) ?? [];
  const saved = new Set(Object.keys(expected).map((name) => name.split('/')[0]));
  expect(makers.size).toBeGreaterThan(8);
  const without = [...makers.values()].filter(({ id }) => !(readers.some((one) => one.id === id) && saved.has(id)));
  expect(without.filter(({ name }) => !notRead.includes(`\n| ${name.split(' ')[0]} |`)).map(({ id }) => id)).toEqual(
    [],
  );
});

test('the oldest look at one of them is at most 30 days before the newest look at any price', () => {
  const { usedPricesSeen } = metaOf(catalog);
  expect(usedPricesSeen).not.toBeNull();
  expect(daysBetween(usedPricesSeen as string, newestDay)).toBeLessThanOrEqual(30);
});
