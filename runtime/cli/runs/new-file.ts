/** Files that options name. They appear under their names when they are whole. */
import { appendFileSync, closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { WrongUse } from '../../common/command-line.ts';
import { replaceFile } from '../../common/replace-file.ts';

export interface NewFile {
  write(text: string): void;
  /** Puts the file in its place. */
  end(): void;
  /** Leaves nothing behind; after `end` it does nothing. */
  drop(): void;
}

/**
 * A file of which all is known. `option`: which option names it.
 * @throws WrongUse where nothing can be written there
 */
export const wholeFile = (path: string, option: string, text: string): void =>
  attempt(option, path, () => replaceFile(path, text));

const interruptions = ['SIGINT', 'SIGTERM'] as const;

/** A file that is written piece by piece. @throws WrongUse where nothing can be written there */
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
    // Nobody listens any more, so this ends the process as it would have.
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
