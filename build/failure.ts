/** The message and exit code of a build command that fails. */
import { WrongUse } from '../runtime/io/command-line.ts';

/** The failure exit codes of every build command, for its --help. */
export const failureCodes =
  '2 usage error; 3 a file cannot be read or written (no space, no permission); 70 an internal error';

/** Errors of the operating system that are not bugs in this program. */
const refusals = ['EACCES', 'EBUSY', 'EDQUOT', 'EFBIG', 'EIO', 'EISDIR', 'ELOOP', 'EMFILE', 'ENAMETOOLONG', 'ENFILE'];
refusals.push('ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS', 'EXDEV');

/** The same errors as worded by esbuild, which writes its files itself. */
const refusedToEsbuild = /no space left|permission denied|read-only file system|file too large|quota exceeded/i;

/** Prints what went wrong and returns the exit code. `command` is for example `npm run build`. */
export function reportFailure(error: Error & { code?: string }, command: string): number {
  if (error instanceof WrongUse) {
    console.error(`${error.message}\nRun ${command} -- --help for usage.`);
    return 2;
  }
  if (refusals.includes(error.code ?? '') || ('errors' in error && refusedToEsbuild.test(error.message))) {
    console.error(`${error.message}\nNothing was built; the last build is unchanged.`);
    return 3;
  }
  console.error(error.stack);
  console.error(
    'This is a bug in agent-cost, not in your options or your data: please report it with the lines above.',
  );
  console.error('Nothing was built; the last build is unchanged.');
  return 70;
}
