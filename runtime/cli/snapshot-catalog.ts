/** The catalog of a snapshot, after its checksums were verified: for `diff` alone, since it loads all that assembles one. */

import { datedDatasetOf } from '../audit/check-schemas.ts';
import { SnapshotProblem } from '../audit/exit-codes.ts';
import { checkIntegrity } from '../audit/manifest.ts';
import { readSnapshot } from '../audit/read-snapshot.ts';
import { defaultLimits } from '../audit/sums.ts';
import type { Watch } from '../audit/verify-snapshot.ts';
import { type Catalog, catalogFrom } from '../core/dataset/catalog.ts';

/** Throws a SnapshotProblem that names the snapshot. */
export async function catalogAt(where: string, watch: Watch): Promise<Catalog> {
  try {
    const { files } = await readSnapshot(where, defaultLimits, (count) => watch(`reading ${where}`, count));
    const { manifest } = checkIntegrity(files);
    return catalogFrom(datedDatasetOf(files, manifest.pricesAsOf));
  } catch (error) {
    if (!(error instanceof SnapshotProblem)) throw error;
    throw new SnapshotProblem(error.kind, `${where}: ${error.message}`, error.details);
  }
}
