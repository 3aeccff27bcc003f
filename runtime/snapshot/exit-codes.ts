/** Exit codes of `verify` and of every command that reads a snapshot: a closed list, with what each means. */

export const exitCodes = {
  verified: [0, 'verified: signed by the key given, whole, every number worked out again'],
  differs: [1, 'diff only: something differs'],
  wrongUse: [2, 'an option that does not exist, or a key file without an Ed25519 public key that may be used'],
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
  unreachable: [17, 'the server does not answer in time, or has no snapshot'],
  unreadable: [18, 'a file or directory cannot be read for another reason'],
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
  unaccounted: [47, 'a file that is none of those a snapshot consists of'],
  otherModel: [48, 'made by another version of the cost model: its numbers cannot be worked out again here'],
  exists: [49, 'making one: a snapshot of this name is there with other bytes, and none is ever replaced'],
  listMalformed: [50, 'a list of snapshots that is not JSON, or not such a list'],
  listBroken: [51, 'the entries of a list of snapshots do not chain'],
  listRewritten: [52, 'a list of snapshots lost, changed or reordered entries since the copy that was kept'],
  timeStamp: [55, 'the time stamp does not fit, or its authority is not trusted'],
  noOpenssl: [56, 'openssl is not installed, and time stamps are checked by it'],
  receiptMalformed: [57, 'a receipt that is not JSON, or not a receipt'],
  receiptQuestion: [58, 'a receipt: its question is not the one that its SHA-256 names'],
  receiptDataset: [59, 'a receipt: it is of another dataset than the snapshot'],
  receiptModel: [60, 'a receipt: it was made by another version of the cost model'],
  receiptInput: [61, 'a receipt: the logs or the overlay it was made from are missing, or are others'],
  receiptAnswer: [62, 'a receipt: its answer is not what the question gives'],
  receiptProgram: [63, 'a receipt: this program gives another answer, and another version of it made the receipt'],
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
