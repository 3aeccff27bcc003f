import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from './support/build.ts';
import { testDist } from './support/dist.ts';

/** Digest of each published schema without its prose. A change of one of these lines is a change of the API. */
const digests: Record<string, string> = {
  'agent-cost': '9500b6fadbd66cba',
  changes: 'b462702d5ab78ad3',
  error: '86d86aef8b659a29',
  estimate: '02b9939b891e7548',
  'estimate-request': '3126a345f5c43b39',
  measured: '745dc0905978963e',
  board: '94846f3a54d52baf',
  meta: 'cb68e9bd33aaed91',
  model: '6ebbf241df40c368',
  models: 'f582d1a91bee79b2',
  offers: '001f1b51d136239e',
  presets: 'fea73f2f3f79cd00',
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
