import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterFile } from './after-file.ts';

/** Why no program can be given /dev/full as a full disk here; null if it can. */
export function fullDiskMissing(): string | null {
  try {
    closeSync(openSync('/dev/full', 'w'));
    return null;
  } catch (error) {
    return `/dev/full cannot be written: ${(error as NodeJS.ErrnoException).code}`;
  }
}

/** A folder on a disk of 64 KiB, or why there is none: only root may mount one. */
export function smallDisk(): { dir: string } | { missing: string } {
  const dir = mkdtempSync(join(tmpdir(), 'agent-cost-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', dir], { stdio: 'pipe' });
  } catch (error) {
    rmSync(dir, { recursive: true });
    return { missing: `no tmpfs can be mounted: ${(error as Error).message.split('\n').at(-2)}` };
  }
  afterFile(() => {
    execFileSync('umount', ['-l', dir]);
    rmSync(dir, { recursive: true });
  });
  return { dir };
}
