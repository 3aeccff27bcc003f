/** Reads a snapshot from disk, packed or unpacked. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { defaultLimits, type Limits } from './archive-limits.ts';
import type { Snapshot } from './layout.ts';
import { attempt, readFolder } from './read-folder.ts';
import { SnapshotProblem } from './snapshot-problems.ts';
import { readArchive } from './tar.ts';

export async function readSnapshot(
  where: string,
  limits: Limits = defaultLimits,
  onFile?: (count: number) => void,
): Promise<Snapshot> {
  const found = await attempt(where, () => stat(where));
  if (found.isDirectory()) return readFolder(where, limits, onFile);
  if (!found.isFile()) throw new SnapshotProblem('notASnapshot', `${where} is neither a file nor a directory.`);
  if (found.size === 0) throw new SnapshotProblem('empty', `${where} is empty.`);
  return attempt(where, () => readArchive(createReadStream(where), limits, onFile));
}
