/**
 * What OpenSSH writes and reads: signatures (PROTOCOL.sshsig), and lines of an `allowed_signers` file, by the rules of
 * `ssh-keygen -Y verify` (ssh-keygen(1), ALLOWED SIGNERS).
 */
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

/** One line: a usable key, or the reason it is refused. */
export interface SignerLine {
  /** Line number, from 1. */
  line: number;
  /** The key as SSH writes it; null: none could be read. */
  blob: Buffer | null;
  /** Null: the key is accepted. */
  refusal: string | null;
}

const keyType = 'ssh-ed25519';
const isKeyType = (word: string): boolean => /^(sk-)?(ssh|ecdsa)-[\w@.-]+$/.test(word);

/**
 * The lines of a key file. A line is a public key (`ssh-ed25519 AAAA... comment`) or `principals [options] type key`; the
 * principals must match "agent-cost" and the options allow the namespace of the same name at `now`. Comments are
 * skipped, but a key that a comment or an `@revoked` marker calls revoked is not used on any other line either.
 */
export function signerLines(text: string, now: Date): SignerLine[] {
  const rows = text.split(/\r?\n/).map((content, index) => ({ content: content.trim(), line: index + 1 }));
  const revoked = new Set<string>();
  for (const { content } of rows) {
    if (!/^(#\s*@?revoked\b|@revoked\b)/i.test(content)) continue;
    for (const [, key] of content.matchAll(/(?:ssh|ecdsa)-\S+\s+([A-Za-z0-9+/=]{40,})/g)) revoked.add(key as string);
  }
  return rows
    .filter(({ content }) => content !== '' && !content.startsWith('#'))
    .map(({ content, line }) => {
      const { key, refusal } = content.startsWith('@') ? markedLine(content) : readLine(content, now);
      if (key !== null && revoked.has(key)) return { line, blob: null, refusal: 'the key is revoked' };
      return { line, blob: key === null ? null : Buffer.from(key, 'base64'), refusal };
    });
}

interface Line {
  /** In Base64. */
  key: string | null;
  refusal: string | null;
}

const refused = (refusal: string): Line => ({ key: null, refusal });

const markedLine = (content: string): Line =>
  refused(/^@revoked\b/.test(content) ? 'the key is revoked' : `the marker ${content.split(/\s/)[0]} is unknown`);

function readLine(content: string, now: Date): Line {
  const words = wordsOf(content);
  if (words === null) return refused('a quotation mark is not closed');
  if (isKeyType(words[0] ?? '')) return readKey(words);
  const [principals = '', ...rest] = words;
  if (!matchesList(signer, unquoted(principals))) return refused(`it is for ${principals}, not for ${signer}`);
  if (isKeyType(rest[0] ?? '')) return readKey(rest);
  const [options = '', ...key] = rest;
  if (!isKeyType(key[0] ?? '')) return refused('it is not "principals [options] type key"');
  const refusal = optionsRefusal(options, now);
  return refusal === null ? readKey(key) : refused(refusal);
}

function readKey([type, key = '']: readonly string[]): Line {
  if (type !== keyType) return refused(`the key is of type ${type}, and snapshots are signed with ${keyType}`);
  const blob = Buffer.from(key, 'base64');
  const isWhole = blob.length === 51 && blob.subarray(4, 15).toString('latin1') === keyType;
  return isWhole ? { key, refusal: null } : refused(`the ${keyType} key is incomplete`);
}

/** Words separated by blanks; quotation marks group a word, and are kept. Null: a quotation mark is not closed. */
function wordsOf(content: string): string[] | null {
  const words: string[] = [];
  let word = '';
  let quoted = false;
  for (let at = 0; at < content.length; at++) {
    const char = content[at] as string;
    if (quoted && char === '\\' && content[at + 1] === '"') word += content[at++];
    else if (char === '"') quoted = !quoted;
    if (/\s/.test(char) && !quoted) {
      if (word !== '') words.push(word);
      word = '';
    } else word += content[at];
  }
  if (quoted) return null;
  return word === '' ? words : [...words, word];
}

const unquoted = (word: string): string => word.replace(/^"(.*)"$/, '$1').replaceAll('\\"', '"');

/** Why the options do not allow signing a snapshot at `now`; null: they do. */
function optionsRefusal(options: string, now: Date): string | null {
  const seen = new Set<string>();
  for (const option of partsOf(options)) {
    const [, name = '', value] = /^([A-Za-z-]+)(?:=(.*))?$/.exec(option) ?? [];
    const lower = name.toLowerCase();
    if (seen.has(lower)) return `the option ${name} appears twice`;
    seen.add(lower);
    const text = value !== undefined && /^".*"$/.test(value) ? unquoted(value) : null;
    if (lower === 'cert-authority' && value === undefined)
      return 'it is a certificate authority (cert-authority), not a signing key';
    if (lower === 'namespaces' && text !== null) {
      if (!matchesList(signer, text)) return `its namespaces are ${text}, not ${signer}`;
    } else if ((lower === 'valid-after' || lower === 'valid-before') && text !== null) {
      const time = timeOf(text);
      if (time === null) return `${name} is not YYYYMMDD[HHMM[SS]][Z]`;
      if (lower === 'valid-after' && now.getTime() < time) return `it is valid from ${text} on`;
      if (lower === 'valid-before' && now.getTime() > time) return `it was valid until ${text}`;
    } else return `the option ${option} is unknown`;
  }
  const times = ['valid-after', 'valid-before'].map((name) => new RegExp(`${name}="([^"]*)"`, 'i').exec(options)?.[1]);
  const [after, before] = times.map((text) => (text === undefined ? null : timeOf(text)));
  return after && before && after > before ? 'it is never valid' : null;
}

/** Options separated by commas outside quotation marks. */
const partsOf = (options: string): string[] => options.match(/(?:[^,"]|"(?:\\"|[^"])*")+|(?<=,)(?=,|$)/g) ?? [''];

/** YYYYMMDD[HHMM[SS]], in local time unless a Z follows; null: no such time. */
export function timeOf(text: string): number | null {
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z|UTC)?$/.exec(text) ?? [];
  if (year === undefined) return null;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = Date.parse(`${iso}${zone ? 'Z' : ''}`);
  const exists = !Number.isNaN(Date.parse(`${iso}Z`)) && new Date(Date.parse(`${iso}Z`)).toISOString().startsWith(iso);
  return exists ? time : null;
}

/** Matches an SSH pattern list: comma-separated, with `*` and `?`; a matching `!` entry excludes (ssh_config(5)). */
export function matchesList(text: string, list: string): boolean {
  let matched = false;
  for (const entry of list.split(',')) {
    const pattern = entry.replace(/^!/, '');
    if (!matchesPattern(text, pattern)) continue;
    if (entry.startsWith('!')) return false;
    matched = true;
  }
  return matched;
}

/** Backtracks only to the last `*`, so it cannot take exponential time. */
function matchesPattern(text: string, pattern: string): boolean {
  let [at, star, mark] = [0, -1, 0];
  let i = 0;
  while (i < text.length) {
    if (pattern[at] === '*') {
      star = at++;
      mark = i;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === text[i])) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++mark;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}
