/** docs/scale.md: its sums are worked out again, and what it measures is what a server sends. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { filesBelow } from '../support/build.ts';
import { projectRoot } from '../support/core/raw-data.ts';
import { testDist } from '../support/dist.ts';
import { ask } from '../support/server/http.ts';
import { startServer } from '../support/server/server.ts';

const document = readFileSync(join(projectRoot, 'docs/scale.md'), 'utf8');

/** Cells of the rows of a section. */
const rows = (heading: string): string[][] =>
  (document.split(`## ${heading}`)[1] ?? '')
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | ')) ?? [];

const numberIn = (text = ''): number => Number(text.replaceAll(',', ''));

test('every cost is what its arithmetic gives', () => {
  const sums = rows('Cost a month').filter(([, , cost]) => /^\d+$/.test(cost ?? ''));
  expect(sums).toHaveLength(6);
  for (const [way, sum = '', cost] of sums) {
    expect({ way, cost }).toEqual({ way, cost: String(Math.round(runInNewContext(sum.replaceAll(' x ', ' * ')))) });
  }
});

test('requests at the origin are files times encodings times hours times places', () => {
  const places = rows('What reaches the origin').filter(([, count]) => /^\d+$/.test(count ?? ''));
  expect(places.map(([, count]) => count)).toEqual(['1', '20', '200']);
  for (const [, count = '', day, second] of places) {
    expect(numberIn(day)).toBe(1100 * 2 * 24 * Number(count));
    expect(second).toBe((numberIn(day) / 86_400).toFixed(1));
  }
  for (const share of ['52,800 / 1,000,000 = 94.7 %', '10,560,000 / 100,000,000 = 89.4 %']) {
    expect(document).toContain(share);
    const [part = '', whole = ''] = share.split(' = ')[0]?.split(' / ') ?? [];
    expect(`${(100 * (1 - numberIn(part) / numberIn(whole))).toFixed(1)} %`).toBe(share.split(' = ')[1]);
  }
});

test('there are about as many files as it says', () => {
  const files = filesBelow(join(testDist, 'public/api/v1')).filter((path) => !/\.(?:br|gz)$/.test(path));
  const [, stated] = /about ([\d,]+) files/.exec(document) ?? [];
  expect(Math.abs(files.length / numberIn(stated) - 1)).toBeLessThan(0.1);
});

test('header fields and a 304 have about the size it says', async () => {
  const server = await startServer();
  const get = (headers: Record<string, string>) =>
    ask(server.base, '/api/v1/estimate?presetId=support', { headers: { 'Accept-Encoding': 'br', ...headers } });
  /** Status line, and each field with its colon, space and line end. */
  const sizeOf = ({ rawHeaders }: Awaited<ReturnType<typeof get>>) =>
    rawHeaders.reduce((sum, text) => sum + text.length + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length);
  const whole = await get({});
  const unchanged = await get({ 'If-None-Match': String(whole.headers.etag) });
  await server.stop();
  expect([whole.status, unchanged.status]).toEqual([200, 304]);
  const stated = (pattern: RegExp) => 1000 * Number(pattern.exec(document)?.[1]);
  expect(Math.abs(sizeOf(whole) - stated(/header fields add ([\d.]+) KB/))).toBeLessThan(150);
  expect(Math.abs(sizeOf(unchanged) - stated(/\| a 304 \| ([\d.]+) KB/))).toBeLessThan(150);
});
