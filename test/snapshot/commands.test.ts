import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { archiveOf, entryOf } from '../../build/snapshot/make-snapshot.ts';
import { allowedSigner, publicKeyPem } from '../../runtime/audit/public-keys.ts';
import { listText, listWith } from '../../runtime/audit/snapshot-list.ts';
import { filesBelow } from '../support/build.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { copyDist } from '../support/dist.ts';
import { asNobody, runCliIn } from '../support/run.ts';
import { ask } from '../support/server/http.ts';
import { startServer } from '../support/server/server.ts';
import { smallDist } from '../support/small-dist.ts';
import { archive, privateKey, publicKey, remade, snapshot, strangersKey, unpacked, unsigned } from './support.ts';

const dir = temporaryDirectory();
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(dir, name), content);
  return join(dir, name);
};
const key = file('key.pem', publicKeyPem(publicKey));
const otherKey = file('other.pem', publicKeyPem(strangersKey));
const sshKey = file('allowed_signers', allowedSigner(publicKey, 'agent-cost'));
const secretKey = file('private.pem', privateKey.export({ format: 'pem', type: 'pkcs8' }));
const signedFile = file(`${snapshot.name}.tar.gz`, archive);
const unsignedFile = file('unsigned.tar.gz', await archiveOf(unsigned));

const run = (args: string[], cwd = dir) => runCliIn(cwd, args, {}, smallDist);

describe('agent-cost verify', () => {
  test.each([
    ['an archive', () => [signedFile, '--key', key]],
    ['with an OpenSSH key', () => [signedFile, '--key', sshKey]],
    ['with two keys, one of them right', () => [signedFile, '--key', otherKey, '--key', key]],
    ['a directory', () => [unpacked(snapshot), '--key', key]],
  ])('%s: verified, exit code 0', async (_what, args) => {
    const { code, stdout } = await run(['verify', ...args()]);
    expect({ code, verdict: /VERIFIED|INTACT|REFUSED/.exec(stdout)?.[0] }).toEqual({ code: 0, verdict: 'VERIFIED' });
  });

  test.each([
    ['without a key', 3, 'noKey', [signedFile]],
    ['without a key, unsigned', 3, 'noKey', [unsignedFile]],
    ['unsigned, with a key', 4, 'unsigned', [unsignedFile, '--key', key]],
    ['with the wrong key', 5, 'wrongKey', [signedFile, '--key', otherKey]],
    ['with a missing key file', 2, 'wrongUse', [signedFile, '--key', join(dir, 'nothing')]],
    ['with a key file without a key', 2, 'wrongUse', [signedFile, '--key', signedFile]],
    ['with the private key', 2, 'wrongUse', [signedFile, '--key', secretKey]],
    ['of a missing file', 10, 'notFound', [join(dir, 'nothing')]],
    ['of an empty file', 12, 'empty', [file('empty', '')]],
    ['of another file', 13, 'notASnapshot', [key]],
    ['of half an archive', 14, 'truncated', [file('half', archive.subarray(0, archive.length / 2))]],
    ['of an unreachable server', 17, 'unreachable', ['http://127.0.0.1:1/']],
  ])('%s: exit code %i, not verified', async (_what, code, kind, args) => {
    const json = await run(['verify', ...args, '--json']);
    const report = JSON.parse(json.stdout);
    expect({ code: json.code, exitCode: report.exitCode }).toEqual({ code, exitCode: code });
    expect(report.verdict).not.toBe('verified');
    if (report.problem) expect(report.problem).toMatchObject({ kind, message: expect.stringMatching(/\.$/) });
    const { stdout, stderr } = await run(['verify', ...args]);
    expect(stdout + stderr).toMatch(/Nothing is verified|but not verified/);
    expect(stdout + stderr).not.toMatch(/VERIFIED in|^\s+at /m);
  });

  test('--integrity-only needs no key and does not claim verification', async () => {
    const { code, stdout } = await run(['verify', unsignedFile, '--integrity-only', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'intact', exitCode: 0, signature: { state: 'unsigned' } });
  });

  test('names the first difference with both values', async () => {
    const path = 'public/api/v1/estimate/rag/gpt-4o.json';
    const forged = await archiveOf(remade(path, (json) => json.replace(/"costPerTask":[\d.]+/, '"costPerTask":1.5')));
    const { code, stderr, stdout } = await run(['verify', file('forged.tar.gz', forged)]);
    expect({ code, stdout }).toEqual({ code: 45, stdout: '' });
    expect(stderr).toMatch(/^REFUSED \(different, exit code 45\)/m);
    expect(stderr).toMatch(/ {2}pointer {3}\/data\/costPerTask\n {2}expected {2}0\.\d+\n {2}found {5}1\.5\n/);
  });

  test('of an unreadable directory: exit code 11', async () => {
    const target = unpacked({ name: snapshot.name, files: new Map([...snapshot.files].slice(0, 20)) });
    chmodSync(join(target, 'data'), 0);
    // The superuser may read everything, so another user has to try.
    const { status, stderr } = spawnSync(process.execPath, [...asNobody, join(smallDist, 'cli.js'), 'verify', target], {
      encoding: 'utf8',
    });
    chmodSync(join(target, 'data'), 0o755);
    expect({ status, stderr }).toEqual({ status: 11, stderr: expect.stringContaining('permission denied') });
  });

  test('writes no files', async () => {
    const cwd = temporaryDirectory();
    const before = filesBelow(dir);
    await run(['verify', signedFile, '--key', key], cwd);
    expect([filesBelow(cwd), filesBelow(dir)]).toEqual([[], before]);
  });

  test('--help lists every exit code', async () => {
    const { code, stdout } = await run(['verify', '--help']);
    expect(code).toBe(0);
    for (const exit of ['   0  verified', '  45  a published number is not', '  30  too many bytes'])
      expect(stdout).toContain(exit);
  });
});

