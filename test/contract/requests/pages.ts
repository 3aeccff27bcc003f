/** Pages at their addresses without `.html`, and what is none. */
import { requestList } from './request-list.ts';

const { list, add } = requestList();

for (const path of [
  '/models',
  '/prices',
  '/changes',
  '/measured',
  '/tokens',
  '/log',
  '/docs',
  '/models/gpt-5.4',
  '/measured/aiewf-medium-context',
  '/docs/cost-model',
]) {
  add(`the page ${path}`, {
    method: 'GET',
    path,
    // From the folder of the API.
    expect: { status: 200, file: `../..${path}.html` },
  });
}
add('a page and a query', {
  method: 'GET',
  path: '/prices?day=2026-12-15',
  expect: { status: 200, file: '../../prices.html' },
});
for (const path of ['/doc/', '/models/nope', '/assets', '/nothing']) {
  add(`there is no page ${path}`, { method: 'GET', path, expect: { status: 404, code: 'not_found' } });
}

export const pageRequests = list;
