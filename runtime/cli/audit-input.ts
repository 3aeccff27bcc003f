/** Files that the commands that verify are given, with errors as those commands report them. */
import { stat } from 'node:fs/promises';
import { SnapshotProblem } from '../audit/exit-codes.ts';
import { attempt } from '../audit/read-snapshot.ts';
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
