/** Everything that can be wrong with a snapshot: a closed list, each with an exit code of its own. */

export const exitCodes = {
  verified: [0, 'verified: signed by the key given, whole, every number worked out again'],
  failed: [1, 'something unexpected; diff: there are differences'],
  wrongUse: [2, 'an option that does not exist, or a key that is no Ed25519 public key'],
  noKey: [3, 'whole and right, but without --key nothing says who made it'],
  unsigned: [4, 'a key was given, and the snapshot is not signed'],
  wrongKey: [5, 'signed with another key than those given'],
  badSignature: [6, 'the signature does not fit the snapshot'],
  notFound: [10, 'there is no such file or directory'],
  noPermission: [11, 'a file or directory may not be read'],
  empty: [12, 'the file is empty'],
  notASnapshot: [13, 'neither an archive nor a directory of a snapshot'],
  truncated: [14, 'the archive ends too early'],
  damaged: [15, 'the archive is damaged'],
  newerFormat: [16, 'made by a newer program'],
  unreachable: [17, 'the server does not answer, or has no snapshot'],
  climbs: [20, 'a path leads out of the snapshot (..)'],
  absolute: [21, 'a path is absolute'],
  symbolicLink: [22, 'a symbolic link'],
  hardLink: [23, 'a hard link'],
  device: [24, 'a device, pipe or socket'],
  otherKind: [25, 'an entry that is no file'],
  duplicate: [26, 'a path comes twice'],
  caseClash: [27, 'two paths differ only in case'],
  badName: [28, 'a path with characters that are not accepted'],
  reordered: [29, 'files are not in the order of their names'],
  tooLarge: [30, 'more bytes than are accepted'],
  tooMany: [31, 'more files than are accepted'],
  otherForm: [32, 'not the archive as it was published: packed anew'],
  changed: [40, 'a file is not what SHA256SUMS says'],
  missing: [41, 'a file is missing'],
  added: [42, 'a file is there that SHA256SUMS does not list'],
  inconsistent: [43, 'manifest, sums and statement contradict each other'],
  schema: [44, 'a file does not keep its schema'],
  different: [45, 'a published number is not what the data gives'],
  served: [46, 'the server sends something else than the snapshot'],
} as const satisfies Record<string, readonly [number, string]>;

export type Outcome = keyof typeof exitCodes;
export type ProblemKind = Exclude<Outcome, 'verified' | 'failed'>;

/** What is told of a problem beside its sentence. */
export interface ProblemDetails {
  /** The file. */
  path?: string;
  /** Where in the file: a JSON pointer. */
  pointer?: string;
  expected?: string;
  found?: string;
}

/** Why a snapshot is not accepted. */
export class SnapshotProblem extends Error {
  constructor(
    readonly kind: ProblemKind,
    message: string,
    readonly details: ProblemDetails = {},
  ) {
    super(message);
  }

  get exitCode(): number {
    return exitCodes[this.kind][0];
  }
}

/** The table for `--help`. */
export const exitCodesHelp = (): string =>
  Object.values(exitCodes)
    .map(([code, meaning]) => `  ${String(code).padStart(2)}  ${meaning}`)
    .join('\n');