describe('a server', () => {
  let dist: string;
  beforeAll(() => {
    dist = copyDist(join(temporaryDirectory(), 'dist'), smallDist);
    mkdirSync(join(dist, 'snapshot'));
    cpSync(signedFile, join(dist, 'snapshot', `${snapshot.name}.tar.gz`));
    const list = listText(listWith([], entryOf(snapshot, archive, privateKey)));
    writeFileSync(join(dist, 'snapshot/snapshots.json'), list);
    writeFileSync(join(dist, `snapshot/${snapshot.name}.tar.gz.tsr`), 'a time stamp');
  });

  test('that serves the signed files is verified file by file', async () => {
    const server = await startServer({}, dist);
    const { code, stdout } = await run(['verify', server.base, '--key', key, '--json']);
    await server.stop();
    const published = [...snapshot.files.keys()].filter((path) => path.startsWith('public/')).length;
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      verdict: 'verified',
      served: { files: published },
    });
  });

  test('sends its snapshots to GET and HEAD only, and no other files', async () => {
    const server = await startServer({}, dist);
    const path = `/snapshot/${snapshot.name}.tar.gz`;
    const whole = await ask(server.base, path);
    expect([whole.status, whole.headers['content-encoding']]).toEqual([200, undefined]);
    expect(whole.body.equals(archive)).toBe(true);
    expect((await ask(server.base, `${path}.tsr`)).text).toBe('a time stamp');
    const post = await ask(server.base, path, { method: 'POST', body: '{}' });
    expect([post.status, post.headers.allow, JSON.parse(post.text).error.code]).toEqual([
      405,
      'GET, HEAD',
      'method_not_allowed',
    ]);
    for (const other of [
      '/snapshot/',
      '/snapshot',
      '/snapshot/none.tar.gz',
      '/snapshot/../server.cjs',
      '/snapshot/%2e%2e/catalog.json',
      '/snapshot/agent-cost-x.tar.gz/..',
    ]) {
      const { status, text } = await ask(server.base, other);
      expect([status, JSON.parse(text).error.code], other).toEqual([404, 'not_found']);
    }
    await server.stop();
  });

  test('that serves something else is refused, naming the file', async () => {
    const server = await startServer({}, dist);
    const target = 'estimate/coding/claude-sonnet-4-6.json';
    // A proxy in between that changes one answer.
    const proxy = createServer(async (request, response) => {
      const { status, headers, body } = await ask(server.base, request.url ?? '/');
      const spoiled = request.url?.endsWith(target)
        ? Buffer.from(body.toString().replace('"costPerTask":', '"costPerTask": '))
        : body;
      response.writeHead(status, { 'content-type': headers['content-type'] ?? '' });
      response.end(spoiled);
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { code, stdout } = await run(['verify', address, '--key', key, '--json']);
    proxy.closeAllConnections();
    proxy.close();
    await server.stop();
    expect({ code, problem: JSON.parse(stdout).problem }).toMatchObject({
      code: 46,
      problem: { kind: 'served', path: `public/api/v1/${target}` },
    });
  });

  test('without a snapshot of its dataset: exit code 17', async () => {
    const server = await startServer({}, smallDist);
    const { code, stderr } = await run(['verify', server.base, '--key', key]);
    await server.stop();
    expect({ code, stderr }).toEqual({ code: 17, stderr: expect.stringContaining('404') });
  });
});

