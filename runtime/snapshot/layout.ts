/** The files of a snapshot. The build writes them and `agent-cost verify` reads them. */
/** Of the layout and of `manifest.json`; a reader refuses a higher one. */
export const snapshotFormat = 1;

/** Names of files that are there for the others. */
export const names = {
  sums: 'SHA256SUMS',
  signature: 'SHA256SUMS.sig',
  sshSignature: 'SHA256SUMS.sshsig',
  unsigned: 'UNSIGNED',
  manifest: 'manifest.json',
  statement: 'provenance.intoto.json',
  datapackage: 'datapackage.json',
  evidence: 'evidence.csv',
  catalog: 'catalog.json',
} as const;

/**
 * Files that SHA256SUMS does not list: itself, and what says who published it. So the sums of a commit are the same
 * whether it was signed or not, and whoever rebuilds it can hold the published signature against their own sums.
 */
export const outsideSums: readonly string[] = [names.sums, names.signature, names.sshSignature, names.unsigned];

/** Files that the manifest does not list: those, itself, and the statement about it. */
export const outsideManifest: readonly string[] = [...outsideSums, names.manifest, names.statement];

/** Where the source data lies. */
export const dataDir = 'data';

/** The programs of a snapshot, and what describes them; `catalog.json` is what they compute from. */
export const programs: readonly string[] = [names.catalog, 'cli.js', 'index.js', 'package.json'];

/** Files that no check works out again: SHA256SUMS, and so the signature, is all that vouches for them. */
export const restOnSums: readonly RegExp[] = [
  /^(AUDIT\.md|LICENSE|cli\.js|index\.js|package\.json)$/,
  /^data\/(imported\/)?[\w.-]+\.md$/,
  /^public\/((assets|docs|measured|models)\/)?[\w.-]+$/,
  /^public\/api\/v1\/(openapi\.json|prices\.parquet)$/,
];

/** The whole text of `UNSIGNED`. */
export const unsignedText = `This snapshot is not signed. Its files agree with each other, and its numbers can be worked out again from its data;
nothing in it says who made it.
`;

/** Files by path below the snapshot's own directory, in the order of their names. */
export type Files = ReadonlyMap<string, Uint8Array>;

export interface Snapshot {
  /** `agent-cost-<datasetVersion>`, the one directory in the archive. */
  name: string;
  files: Files;
}

export interface ListedFile {
  path: string;
  bytes: number;
  sha256: string;
  /** Path of the JSON Schema it keeps, in this snapshot; null: none. */
  schema: string | null;
}

export interface SnapshotManifest {
  format: typeof snapshotFormat;
  datasetVersion: string;
  /** The first day (UTC) on which these numbers hold. */
  pricesAsOf: string;
  /** Of the cost model that worked the numbers out. */
  costModelVersion: number;
  /** Of the source; null: `commitNote` says why none can be named. */
  commit: string | null;
  commitNote: string | null;
  /** What made it, in the versions that decide its bytes. */
  program: { name: string; version: string };
  tools: Record<string, string>;
  files: ListedFile[];
}

export const nameOf = (datasetVersion: string): string => `agent-cost-${datasetVersion}`;

const namePattern = /^agent-cost-(\d{4}-\d\d-\d\d)-[0-9a-f]{8}$/;

/** The first day of the numbers, from the name of their snapshot; null: not such a name. It is the time of every file. */
export const dayOf = (name: string): string | null => namePattern.exec(name)?.[1] ?? null;

/** In code units, which no locale changes. */
export const byPath = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A JSON file as the build writes it. */
export const jsonLine = (value: object): string => `${JSON.stringify(value)}\n`;
