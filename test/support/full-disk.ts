import { closeSync, openSync } from 'node:fs';

/** Why no program can be given /dev/full as a full disk here; null if it can. */
export function fullDiskMissing(): string | null {
  try {
    closeSync(openSync('/dev/full', 'w'));
    return null;
  } catch (error) {
    return `/dev/full cannot be written: ${(error as NodeJS.ErrnoException).code}`;
  }
}
