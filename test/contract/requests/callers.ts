/** Callers: with a key, or through a marketplace. */
import { contractKey, contractPlan, contractSecret, limitField, policyField } from '../contract-request.ts';
import { preflight } from './examples.ts';
import { at, estimate, requestList } from './request-list.ts';

const { list, add, posts } = requestList();

for (const [method, path, body] of [
  ['GET', '/meta', undefined],
  ['GET', '/nope', undefined],
  ['HEAD', '/models', undefined],
  ['POST', '/estimate', '{}'],
  ['DELETE', '/meta', undefined],
] as const) {
  for (const [header, name] of [
    ['X-API-Key', 'key'],
    ['X-RapidAPI-Proxy-Secret', 'proxy secret'],
  ] as const) {
    add(`${method} ${path} with a wrong ${name} is refused`, {
      method,
      path: at(path),
      headers: { [header]: 'wrong', ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body }),
      expect: { status: 401, code: 'invalid_api_key' },
    });
  }
}
add('an empty key is refused', {
  method: 'GET',
  path: at('/meta'),
  headers: { 'X-API-Key': '' },
  expect: { status: 401, code: 'invalid_api_key' },
});
add('a preflight needs no key', {
  method: 'OPTIONS',
  path: at('/meta'),
  headers: { ...preflight, 'X-API-Key': 'wrong' },
  expect: { status: 204 },
});
add('a key is let in', {
  method: 'GET',
  path: at('/meta'),
  headers: { 'X-API-Key': contractKey },
  expect: { status: 200, file: 'meta.json', schema: 'meta' },
});
posts('with a key gets the limit of its plan', '{}', {
  headers: { 'X-API-Key': contractKey },
  expect: {
    ...estimate,
    headers: { 'ratelimit-policy': policyField(contractPlan), ratelimit: limitField(contractPlan.name) },
  },
});
posts('through the marketplace has no limit here', '{}', {
  headers: { 'X-RapidAPI-Proxy-Secret': contractSecret, 'X-RapidAPI-User': 'somebody' },
  expect: { ...estimate, headers: { 'ratelimit-policy': null, ratelimit: null } },
});
add('the user header of a marketplace without its secret changes nothing', {
  method: 'GET',
  path: at('/meta'),
  headers: { 'X-RapidAPI-User': 'somebody', 'X-RapidAPI-Subscription': 'MEGA' },
  expect: { status: 200, file: 'meta.json' },
});

export const callerRequests = list;
