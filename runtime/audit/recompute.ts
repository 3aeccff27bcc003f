/** Rebuilds everything in a snapshot from its source data and this program, and compares it byte by byte. */
import { published } from '../api/published.ts';
import { dataSchemaNames, dataSchemaText } from '../api/published-schemas/data-schemas.ts';
import { jsonSchemas } from '../api/published-schemas/json-schemas.ts';
import { basePath } from '../api/routes.ts';
import { type Catalog, catalogFrom } from '../core/dataset/catalog.ts';
import { answersVersion, costModelVersion } from '../core/dataset/version.ts';
import { datedDatasetOf } from './check-schemas.ts';
import { Comparison, type ProgramFile } from './comparison.ts';
import { datapackageOf, evidenceCsv } from './datapackage.ts';
import { SnapshotProblem } from './exit-codes.ts';
import { dataDir, type Files, jsonLine, names, outsideSums, type SnapshotManifest } from './layout.ts';
import { dataSchemaOf, manifestOf, statementOf } from './manifest.ts';
import { sha256Of } from './sums.ts';

/** The program that checks. A snapshot holds the program that made it, which must be the same one. */
export interface Program {
  version: string;
  /** SHA-256 of its own files, by their path in a snapshot. */
  programs: ReadonlyMap<string, string>;
  /** What it determines besides the API's JSON; see `program-files.ts`. */
  programFiles: (files: Files, catalog: Catalog, siteUrl: string | null) => Iterable<ProgramFile>;
}

export interface Recomputed {
  /** Files of the API compared, and how many were computed: an alias has the text of its model. */
  files: number;
  workedOut: number;
  estimates: number;
  rankings: number;
  /** Pages and downloads made again, and texts and scripts that are those of this program. */
  pages: number;
  code: number;
  /** Always empty, kept for readers of the report: another program's schemas are refused with its pages. */
  otherSchemas: string[];
  /** Files that only SHA256SUMS covers. Always empty: a file that nothing else vouches for is refused. */
  notRecomputed: string[];
}

const root = `public${basePath}/`;

/** Throws the first SnapshotProblem. */
export function recompute(
  files: Files,
  manifest: SnapshotManifest,
  sums: ReadonlyMap<string, string>,
  program: Program,
  onFile: (count: number) => void = () => {},
): Recomputed {
  try {
    return compareAll(files, manifest, sums, program, onFile);
  } catch (error) {
    const isDifference = error instanceof SnapshotProblem && ['different', 'unaccounted'].includes(error.kind);
    if (!isDifference || otherPrograms(files, program).length === 0) throw error;
    throw new SnapshotProblem(
      error.kind,
      `${error.message} ${otherMaker(manifest, program)}: it may publish other fields.`,
      error.details,
    );
  }
}

function compareAll(
  files: Files,
  manifest: SnapshotManifest,
  sums: ReadonlyMap<string, string>,
  program: Program,
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
  const siteUrl = manifest.siteUrl ?? null;
  const found = comparePublished(comparison, catalog, siteUrl, onFile);
  refuseOtherProgram(comparison, manifest, program);
  compareSchemas(comparison);
  const made = compareProgramFiles(comparison, program.programFiles(files, catalog, siteUrl), (count) =>
    onFile(found.files + count),
  );
  compareDescriptions(comparison, catalog, manifest, sums);
  refuseUnknown(comparison);
  return { ...found, ...made, otherSchemas: [], notRecomputed: [] };
}

/** Runs first: a difference caused by another cost model would not be a fault of the snapshot. */
function refuseOtherModel({ costModelVersion: made }: SnapshotManifest): void {
  if (made === costModelVersion) return;
  const found = made === undefined ? 'one without a version' : `cost model ${made}`;
  throw new SnapshotProblem(
    'otherModel',
    `Made by ${found}, and this is cost model ${costModelVersion}. Check its numbers with an agent-cost of that cost model that you have built yourself.`,
    { path: names.manifest, pointer: '/costModelVersion', expected: String(costModelVersion), found: String(made) },
  );
}

