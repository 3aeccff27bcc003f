/**
 * `snapshots.json`: every snapshot ever published, oldest first. It is append-only, and each entry holds the SHA-256 of
 * the one before it, so anyone who kept a copy can detect that an entry was removed, changed or moved.
 */

import { SnapshotProblem } from './exit-codes.ts';
import { parseJson } from './read-json.ts';
import { hashOf } from './receipt.ts';

/** Version of the list format; 1 had no chain. */
const listFormat = 2;

/** A snapshot as it is added to the list. */
export interface ListedSnapshot {
  file: string;
  datasetVersion: string;
  /** The first day of its prices (UTC). */
  pricesAsOf: string;
  commit: string | null;
  bytes: number;
  /** Of the archive. */
  sha256: string;
  /** Fingerprint of the key it is signed with; null: not signed. */
  signedBy: string | null;
}

export interface SnapshotEntry extends ListedSnapshot {
  /** `entryHash` of the entry before this one; null: this is the first. */
  previous: string | null;
}

/** SHA-256 of an entry as canonical JSON, `previous` included, in hex. */
export const entryHash = (entry: SnapshotEntry): string => hashOf(entry);

/** The list with one more entry. */
export function listWith(entries: readonly SnapshotEntry[], added: ListedSnapshot): SnapshotEntry[] {
  const last = entries.at(-1);
  return [...entries, { ...added, previous: last === undefined ? null : entryHash(last) }];
}

export const listText = (snapshots: readonly SnapshotEntry[]): string =>
  `${JSON.stringify({ format: listFormat, snapshots })}\n`;

const mostEntries = 100_000;

/** The entries of a list with a valid chain. Throws a SnapshotProblem that names the file and the entry. */
export function readList(bytes: Uint8Array, path: string): SnapshotEntry[] {
  const list = parseJson(bytes, path, 'listMalformed') as { format?: unknown; snapshots?: unknown } | null;
  const malformed = (why: string) => new SnapshotProblem('listMalformed', `${path}: ${why}.`, { path });
  if (list?.format !== listFormat) throw malformed(`it is not a list of snapshots of format ${listFormat}`);
  const entries: unknown = list.snapshots;
  if (!Array.isArray(entries)) throw malformed('"snapshots" is not a list');
  if (entries.length > mostEntries) throw malformed(`it has more than ${mostEntries} entries`);
  let previous: string | null = null;
  const files = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    if (!isEntry(entry)) throw malformed(`entry ${index + 1} is not an entry of a snapshot`);
    if (entry.previous !== previous || files.has(entry.file)) {
      throw new SnapshotProblem(
        'listBroken',
        `${path}: entry ${index + 1} (${entry.file}) does not follow the one before it.`,
        {
          path,
          pointer: `/snapshots/${index}/previous`,
          expected: String(previous),
          found: String(entry.previous),
        },
      );
    }
    files.add(entry.file);
    previous = entryHash(entry);
  }
  return entries;
}

function isEntry(value: unknown): value is SnapshotEntry {
  const entry = value as SnapshotEntry | null;
  const isHash = (text: unknown) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
  return (
    typeof entry === 'object' &&
    entry !== null &&
    typeof entry.file === 'string' &&
    /^agent-cost-[\w-]{1,100}\.tar\.gz$/.test(entry.file) &&
    typeof entry.datasetVersion === 'string' &&
    typeof entry.pricesAsOf === 'string' &&
    Number.isSafeInteger(entry.bytes) &&
    isHash(entry.sha256) &&
    (entry.previous === null || isHash(entry.previous))
  );
}

/** Throws a SnapshotProblem if the list does not begin with the entries of the kept one. */
export function checkKept(list: readonly SnapshotEntry[], kept: readonly SnapshotEntry[]): void {
  for (const [index, entry] of kept.entries()) {
    const now = list[index];
    if (now !== undefined && entryHash(now) === entryHash(entry)) continue;
    const place = list.findIndex(({ file }) => file === entry.file);
    const what = place < 0 ? 'was removed' : place === index ? 'was changed' : `is now entry ${place + 1}`;
    throw new SnapshotProblem('listRewritten', `Entry ${index + 1} of the kept list (${entry.file}) ${what}.`, {
      path: entry.file,
      expected: entryHash(entry),
      found: now === undefined ? 'nothing' : entryHash(now),
    });
  }
}
