/** How much is read before a snapshot is refused: a bomb must not fill memory. */
export interface Limits {
  /** Bytes of the archive as it lies on disk. */
  archiveBytes: number;
  /** Bytes of the unpacked archive, headers included, and of one file. */
  totalBytes: number;
  fileBytes: number;
  files: number;
}

/** The shipped dataset has 1,100 files and 5 MB, so there is room for some forty times its models. */
export const defaultLimits: Limits = {
  archiveBytes: 64 * 2 ** 20,
  totalBytes: 256 * 2 ** 20,
  fileBytes: 32 * 2 ** 20,
  files: 50_000,
};
