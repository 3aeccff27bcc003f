/** The dataset in a snapshot, put together from its source files as the build does it. */
import type { Dataset, Preset, ProviderFile } from '../core/dataset/dataset.ts';
import { datasetVersion } from '../core/dataset/version.ts';
import type { MeasuredFile } from '../core/measured/measured-file.ts';
import { dataDir, type Files, isJson } from './layout.ts';
import { jsonIn } from './read-json.ts';
import { sha256Of } from './sums.ts';

/** Throws a SnapshotProblem where the source files are not there or cannot be read. */
export function datasetOf(files: Files): Dataset {
  const read = (path: string): unknown => jsonIn(files, path, 'schema');
  const { presets } = read(`${dataDir}/presets.json`) as { presets: Preset[] };
  const readAll = (folder: string): unknown[] =>
    [...files.keys()].filter((path) => path.startsWith(`${dataDir}/${folder}/`) && isJson(path)).map(read);
  const providers = readAll('providers') as ProviderFile[];
  const measured = readAll('measured') as MeasuredFile[];
  const sha256 = (text: string) => sha256Of(Buffer.from(text));
  return { version: datasetVersion({ providers, presets, measured }, sha256), providers, presets, measured };
}

/** The text of `catalog.json`. */
export const catalogText = (asOf: string, data: Dataset): string => `${JSON.stringify({ asOf, data })}\n`;
