/** Snapshot downloads: ranges and conditions of RFC 9110, and clients, files and limits that fail midway. */
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesAsked } from '../../runtime/server/node/files/downloads.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { type Answer, ask } from '../support/server/http.ts';
import { untilReady } from '../support/server/ready.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/server/until.ts';
import { notLinux } from '../support/system-packages.ts';

const dist = join(temporaryDirectory(), 'dist');
const folder = join(dist, 'snapshot');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const archive = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251));
const name = 'agent-cost-2026-01-01-00000000.tar.gz';
const path = `/snapshot/${name}`;
const large = 'agent-cost-2026-01-02-00000000.tar.gz';

const entry = (file: string, bytes: Uint8Array) => ({ file, bytes: bytes.length, sha256: sha256(bytes) });
const entries = [entry(name, archive)];
const writeList = (list: object[]) =>
  writeFileSync(join(folder, 'snapshots.json'), `${JSON.stringify({ snapshots: list })}\n`);

let server: TestServer;
beforeAll(async () => {
  cpSync(testDist, dist, { recursive: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), archive);
  const bytes = randomBytes(30 * 1024 * 1024);
  writeFileSync(join(folder, large), bytes);
  entries.push(entry(large, bytes));
  writeList(entries);
  writeFileSync(join(folder, 'public-key.pem'), 'a key\n');
  server = await untilReady(await startServer({}, dist));
});
afterAll(() => server?.stop());

const get = (headers: Record<string, string> = {}, method = 'GET') => ask(server.base, path, { method, headers });
const codeOf = ({ text }: Answer) => JSON.parse(text).error.code;

describe('a range', () => {
  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['BYTES=10-19', 10, 19],
    ['bytes=990-', 990, 999],
    ['bytes=990-5000', 990, 999],
    ['bytes=-10', 990, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=999-999', 999, 999],
  ])('%s is sent in part', async (range, first, last) => {
    const { status, headers, body } = await get({ Range: range });
    expect([status, headers['content-range']]).toEqual([206, `bytes ${first}-${last}/1000`]);
    expect(headers['content-length']).toBe(String(last - first + 1));
    expect(body.equals(archive.subarray(first, last + 1))).toBe(true);
  });

  test.each([
    'items=0-1',
    'bytes=1-0',
    'bytes=',
    'bytes=-',
    'bytes=x-y',
    'bytes 0-1',
    'bytes=0-1,5-6',
    '',
    'bytes=--1',
  ])('"%s" is ignored', async (range) => {
    const { status, headers, body } = await get({ Range: range });
    expect([status, headers['content-range']]).toEqual([200, undefined]);
    expect(body.equals(archive)).toBe(true);
  });

  test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=99999999999999999999-', 'bytes=-0'])(
    '%s cannot be satisfied, and nothing of the file is sent',
    async (range) => {
      const answer = await get({ Range: range });
      expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */1000']);
      expect(codeOf(answer)).toBe('range_not_satisfiable');
    },
  );

  test('is ignored on HEAD, which describes the whole file', async () => {
    for (const Range of ['bytes=0-1', 'bytes=5000-', 'items=0-1']) {
      const { status, headers, body } = await get({ Range }, 'HEAD');
      expect([status, headers['content-length'], body.length]).toEqual([200, '1000', 0]);
      expect(headers['accept-ranges']).toBe('bytes');
    }
  });

  test('is served only while If-Range is the tag, compared strongly', async () => {
    const etag = String((await get()).headers.etag);
    const statusWith = async (ifRange: string) => (await get({ Range: 'bytes=0-9', 'If-Range': ifRange })).status;
    expect(await statusWith(etag)).toBe(206);
    for (const other of [`W/${etag}`, '"old"', 'Fri, 01 Jan 2100 00:00:00 GMT', '']) {
      expect(await statusWith(other)).toBe(200);
    }
  });

  test('from any text stays within the file and agrees with a slow implementation of the rules', () => {
    const number = fc.oneof(fc.constant(''), fc.integer({ min: 0, max: 30 }).map(String));
    fc.assert(
      fc.property(number, number, fc.integer({ min: 0, max: 20 }), (from, to, size) => {
        const asked = bytesAsked(`bytes=${from}-${to}`, undefined, '"x"', size);
        const every = [...Array(size).keys()];
        const isSuffix = from === '';
        const isRange = (from !== '' || to !== '') && !(from !== '' && to !== '' && Number(from) > Number(to));
        const wanted = isSuffix
          ? every.filter((i) => i >= size - Number(to))
          : every.filter((i) => i >= Number(from) && (to === '' || i <= Number(to)));
        const expected = wanted.length === 0 ? null : { first: wanted[0], last: wanted.at(-1) };
        expect(asked).toEqual(isRange ? expected : 'whole');
      }),
    );
  });
});

