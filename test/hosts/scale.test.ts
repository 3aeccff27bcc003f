/** docs/scale.md: its arithmetic is recomputed, and its sizes are compared with what a server sends. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from 'vitest';
import { settings } from '../../build/output/encodings.ts';
import { published } from '../../runtime/api/published.ts';
import { shippedCatalog } from '../support/core/shipped-data.ts';
import { projectRoot } from '../support/project-root.ts';
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

/** The number of answers to GET that the document states. */
const files = numberIn(/about ([\d,]+) files/.exec(document)?.[1]);

/** The build's compression settings. */
const brotli = {
  [constants.BROTLI_PARAM_QUALITY]: settings.brotli.quality,
  [constants.BROTLI_PARAM_LGWIN]: settings.brotli.window,
};

test('every cost is the result of its arithmetic', () => {
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
    expect(numberIn(day)).toBe(files * 2 * 24 * Number(count));
    expect(second).toBe((numberIn(day) / 86_400).toFixed(1));
  }
  for (const [places, all] of [
    [1, 1e6],
    [200, 1e8],
  ] as const) {
    const asked = files * 2 * 24 * places;
    const share = `${(100 * (1 - asked / all)).toFixed(1)} %`;
    expect(document).toContain(`1 - ${asked.toLocaleString('en')} / ${all.toLocaleString('en')} = ${share}`);
    expect(document).toContain(`>= ${share}`);
  }
});

test('the shipped API has about the number and sizes of files that the document states', () => {
  const catalog = shippedCatalog();
  const texts = [...published(catalog)];
  expect(texts.length / files).toBeGreaterThan(0.97);
  expect(texts.length / files).toBeLessThan(1.03);
  const models = numberIn(/([\d,]+) models on sale/.exec(document)?.[1]);
  expect(Math.abs(catalog.models.length / models - 1)).toBeLessThan(0.03);

  const kilobytesOf = (wanted: RegExp, compress: boolean) => {
    const found = texts.filter(({ file }) => wanted.test(file)).map(({ text }) => text());
    const sample = found.filter((_, i) => i % Math.ceil(found.length / 40) === 0);
    const bytes = sample.map(
      (text) => (compress ? brotliCompressSync(text, { params: brotli }) : Buffer.from(text)).length,
    );
    return bytes.reduce((sum, one) => sum + one, 0) / sample.length / 1000;
  };
  const stated = (pattern: RegExp) => Number(pattern.exec(document)?.[1]);
  const sizes: [string, number, number][] = [
    ['meta', kilobytesOf(/^meta\.json$/, true), stated(/([\d.]+) KB \(meta\)/)],
    ['a ranking', kilobytesOf(/^estimate\/compare\//, true), stated(/([\d.]+) KB \(ranking\)/)],
    ['an estimate', kilobytesOf(/^estimate\/\w+\//, true), stated(/([\d.]+) KB for an estimate/)],
    ['a ranking by POST', kilobytesOf(/^estimate\/compare\//, false), stated(/Rankings by POST\*\* are (\d+) KB/)],
  ];
  for (const [what, real, documented] of sizes) {
    expect(Math.abs(real / documented - 1), `${what}: ${real.toFixed(1)} KB, not ${documented}`).toBeLessThan(0.15);
  }
});

test('header fields and a 304 have about the stated size', async () => {
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
