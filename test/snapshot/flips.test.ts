import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { randomFrom } from '../../bench/random.ts';
import { SnapshotProblem } from '../../runtime/audit/exit-codes.ts';
import { names } from '../../runtime/audit/layout.ts';
import { checkIntegrity } from '../../runtime/audit/manifest.ts';
import { checkSignature } from '../../runtime/audit/public-keys.ts';
import { SealCheck } from '../../runtime/audit/tar.ts';
import { archive, publicKey, readBytes, snapshot, spoiled } from './support.ts';

const flips = 10_000;

/** A copy with one byte changed. */
function flipped(bytes: Uint8Array, at: number, by: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at] = (copy[at] as number) ^ by;
  return copy;
}

/** Hashes of unchanged files, so that they are computed only once. */
const known = new WeakMap<Uint8Array, string>();
function sha256(bytes: Uint8Array): string {
  const sum = known.get(bytes) ?? createHash('sha256').update(bytes).digest('hex');
  known.set(bytes, sum);
  return sum;
}

/** The result of the check of an unpacked snapshot: the kind of problem, or null. */
function verdict(files: ReadonlyMap<string, Uint8Array>, keys = [publicKey]): string | null {
  try {
    checkIntegrity(files, sha256);
    checkSignature(files, keys);
    return null;
  } catch (error) {
    if (error instanceof SnapshotProblem) return error.kind;
    throw error;
  }
}

describe('one byte changed', () => {
  test(`in any file of the unpacked snapshot is found: ${flips} flips over every file`, { timeout: 240_000 }, () => {
    expect(verdict(snapshot.files)).toBeNull();
    const { whole } = randomFrom(1);
    const paths = [...snapshot.files.keys()];
    const files = new Map(snapshot.files);
    const missed: string[] = [];
    for (let i = 0; i < flips; i++) {
      const path = paths[i % paths.length] as string;
      const bytes = snapshot.files.get(path) as Uint8Array;
      const at = whole(0, bytes.length - 1);
      const by = whole(1, 255);
      files.set(path, flipped(bytes, at, by));
      if (verdict(files) === null) missed.push(`${path} ${at} ${by}`);
      files.set(path, bytes);
    }
    expect(missed).toEqual([]);
  });

  test.each([names.signature, names.sshSignature, names.sums, names.statement, names.manifest])(
    'in %s is found at every place, even without a key',
    (path) => {
      const bytes = snapshot.files.get(path) as Uint8Array;
      const { whole } = randomFrom(2);
      const places =
        bytes.length <= 1000 ? [...bytes.keys()] : Array.from({ length: 300 }, () => whole(0, bytes.length - 1));
      for (const at of places) {
        const files = spoiled(snapshot.files, path, flipped(bytes, at, 1 << whole(0, 7)));
        expect(verdict(files, []), `${path} ${at}`).not.toBeNull();
      }
    },
  );

  test(`in the archive is found by its seal: ${flips / 5} flips`, () => {
    expect(sealVerdict(archive)).toBe(true);
    const { whole } = randomFrom(3);
    const missed: number[] = [];
    for (let i = 0; i < flips / 5; i++) {
      // The first 64 bytes, with the header and its seal, are chosen more often.
      const at = i % 10 === 0 ? whole(0, 63) : whole(0, archive.length - 1);
      const by = whole(1, 255);
      archive[at] = (archive[at] as number) ^ by;
      if (sealVerdict(archive)) missed.push(at);
      archive[at] = (archive[at] as number) ^ by;
    }
    expect(missed).toEqual([]);
    expect(sealVerdict(archive)).toBe(true);

    function sealVerdict(bytes: Uint8Array): boolean {
      const seal = new SealCheck();
      seal.take(bytes);
      try {
        seal.end();
        return true;
      } catch {
        return false;
      }
    }
  });
});

test('an archive cut off anywhere is refused as truncated', async () => {
  const { whole } = randomFrom(5);
  for (let i = 0; i < 40; i++) {
    const length = whole(1, archive.length - 1);
    await expect(readBytes(archive.subarray(0, length)), String(length)).rejects.toMatchObject({ kind: 'truncated' });
  }
});
