/** The archive: there is one way to write a snapshot, and only archives written that way are accepted. */
import { createHash, type Hash } from 'node:crypto';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { lookUp } from '../core/values/look-up.ts';
import { type ProblemKind, SnapshotProblem } from './exit-codes.ts';
import { dayOf, type Snapshot } from './layout.ts';
import { defaultLimits, type Limits, PathGuard } from './sums.ts';

/** Files in order, owned by root, readable by all, dated the day in the name of the snapshot. */
export async function* tarOf({ name, files }: Snapshot): AsyncGenerator<Uint8Array> {
  const mtime = new Date(`${dayOf(name)}T00:00:00Z`);
  const packing = pack();
  for (const [path, bytes] of files) {
    packing.entry({ name: `${name}/${path}`, mtime, mode: 0o644, uid: 0, gid: 0, type: 'file' }, Buffer.from(bytes));
  }
  packing.finalize();
  for await (const chunk of packing) yield chunk as Uint8Array;
}

/** Reads an archive; nothing touches the disk. Every refusal is a SnapshotProblem. */
export async function readArchive(
  archive: AsyncIterable<Uint8Array>,
  limits: Limits = defaultLimits,
  onFile: (count: number) => void = () => {},
): Promise<Snapshot> {
  const seal = new SealCheck();
  const unpacked = createHash('sha256');
  const entries = extract();
  const feeding = pipeline(
    archive,
    watched(limits.archiveBytes, 'The archive', (chunk) => seal.take(chunk)),
    createGunzip(),
    watched(limits.totalBytes, 'The unpacked archive', (chunk) => unpacked.update(chunk)),
    entries,
  );
  // The entries report its error too; it is awaited below.
  feeding.catch(() => {});
  const reading = new Reading(limits);
  let failure: unknown;
  try {
    for await (const entry of entries) {
      reading.open(entry.header);
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry) chunks.push(chunk as Uint8Array);
      reading.close(Buffer.concat(chunks));
      onFile(reading.files.size);
    }
  } catch (error) {
    failure = error;
    entries.destroy();
  }
  await feeding.catch((error: unknown) => {
    if (!(failure instanceof SnapshotProblem)) failure = error;
  });
  if (failure !== undefined) throw explained(failure, seal);
  seal.end();
  const snapshot = reading.end();
  await checkForm(snapshot, unpacked);
  return snapshot;
}

/** Passes bytes on, counts them, and refuses more than `limit`. */
function watched(limit: number, what: string, look: (chunk: Uint8Array) => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      bytes += chunk.length;
      if (bytes > limit) {
        done(new SnapshotProblem('tooLarge', `${what} must be at most ${limit} bytes.`));
        return;
      }
      look(chunk);
      done(null, chunk);
    },
  });
}

const kinds: Record<string, [ProblemKind, string]> = {
  symlink: ['symbolicLink', 'a symbolic link'],
  link: ['hardLink', 'a hard link'],
  'character-device': ['device', 'a device'],
  'block-device': ['device', 'a device'],
  fifo: ['device', 'a pipe'],
};

/** The entries read so far. */
class Reading {
  readonly files = new Map<string, Uint8Array>();
  private readonly guard = new PathGuard();
  private name = '';
  private path = '';

  constructor(private readonly limits: Limits) {}

  open({ name, type, size = 0 }: Header): void {
    const refuse = (kind: ProblemKind, why: string): never => {
      throw new SnapshotProblem(kind, `${JSON.stringify(name)}: ${why}.`, { path: name });
    };
    if (type !== 'file') {
      const [kind, what] = lookUp(kinds, String(type)) ?? ['otherKind', `a ${type ?? 'entry of unknown kind'}`];
      refuse(kind, `${what} is not accepted: a snapshot holds only plain files`);
    }
    this.guard.take(name);
    const slash = name.indexOf('/');
    const top = name.slice(0, Math.max(0, slash));
    if (dayOf(top) === null || (this.name !== '' && top !== this.name)) {
      refuse('notASnapshot', 'everything in a snapshot must be in one directory agent-cost-<datasetVersion>/');
    }
    if (size > this.limits.fileBytes) refuse('tooLarge', `larger than ${this.limits.fileBytes} bytes`);
    if (this.files.size === this.limits.files) {
      throw new SnapshotProblem('tooMany', `A snapshot may have at most ${this.limits.files} files.`);
    }
    this.name = top;
    this.path = name.slice(slash + 1);
  }

