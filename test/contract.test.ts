import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from './support/build.ts';
import { testDist } from './support/dist.ts';

/** Digest of each published schema, its prose left out. Changing one of these lines is changing the API. */
const digests: Record<string, string> = {
  changes: '336344a1f32df291',
  error: '86d86aef8b659a29',
  estimate: '2f2df55385bbd466',
  'estimate-request': '04f17eb18e351852',
  measured: 'c03f53c1ff87088e',
  board: 'a60962962f7e24f5',
  meta: '9105c29662a918af',
  model: '998613233fa4b6d7',
  models: '59c067e43f6f75f6',
  presets: '6a5b80a55f3f341a',
  providers: '414b93414040322b',
};

const schemas = join(testDist, 'public/api/v1/schemas');
const withoutProse = (key: string, value: unknown) =>
  key === 'description' && typeof value === 'string' ? undefined : value;

test('the published schemas are the ones agreed on', () => {
  const published = readdirSync(schemas).filter((name) => name.endsWith('.json'));
  const found = published.map((name) => {
    const schema = JSON.parse(readFileSync(join(schemas, name), 'utf8'));
    return [name.replace('.json', ''), sha256(Buffer.from(JSON.stringify(schema, withoutProse))).slice(0, 16)];
  });
  expect(Object.fromEntries(found)).toEqual(digests);
});
