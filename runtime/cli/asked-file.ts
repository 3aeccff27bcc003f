/** What the thread that asks and those that read files of logs say to each other. */
import type { StoredFile } from '../logs/stored-calls.ts';

/** A file to read, and to how many bytes; null: to its end. `withKeys`: what is needed to go on with it later. */
export interface FileToRead {
  path: string;
  bytes: number | null;
  withKeys: boolean;
}

/** `taken` is shared between threads: whoever is the first to set it to 1 reads the file. */
export interface AskedFile extends FileToRead {
  taken: Int32Array;
}

/** null: it must be read by the thread that asked. */
export interface ReadFile {
  path: string;
  read: (Omit<StoredFile, 'keys'> & { keyList: readonly (string | null)[] }) | null;
}

/** Whether no other thread has taken a file, and this one now has. */
export const takes = (taken: Int32Array): boolean => Atomics.compareExchange(taken, 0, 0, 1) === 0;
