/** Files and snapshots that the commands that verify are given, with errors as those commands report them. */
import { stat } from 'node:fs/promises';
import { datedDatasetOf } from '../audit/check-schemas.ts';
import { SnapshotProblem } from '../audit/exit-codes.ts';
import { checkIntegrity } from '../audit/manifest.ts';
import { attempt, readSnapshot } from '../audit/read-snapshot.ts';
import { defaultLimits } from '../audit/sums.ts';
import type { Watch } from '../audit/verify-snapshot.ts';
import { type Catalog, catalogFrom } from '../core/dataset/catalog.ts';
import { mostBytes, readInput, UnfitFile } from '../io/input-file.ts';

/**
 * The content of a file.
 * @param most bytes
 * @throws SnapshotProblem
 */
export const auditInput = (path: string, most: number = mostBytes.settings): Promise<Buffer> =>
  attempt(path, async () => {
    try {
      return readInput(path, most);
    } catch (error) {
      if (!(error instanceof UnfitFile)) throw error;
      const kind = error.isTooLong ? 'tooLarge' : (await stat(path)).isDirectory() ? 'unreadable' : 'device';
      throw new SnapshotProblem(kind, `${error.message}.`, { path });
    }
  });

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