  close(bytes: Uint8Array): void {
    this.files.set(this.path, bytes);
  }

  end(): Snapshot {
    if (this.name === '') throw new SnapshotProblem('empty', 'The archive holds no files.');
    return { name: this.name, files: this.files };
  }
}

/**
 * Packs the files again and compares: anything else in the archive (owners, modes, extended headers, bytes after the
 * end) could be read differently by another unpacker.
 */
async function checkForm(snapshot: Snapshot, unpacked: Hash): Promise<void> {
  const again = createHash('sha256');
  for await (const chunk of tarOf(snapshot)) again.update(chunk);
  if (again.digest('hex') !== unpacked.digest('hex')) {
    throw new SnapshotProblem(
      'otherForm',
      'The archive was repacked: its owners, modes, times or headers are not those of a published one.',
    );
  }
}

function explained(error: unknown, seal: SealCheck): unknown {
  if (error instanceof SnapshotProblem) return error;
  const { code, message, syscall } = error as NodeJS.ErrnoException;
  if (seal.bytes === 0 && code === 'Z_BUF_ERROR') return new SnapshotProblem('empty', 'The file is empty.');
  if (code === 'Z_BUF_ERROR' || /unexpected end of data/i.test(message)) {
    return new SnapshotProblem('truncated', 'The archive is truncated.');
  }
  if (!seal.isGzip) return new SnapshotProblem('notASnapshot', 'The file is not a gzip archive.');
  // System errors of the file itself (EACCES, EIO) say nothing about the archive.
  if (syscall !== undefined) return error;
  return new SnapshotProblem('damaged', `The archive is damaged (${message}).`);
}

/*
 * The gzip around the archive has the SHA-256 of everything after its header in an extra field (RFC 1952 2.3.1.1, which
 * every reader skips). CRC-32 covers only the unpacked content, and no reader checks the padding bits of deflate; the seal
 * covers every byte.
 */

/** Magic, deflate, FEXTRA; no time; highest compression; no system. Then the extra field: 36 bytes, id "AC", 32 bytes. */
const start = Buffer.from('1f8b08040000000002ff240041432000', 'hex');
const headerBytes = start.length + 32;

/** @param gzip a plain one, whose header is ten bytes long */
export function sealed(gzip: Uint8Array): Buffer {
  const rest = gzip.subarray(10);
  return Buffer.concat([start, createHash('sha256').update(rest).digest(), rest]);
}

/** Checks the bytes of an archive while they are streamed. */
export class SealCheck {
  private header = Buffer.alloc(0);
  private readonly hash = createHash('sha256');
  bytes = 0;

  take(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    const wanted = Math.max(0, headerBytes - this.header.length);
    if (wanted > 0) this.header = Buffer.concat([this.header, chunk.subarray(0, wanted)]);
    this.hash.update(chunk.subarray(wanted));
  }

  get isGzip(): boolean {
    return this.header.subarray(0, 2).equals(start.subarray(0, 2));
  }

  /** Refuses an archive that was not sealed, or has changed since. */
  end(): void {
    if (!this.header.subarray(0, start.length).equals(start)) {
      throw new SnapshotProblem(
        'otherForm',
        'The archive was compressed by another program: verify the directory it unpacks to, or the file as published.',
      );
    }
    const expected = this.header.subarray(start.length).toString('hex');
    const found = this.hash.digest('hex');
    if (found !== expected) {
      throw new SnapshotProblem('damaged', 'A byte of the archive was changed after it was sealed.', {
        expected,
        found,
      });
    }
  }
}
