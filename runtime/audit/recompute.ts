/** Rebuilds what the source data of a snapshot determines and compares it byte by byte; checks the rest by name. */
import { published } from '../api/published.ts';
import { dataSchemaNames, dataSchemaText } from '../api/published-schemas/data-schemas.ts';
import { jsonSchemas } from '../api/published-schemas/json-schemas.ts';
import { basePath } from '../api/routes.ts';
import { type Catalog, catalogFrom } from '../core/dataset/catalog.ts';
import { answersVersion, costModelVersion } from '../core/dataset/version.ts';
import { Comparison } from './comparison.ts';
import { datapackageOf } from './datapackage.ts';
import { dataDir, type Files, jsonLine, names, outsideSums, restOnSums, type SnapshotManifest } from './layout.ts';
import { dataSchemaOf, manifestOf, statementOf } from './manifest.ts';
import { evidenceCsv } from './price-evidence.ts';
import { datedDatasetOf } from './snapshot-dataset.ts';
import { SnapshotProblem } from './snapshot-problems.ts';

export interface Recomputed {
  /** Published files compared, and how many were computed: an alias has the text of its model. */
  files: number;
  workedOut: number;
  estimates: number;
  rankings: number;
  /** Schemas that another program version wrote differently; files were checked with those of this program. */
  otherSchemas: string[];
  /** Files that this program cannot rebuild from the data; only SHA256SUMS covers them. */
  notRecomputed: string[];
}

const root = `public${basePath}/`;

/** @param version of this program: another one may publish other fields. */
export function recompute(
  files: Files,
  manifest: SnapshotManifest,
  sums: ReadonlyMap<string, string>,
  version: string,
  onFile: (count: number) => void = () => {},
): Recomputed {
  const made = manifest.program.version;
  try {
    return compareAll(files, manifest, sums, made === version, onFile);
  } catch (error) {
    const isDifference = error instanceof SnapshotProblem && ['different', 'unaccounted'].includes(error.kind);
    if (!isDifference || made === version) throw error;
    const hint = `This program is agent-cost ${version}, and ${made} made the snapshot: it may publish other fields.`;
    throw new SnapshotProblem(error.kind, `${error.message} ${hint}`, error.details);
  }
}

function compareAll(
  files: Files,
  manifest: SnapshotManifest,
  sums: ReadonlyMap<string, string>,
  sameVersion: boolean,
  onFile: (count: number) => void,
): Recomputed {
  refuseOtherModel(manifest);
  refuseOtherAnswers(manifest);
  const dated = datedDatasetOf(files, manifest.pricesAsOf);
  if (dated.version !== manifest.datasetVersion) {
    throw new SnapshotProblem('different', 'The data has a different version than the manifest states.', {
      path: names.manifest,
      pointer: '/datasetVersion',
      expected: dated.version,
      found: manifest.datasetVersion,
    });
  }
  const catalog = catalogFrom(dated);
  const comparison = new Comparison(files);
  comparison.compare(names.catalog, jsonLine(dated));
  comparison.compare(names.evidence, evidenceCsv(dated.data));
  const found = comparePublished(comparison, catalog, onFile);
  const otherSchemas = compareSchemas(comparison, sameVersion);
  compareDescriptions(comparison, catalog, manifest, sums);
  return { ...found, otherSchemas, notRecomputed: unaccountedFor(comparison) };
}

/** Runs first: a difference caused by another cost model would not be a fault of the snapshot. */
function refuseOtherModel({ costModelVersion: made }: SnapshotManifest): void {
  if (made === costModelVersion) return;
  const found = made === undefined ? 'one without a version' : `cost model ${made}`;
  throw new SnapshotProblem(
    'otherModel',
    `Made by ${found}, and this is cost model ${costModelVersion}. Check its numbers with the cli.js in it, or with an agent-cost of that cost model.`,
    { path: names.manifest, pointer: '/costModelVersion', expected: String(costModelVersion), found: String(made) },
  );
}

/** The same numbers in other words would be reported as falsified. */
function refuseOtherAnswers({ answersVersion: made }: SnapshotManifest): void {
  if (made === answersVersion) return;
  const found = made === undefined ? 'answers without a version' : `answers of version ${made}`;
  throw new SnapshotProblem(
    'otherModel',
    `Made with ${found}, and this program writes version ${answersVersion}: the same numbers in other words. Check it with the cli.js in it.`,
    { path: names.manifest, pointer: '/answersVersion', expected: String(answersVersion), found: String(made) },
  );
}

function comparePublished(comparison: Comparison, catalog: Catalog, onFile: (count: number) => void) {
  const found = { files: 0, workedOut: 0, estimates: 0, rankings: 0 };
  let last: { text: () => string; made: string } | undefined;
  for (const { file, text } of published(catalog)) {
    if (last?.text !== text) {
      last = { text, made: text() };
      found.workedOut++;
      if (file.startsWith('estimate/compare/')) found.rankings++;
      else if (file.startsWith('estimate/')) found.estimates++;
    }
    comparison.compare(root + file, last.made);
    onFile(++found.files);
  }
  return found;
}

/** The paths of the schemas that differ; only another program version may have written them. */
function compareSchemas(comparison: Comparison, sameVersion: boolean): string[] {
  const schemas = [
    ...dataSchemaNames.map((name) => [`${dataDir}/schemas/${name}`, dataSchemaText(name)] as const),
    ...jsonSchemas().map(([name, schema]) => [`${root}schemas/${name}.json`, jsonLine(schema)] as const),
  ];
  if (!sameVersion) return schemas.flatMap(([path, text]) => (comparison.isSame(path, text) ? [] : [path]));
  for (const [path, text] of schemas) comparison.compare(path, text);
  return [];
}

/** Checks that manifest, statement and data package describe the files correctly. */
function compareDescriptions(
  comparison: Comparison,
  catalog: Catalog,
  { commit, commitNote, program, tools, files: listed }: SnapshotManifest,
  sums: ReadonlyMap<string, string>,
): void {
  const { files } = comparison;
  comparison.compare(names.datapackage, jsonLine(datapackageOf(catalog, files)), 'inconsistent');
  const manifest = manifestOf(catalog, { commit, commitNote, program, tools }, listed);
  comparison.compare(names.manifest, jsonLine(manifest), 'inconsistent');
  const subjects = new Map([...sums].filter(([path]) => path !== names.statement));
  comparison.compare(names.statement, jsonLine(statementOf(manifest, subjects)), 'inconsistent');
}

/** The files that only SHA256SUMS covers; throws if a file does not belong in a snapshot. */
function unaccountedFor({ files, compared }: Comparison): string[] {
  const others = [...files.keys()].filter(
    (path) => !compared.has(path) && !outsideSums.includes(path) && dataSchemaOf(path) === null,
  );
  const unknown = others.find((path) => !restOnSums.some((pattern) => pattern.test(path)));
  if (unknown === undefined) return others;
  throw new SnapshotProblem('unaccounted', `${unknown} does not belong in a snapshot of this data.`, {
    path: unknown,
  });
}
