/** Every published number again, from the source data in the snapshot, byte by byte. */

import { published } from '../core/api/published.ts';
import { basePath, routes } from '../core/api/routes.ts';
import { type Catalog, catalogFrom } from '../core/dataset/catalog.ts';
import { evidenceCsv } from '../core/dataset/evidence.ts';
import { firstDifference } from '../core/diff/json-difference.ts';
import { type Files, names, type SnapshotManifest } from './layout.ts';
import { catalogText, datasetOf } from './snapshot-dataset.ts';
import { SnapshotProblem } from './snapshot-problems.ts';

export interface Recomputed {
  /** Files compared, and how many were worked out: an alias has the text of its model. */
  files: number;
  workedOut: number;
  estimates: number;
  rankings: number;
  /** Published files that are not made from the data by this program; SHA256SUMS alone vouches for them. */
  notRecomputed: string[];
}

const root = `public${basePath}/`;

/** @param version of this program: another one may reckon otherwise. */
export function recompute(
  files: Files,
  manifest: SnapshotManifest,
  version: string,
  onFile: (count: number) => void = () => {},
): Recomputed {
  try {
    return compareAll(files, manifest, onFile);
  } catch (error) {
    const problem =
      error instanceof SnapshotProblem
        ? error
        : new SnapshotProblem('different', `Nothing can be worked out from the data: ${(error as Error).message}.`);
    const made = manifest.program.version;
    if (problem.kind !== 'different' || made === version) throw problem;
    const hint = `This program is agent-cost ${version}, and ${made} made the snapshot: it may have reckoned otherwise.`;
    throw new SnapshotProblem(problem.kind, `${problem.message} ${hint}`, problem.details);
  }
}

function compareAll(files: Files, manifest: SnapshotManifest, onFile: (count: number) => void): Recomputed {
  const data = datasetOf(files);
  if (data.version !== manifest.datasetVersion) {
    throw new SnapshotProblem('different', 'The data is not the version that the manifest names.', {
      path: names.manifest,
      pointer: '/datasetVersion',
      expected: data.version,
      found: manifest.datasetVersion,
    });
  }
  compare(files, names.catalog, catalogText(manifest.pricesAsOf, data));
  compare(files, names.evidence, evidenceCsv(data));
  const catalog = catalogFrom(data, manifest.pricesAsOf);
  const { expected, found } = comparePublished(files, catalog, onFile);
  for (const path of files.keys()) {
    if (expected.has(path) || !isOfRoute(path)) continue;
    throw new SnapshotProblem('different', `${path} is nothing that the data gives.`, { path });
  }
  return {
    ...found,
    notRecomputed: [...files.keys()].filter((path) => path.startsWith('public/') && !expected.has(path)),
  };
}

function comparePublished(files: Files, catalog: Catalog, onFile: (count: number) => void) {
  const expected = new Set<string>();
  const found = { files: 0, workedOut: 0, estimates: 0, rankings: 0 };
  let last: { text: () => string; made: string } | undefined;
  for (const { file, text } of published(catalog)) {
    if (last?.text !== text) {
      last = { text, made: text() };
      found.workedOut++;
      if (file.startsWith('estimate/compare/')) found.rankings++;
      else if (file.startsWith('estimate/')) found.estimates++;
    }
    compare(files, root + file, last.made);
    expected.add(root + file);
    onFile(++found.files);
  }
  return { expected, found };
}

/** A file among those that a route publishes, such as the estimate of a model that is not there. */
const isOfRoute = (path: string): boolean =>
  path.startsWith(root) && routes.some(({ id }) => path === `${root}${id}.json` || path.startsWith(`${root}${id}/`));

function compare(files: Files, path: string, expected: string): void {
  const bytes = files.get(path);
  if (bytes === undefined)
    throw new SnapshotProblem('missing', `${path} is not there, and the data gives it.`, { path });
  const found = Buffer.from(bytes);
  if (found.equals(Buffer.from(expected))) return;
  const difference = differenceOf(expected, found.toString('utf8'));
  const { pointer, expected: right, found: published } = difference;
  throw new SnapshotProblem(
    'different',
    `${path}${pointer && `#${pointer}`} is ${published}; worked out from the data it is ${right}.`,
    { path, ...difference },
  );
}

function differenceOf(expected: string, found: string) {
  try {
    const difference = firstDifference(JSON.parse(expected), JSON.parse(found));
    if (difference) return difference;
  } catch {
    // Not JSON: told by its lines.
  }
  const [right, wrong] = [expected.split('\n'), found.split('\n')];
  const line = right.findIndex((text, index) => text !== wrong[index]);
  const shown = (lines: string[]) => JSON.stringify(lines[line]?.slice(0, 200) ?? 'nothing');
  return { pointer: `line ${line + 1}`, expected: shown(right), found: shown(wrong) };
}
