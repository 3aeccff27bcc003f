/**
 * The schemas in data/schemas. The prices of models that people are known to use, those of presets and boards, are
 * looked at: at their maker, by the daily job.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newAjv } from '../../build/data/ajv.ts';
import { listShapes } from '../../build/data/lists.ts';
import { readData } from '../../build/data/read-data.ts';
import { schemas } from '../../build/output/validators.ts';
import { providers as readers } from '../../build/prices/page/providers.ts';
import { dataSchemaNames, dataSchemas, dataSchemaText } from '../../runtime/api/published-schemas/data-schemas.ts';
import { jsonSchemas } from '../../runtime/api/published-schemas/json-schemas.ts';
import { metaOf } from '../../runtime/core/answers/meta.ts';
import { daysBetween } from '../../runtime/core/values/day.ts';
import { expected } from '../prices/support.ts';
import { newestDay, shippedCatalog } from '../support/core/shipped-data.ts';
import { projectRoot } from '../support/project-root.ts';

test.each(dataSchemaNames)('data/schemas/%s is what the code generates', (name) => {
  const text = dataSchemaText(name);
  const onDisk = readFileSync(join(projectRoot, 'data/schemas', name), 'utf8');
  expect(onDisk, 'Regenerate it with `npm run schemas`.').toBe(text);
});

test('data/schemas contains nothing else, and every data file names its schema', () => {
  expect(readdirSync(join(projectRoot, 'data/schemas')).sort()).toEqual([...dataSchemaNames].sort());
  const schemaOf = (path: string) => {
    if (path === 'data/plans.json') return 'schemas/plans.schema.json';
    if (path === 'data/names.json') return 'schemas/names.schema.json';
    if (path === 'data/presets.json') return 'schemas/presets.schema.json';
    if (path === 'data/imported/models.json') return '../schemas/imported-models.schema.json';
    const [, folder = ''] = path.split('/');
    const names: Record<string, string> = {
      evidence: 'evidence',
      imported: 'offers',
      measured: 'measured',
      providers: 'provider',
    };
    return `../schemas/${names[folder]}.schema.json`;
  };
  for (const { path, text } of readData(join(projectRoot, 'data'))) {
    expect(JSON.parse(text).$schema, path).toBe(schemaOf(path));
  }
});

/** `newAjv` leaves this out. */
test('every schema is a JSON Schema', () => {
  const ajv = newAjv({ allErrors: true });
  const compiled = [...Object.entries(schemas), ['data/lists', listShapes()] as const];
  for (const [name, schema] of [...Object.entries(dataSchemas), ...jsonSchemas(), ...compiled]) {
    ajv.validateSchema(schema);
    expect(ajv.errors ?? [], name).toEqual([]);
  }
  expect(ajv.validateSchema({ minimum: '1' })).toBe(false);
});

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
  const without = [...makers.values()].filter(({ id }) => !(readers().some((one) => one.id === id) && saved.has(id)));
  expect(without.filter(({ name }) => !notRead.includes(`\n| ${name.split(' ')[0]} |`)).map(({ id }) => id)).toEqual(
    [],
  );
});

test('the oldest look at one of them is at most 30 days before the newest look at any price', () => {
  const { usedPricesSeen } = metaOf(catalog);
  expect(usedPricesSeen).not.toBeNull();
  expect(daysBetween(usedPricesSeen as string, newestDay)).toBeLessThanOrEqual(30);
});
