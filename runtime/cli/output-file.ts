/** Output files of options. They appear under their names only when complete. */
import { appendFileSync, closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { WrongUse } from '../io/command-line.ts';
import { replaceFile } from '../io/replace-file.ts';

export interface NewFile {
  write(text: string): void;
  /** Closes the file and moves it into place. */
  end(): void;
  /** Removes the temporary file; after `end` it does nothing. */
  drop(): void;
}

/**
 * Writes a complete file. `option`: the option that names it.
 * @throws WrongUse if it cannot be written
 */
export const wholeFile = (path: string, option: string, text: string): void =>
  attempt(option, path, () => replaceFile(path, text));

const interruptions = ['SIGINT', 'SIGTERM'] as const;

/** A file that is written piece by piece. @throws WrongUse if it cannot be written */
export function newFile(path: string, option: string): NewFile {
  const next = `${path}.next-${process.pid}`;
  const file = attempt(option, path, () => openSync(next, 'w'));
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(file);
    isOpen = false;
    for (const signal of interruptions) process.off(signal, interrupted);
  };
  const drop = (): void => {
    close();
    rmSync(next, { force: true });
  };
  const interrupted = (signal: NodeJS.Signals): void => {
    drop();
    // The listeners are removed, so the signal now ends the process as usual.
    process.kill(process.pid, signal);
  };
  for (const signal of interruptions) process.on(signal, interrupted);
  return {
    write: (text) => appendFileSync(file, text),
    end() {
      close();
      attempt(option, path, () => renameSync(next, path));
    },
    drop,
  };
}

function attempt<Done>(option: string, path: string, write: () => Done): Done {
  try {
    return write();
  } catch (error) {
    throw new WrongUse(`${option}: ${path} cannot be written (${(error as Error).message}).`);
  }
}
