import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { names } from '../../runtime/audit/layout.ts';
import { fingerprint, publicKeyPem, readPublicKeys, sshBlob } from '../../runtime/audit/public-keys.ts';
import { matchesList, timeOf } from '../../runtime/audit/sshsig.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { publicKey, snapshot, strangersKey } from './support.ts';

const base64 = (key: typeof publicKey) => sshBlob(key).toString('base64');
const [ours, other] = [base64(publicKey), base64(strangersKey)];
const now = new Date('2026-11-21T12:00:00Z');

/** Whether our key is among the keys of a key file. */
function accepts(text: string, at = now): boolean {
  try {
    return readPublicKeys(text, 'keys', at).some((key) => fingerprint(key) === fingerprint(publicKey));
  } catch {
    return false;
  }
}

/** Lines of allowed_signers with our key, and whether a signature by it counts on 2026-11-21 at noon. */
const lines: [line: string, counts: boolean][] = [
  [`agent-cost ssh-ed25519 ${ours}`, true],
  [`agent-cost ssh-ed25519 ${ours} a comment`, true],
  [`agent-cost namespaces="agent-cost" ssh-ed25519 ${ours}`, true],
  [`agent-cost namespaces="file,agent-cost" ssh-ed25519 ${ours}`, true],
  [`agent-cost namespaces="agent-*" ssh-ed25519 ${ours}`, true],
  [`agent-cost NAMESPACES="agent-cost" ssh-ed25519 ${ours}`, true],
  [`agent-cost namespaces="file" ssh-ed25519 ${ours}`, false],
  [`agent-cost namespaces="*,!agent-cost" ssh-ed25519 ${ours}`, false],
  [`agent-cost namespaces=agent-cost ssh-ed25519 ${ours}`, false],
  [`agent-cost namespaces="agent-cost",namespaces="agent-cost" ssh-ed25519 ${ours}`, false],
  [`agent-cost cert-authority ssh-ed25519 ${ours}`, false],
  [`agent-cost cert-authority,namespaces="agent-cost" ssh-ed25519 ${ours}`, false],
  [`agent-cost valid-after="20260101" ssh-ed25519 ${ours}`, true],
  [`agent-cost valid-after="20270101" ssh-ed25519 ${ours}`, false],
  [`agent-cost valid-before="20270101Z" ssh-ed25519 ${ours}`, true],
  [`agent-cost valid-before="20260101" ssh-ed25519 ${ours}`, false],
  [`agent-cost valid-after="202601010000Z",valid-before="20261121115959Z" ssh-ed25519 ${ours}`, false],
  [`agent-cost valid-after="202601010000Z",valid-before="20261121120001Z" ssh-ed25519 ${ours}`, true],
  [`agent-cost valid-after="20270101",valid-before="20260101" ssh-ed25519 ${ours}`, false],
  [`agent-cost valid-before="yesterday" ssh-ed25519 ${ours}`, false],
  [`agent-cost no-such-option ssh-ed25519 ${ours}`, false],
  [`somebody@example.com ssh-ed25519 ${ours}`, false],
  [`*@example.com,agent-* ssh-ed25519 ${ours}`, true],
  [`*,!agent-cost ssh-ed25519 ${ours}`, false],
  [`"agent-cost" ssh-ed25519 ${ours}`, true],
  [`agent-cost ssh-ed25519 ${other}`, false],
  [`agent-cost ssh-ed25519 ${ours.slice(0, 40)}`, false],
  [`agent-cost namespaces="agent-cost ssh-ed25519 ${ours}`, false],
  [`# agent-cost ssh-ed25519 ${ours}`, false],
  [`# revoked: agent-cost ssh-ed25519 ${ours}`, false],
  [`@revoked agent-cost ssh-ed25519 ${ours}`, false],
  [`# the key of last year\n\nagent-cost ssh-ed25519 ${ours}\n`, true],
  [`agent-cost ssh-ed25519 ${other}\nagent-cost ssh-ed25519 ${ours}`, true],
  [`agent-cost valid-before="20260101" ssh-ed25519 ${ours}\nagent-cost ssh-ed25519 ${ours}`, true],
  [`nonsense\nagent-cost ssh-ed25519 ${ours}`, true],
];

