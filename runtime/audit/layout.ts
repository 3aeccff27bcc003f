/** The files of a snapshot. The build writes them and `agent-cost verify` reads them. */
/** Version of the layout and of `manifest.json`; readers refuse a higher one. */
export const snapshotFormat = 1;

/** Names of the files that describe the others. */
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
 * Files that SHA256SUMS does not list: itself, and the signatures. So SHA256SUMS of a commit is the same whether signed
 * or not, and anyone who rebuilds it can verify the published signature with their own copy.
 */
export const outsideSums: readonly string[] = [names.sums, names.signature, names.sshSignature, names.unsigned];

/** Files that the manifest does not list: those, itself, and the statement about it. */
export const outsideManifest: readonly string[] = [...outsideSums, names.manifest, names.statement];

/** Directory of the source data. */
export const dataDir = 'data';

/** The programs of a snapshot, and what describes them; they compute from `catalog.json`. */
export const programs: readonly string[] = [names.catalog, 'cli.js', 'index.js', 'package.json', 'pages.js'];

/** What a program knows of its own texts and scripts. */
export interface KnownFiles {
  /** SHA-256 of cli.js. */
  cli: string;
  /** SHA-256 of every text and script by its path in a snapshot; of a script that holds data, of its code. */
  sha256: Record<string, string>;
  /** The documents that the site shows, with the names of their pages, in their order. */
  documents: { file: string; name: string }[];
}

/** The whole text of `UNSIGNED`. */
export const unsignedText = `This snapshot is not signed. Its files agree with each other, and its numbers can be worked out again from its data;
nothing in it says who made it.
`;

/** Files by path below the snapshot's own directory, in order of name. */
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
  /** Path of its JSON Schema in this snapshot; null: none. */
  schema: string | null;
}

export interface SnapshotManifest {
  format: typeof snapshotFormat;
  datasetVersion: string;
  /** The first day (UTC) on which these numbers hold. */
  pricesAsOf: string;
  /** Of the cost model that computed the numbers. */
  costModelVersion: number;
  /** Of the sentences and shapes around the numbers; absent in snapshots from before it was stated. */
  answersVersion?: number;
  /** Of the source; null: `commitNote` gives the reason. */
  commit: string | null;
  commitNote: string | null;
  /** The address that its pages state as theirs; null: none. Absent in snapshots from before it was stated. */
  siteUrl?: string | null;
  /** The program and tools whose versions determine its bytes. */
  program: { name: string; version: string };
  tools: Record<string, string>;
  files: ListedFile[];
}

export const nameOf = (datasetVersion: string): string => `agent-cost-${datasetVersion}`;

const namePattern = /^agent-cost-(\d{4}-\d\d-\d\d)-[0-9a-f]{8}$/;

/** The first day of the numbers, from the name of their snapshot; null: another name. All files are dated to it. */
export const dayOf = (name: string): string | null => namePattern.exec(name)?.[1] ?? null;

/** By code units, independent of locale. */
export const byPath = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A JSON file as the build writes it. */
export const jsonLine = (value: object): string => `${JSON.stringify(value)}\n`;