/** The same numbers in other words would be reported as falsified. */
function refuseOtherAnswers({ answersVersion: made }: SnapshotManifest): void {
  if (made === answersVersion) return;
  const found = made === undefined ? 'answers without a version' : `answers of version ${made}`;
  throw new SnapshotProblem(
    'otherModel',
    `Made with ${found}, and this program writes version ${answersVersion}: the same numbers in other words. Check it with an agent-cost of that version that you have built yourself.`,
    { path: names.manifest, pointer: '/answersVersion', expected: String(answersVersion), found: String(made) },
  );
}

/** Files of the program that the snapshot does not hold as they are here. */
const otherPrograms = (files: Files, { programs }: Program): string[] =>
  [...programs].flatMap(([path, sha256]) => {
    const bytes = files.get(path);
    return bytes !== undefined && sha256Of(bytes) === sha256 ? [] : [path];
  });

const otherMaker = ({ program: { version: made } }: SnapshotManifest, { version }: Program): string =>
  `This program is agent-cost ${version}, and ${made === version ? 'another build of it' : made} made the snapshot`;

/**
 * Runs after the numbers of the API were compared: another program makes other pages and scripts, which is no fault of
 * the snapshot, but they cannot be checked here.
 */
function refuseOtherProgram(comparison: Comparison, manifest: SnapshotManifest, program: Program): void {
  const [path] = otherPrograms(comparison.files, program);
  for (const own of program.programs.keys()) comparison.compared.add(own);
  if (path === undefined) return;
  throw new SnapshotProblem(
    'otherModel',
    `${otherMaker(manifest, program)}. The numbers of its API are right; its pages and scripts are not this program's and cannot be made again here. Check them with an agent-cost that you have built yourself, at the commit that the publisher names.`,
    { path },
  );
}

function comparePublished(
  comparison: Comparison,
  catalog: Catalog,
  siteUrl: string | null,
  onFile: (count: number) => void,
) {
  const found = { files: 0, workedOut: 0, estimates: 0, rankings: 0 };
  let last: { text: () => string; made: string } | undefined;
  for (const { file, text } of published(catalog, siteUrl)) {
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

function compareSchemas(comparison: Comparison): void {
  for (const name of dataSchemaNames) comparison.compare(`${dataDir}/schemas/${name}`, dataSchemaText(name));
  for (const [name, schema] of jsonSchemas()) comparison.compare(`${root}schemas/${name}.json`, jsonLine(schema));
}

/** Compares pages, downloads, texts and scripts, and counts them. */
function compareProgramFiles(comparison: Comparison, files: Iterable<ProgramFile>, onFile: (count: number) => void) {
  const found = { pages: 0, code: 0 };
  try {
    for (const file of files) {
      comparison.compareFile(file);
      found['content' in file ? 'pages' : 'code']++;
      onFile(found.pages + found.code);
    }
    return found;
  } catch (error) {
    if (error instanceof SnapshotProblem) throw error;
    // Data can match every schema and still be impossible to show.
    throw new SnapshotProblem('different', `The pages cannot be made from the data: ${(error as Error).message}`);
  }
}

/** Checks that manifest, statement and data package describe the files correctly. */
function compareDescriptions(
  comparison: Comparison,
  catalog: Catalog,
  { commit, commitNote, siteUrl, program, tools, files: listed }: SnapshotManifest,
  sums: ReadonlyMap<string, string>,
): void {
  const { files } = comparison;
  comparison.compare(names.datapackage, jsonLine(datapackageOf(catalog, files)), 'inconsistent');
  const manifest = manifestOf(catalog, { commit, commitNote, siteUrl: siteUrl ?? null, program, tools }, listed);
  comparison.compare(names.manifest, jsonLine(manifest), 'inconsistent');
  const subjects = new Map([...sums].filter(([path]) => path !== names.statement));
  comparison.compare(names.statement, jsonLine(statementOf(manifest, subjects)), 'inconsistent');
}

/** Every file is one that was compared, a data file with a schema, or a signature. */
function refuseUnknown({ files, compared }: Comparison): void {
  const unknown = [...files.keys()].find(
    (path) => !compared.has(path) && !outsideSums.includes(path) && dataSchemaOf(path) === null,
  );
  if (unknown === undefined) return;
  throw new SnapshotProblem('unaccounted', `${unknown} does not belong in a snapshot of this data.`, {
    path: unknown,
  });
}
