/** How much is read before a snapshot is refused: an archive bomb must not fill memory. */
export interface Limits {
  /** Bytes of the compressed archive. */
  archiveBytes: number;
  /** Bytes of the unpacked archive, headers included, and of one file. */
  totalBytes: number;
  fileBytes: number;
  files: number;
}

/** Room for some 10,000 models with their aliases; the shipped dataset has 102. */
export const defaultLimits: Limits = {
  archiveBytes: 256 * 2 ** 20,
  totalBytes: 2 ** 30,
  fileBytes: 64 * 2 ** 20,
  files: 250_000,
};