describe('OpenSSH keys count by the rules of OpenSSH', () => {
  test.each(lines)('%s: %s', (line, counts) => {
    expect(accepts(line)).toBe(counts);
  });

  const program = spawnSync('ssh-keygen', ['-?']);
  const reason = program.error ? 'ssh-keygen is missing: install openssh-client' : null;
  if (reason !== null && process.env.CI === 'true') throw new Error(reason);
  if (reason !== null) console.error(`skipped: ${reason}`);

  test.skipIf(reason !== null)(`ssh-keygen agrees on every line ${reason ?? ''}`, () => {
    const dir = temporaryDirectory();
    writeFileSync(join(dir, 'sig'), snapshot.files.get(names.sshSignature) as Uint8Array);
    const input = snapshot.files.get(names.sums) as Uint8Array;
    const verdicts = lines.map(([line]) => {
      writeFileSync(join(dir, 'signers'), `${line}\n`);
      const options = ['-Y', 'verify', '-f', 'signers', '-I', 'agent-cost', '-n', 'agent-cost', '-s', 'sig'];
      const { status } = spawnSync('ssh-keygen', [...options, '-O', 'verify-time=20261121120000Z'], {
        cwd: dir,
        input,
      });
      return [line, status === 0];
    });
    expect(verdicts).toEqual(lines);
  });

  test('a key marked as revoked is not used on another line either', () => {
    const line = `agent-cost ssh-ed25519 ${ours}`;
    for (const mark of ['# revoked: ', '#revoked ', '@revoked ', '# @revoked ']) {
      expect(accepts(`${line}\n${mark}${line}\n`), mark).toBe(false);
      expect(accepts(`${line}\n${mark}agent-cost ssh-ed25519 ${other}\n`), mark).toBe(true);
    }
  });

  test('all keys of a file count, as lines, as public key files, or as PEM blocks', () => {
    const both = [publicKey, strangersKey];
    const prints = both.map(fingerprint);
    const read = (text: string) => readPublicKeys(text, 'keys', now).map(fingerprint);
    expect(read(`ssh-ed25519 ${ours} me\nssh-ed25519 ${other}\n`)).toEqual(prints);
    expect(read(`agent-cost ssh-ed25519 ${ours}\nagent-cost ssh-ed25519 ${other}\n`)).toEqual(prints);
    expect(read(both.map(publicKeyPem).join('# next\n'))).toEqual(prints);
  });

  test('if no key counts, the message has the reason for each line', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'pem', type: 'spki' });
    const read = (text: string) => () => readPublicKeys(text, 'keys', now);
    expect(read(`x ssh-ed25519 ${ours}\nagent-cost valid-before="20200101" ssh-ed25519 ${ours}`)).toThrow(
      'keys must hold an Ed25519 public key, as PEM or as ssh-ed25519: no key may be used (line 1: it is for x, not for agent-cost; line 2: it was valid until 20200101)',
    );
    expect(read('agent-cost ssh-rsa AAAA')).toThrow('the key is of type ssh-rsa');
    expect(read('# nothing\n')).toThrow('no key was found');
    expect(read(String(rsa))).toThrow('it holds a key of type rsa');
    expect(read('x'.repeat(2 ** 20 + 1))).toThrow('more than 1048576 characters');
  });
});

test('times are those of OpenSSH: local unless they end with Z', () => {
  expect(timeOf('20261121Z')).toBe(Date.parse('2026-11-21T00:00:00Z'));
  expect(timeOf('202611211234Z')).toBe(Date.parse('2026-11-21T12:34:00Z'));
  expect(timeOf('20261121123456')).toBe(new Date(2026, 10, 21, 12, 34, 56).getTime());
  for (const text of ['2026', '20261301', '20260230Z', '2026-11-21', '20261121T12']) expect(timeOf(text)).toBeNull();
});

test('pattern lists match as in OpenSSH, in linear time', () => {
  expect(matchesList('agent-cost', 'a?ent-c*')).toBe(true);
  expect(matchesList('agent-cost', 'agent')).toBe(false);
  expect(matchesList('agent-cost', '*,!agent-*')).toBe(false);
  expect(matchesList('a'.repeat(20_000), `${'*a'.repeat(30)}*b`)).toBe(false);
});
