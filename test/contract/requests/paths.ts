/** Paths that do not exist, and paths with a trailing slash. */
import { model } from './examples.ts';
import { at, requestList } from './request-list.ts';

const { list, add, refuses } = requestList();

for (const path of ['', '/', '/nope', '/models.xml', '/Models', '/models/a/b', '/estimate/nope/nope.json']) {
  refuses('GET', path, 404, 'not_found');
}
for (const path of [
  '/../../manifest.json',
  '/%2e%2e/%2e%2e/manifest.json',
  '/%2e%2e%2f%2e%2e%2fcatalog.json',
  '/meta%00',
]) {
  refuses('GET', path, 404, 'not_found');
}
for (const path of ['/meta.json.gz', '/meta.json.br', '/manifest.json', '/%6deta']) {
  refuses('GET', path, 404, 'not_found');
}
for (const method of ['HEAD', 'POST', 'OPTIONS', 'DELETE']) refuses(method, '/nope', 404, 'not_found');
for (const path of ['/modles', '/modles/gpt-4o', '/model/gpt-4o']) {
  refuses('GET', path, 404, 'not_found', { message: /Did you mean "\/api\/v1\/models"\?/ });
}
refuses('GET', '/estimates', 404, 'not_found', { message: /Did you mean "\/api\/v1\/estimate"\?/ });
add('a path outside the API', { method: 'GET', path: '/server.js', expect: { status: 404, code: 'not_found' } });
add('another version', { method: 'GET', path: '/api/v2/meta', expect: { status: 404, code: 'not_found' } });

// A trailing slash.
for (const [path, location] of [
  ['/meta/', '/meta'],
  ['/models/', '/models'],
  ['/models//', '/models'],
  [`/models/${model.id}/`, `/models/${model.id}`],
  ['/models/?tier=fast', '/models?tier=fast'],
  ['/estimate/?presetId=rag', '/estimate?presetId=rag'],
] as const) {
  add(`GET ${path} is redirected`, {
    method: 'GET',
    path: at(path),
    expect: { status: 308, headers: { location: at(location) } },
  });
}
add('a POST with a trailing slash is redirected', {
  method: 'POST',
  path: at('/estimate/'),
  headers: { 'Content-Type': 'application/json' },
  body: '{}',
  expect: { status: 308, headers: { location: at('/estimate') } },
});

export const pathRequests = list;