describe('agent-cost verify diff', () => {
  const later = remade('data/providers/anthropic.json', (text) => text.replace('"input": 8,', '"input": 12,'));

  test('lists the price, the record and the estimates that changed, the largest first', async () => {
    const changed = file('changed.tar.gz', await archiveOf(later));
    const { code, stdout } = await run(['diff', signedFile, changed, '--json']);
    expect(code).toBe(1);
    const { prices, history, models, presets, estimates } = JSON.parse(stdout);
    // 12 / 8 = 1.5
    expect(prices).toEqual([{ of: 'claude-fable-5-2', what: 'input', before: 8, after: 12, changePct: 50 }]);
    expect(history).toMatchObject([
      { model: 'claude-fable-5-2', what: 'input', before: '$8', after: '$12', changePct: 50 },
    ]);
    expect([models, presets]).toEqual([[], []]);
    // The presets with caching write at the cache-write price, which did not change: only rag pays for input.
    expect(estimates.map(({ of }: { of: string }) => of)).toEqual(['rag on claude-fable-5-2']);
    const text = await run(['diff', signedFile, changed]);
    expect(text.stdout).toMatch(/claude-fable-5-2 +input +8 +12 +50\n/);
    const markdown = await run(['diff', signedFile, changed, '--markdown']);
    expect(markdown.stdout).toContain('| claude-fable-5-2 | input | 8 | 12 | 50 |');
  });

  test('lists changed prices of other hosts', async () => {
    const dearer = remade('data/imported/offers.json', (text) => text.replace('"input": 3,', '"input": 3.3,'));
    const { code, stdout } = await run(['diff', signedFile, file('dearer.tar.gz', await archiveOf(dearer)), '--json']);
    expect(code).toBe(1);
    const { prices, offers } = JSON.parse(stdout);
    expect(prices).toEqual([]);
    // 3.3 / 3 = 1.1
    expect(offers).toEqual([
      { of: 'claude-sonnet-4-6 at bedrock', what: 'input', before: 3, after: 3.3, changePct: 10 },
    ]);
  });

  test('of a snapshot with itself, packed or not: no difference, exit code 0', async () => {
    const { code, stdout } = await run(['diff', signedFile, unpacked(unsigned)]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('Nothing differs.') });
  });

  test('of something that is not a snapshot: its exit code, and which one it is', async () => {
    const { code, stderr } = await run(['diff', signedFile, key]);
    expect({ code, stderr }).toEqual({ code: 13, stderr: expect.stringContaining(key) });
  });
});
