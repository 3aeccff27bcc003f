import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from './support/build.ts';
import { testDist } from './support/dist.ts';

/** Digest of each published schema, its prose left out. Changing one of these lines is changing the API. */
const digests: Record<string, string> = {
  changes: '0dece0f4ff1b4c45',
  error: '86d86aef8b659a29',
  estimate: '97b748721e1ede13',
  'estimate-request': '04f17eb18e351852',
  measured: '5ac48ee400e3f388',
  board: 'eb5b9f43d90650a8',
  meta: '9a5893fe6bad9956',
  model: '5d6051f882ec09e8',
  models: '2e3a34a7d3c1f619',
  presets: 'eb80162e0a18cc40',
  providers: '821594a520096d82',
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
