import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { schemasOf } from '../../runtime/api/published-schemas/route-schemas.ts';
import { routes } from '../../runtime/api/routes.ts';
import { meta } from '../../runtime/core/answers/schemas/meta-schemas.ts';
import { filesBelow } from '../support/build.ts';
import { findingsOf, validatorOf } from '../support/core/json-schema.ts';
import { testDist } from '../support/dist.ts';

const api = join(testDist, 'public/api/v1');
const files = filesBelow(api).filter((path) => path.endsWith('.json') && !/^(schemas\/|openapi|exports\/)/.test(path));

/** The route of a published file. */
function routeOf(file: string): string {
  if (file.startsWith('estimate/')) return 'estimate';
  if (file.startsWith('advice/')) return 'advice';
  if (file.startsWith('measured/')) return 'board';
  if (file.startsWith('plans/')) return 'plan';
  if (/^models\/(by-|none\.json)/.test(file)) return 'models';
  return file.startsWith('models/') ? 'model' : file.replace('.json', '');
}

/**
 * Two validators of a route's answers: the published schema, which is open, and the schema in the code, which is
 * closed.
 */
const judges = new Map(
  routes.map((route) => {
    const { id } = route;
    const published = JSON.parse(readFileSync(join(api, 'schemas', `${id}.json`), 'utf8'));
    const closed = {
      type: 'object',
      additionalProperties: false,
      required: ['data', 'meta'],
      properties: { data: schemasOf(route).data, meta },
    };
    return [id, [validatorOf(published), validatorOf(closed)] as const];
  }),
);
const findings = (route: string, answer: unknown) => judges.get(route)?.flatMap((judge) => findingsOf(judge, answer));

describe('every published success', () => {
  // Those that are computed: core/properties/any-estimate.
  test('satisfies the published schema, with no extra field', () => {
    for (const file of files) {
      const answer = JSON.parse(readFileSync(join(api, file), 'utf8'));
      expect(findings(routeOf(file), answer), file).toEqual([]);
      expect(Object.keys(answer)).toEqual(['data', 'meta']);
      expect(Object.keys(answer.meta)).toEqual([
        'pricesVerified',
        'pricesVerifiedCovers',
        'usedPricesSeen',
        'usedPricesSeenCovers',
        'seenAtProvider',
        'seenInDatasets',
        'pricesUpdated',
        'disclaimer',
        'datasetVersion',
        'pricesInForce',
      ]);
    }
  });

  test('has a schema that refuses the answers of other routes', () => {
    const meta = JSON.parse(readFileSync(join(api, 'meta.json'), 'utf8'));
    expect(findings('estimate', meta)).not.toEqual([]);
    expect(findings('meta', { ...meta, meta: {} })).not.toEqual([]);
    expect(findings('meta', { ...meta, extra: 1 })).toHaveLength(1);
  });
});
