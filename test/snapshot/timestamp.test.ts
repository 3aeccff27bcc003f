import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exitCodes } from '../../runtime/audit/exit-codes.ts';
import { publicKeyPem } from '../../runtime/audit/public-keys.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { runCliIn } from '../support/run.ts';
import { smallDist } from '../support/small-dist.ts';
import { archive, publicKey, snapshot } from './support.ts';

const reason = spawnSync('openssl', ['version']).error ? 'openssl is missing: install openssl' : null;
if (reason !== null && process.env.CI === 'true') throw new Error(reason);
if (reason !== null) console.error(`skipped: ${reason}`);

const dir = temporaryDirectory();
const at = (name: string) => join(dir, name);
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });

/** A made-up authority: a self-signed certificate for time stamps only. */
function authority(name: string): void {
  openssl(
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'],
    ...['-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.pem`],
    ...['-addext', 'extendedKeyUsage=critical,timeStamping', '-addext', 'keyUsage=critical,digitalSignature'],
  );
}

const config = `[tsa]
default_tsa = one
[one]
serial = ${at('serial')}
signer_cert = ${at('authority.pem')}
signer_key = ${at('authority.key')}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`;

/** The next answer of the authority. */
let mode: 'grant' | 'other' | 'garbage' = 'grant';
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  writeFileSync(at('query'), Buffer.concat(chunks));
  if (mode === 'other') openssl('ts', '-query', '-digest', '00'.repeat(32), '-sha256', '-cert', '-out', 'query');
  if (mode === 'garbage') return response.end('\u001b[2Jgranted');
  openssl('ts', '-reply', '-config', 'tsa.conf', '-queryfile', 'query', '-out', 'reply');
  response.setHeader('Content-Type', 'application/timestamp-reply');
  return response.end(readFileSync(at('reply')));
});

const run = (...args: string[]) => runCliIn(dir, args, {}, smallDist);

describe.skipIf(reason !== null)(`a time stamp ${reason ?? ''}`, () => {
  const file = `${snapshot.name}.tar.gz`;
  let tsa: string;
  beforeAll(async () => {
    for (const name of ['authority', 'stranger']) authority(name);
    writeFileSync(at('tsa.conf'), config);
    writeFileSync(at('serial'), '01\n');
    writeFileSync(at(file), archive);
    writeFileSync(at('key.pem'), publicKeyPem(publicKey));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    tsa = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const verify = (...args: string[]) => run('verify', file, '--key', 'key.pem', '--json', ...args);

  test('is requested by a command, checked at once, and never overwritten', async () => {
    mode = 'grant';
    const { code, stdout } = await run('timestamp', file, '--tsa', tsa, '--tsa-ca', 'authority.pem', '--json');
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, file: `${file}.tsr`, trusted: true });
    const token = readFileSync(at(`${file}.tsr`));
    const again = await run('timestamp', file, '--tsa', tsa);
    expect(again.code).toBe(exitCodes.wrongUse[0]);
    expect(again.stderr).toContain('never overwritten');
    expect(readFileSync(at(`${file}.tsr`)).equals(token)).toBe(true);
  });

  test('is checked by openssl against the trusted authorities', async () => {
    const good = await verify('--tsa-ca', 'authority.pem');
    expect({ code: good.code, ...JSON.parse(good.stdout) }).toMatchObject({
      code: 0,
      verdict: 'verified',
      timeStamp: { time: expect.stringMatching(/^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4} GMT$/) },
    });
    const stranger = await verify('--tsa-ca', 'stranger.pem');
    expect({ code: stranger.code, ...JSON.parse(stranger.stdout).problem }).toMatchObject({
      code: exitCodes.timeStamp[0],
      kind: 'timeStamp',
    });
  });

  test('of something else, or that is invalid, is refused by both commands', async () => {
    mode = 'other';
    const other = await run('timestamp', file, '--tsa', tsa, '--out', 'other.tsr', '--json');
    expect([other.code, JSON.parse(other.stdout).problem.message]).toEqual([
      exitCodes.timeStamp[0],
      expect.stringContaining('timestamp of something else'),
    ]);
    mode = 'garbage';
    const garbage = await run('timestamp', file, '--tsa', tsa, '--out', 'other.tsr');
    expect(garbage.code).toBe(exitCodes.timeStamp[0]);
    expect(garbage.stdout + garbage.stderr).not.toContain('\u001b');
    expect(existsSync(at('other.tsr'))).toBe(false);
    writeFileSync(at('none.tsr'), 'nothing');
    expect((await verify('--tsa-ca', 'authority.pem', '--timestamp', 'none.tsr')).code).toBe(exitCodes.timeStamp[0]);
    expect((await verify('--tsa-ca', 'authority.pem', '--timestamp', 'missing.tsr')).code).toBe(exitCodes.notFound[0]);
    expect((await verify('--timestamp', 'none.tsr')).code).toBe(exitCodes.wrongUse[0]);
  });

  test('without openssl fails with a specific exit code', async () => {
    const args = ['verify', file, '--key', 'key.pem', '--tsa-ca', 'authority.pem', '--json'];
    const { code, stdout } = await runCliIn(dir, args, { PATH: dir }, smallDist);
    expect([code, JSON.parse(stdout).problem.kind]).toEqual([exitCodes.noOpenssl[0], 'noOpenssl']);
  });
});
