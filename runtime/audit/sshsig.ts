/** Signatures as `ssh-keygen -Y verify` reads them (OpenSSH, PROTOCOL.sshsig). */
import { createHash } from 'node:crypto';

/** Identity and namespace of the signatures, so that one made for something else is never accepted. */
export const signer = 'agent-cost';

const magic = Buffer.from('SSHSIG');
const [begin, end] = ['-----BEGIN SSH SIGNATURE-----', '-----END SSH SIGNATURE-----'];

/** Byte strings with their lengths in front, as SSH encodes them (RFC 4251 5). */
export const wireStrings = (...parts: Uint8Array[]): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, part];
    }),
  );

/** The bytes that are signed instead of the message itself. */
export const sshSigned = (message: Uint8Array): Buffer =>
  Buffer.concat([
    magic,
    wireStrings(
      Buffer.from(signer),
      Buffer.alloc(0),
      Buffer.from('sha512'),
      createHash('sha512').update(message).digest(),
    ),
  ]);

/** The text of a signature file. `blob` is the public key as SSH writes it. */
export function sshSignatureText(blob: Uint8Array, signature: Uint8Array): string {
  const body = Buffer.concat([
    magic,
    Buffer.from([0, 0, 0, 1]), // version
    wireStrings(
      blob,
      Buffer.from(signer),
      Buffer.alloc(0),
      Buffer.from('sha512'),
      wireStrings(Buffer.from('ssh-ed25519'), signature),
    ),
  ]);
  // ssh-keygen breaks its lines after 70 characters.
  const lines = body.toString('base64').match(/.{1,70}/g) ?? [];
  return [begin, ...lines, end, ''].join('\n');
}

/** Key and signature in a signature file; null if it is not exactly what `sshSignatureText` writes. */
export function readSshSignature(text: string): { key: Uint8Array; signature: Uint8Array } | null {
  if (text.length > 1000) return null;
  const body = Buffer.from(text.replace(begin, '').replace(end, ''), 'base64');
  // Every part has a fixed length.
  const keyAt = magic.length + 4 + 4 + 4 + 'ssh-ed25519'.length + 4;
  if (body.length < keyAt + 32 + 64) return null;
  const key = body.subarray(keyAt, keyAt + 32);
  const signature = body.subarray(-64);
  const blob = wireStrings(Buffer.from('ssh-ed25519'), key);
  return sshSignatureText(blob, signature) === text ? { key, signature } : null;
}