describe('conditions', () => {
  test('on tags are honoured, on dates they are not', async () => {
    const first = await get();
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(first.headers).not.toHaveProperty('last-modified');
    for (const tag of [etag, `W/${etag}`, '*', `"x", ${etag}`]) {
      const { status, body, headers } = await get({ 'If-None-Match': tag, Range: 'bytes=0-1' });
      expect([status, body.length, headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await get({ 'If-None-Match': '"x"' })).status).toBe(200);
    expect((await get({ 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' })).status).toBe(200);
    const failed = await get({ 'If-Match': '"x"' });
    expect([failed.status, codeOf(failed)]).toEqual([412, 'precondition_failed']);
    expect((await get({ 'If-Match': etag })).status).toBe(200);
  });
});

describe('a snapshot that does not match its list', () => {
  const unavailable = async (url: string) => {
    const answer = await ask(server.base, url);
    expect([answer.status, codeOf(answer)], url).toEqual([503, 'unavailable']);
  };

  test('is not sent: a changed list, a changed archive, an archive that is not listed', async () => {
    const listUrl = '/snapshot/snapshots.json';
    expect((await ask(server.base, listUrl)).status).toBe(200);
    for (const changed of [{ sha256: '0'.repeat(64) }, { bytes: 999 }, { file: 'agent-cost-none.tar.gz' }]) {
      writeList([{ ...entries[0], ...changed }]);
      await unavailable(listUrl);
    }
    for (const text of ['', '{', '[]', '{"snapshots":{}}', '{"snapshots":[{"file":"../server.cjs"}]}']) {
      writeFileSync(join(folder, 'snapshots.json'), text);
      await unavailable(listUrl);
      await unavailable(path);
    }
    writeList([]);
    await unavailable(path);
    await unavailable(listUrl);
    // An archive kept elsewhere stays in the list.
    writeList([...entries, entry('agent-cost-elsewhere.tar.gz', archive)]);
    expect((await ask(server.base, listUrl)).status).toBe(200);
    writeList(entries);
    writeFileSync(join(folder, name), Buffer.concat([archive.subarray(0, 999), Buffer.from('x')]));
    await unavailable(path);
    await unavailable(listUrl);
    writeFileSync(join(folder, name), archive);
    expect([(await get()).status, (await ask(server.base, listUrl)).status]).toEqual([200, 200]);
    await until(() => server.output().includes('UnsoundSnapshot'));
  });
});

describe('failures midway', () => {
  const descriptors = () => readdirSync(`/proc/${server.pid}/fd`).length;
  const isAlive = async () => expect((await get()).body.equals(archive)).toBe(true);

  /** Requests the large archive and resets the connection on its first bytes, or at once. */
  const abort = (atOnce: boolean) =>
    new Promise<void>((resolve, reject) => {
      const { hostname, port } = new URL(server.base);
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.write(`GET /snapshot/${large} HTTP/1.1\r\nHost: x\r\n\r\n`, () => {
        if (atOnce) setTimeout(() => socket.resetAndDestroy(), 1);
        else socket.once('data', () => socket.resetAndDestroy());
      });
    });

  /** Does something 2,000 times, 20 at a time. */
  const often = async (action: (i: number) => Promise<void>) => {
    for (let i = 0; i < 2000; i += 20) await Promise.all(Array.from({ length: 20 }, (_, lane) => action(i + lane)));
  };

  test.skipIf(notLinux !== null)(`2,000 aborted downloads leave no descriptor open ${notLinux ?? ''}`, async () => {
    await isAlive();
    const before = descriptors();
    await often((i) => abort(i % 2 === 0));
    await until(() => descriptors() <= before);
    await isAlive();
  });

  test.skipIf(notLinux !== null)(`2,000 conditional requests leave no descriptor open ${notLinux ?? ''}`, async () => {
    const tags = await Promise.all(
      [path, '/index.html'].map(async (url) => (await ask(server.base, url)).headers.etag),
    );
    const before = descriptors();
    await often(async (i) => {
      const url = i % 2 === 0 ? path : '/index.html';
      const { status } = await ask(server.base, url, { headers: { 'If-None-Match': `W/"x", W/${tags[i % 2]}` } });
      expect(status).toBe(304);
    });
    await until(() => descriptors() <= before);
  });

  test('a name that cannot be opened and a folder are errors in the envelope', async () => {
    const [loop, directory] = ['agent-cost-loop.tar.gz', 'agent-cost-directory.tar.gz'];
    mkdirSync(join(folder, directory));
    const found = await ask(server.base, `/snapshot/${directory}`);
    expect([found.status, codeOf(found)]).toEqual([404, 'not_found']);
    symlinkSync(loop, join(folder, loop));
    const looped = await ask(server.base, `/snapshot/${loop}`);
    expect([looped.status, codeOf(looped)]).toEqual([404, 'not_found']);
    rmSync(join(folder, directory), { recursive: true });
    rmSync(join(folder, loop));
    await isAlive();
  });

  test('a file cut short while it is sent ends the connection, not the server', async () => {
    const { hostname, port } = new URL(server.base);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(`GET /snapshot/${large} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    truncateSync(join(folder, large), 1024);
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.on('error', () => {});
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.resume();
    await closed;
    expect(received).toBeLessThan(30 * 1024 * 1024);
    await isAlive();
  });
});
