/** The catalog of a snapshot, after its checksums were verified. */
import { type Catalog, catalogFrom } from '../core/dataset/catalog.ts';
import { defaultLimits } from '../snapshot/archive/archive-limits.ts';
import { readSnapshot } from '../snapshot/archive/read-snapshot.ts';
import { checkIntegrity } from '../snapshot/manifest.ts';
import { datedDatasetOf } from '../snapshot/snapshot-dataset.ts';
import { SnapshotProblem } from '../snapshot/snapshot-problems.ts';
import type { Watch } from '../snapshot/verify-snapshot.ts';

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
