/** Ed25519 keys: PEM as `openssl` writes it, and the one-line form of OpenSSH. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { SnapshotProblem } from '../snapshot-problems.ts';
import { wireStrings } from './sshsig.ts';

/** What stands before the 32 bytes of a key in its DER form (RFC 8410). */
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

/** The public key in a file's text: PEM, `ssh-ed25519 AAAA...`, or a line of `allowed_signers`. */
export function readPublicKey(text: string, where: string): KeyObject {
  const wrong = (why: string) =>
    new SnapshotProblem('wrongUse', `${where}: ${why}; accepted is an Ed25519 public key, as PEM or as ssh-ed25519.`);
  if (/PRIVATE KEY/.test(text)) throw wrong('this is a private key: nobody but its owner should have it');
  const ssh = /(?:^|\s)ssh-ed25519\s+([A-Za-z0-9+/=]+)/m.exec(text)?.[1];
  if (ssh !== undefined) {
    const blob = Buffer.from(ssh, 'base64');
    if (blob.length !== 51) throw wrong(`the ssh-ed25519 key has ${blob.length} bytes, not 51`);
    return publicKeyFrom(blob.subarray(-32));
  }
  let key: KeyObject;
  try {
    key = createPublicKey(text);
  } catch {
    throw wrong('no key was found');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw wrong(`a key of type ${key.asymmetricKeyType} came`);
  return key;
}

/** The private key in a PEM text (PKCS 8), as `openssl genpkey -algorithm ed25519` writes it. */
export function readPrivateKey(pem: string, where: string): KeyObject {
  const wrong = (why: string) =>
    new SnapshotProblem(
      'wrongUse',
      `${where}: ${why}; accepted is an Ed25519 private key as PEM, made by \`openssl genpkey -algorithm ed25519\`.`,
    );
  let key: KeyObject;
  try {
    key = createPrivateKey(pem);
  } catch {
    throw wrong('no private key was found');
  }
  if (key.asymmetricKeyType !== 'ed25519') throw wrong(`a key of type ${key.asymmetricKeyType} came`);
  return key;
}
