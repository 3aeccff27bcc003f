/** Ed25519 keys: PEM as `openssl` writes it, and the one-line form of OpenSSH. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { signerLines } from './allowed-signers.ts';
import { SnapshotProblem } from './snapshot-problems.ts';
import { wireStrings } from './sshsig.ts';

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
