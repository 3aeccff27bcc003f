import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from './support/build.ts';
import { testDist } from './support/dist.ts';

/** Digest of each published schema without its prose. A change of one of these lines is a change of the API. */
const digests: Record<string, string> = {
  'agent-cost': '22d750608df60727',
  changes: 'fca55245f0b4f275',
  error: '86d86aef8b659a29',
  estimate: 'e26a52a7e7e19ba8',
  'estimate-request': '9eee28fbe68ea9b8',
  measured: '5d6686d70a91a6ed',
  board: '89d6f3f910ef51ef',
  meta: '1ae3b198d923c943',
  model: '9b402889cf6fd5ce',
  models: 'f582d1a91bee79b2',
  offers: 'd335f51aab48a1b5',
  presets: 'e24a1700efc9be47',
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
