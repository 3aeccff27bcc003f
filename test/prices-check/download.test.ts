/** Downloading pages: one text over a real socket, the whole list of addresses with a replaced fetch. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { download } from '../../build/prices/check/download.ts';
import { DownloadError } from '../../build/prices/check/findings.ts';
import { gather } from '../../build/prices/check/sources.ts';
import { model, pageText, provider, row, url } from './support.ts';

let server: Server | undefined;
afterEach(() => {
  vi.unstubAllGlobals();
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const quick = { milliseconds: 400, bytes: 1000 };
/** For answers that must arrive even on a busy machine. */
const patient = { ...quick, milliseconds: 60_000 };

test('a complete answer is returned as text, even after a redirect', async () => {
  const base = await serve((request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/there' }).end();
    else response.end('Preise in €');
  });
  expect(await download(base, patient)).toBe('Preise in €');
});

test.each<[string, RequestListener, RegExp]>([
  ['an error status', (_, response) => response.writeHead(403).end('<table>$1</table>'), /403/],
  ['an empty answer', (_, response) => response.end(' \n'), /empty/],
  ['no answer', () => {}, /within 0.4 s/],
  ['an answer that never ends', (_, response) => response.write('a'), /within 0.4 s/],
  ['an answer that is too long', (_, response) => response.end('a'.repeat(1001)), /longer than 1000 bytes/],
  [
    'an answer that breaks off',
    (_, response) => response.writeHead(200, { 'content-length': 10 }).write('a', () => response.destroy()),
    /./,
  ],
])('%s is an error with its reason', async (_, listener, reason) => {
  const failed = download(await serve(listener), reason.source.includes('within') ? quick : patient);
  await expect(failed).rejects.toThrow(DownloadError);
  await expect(failed).rejects.toThrow(reason);
});

test('an unreachable server is an error', async () => {
  const base = await serve(() => {});
  await new Promise((done) => server?.close(done));
  await expect(download(base, patient)).rejects.toThrow(DownloadError);
});

const models = [model('claude-test-5')];
const today = '2026-06-01';
const scripted = '<html><head></head><body><script>render()</script></body></html>';

/** Answers the given addresses with a text, all others with 404. Returns the requested addresses. */
function internet(texts: Record<string, string>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const text = texts[address];
    return text === undefined ? new Response('no', { status: 404 }) : new Response(text);
  });
  return asked;
}

const fetchAll = (providers = [provider(models)]) =>
  gather(
    { providers, all: providers.map(({ id }) => id), from: null, fetch: true, claudeCode: false, on: null, today },
    () => {},
  );

test('a page and the datasets have the day they were fetched on', async () => {
  internet({
    [url]: pageText([row('Claude Test 5')]),
    'https://models.dev/api.json': JSON.stringify({ anthropic: { models: {} } }),
    'https://openrouter.ai/api/v1/models': JSON.stringify({ data: [] }),
  });
  const { pages, datasets, failures } = await fetchAll();
  expect(pages).toMatchObject([{ provider: 'anthropic', name: url, day: today, basis: 'fetched' }]);
  expect(datasets.map(({ id }) => id).sort()).toEqual(['genai-prices', 'models.dev', 'openrouter']);
  expect(datasets.find(({ id }) => id === 'models.dev')?.day).toBe(today);
  // A failed download is a failure, even if it is only one of many.
  expect(failures.filter(({ provider }) => provider === null)).toMatchObject([
    { source: expect.stringContaining('litellm'), reason: 'it answered 404' },
  ]);
});

test('a page filled in by scripts is tried as Markdown', async () => {
  internet({ [url]: scripted, [`${url}.md`]: pageText([row('Claude Test 5')]) });
  const { pages, failures } = await fetchAll();
  expect(pages).toMatchObject([{ name: `${url}.md` }]);
  expect(failures.filter((one) => one.provider !== null && !one.deprecations)).toEqual([]);
});

test('the deprecation page is fetched too, and its failure is reported separately', async () => {
  const ends = 'https://platform.claude.com/docs/en/about-claude/model-deprecations';
  const table = '| Model | Retirement Date |\n|---|---|\n| claude-test-5 | May 1, 2027 |\n\nThe end.\n';
  internet({ [url]: pageText([row('Claude Test 5')]), [ends]: scripted, [`${ends}.md`]: table });
  const { pages } = await fetchAll();
  expect(pages.map(({ name, deprecations }) => [name, deprecations])).toEqual([
    [`${ends}.md`, true],
    [url, undefined],
  ]);
  internet({ [url]: pageText([row('Claude Test 5')]) });
  const { failures } = await fetchAll();
  expect(failures.filter((one) => one.provider !== null)).toEqual([
    { provider: 'anthropic', source: ends, reason: 'it answered 404', deprecations: true, kind: 'network' },
  ]);
});

test('a page without prices is a failure with the reason of the page, not an empty success', async () => {
  for (const texts of [{ [url]: scripted }, { [url]: scripted, [`${url}.md`]: '# Not found' }]) {
    internet(texts);
    const { pages, failures } = await fetchAll();
    expect(pages).toEqual([]);
    expect(failures.filter((one) => one.provider !== null && !one.deprecations)).toMatchObject([
      { provider: 'anthropic', source: url, reason: expect.stringContaining('price') },
    ]);
  }
});

test('a provider without a reader is a note', async () => {
  const asked = internet({});
  const { notes } = await fetchAll([provider([model('x')], 'meta', 'https://cohere.com/pricing')]);
  expect(notes).toEqual([expect.stringContaining('meta')]);
  expect(asked).not.toContain('https://cohere.com/pricing');
});

test('a page that has no prices until its scripts have run is not fetched, and a note explains why', async () => {
  const address = 'https://aws.amazon.com/bedrock/pricing/';
  const asked = internet({});
  const { notes, failures } = await fetchAll([provider([model('nova-9')], 'amazon', address)]);
  expect(asked).not.toContain(address);
  expect(notes).toEqual([expect.stringContaining('save it from a browser as amazon-YYYY-MM-DD.html')]);
  expect(failures.filter((one) => one.provider !== null)).toEqual([]);
});
