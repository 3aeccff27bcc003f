/** Reads the JSON files of a snapshot. */
import type { Files } from './layout.ts';
import { SnapshotProblem } from './snapshot-problems.ts';

/** The value of a JSON file. Throws a SnapshotProblem where it is not there; one of `kind` where it is not JSON. */
export function jsonIn(files: Files, path: string, kind: 'changed' | 'schema'): unknown {
  const bytes = files.get(path);
  if (bytes === undefined) throw new SnapshotProblem('missing', `${path} is not there.`, { path });
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new SnapshotProblem(kind, `${path} is not JSON.`, { path });
  }
}
