/** `manifest.json`, read, and held against the sums and the statement. */

import {
  type Files,
  type ListedFile,
  names,
  outsideManifest,
  outsideSums,
  type SnapshotManifest,
  snapshotFormat,
} from './layout.ts';
import { jsonIn } from './read-json.ts';
import { SnapshotProblem } from './snapshot-problems.ts';
import { checkSums, readSums, sha256Of } from './sums.ts';

/** Every byte of the snapshot against its sums, and what describes it against what is there. */
export function checkIntegrity(
  files: Files,
  sha256: (bytes: Uint8Array) => string = sha256Of,
): { manifest: SnapshotManifest; sums: Map<string, string> } {
  const sumsFile = files.get(names.sums);
  if (sumsFile === undefined && !files.has(names.manifest)) {
    throw new SnapshotProblem('notASnapshot', `There is neither ${names.sums} nor ${names.manifest}.`);
  }
  refuseNewer(files);
  if (sumsFile === undefined) {
    throw new SnapshotProblem('missing', `${names.sums} is not there.`, { path: names.sums });
  }
  const sums = readSums(sumsFile);
  checkSums(files, sums, outsideSums, sha256);
  const manifest = readManifest(files);
  checkListed(files, manifest.files, sums);
  checkStatement(files, sums);
  return { manifest, sums };
}

/** Before anything else: what else a newer snapshot holds is not known here. */
function refuseNewer(files: Files): void {
  const bytes = files.get(names.manifest);
  const format = bytes && /^\{"format":(\d+)/.exec(Buffer.from(bytes.subarray(0, 40)).toString('latin1'))?.[1];
  if (format === undefined || Number(format) <= snapshotFormat) return;
  throw new SnapshotProblem(
    'newerFormat',
    `The snapshot has format ${format}; this program reads up to ${snapshotFormat}. Take a newer agent-cost.`,
    { path: names.manifest },
  );
}

function readManifest(files: Files): SnapshotManifest {
  const manifest = jsonIn(files, names.manifest, 'changed') as SnapshotManifest;
  const texts = [manifest?.datasetVersion, manifest?.pricesAsOf, manifest?.program?.version];
  const isRow = ({ path, bytes, sha256, schema }: ListedFile) =>
    typeof path === 'string' &&
    typeof sha256 === 'string' &&
    Number.isSafeInteger(bytes) &&
    (schema === null || typeof schema === 'string');
  const isWhole =
    manifest?.format === snapshotFormat &&
    texts.every((text) => typeof text === 'string') &&
    Array.isArray(manifest.files) &&
    manifest.files.every((row) => typeof row === 'object' && row !== null && isRow(row));
  if (isWhole) return manifest;
  throw new SnapshotProblem('inconsistent', `${names.manifest} is not a manifest of format ${snapshotFormat}.`, {
    path: names.manifest,
  });
}

function checkListed(files: Files, listed: readonly ListedFile[], sums: ReadonlyMap<string, string>): void {
  const contradicts = (path: string, what: string, expected: unknown, found: unknown) =>
    new SnapshotProblem('inconsistent', `${names.manifest} contradicts ${names.sums} or the files: ${what}.`, {
      path,
      expected: String(expected),
      found: String(found),
    });
  const expected = [...sums.keys()].filter((path) => !outsideManifest.includes(path));
  for (const [index, { path, bytes, sha256, schema }] of listed.entries()) {
    if (path !== expected[index]) throw contradicts(path, 'they list other files', expected[index], path);
    if (sha256 !== sums.get(path)) throw contradicts(path, `the SHA-256 of ${path}`, sums.get(path), sha256);
    const { length } = files.get(path) as Uint8Array;
    if (bytes !== length) throw contradicts(path, `the size of ${path}`, length, bytes);
    if (schema !== null && !sums.has(schema)) throw contradicts(path, `the schema of ${path}`, 'a file', schema);
  }
  if (listed.length < expected.length) throw contradicts('', 'it leaves files out', expected[listed.length], 'nothing');
}

interface Statement {
  _type: string;
  subject: { name: string; digest: { sha256: string } }[];
}

/** The subjects of the in-toto statement are the manifest and the files it lists. */
function checkStatement(files: Files, sums: ReadonlyMap<string, string>): void {
  const { subject } = jsonIn(files, names.statement, 'changed') as Statement;
  const found = JSON.stringify(subject?.map(({ name, digest }) => [name, digest?.sha256]));
  const expected = JSON.stringify([...sums].filter(([path]) => path !== names.statement));
  if (found !== expected) {
    throw new SnapshotProblem(
      'inconsistent',
      `The subjects of ${names.statement} are not the files of ${names.sums}.`,
      {
        path: names.statement,
      },
    );
  }
}
