/** The whole check of a snapshot, and what it found. */
import type { KeyObject } from 'node:crypto';
import { checkSchemas, type SchemasFound } from './check-schemas.ts';
import { SnapshotProblem } from './exit-codes.ts';
import { nameOf, type Snapshot, type SnapshotManifest } from './layout.ts';
import { checkIntegrity } from './manifest.ts';
import { checkSignature, type SignatureFound } from './public-keys.ts';
import { type Program, type Recomputed, recompute } from './recompute.ts';

export interface Verified {
  manifest: SnapshotManifest;
  files: number;
  bytes: number;
  signature: SignatureFound;
  schemas: SchemasFound;
  recomputed: Recomputed;
}

/** Receives the current step and its progress. */
export type Watch = (what: string, count?: number, of?: number) => void;

/** Throws the first SnapshotProblem. The signature is checked before any content is interpreted. */
export function verifySnapshot(
  { name, files }: Snapshot,
  keys: readonly KeyObject[],
  program: Program,
  watch: Watch = () => {},
): Verified {
  watch('hashing every file');
  const { manifest, sums } = checkIntegrity(files);
  if (name !== '' && name !== nameOf(manifest.datasetVersion)) {
    throw new SnapshotProblem('inconsistent', 'The directory and the manifest name different datasets.', {
      expected: nameOf(manifest.datasetVersion),
      found: name,
    });
  }
  watch('checking the signature');
  const signature = checkSignature(files, keys);
  const listed = manifest.files.length;
  const again = (count: number) => watch('recomputing', count, listed);
  const recomputed = recompute(files, manifest, sums, program, again);
  const schemas = checkSchemas(files, manifest, (count) => watch('checking schemas', count, listed));
  return {
    manifest,
    files: files.size,
    bytes: [...files.values()].reduce((sum, { length }) => sum + length, 0),
    signature,
    schemas,
    recomputed,
  };
}
