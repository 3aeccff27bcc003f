/**
 * The gzip around the archive, with the SHA-256 of everything after its header in an extra field (RFC 1952 2.3.1.1,
 * which every reader skips). CRC-32 covers only the unpacked content, and no reader checks the padding bits of deflate; the
 * seal covers every byte.
 */
import { createHash } from 'node:crypto';
import { SnapshotProblem } from './snapshot-problems.ts';

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
