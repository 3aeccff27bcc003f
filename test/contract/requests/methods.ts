/** OPTIONS, and methods that are not allowed. */
import { chosen, model, preflight, tier } from './examples.ts';
import { at, requestList } from './request-list.ts';

const { list, add, refuses } = requestList();

const everyPath = [
  '/meta',
  '/providers',
  '/models',
  `/models?tier=${tier}`,
  `/models/${model.id}`,
  '/presets',
  '/estimate',
  '/changes',
  '/openapi.json',
  '/schemas/error.json',
  '/models.json',
  `/${chosen}`,
];
for (const path of everyPath) {
  add(`OPTIONS ${path}`, { method: 'OPTIONS', path: at(path), expect: { status: 204 } });
  for (const method of ['PUT', 'PATCH', 'DELETE', ...(path === '/estimate' ? [] : ['POST'])]) {
    refuses(method, path, 405, 'method_not_allowed', { message: new RegExp(`^${method} `) });
  }
}
add('a preflight', { method: 'OPTIONS', path: at('/models'), headers: preflight, expect: { status: 204 } });
add('a preflight for a POST', {
  method: 'OPTIONS',
  path: at('/estimate'),
  headers: { ...preflight, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' },
  expect: { status: 204 },
});
add('a preflight for a model that does not exist, so that a browser gets to see the 404', {
  method: 'OPTIONS',
  path: at('/models/nope'),
  headers: preflight,
  expect: { status: 204 },
});
add('a preflight for a query that will be refused', {
  method: 'OPTIONS',
  path: at('/models?tier=huge'),
  headers: preflight,
  expect: { status: 204 },
});
for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'M-SEARCH']) {
  refuses(method, '/meta', 405, 'method_not_allowed');
}

export const methodRequests = list;
