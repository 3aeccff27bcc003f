/** Encodings of an answer, by what a request accepts. */
import { long } from './examples.ts';
import { at, requestList } from './request-list.ts';

const { list, add } = requestList();

for (const [accept, coding] of [
  [null, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip;q=0.5,br;q=0.5', 'br'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip ; q=0.8 , br ; q=0.2', 'gzip'],
  ['gzip;Q=0.8', 'gzip'],
  ['gzip;q=0', null],
  ['gzip;q=0.000, br;q=0', null],
  ['gzip;q=0.001', 'gzip'],
  ['br;q=0.1, identity;q=0.9', null],
  ['identity;q=0.1, gzip;q=0.9', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0', null],
  ['identity;q=0, *;q=0', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['*;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0.3, *;q=0.2', 'gzip'],
  ['deflate, zstd', null],
  ['gzip;q=2', null],
  ['gzip;q=abc', null],
  ['gzip;q=', null],
  ['gzip;q=0.1234', null],
  [',,gzip,,', 'gzip'],
  [';;;', null],
  ['gzip;foo=bar', 'gzip'],
] as const) {
  add(accept === null ? 'without Accept-Encoding' : `Accept-Encoding: "${accept}"`, {
    method: 'GET',
    path: at(long),
    ...(accept !== null && { headers: { 'Accept-Encoding': accept } }),
    expect: { status: 200, file: 'models.json', schema: 'models', headers: { 'content-encoding': coding } },
  });
}
add('a refusal is not encoded', {
  method: 'GET',
  path: at('/nope'),
  headers: { 'Accept-Encoding': 'br, gzip' },
  expect: { status: 404, code: 'not_found', headers: { 'content-encoding': null } },
});

export const encodingRequests = list;
