import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from './support/build.ts';
import { testDist } from './support/dist.ts';

/** Digest of each published schema without its prose. A change of one of these lines is a change of the API. */
const digests: Record<string, string> = {
  advice: '77a1408df84aafd6',
  'advice-request': '2980eb3db3e41a96',
  'agent-cost': 'b14016500a18a48b',
  changes: 'b0dc07e9e51bc9b2',
  error: '86d86aef8b659a29',
  estimate: 'aae29feeb4c09aa3',
  'estimate-request': '83d4e09e3fea1e2c',
  measured: 'b19720dbbbed0f23',
  board: '2485873f70408a41',
  meta: '95863fb0a6b86c30',
  model: 'c0df6209edbb17c7',
  models: '50c323db6eb40488',
  offers: 'dcfb055793516ed1',
  plan: '7264cb40f7598e5e',
  plans: '06cc139c96dc6f85',
  presets: 'e874ee30be7d86f0',
  providers: 'bfdd871c0bac8640',
};

const schemas = join(testDist, 'public/api/v1/schemas');
const withoutProse = (key: string, value: unknown) =>
  key === 'description' && typeof value === 'string' ? undefined : value;

test('the published schemas match the pinned digests', () => {
  const published = readdirSync(schemas).filter((name) => name.endsWith('.json'));
  const found = published.map((name) => {
    const schema = JSON.parse(readFileSync(join(schemas, name), 'utf8'));
    return [name.replace('.json', ''), sha256(Buffer.from(JSON.stringify(schema, withoutProse))).slice(0, 16)];
  });
  expect(Object.fromEntries(found)).toEqual(digests);
});
