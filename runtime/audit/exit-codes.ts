/** Why a snapshot is not accepted, and the exit codes of `verify` and of every command that reads a snapshot: a closed list. */
export const exitCodes = {
  verified: [0, 'verified: signed by the given key, complete, every number recomputed'],
  differs: [1, 'diff only: something differs'],
  wrongUse: [2, 'an unknown option, or a key file without a usable Ed25519 public key'],
  noKey: [3, 'complete and correct, but without --key nothing shows who made it'],
  unsigned: [4, 'a key was given, but the snapshot is not signed'],
  wrongKey: [5, 'signed with a key other than those given'],
  badSignature: [6, 'the signature does not match the snapshot'],
  notFound: [10, 'there is no such file or directory'],
  noPermission: [11, 'no permission to read a file or directory'],
  empty: [12, 'the file is empty'],
  notASnapshot: [13, 'neither an archive nor a directory of a snapshot'],
  truncated: [14, 'the archive is truncated'],
  damaged: [15, 'the archive is damaged'],
  newerFormat: [16, 'made by a newer program'],
  unreachable: [17, 'the server does not answer in time, or has no snapshot'],
  unreadable: [18, 'a file or directory cannot be read for another reason'],
  climbs: [20, 'a path leads out of the snapshot (..)'],
  absolute: [21, 'a path is absolute'],
  symbolicLink: [22, 'a symbolic link'],
  hardLink: [23, 'a hard link'],
  device: [24, 'a device, pipe or socket'],
  otherKind: [25, 'an entry that is not a file'],
  duplicate: [26, 'a path appears twice'],
  caseClash: [27, 'two paths differ only in case'],
  badName: [28, 'a path with characters that are not accepted'],
  reordered: [29, 'files are not in order of name'],
  tooLarge: [30, 'too many bytes'],
  tooMany: [31, 'too many files'],
  otherForm: [32, 'not the archive as published: it was repacked'],
  changed: [40, 'a file does not match SHA256SUMS'],
  missing: [41, 'a file is missing'],
  added: [42, 'a file that SHA256SUMS does not list'],
  inconsistent: [43, 'manifest, checksums and statement contradict each other'],
  schema: [44, 'a file does not match its schema'],
  different: [45, 'a published number is not what the data gives, or a page or script not what this program makes'],
  served: [46, 'the server sends something other than the snapshot'],
  unaccounted: [47, 'a file that does not belong in a snapshot'],
  otherModel: [
    48,
    'made by another version of the cost model or another build of the program: it cannot be made again here',
  ],
  exists: [49, 'when making one: a snapshot of this name exists with other bytes, and snapshots are never replaced'],
  listMalformed: [50, 'a list of snapshots that is not JSON, or not such a list'],
  listBroken: [51, 'the hash chain of a list of snapshots is broken'],
  listRewritten: [52, 'a list of snapshots lost, changed or reordered entries since the kept copy'],
  timeStamp: [55, 'the timestamp does not match, or its authority is not trusted'],
  noOpenssl: [56, 'openssl is not installed, and checking timestamps needs it'],
  receiptMalformed: [57, 'a receipt that is not JSON, or not a receipt'],
  receiptQuestion: [58, 'a receipt: its question does not match its SHA-256'],
  receiptDataset: [59, 'a receipt: it is for a different dataset than the snapshot'],
  receiptModel: [60, 'a receipt: it was made by another version of the cost model'],
  receiptInput: [61, 'a receipt: a log or the overlay it was made from is missing or different'],
  receiptAnswer: [62, 'a receipt: its answer is not what its question gives'],
  receiptProgram: [63, 'a receipt: this program gives a different answer, and another version of it made the receipt'],
  failed: [70, 'a fault of this program: please report it'],
  output: [74, 'the output could not be written'],
} as const satisfies Record<string, readonly [number, string]>;

export type Outcome = keyof typeof exitCodes;
export type ProblemKind = Exclude<Outcome, 'verified' | 'differs' | 'failed' | 'output'>;

/** The table for `--help`. */
export const exitCodesHelp = (): string =>
  Object.values(exitCodes)
    .map(([code, meaning]) => `  ${String(code).padStart(2)}  ${meaning}`)
    .join('\n');

/** What is reported about a problem in addition to its message. */
export interface ProblemDetails {
  /** The file. */
  path?: string;
  /** Where in the file: a JSON pointer. */
  pointer?: string;
  expected?: string;
  found?: string;
}

/** Maximum length of a text in a report: a name in an archive may be megabytes long. */
const longest = 1000;
const clipped = (text: string): string => (text.length > longest ? `${text.slice(0, longest)} ...` : text);

/** A snapshot is not accepted. */
export class SnapshotProblem extends Error {
  readonly details: ProblemDetails;

  constructor(
    readonly kind: ProblemKind,
    message: string,
    details: ProblemDetails = {},
  ) {
    super(clipped(message));
    this.details = Object.fromEntries(Object.entries(details).map(([name, text]) => [name, clipped(text)]));
  }

  get exitCode(): number {
    return exitCodes[this.kind][0];
  }
}
