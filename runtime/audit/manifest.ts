/**
 * `manifest.json`, every file of a snapshot with its size, SHA-256 and schema: writes it, reads it and compares it with
 * the checksums; and `provenance.intoto.json`, which repeats it in a standard form.
 */

import { published } from '../api/published.ts';
import { basePath } from '../api/routes.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { answersVersion, costModelVersion } from '../core/dataset/version.ts';
import { SnapshotProblem } from './exit-codes.ts';
import {
  dataDir,
  type Files,
  type ListedFile,
  names,
  outsideManifest,
  outsideSums,
  type SnapshotManifest,
  snapshotFormat,
} from './layout.ts';
import { jsonIn } from './read-json.ts';
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
    ['number', 'undefined'].includes(typeof manifest.answersVersion) &&
    isSiteUrl(manifest.siteUrl ?? null) &&
    isRecordOfTexts(manifest.tools) &&
    Array.isArray(manifest.files) &&
    manifest.files.every(isRow);
  if (isWhole) return manifest;
  throw new SnapshotProblem('inconsistent', `${names.manifest} is not a manifest of format ${snapshotFormat}.`, {
    path: names.manifest,
  });
}

/** The form in which a build states it. */
const isSiteUrl = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'string' &&
    /^https?:[^?#]*\/$/.test(value) &&
    URL.canParse(value) &&
    new URL(value).href === value);

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

const api = `public${basePath}`;

/** What cannot be derived from the files. */
export type Made = Pick<SnapshotManifest, 'commit' | 'commitNote' | 'siteUrl' | 'program' | 'tools'>;

/** @param files in order of name */
export function manifestOf(
  catalog: Catalog,
  made: Made,
  files: readonly Omit<ListedFile, 'schema'>[],
): SnapshotManifest {
  const answers = new Map<string, string>();
  for (const { file, route } of published(catalog)) {
    if (route !== null) answers.set(`${api}/${file}`, `${api}/schemas/${route}.json`);
  }
  return {
    format: snapshotFormat,
    datasetVersion: catalog.version,
    pricesAsOf: catalog.asOf,
    costModelVersion,
    answersVersion,
    ...made,
    files: files.map(({ path, bytes, sha256 }) => {
      return { path, bytes, sha256, schema: dataSchemaOf(path) ?? answers.get(path) ?? null };
    }),
  };
}

/** Schemas of the files in a folder of `data/`, and of single files. */
const schemasOfFolders = new Map([
  ['providers', 'provider'],
  ['measured', 'measured'],
]);
const schemasOfFiles = new Map([
  ['presets.json', 'presets'],
  ['plans.json', 'plans'],
  ['names.json', 'names'],
  ['evidence/model-error.json', 'evidence'],
  ['imported/models.json', 'imported-models'],
  ['imported/offers.json', 'offers'],
]);

/** The schema of a file in `data/`; null: not a data file. */
export function dataSchemaOf(path: string): string | null {
  const [top, folder = '', name = '', ...deeper] = path.split('/');
  if (top !== dataDir) return null;
  const inFolder = name.endsWith('.json') && deeper.length === 0 ? schemasOfFolders.get(folder) : undefined;
  const schema = inFolder ?? schemasOfFiles.get(path.slice(dataDir.length + 1));
  return schema === undefined ? null : `${dataDir}/schemas/${schema}.schema.json`;
}

/**
 * An in-toto statement (v1) with SLSA provenance (v1) about the manifest and the files it lists. It is not signed,
 * so it claims no SLSA level: it repeats the manifest in a standard form.
 */
export const statementOf = (manifest: SnapshotManifest, sums: ReadonlyMap<string, string>) => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: [...sums].map(([name, sha256]) => ({ name, digest: { sha256 } })),
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {
    buildDefinition: {
      buildType: 'tag:agent-cost,2026:snapshot/v1',
      externalParameters: { asOf: manifest.pricesAsOf },
      internalParameters: { tools: manifest.tools },
      resolvedDependencies: [
        ...(manifest.commit === null ? [] : [{ name: 'source', digest: { gitCommit: manifest.commit } }]),
        ...manifest.files
          .filter(({ path }) => path.startsWith(`${dataDir}/`))
          .map(({ path, sha256 }) => ({ name: path, digest: { sha256 } })),
      ],
    },
    runDetails: {
      builder: { id: 'tag:agent-cost,2026:npm-run-snapshot', version: { 'agent-cost': manifest.program.version } },
    },
  },
});
