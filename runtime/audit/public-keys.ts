/**
 * Who published a snapshot: Ed25519 over SHA256SUMS, once for `openssl` and once for `ssh-keygen`; and the keys, in PEM and in
 * the one-line form of OpenSSH.
 */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { SnapshotProblem } from './exit-codes.ts';
import { type Files, names, unsignedText } from './layout.ts';
import { readSshSignature, signerLines, sshSignatureText, sshSigned, wireStrings } from './sshsig.ts';

/** The prefix of the 32 bytes of a key in its DER form (RFC 8410). */
const spki = Buffer.from('302a300506032b6570032100', 'hex');

export const publicKeyFrom = (raw: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([spki, raw]), format: 'der', type: 'spki' });

/** The 32 bytes of a public key, or of the public half of a private one. */
export function rawKey(key: KeyObject): Buffer {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(spki.length);
}

export const publicKeyPem = (key: KeyObject): string =>
  publicKeyFrom(rawKey(key)).export({ format: 'pem', type: 'spki' }).toString();

/** `SHA256:...`, as `ssh-keygen -l` prints it. */
export const fingerprint = (key: KeyObject): string =>
  `SHA256:${createHash('sha256').update(sshBlob(key)).digest('base64').replace(/=+$/, '')}`;

export const sshBlob = (key: KeyObject): Buffer => wireStrings(Buffer.from('ssh-ed25519'), rawKey(key));

/** One line of an `allowed_signers` file for `ssh-keygen -Y verify`. */
export const allowedSigner = (key: KeyObject, namespace: string): string =>
  `${namespace} namespaces="${namespace}" ssh-ed25519 ${sshBlob(key).toString('base64')}\n`;

/** Longest key file that is read, in characters: some thousand keys. */
const longestFile = 2 ** 20;

/**
 * The public keys in a file's text that are valid for a snapshot at `now`: PEM blocks, or lines as OpenSSH writes them
 * (`ssh-ed25519 AAAA...`, or those of an `allowed_signers` file). Throws a SnapshotProblem if there is none.
 */
export function readPublicKeys(text: string, where: string, now: Date): KeyObject[] {
  const wrong = (why: string) =>
    new SnapshotProblem('wrongUse', `${where} must hold an Ed25519 public key, as PEM or as ssh-ed25519: ${why}.`);
  if (text.length > longestFile) throw wrong(`the file has more than ${longestFile} characters`);
  if (text.includes('PRIVATE KEY')) throw wrong('it holds a private key, which only its owner should have');
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[^-]*-----END PUBLIC KEY-----/g);
  if (blocks !== null) return blocks.map((block) => pemKey(block, wrong));
  const lines = signerLines(text, now);
  const keys = lines.flatMap(({ blob, refusal }) =>
    blob === null || refusal !== null ? [] : [publicKeyFrom(blob.subarray(-32))],
  );
  if (keys.length > 0) return keys;
  const reasons = lines.slice(0, 5).map(({ line, refusal }) => `line ${line}: ${refusal}`);
  throw wrong(reasons.length === 0 ? 'no key was found' : `no key may be used (${reasons.join('; ')})`);
}

function pemKey(pem: string, wrong: (why: string) => SnapshotProblem): KeyObject {
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch {
    throw wrong('a PEM block is not a public key');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw wrong(`it holds a key of type ${key.asymmetricKeyType}`);
  return key;
}

/** The private key in a PEM text (PKCS 8), as `openssl genpkey -algorithm ed25519` writes it. */
export function readPrivateKey(pem: string, where: string): KeyObject {
  const wrong = (why: string) =>
    new SnapshotProblem(
      'wrongUse',
      `${where} must hold an Ed25519 private key as PEM, made by \`openssl genpkey -algorithm ed25519\`: ${why}.`,
    );
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw wrong('no private key was found');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw wrong(`it holds a key of type ${key.asymmetricKeyType}`);
  return key;
}

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
