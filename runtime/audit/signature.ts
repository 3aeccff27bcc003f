/** Who published a snapshot: Ed25519 over SHA256SUMS, once for `openssl` and once for `ssh-keygen`. */
import { type KeyObject, sign, verify } from 'node:crypto';
import { type Files, names, unsignedText } from './layout.ts';
import { fingerprint, publicKeyFrom, sshBlob } from './public-keys.ts';
import { SnapshotProblem } from './snapshot-problems.ts';
import { readSshSignature, sshSignatureText, sshSigned } from './sshsig.ts';

/** The signature files for `sums`, or the file that says there are none. */
export function signatureFiles(sums: Uint8Array, key: KeyObject | null): [path: string, bytes: Uint8Array][] {
  if (key === null) return [[names.unsigned, Buffer.from(unsignedText)]];
  const ssh = sshSignatureText(sshBlob(key), sign(null, sshSigned(sums), key));
  return [
    [names.signature, sign(null, sums, key)],
    [names.sshSignature, Buffer.from(ssh)],
  ];
}

export interface SignatureFound {
  state: 'unsigned' | 'signed';
  /** Of the key it was made with. */
  key: string | null;
  /** Whether it is one of the keys the reader trusts. */
  trusted: boolean;
}

/**
 * Checks the signature against the keys the reader trusts. Without any it is still checked against the key it contains,
 * which detects damage; but anyone can make such a signature.
 */
export function checkSignature(files: Files, keys: readonly KeyObject[]): SignatureFound {
  const sums = files.get(names.sums) as Uint8Array;
  const raw = files.get(names.signature);
  const ssh = files.get(names.sshSignature);
  const unsigned = files.get(names.unsigned);
  if (raw === undefined && ssh === undefined) {
    if (unsigned === undefined) {
      throw new SnapshotProblem('missing', `Neither ${names.signature} nor ${names.unsigned} exists.`, {
        path: names.signature,
      });
    }
    if (!Buffer.from(unsigned).equals(Buffer.from(unsignedText))) throw broken(names.unsigned, 'its text is different');
    if (keys.length > 0) throw new SnapshotProblem('unsigned', 'The snapshot is not signed: no key can verify it.');
    return { state: 'unsigned', key: null, trusted: false };
  }
  if (unsigned !== undefined) throw broken(names.unsigned, 'there is also a signature');
  for (const [path, bytes] of [
    [names.signature, raw],
    [names.sshSignature, ssh],
  ] as const) {
    if (bytes === undefined) {
      throw new SnapshotProblem('missing', `${path} is missing, but the other signature exists.`, { path });
    }
  }
  const parts = readSshSignature(Buffer.from(ssh as Uint8Array).toString('latin1'));
  if (parts === null) throw broken(names.sshSignature, 'it is not an Ed25519 signature of SSH');
  const key = publicKeyFrom(parts.key);
  const made = fingerprint(key);
  const trusted = keys.some((known) => fingerprint(known) === made);
  if (keys.length > 0 && !trusted) {
    const expected = keys.map(fingerprint).join(' or ');
    throw new SnapshotProblem('wrongKey', `The snapshot is signed with ${made}, not with ${expected}.`, {
      expected,
      found: made,
    });
  }
  if (!verify(null, sshSigned(sums), key, parts.signature)) throw broken(names.sshSignature, 'it does not match');
  if (!verify(null, sums, key, raw as Uint8Array)) throw broken(names.signature, 'it does not match');
  return { state: 'signed', key: made, trusted };
}

const broken = (path: string, why: string): SnapshotProblem =>
  new SnapshotProblem('badSignature', `${path} is not a signature of this snapshot: ${why}.`, { path });
