/** Conditional requests. */
import { long, preset } from './examples.ts';
import { at, requestList } from './request-list.ts';

const { list, add } = requestList();

const conditional = (name: string, headers: Record<string, string>, status: 200 | 304, coding: string | null = null) =>
  add(name, {
    method: 'GET',
    path: at(long),
    headers,
    expect: { status, headers: { 'content-encoding': status === 200 ? coding : null } },
  });
const none = 'If-None-Match';
const since = 'If-Modified-Since';
const match = 'If-Match';
const future = 'Fri, 01 Jan 2100 00:00:00 GMT';
conditional('If-None-Match with the tag', { [none]: '{etag}' }, 304);
conditional('If-None-Match with the tag made weak', { [none]: 'W/{etag}' }, 304);
conditional('If-None-Match with *', { [none]: '*' }, 304);
conditional('If-None-Match with a list that has the tag', { [none]: '"a", W/"b,c" ,{etag},"d"' }, 304);
conditional('If-None-Match with a list without spaces', { [none]: '"a",W/{etag}' }, 304);
conditional('If-None-Match with a list that has not the tag', { [none]: '"a", "b", W/"c"' }, 200);
conditional('If-None-Match with another tag', { [none]: '"0"' }, 200);
conditional('If-None-Match with "*", which is a tag', { [none]: '"*"' }, 200);
conditional('If-None-Match without quotes', { [none]: 'abc' }, 200);
conditional('If-None-Match that is empty', { [none]: '' }, 200);
conditional('If-None-Match with the tag of another encoding', { [none]: '{etag:gzip}' }, 200);
conditional(
  'If-None-Match with the tag of the encoding asked for',
  { [none]: '{etag:gzip}', 'Accept-Encoding': 'gzip' },
  304,
);
conditional('If-None-Match with br, and br asked for', { [none]: '{etag:br}', 'Accept-Encoding': 'br, gzip' }, 304);
conditional(
  'If-None-Match with gzip, and br asked for',
  { [none]: '{etag:gzip}', 'Accept-Encoding': 'br, gzip' },
  200,
  'br',
);
conditional('If-None-Match with identity, and br asked for', { [none]: '{etag}', 'Accept-Encoding': 'br' }, 200, 'br');
for (const date of ['Fri, 01 Jan 2100 00:00:00 GMT', 'Sat, 01 Jan 2000 00:00:00 GMT', 'yesterday']) {
  conditional(`If-Modified-Since: ${date} is ignored`, { [since]: date }, 200);
  conditional(`If-Unmodified-Since: ${date} is ignored`, { 'If-Unmodified-Since': date }, 200);
}
conditional('If-None-Match with another tag and a date to come', { [none]: '"0"', [since]: future }, 200);
conditional('If-None-Match with the tag and a date to come', { [none]: '{etag}', [since]: future }, 304);
conditional('If-Match with the tag', { [match]: '{etag}' }, 200);
conditional('If-Match with a list that has the tag', { [match]: '"a", {etag}' }, 200);
conditional('If-Match with *', { [match]: '*' }, 200);
conditional('If-Match with the tag, and If-None-Match too', { [match]: '{etag}', [none]: '{etag}' }, 304);
for (const [tag, what] of [
  ['"0"', 'another tag'],
  ['W/{etag}', 'the tag made weak'],
  ['{etag:gzip}', 'the tag of another encoding'],
] as const) {
  add(`If-Match with ${what} fails`, {
    method: 'GET',
    path: at(long),
    headers: { [match]: tag, [none]: '*' },
    expect: { status: 412, code: 'precondition_failed', message: /^If-Match must name the current tag, / },
  });
}
conditional('a range is not served', { Range: 'bytes=0-1' }, 200);
add('304 on an estimate', {
  method: 'GET',
  path: at(`/estimate?presetId=${preset}`),
  headers: { [none]: '{etag}' },
  expect: { status: 304 },
});
add('304 on HEAD', { method: 'HEAD', path: at('/meta'), headers: { [none]: '{etag}' }, expect: { status: 304 } });
add('a refusal is never 304', {
  method: 'GET',
  path: at('/models/nope'),
  headers: { [none]: '*' },
  expect: { status: 404, code: 'model_not_found' },
});

export const conditionalRequests = list;
