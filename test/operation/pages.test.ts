/** The site's pages: what serve-handler sends is what was negotiated, of the build that was loaded. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { copyDist } from '../support/dist.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { type Answer, ask } from '../support/server/http.ts';
import { startServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';
import { notLinux } from '../support/system-packages.ts';

const dist = copyDist(join(temporaryDirectory(), 'dist'));
const onDisk = (path: string) => readFileSync(join(dist, 'public', path));

const server = serverForTests({}, dist);

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(server.base, path, { method, headers });

const paths = ['/index.html', '/models.html', '/assets/site.css', '/assets/share.png', '/robots.txt'];

/** The names and values of all fields but those that differ from answer to answer. */
function fieldsOf({ headers }: Answer): Record<string, unknown> {
  const { date: _, 'x-request-id': id, ...rest } = headers;
  expect(id).toBeDefined();
  return rest;
}

describe.each(paths)('%s', (path) => {
  test.each([
    ['identity', ''],
    ['gzip', '.gz'],
    ['br', '.br'],
  ])('is sent in %s as it was built', async (encoding, suffix) => {
    const { status, headers, body } = await get(path, { 'Accept-Encoding': encoding });
    expect(status).toBe(200);
    expect(body.equals(onDisk(path + suffix))).toBe(true);
    expect(headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
    expect(headers['content-length']).toBe(String(body.length));
    expect(headers.vary).toBe('Accept-Encoding');
  });

  test('has none of the fields that serve-handler would add', async () => {
    const { headers } = await get(path);
    for (const name of ['accept-ranges', 'content-disposition', 'last-modified']) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  test('is described by HEAD as it is sent by GET', async () => {
    for (const encoding of ['identity', 'br']) {
      const [whole, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => get(path, { 'Accept-Encoding': encoding }, method)),
      );
      expect(head?.body.length).toBe(0);
      expect(fieldsOf(head as Answer)).toEqual(fieldsOf(whole as Answer));
    }
  });

  test('is sent whole to a request for a range', async () => {
    for (const Range of ['bytes=0-9', 'bytes=99999999-', 'items=0-1']) {
      const { status, headers, body } = await get(path, { Range });
      expect([status, headers['content-range']]).toEqual([200, undefined]);
      expect(body.equals(onDisk(path))).toBe(true);
    }
  });

  test('is compared with every tag of a list, weakly', async () => {
    const { etag } = (await get(path)).headers;
    for (const tags of [etag, `W/${etag}`, '*', `"x", W/${etag}`]) {
      const { status, body } = await get(path, { 'If-None-Match': String(tags), Range: 'bytes=0-1' });
      expect([status, body.length], tags).toEqual([304, 0]);
    }
    expect((await get(path, { 'If-None-Match': '"x"' })).status).toBe(200);
    expect((await get(path, { 'If-Match': `W/${etag}` })).status).toBe(412);
  });

  test.each(['POST', 'PUT', 'DELETE'])('is not the answer to %s', async (method) => {
    const { status, headers, text } = await get(path, {}, method);
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(JSON.parse(text).error.code).toBe('method_not_allowed');
  });
});

test.each(['/', '/?a=b', '/index.html?a=b'])('%s is the first page', async (path) => {
  expect((await get(path)).body.equals(onDisk('/index.html'))).toBe(true);
});

test.each(['/model', '/index', '/assets/', '/assets', '/%69ndex.html', '/models/..', '//index.html'])(
  '%s is no page, no list of files and no redirect',
  async (path) => {
    const { status, text } = await get(path);
    expect([status, JSON.parse(text).error.code]).toEqual([404, 'not_found']);
  },
);

test.each([
  ['/models/', '/models'],
  ['/models/gpt-5.4/', '/models/gpt-5.4'],
  ['/prices//?maker=openai', '/prices?maker=openai'],
  ['/docs/', '/docs'],
])('%s redirects to %s', async (path, to) => {
  const { status, headers } = await get(path);
  expect([status, headers.location]).toEqual([308, to]);
});

test('a browser above its limit gets a page that says so, a program the envelope, both when to come back', async () => {
  const limited = await startServer({ RATE_LIMIT: '1/60' });
  try {
    const ask = (accept: string) => fetch(`${limited.base}/models.html`, { headers: { accept } });
    await ask('text/html');
    const [page, envelope] = [await ask('text/html'), await ask('application/json')];
    for (const { status, headers } of [page, envelope]) {
      expect(status).toBe(429);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await page.text()).toContain('<h1>Too many requests</h1>');
    expect(((await envelope.json()) as { error: { code: string } }).error.code).toBe('rate_limited');
  } finally {
    await limited.stop();
  }
});

test.skipIf(notLinux !== null)(`2,000 clients that go away leave no descriptor open ${notLinux ?? ''}`, async () => {
  const descriptors = () => readdirSync(`/proc/${server.pid}/fd`).length;
  const { hostname, port } = new URL(server.base);
  const request = 'GET /models.html HTTP/1.1\r\nHost: x\r\n\r\n';
  const leave = (count: number) =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.once('data', () => socket.resetAndDestroy());
      socket.write(request.repeat(count));
    });
  await get('/models.html');
  const before = descriptors();
  for (let i = 0; i < 100; i++) await Promise.all(Array.from({ length: 20 }, () => leave((i % 10) + 1)));
  await until(() => descriptors() <= before);
  expect((await get('/models.html')).status).toBe(200);
});

/** Last: it takes away what the server was started from. */
test('pages are those of the build that was loaded, whatever happens to the files', async () => {
  const first = await get('/models.html');
  const docs = onDisk('/docs/api.html');
  for (const suffix of ['', '.gz', '.br']) {
    writeFileSync(join(dist, 'public', `models.html${suffix}`), 'another build');
  }
  expect((await get('/models.html')).body.equals(first.body)).toBe(true);
  rmSync(join(dist, 'public'), { recursive: true });
  expect((await get('/models.html')).body.equals(first.body)).toBe(true);
  expect((await get('/docs/api.html')).body.equals(docs)).toBe(true); // not asked for before
});
