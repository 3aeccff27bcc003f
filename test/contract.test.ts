import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from './support/build.ts';
import { testDist } from './support/dist.ts';

/** Digest of each published schema without its prose. A change of one of these lines is a change of the API. */
const digests: Record<string, string> = {
  'agent-cost': 'cd891f537810b1a5',
  changes: 'fca55245f0b4f275',
  error: '86d86aef8b659a29',
  estimate: '02aa43eed18b53c3',
  'estimate-request': 'cc74abc8889e143f',
  measured: '5d6686d70a91a6ed',
  board: '9bd27a96259f7054',
  meta: '1ae3b198d923c943',
  model: '4a6ecb831b2bd78d',
  models: 'f61af181ea514d34',
  offers: '1939843b4531ab53',
  presets: '2580b31c211c57b2',
  providers: 'd9836391c54684f7',
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
