/** How long answers may be kept: never past a scheduled price change, and only by the caller if a key is needed. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { credentialHeaders } from '../../runtime/server/auth/auth.ts';
import { cacheControl, cdnCacheControl, Freshness } from '../../runtime/server/http/freshness.ts';
import { Representation } from '../../runtime/server/http/site.ts';

const changeOn = '2026-12-01';
const changeAt = Date.UTC(2026, 11, 1);

/** The caching fields `seconds` before the change. */
function fieldsAt(seconds: number, isPrivate = false) {
  const { api, page } = new Freshness(
    changeOn,
    isPrivate ? credentialHeaders : null,
    () => changeAt - 1000 * seconds,
  ).current();
  const named = (fields: readonly string[]) =>
    Object.fromEntries(fields.flatMap((name, i) => (i % 2 ? [] : [[name, fields[i + 1] as string]])));
  return { api: named(api), page: named(page) };
}

test('answers are kept for an hour in shared caches and five minutes in clients when no change is near', () => {
  expect(cacheControl).toBe('public, max-age=300, s-maxage=3600, stale-while-revalidate=600, stale-if-error=604800');
  expect(cdnCacheControl).toBe('public, max-age=3600, stale-while-revalidate=600, stale-if-error=604800');
  expect(fieldsAt(4200)).toEqual({
    api: { 'Cache-Control': cacheControl, 'CDN-Cache-Control': cdnCacheControl, Vary: 'Accept-Encoding' },
    page: { 'Cache-Control': 'public, max-age=300', Vary: 'Accept-Encoding' },
  });
  expect(new Freshness(null, null).current().api).toContain(cacheControl);
});

test.each([
  [4199, 'public, max-age=300, s-maxage=3600, stale-while-revalidate=599, stale-if-error=604800'],
  [3600, 'public, max-age=300, s-maxage=3600, stale-while-revalidate=0, stale-if-error=604800'],
  [3599, 'public, max-age=300, s-maxage=3599, stale-while-revalidate=0, stale-if-error=604800'],
  [299.5, 'public, max-age=299, s-maxage=299, stale-while-revalidate=0, stale-if-error=604800'],
  [0, 'public, max-age=0, s-maxage=0, stale-while-revalidate=0, stale-if-error=604800'],
  [-0.5, 'public, max-age=60, s-maxage=60, stale-while-revalidate=0, stale-if-error=604800'],
  [-100_000, 'public, max-age=60, s-maxage=60, stale-while-revalidate=0, stale-if-error=604800'],
])('%s seconds before the change: %s', (seconds, expected) => {
  expect(fieldsAt(seconds).api['Cache-Control']).toBe(expected);
});

test('no cache may send an answer past the change without revalidation', () => {
  const number = (field: string | undefined, name: string) =>
    Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(field ?? '')?.[1]);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 10_000, noNaN: true }), (seconds) => {
      const { api, page } = fieldsAt(seconds);
      const [all, cdn] = [api['Cache-Control'], api['CDN-Cache-Control']];
      const renewing = number(all, 'stale-while-revalidate');
      expect(number(all, 's-maxage') + renewing).toBeLessThanOrEqual(seconds);
      expect(number(all, 'max-age')).toBeLessThanOrEqual(number(all, 's-maxage'));
      expect(number(cdn, 'max-age')).toBe(number(all, 's-maxage'));
      expect(number(cdn, 'stale-while-revalidate')).toBe(renewing);
      expect(number(page['Cache-Control'], 'max-age')).toBe(number(all, 'max-age'));
    }),
  );
});

test('current() returns the same objects as long as the fields are equal', () => {
  let now = 0;
  const freshness = new Freshness(changeOn, null, () => now);
  const first = freshness.current();
  now = changeAt - 4_200_000;
  expect(freshness.current()).toBe(first);
  now = changeAt - 4_199_999;
  expect(freshness.current()).not.toBe(first);
});

test('no shared cache may keep anything when every call needs a key', () => {
  for (const seconds of [100_000, 100, -1]) {
    for (const fields of Object.values(fieldsAt(seconds, true))) {
      expect(fields['Cache-Control']).toMatch(/^private, max-age=\d+$/);
      expect(fields['CDN-Cache-Control']).toBe('no-store');
      expect(fields.Vary).toBe('Accept-Encoding, x-api-key, x-rapidapi-proxy-secret');
    }
  }
});

test('a reused reply, also a 304, has the current caching fields', () => {
  let now = changeAt - 10_000_000_000;
  const freshness = new Freshness(changeOn, null, () => now);
  const representation = new Representation('"a"', Buffer.from('{}'), 'api', ['ETag', '"a"'], []);
  const replies = () => [
    representation.ok(freshness.current()),
    representation.notModified(freshness.current()),
    representation.ok(freshness.current()),
  ];
  const far = replies();
  expect(far[2]).toBe(far[0]);
  for (const { headers } of far) expect(headers).toContain(cacheControl);
  now = changeAt + 1000;
  for (const { status, headers } of replies()) {
    expect({ status, headers: headers.filter((field) => /max-age/.test(field)) }).toEqual({
      status,
      headers: [expect.stringMatching(/^public, max-age=60,/), expect.stringMatching(/^public, max-age=60,/)],
    });
  }
});
