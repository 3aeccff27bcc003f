/** How a command that builds ends when it fails: its message and its exit code. */
import { WrongUse } from '../runtime/common/command-line.ts';

/** What every command that builds can end with, for its --help. */
export const failureCodes = `2 wrong use; 3 a file cannot be read or written (no space, no permission); 70 a fault of the program`;

/** What the operating system refuses without a fault of this program. */
const refusals = ['EACCES', 'EBUSY', 'EDQUOT', 'EFBIG', 'EIO', 'EISDIR', 'ELOOP', 'EMFILE', 'ENAMETOOLONG', 'ENFILE'];
refusals.push('ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS', 'EXDEV');

/** The same in the words of esbuild, which writes files by itself. */
const refusedToEsbuild = /no space left|permission denied|read-only file system|file too large|quota exceeded/i;

/** Prints what went wrong and returns the exit code. `command` is such as `npm run build`. */
export function reportFailure(error: Error & { code?: string }, command: string): number {
  if (error instanceof WrongUse) {
    console.error(`${error.message}\nRun ${command} -- --help for usage.`);
    return 2;
  }
  if (refusals.includes(error.code ?? '') || ('errors' in error && refusedToEsbuild.test(error.message))) {
    console.error(`${error.message}\nNothing was built; the last build is as it was.`);
    return 3;
  }
  console.error(error.stack);
  console.error(
    'This is a fault of agent-cost, not of your options or your data: please report it with the lines above.',
  );
  console.error('Nothing was built; the last build is as it was.');
  return 70;
}
