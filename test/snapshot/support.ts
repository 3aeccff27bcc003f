/** Snapshots of a small build, made in this process, and archives that must be refused. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'fflate';
import { type Header, pack } from 'tar-stream';
import { distFiles, type SourceFile, sourceFiles } from '../../build/snapshot/collect-files.ts';
import { archiveOf, programOf, snapshotOf } from '../../build/snapshot/make-snapshot.ts';
import { names, outsideSums, type Snapshot } from '../../runtime/audit/layout.ts';
import { sha256Of, sumsText } from '../../runtime/audit/sums.ts';
import { readArchive, sealed, tarOf } from '../../runtime/audit/tar.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { smallDir, smallDist } from '../support/small-dist.ts';

const pair = generateKeyPairSync('ed25519');
export const privateKey: KeyObject = pair.privateKey;
export const publicKey: KeyObject = pair.publicKey;
export const strangersKey: KeyObject = generateKeyPairSync('ed25519').publicKey;

/** The version of the project and the program. */
export const version = '0.1.0';

/** The program of that build, as its command loads it. */
export const program = await programOf(smallDist, version);

export const made = {
  commit: null,
  commitNote: 'made by a test',
  siteUrl: null,
  program: { name: 'agent-cost', version },
  tools: { esbuild: '0' },
};

export const sourceOf = (dist: string, data: string): SourceFile[] => [...sourceFiles(data), ...distFiles(dist)];
export const source = sourceOf(smallDist, smallDir);

export const snapshot: Snapshot = snapshotOf(source, made, privateKey);
export const unsigned: Snapshot = snapshotOf(source, made, null);
export const archive: Buffer = await archiveOf(snapshot);

/** A copy with one file changed, added, or (null) removed; nothing else is adapted. */
export function spoiled(files: Snapshot['files'], path: string, bytes: Uint8Array | null): Map<string, Uint8Array> {
  const copy = new Map(files);
  if (bytes === null) copy.delete(path);
  else copy.set(path, bytes);
  return new Map([...copy].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The same files with checksums that fit, as by a stranger who cannot sign. */
export function resummed({ name, files }: Snapshot): Snapshot {
  const listed = [...files].filter(([path]) => !outsideSums.includes(path));
  const sums = sumsText(new Map(listed.map(([path, bytes]) => [path, sha256Of(bytes)])));
  return { name, files: spoiled(files, names.sums, Buffer.from(sums)) };
}

/** A new, consistent snapshot after one file of its source was rewritten. */
export function remade(path: string, change: (text: string) => string): Snapshot {
  const changed = source.map((file) => {
    if (file.path !== path) return file;
    const before = Buffer.from(file.bytes).toString('utf8');
    const after = change(before);
    if (after === before) throw new Error(`${path} was not changed`);
    return { path, bytes: Buffer.from(after) };
  });
  return snapshotOf(changed, made, null);
}

/** An archive of exactly these entries, sealed like ours. */
export async function archiveWith(entries: [header: Partial<Header> & { name: string }, bytes?: Uint8Array][]) {
  const packing = pack();
  for (const [header, bytes = Buffer.from('x')] of entries) {
    const isFile = (header.type ?? 'file') === 'file';
    packing.entry(
      { mode: 0o644, uid: 0, gid: 0, mtime: new Date(0), ...header },
      isFile ? Buffer.from(bytes) : Buffer.alloc(0),
    );
  }
  packing.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of packing) chunks.push(chunk as Uint8Array);
  return sealed(gzipSync(Buffer.concat(chunks)));
}

/** Writes the files of a snapshot to a new folder of its name. */
export function unpacked({ name, files }: Snapshot): string {
  const folder = join(temporaryDirectory(), name);
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
  return folder;
}

/** Its tar, before it is compressed. */
export async function tarBytes(from: Snapshot): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of tarOf(from)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export async function* inChunks(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export const readBytes = (bytes: Uint8Array, ...rest: [Parameters<typeof readArchive>[1]?]): Promise<Snapshot> =>
  readArchive(inChunks(bytes), ...rest);
