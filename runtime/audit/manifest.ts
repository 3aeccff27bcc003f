/** Reads `manifest.json` and compares it with the checksums. */

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

/** Checks every byte of the snapshot against SHA256SUMS, and the manifest against the files present. */
export function checkIntegrity(
  files: Files,
  sha256: (bytes: Uint8Array) => string = sha256Of,
): { manifest: SnapshotManifest; sums: Map<string, string> } {
  const sumsFile = files.get(names.sums);
  if (sumsFile === undefined && !files.has(names.manifest)) {
    throw new SnapshotProblem('notASnapshot', `Neither ${names.sums} nor ${names.manifest} exists.`);
  }
  refuseNewer(files);
  if (sumsFile === undefined) {
    throw new SnapshotProblem('missing', `${names.sums} is missing.`, { path: names.sums });
  }
  const sums = readSums(sumsFile);
  checkSums(files, sums, outsideSums, sha256);
  const manifest = readManifest(files);
  checkListed(files, manifest.files, sums);
  return { manifest, sums };
}

/** Runs before anything else, because the rest of a newer format is unknown here. */
function refuseNewer(files: Files): void {
  const bytes = files.get(names.manifest);
  const format = bytes && /^\{"format":(\d+)/.exec(Buffer.from(bytes.subarray(0, 40)).toString('latin1'))?.[1];
  if (format === undefined || Number(format) <= snapshotFormat) return;
  throw new SnapshotProblem(
    'newerFormat',
    `The snapshot has format ${format}; this program reads up to ${snapshotFormat}. Use a newer agent-cost.`,
    { path: names.manifest },
  );
}

function readManifest(files: Files): SnapshotManifest {
  const manifest = jsonIn(files, names.manifest, 'inconsistent') as SnapshotManifest;
  const texts = [manifest?.datasetVersion, manifest?.pricesAsOf, manifest?.program?.name, manifest?.program?.version];
  const isRow = (row: ListedFile | null) =>
    typeof row?.path === 'string' &&
    typeof row.sha256 === 'string' &&
    Number.isSafeInteger(row.bytes) &&
    (row.schema === null || typeof row.schema === 'string');
  const isWhole =
    manifest?.format === snapshotFormat &&
    texts.every((text) => typeof text === 'string') &&
    /^\d{4}-\d\d-\d\d$/.test(manifest.pricesAsOf) &&
    (manifest.commit === null || /^[0-9a-f]{40,64}$/.test(manifest.commit)) &&
    ['string', 'object', 'undefined'].includes(typeof manifest.commitNote) &&
    ['number', 'undefined'].includes(typeof manifest.costModelVersion) &&
    isRecordOfTexts(manifest.tools) &&
    Array.isArray(manifest.files) &&
    manifest.files.every(isRow);
  if (isWhole) return manifest;
  throw new SnapshotProblem('inconsistent', `${names.manifest} is not a manifest of format ${snapshotFormat}.`, {
    path: names.manifest,
  });
}

const isRecordOfTexts = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');

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
