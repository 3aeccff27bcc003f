/**
 * Whether two names on a command line mean the same file. What a command writes must be neither something it reads nor
 * something else it writes: the user's own log would be gone.
 */
import { type BigIntStats, fstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { WrongUse } from './command-line.ts';
import { followLinks, ownDescriptor } from './output-file.ts';

/** A file that a command was given. */
export interface NamedFile {
  /** What names it, for messages: `--html`, `the log`. */
  name: string;
  /** 0: standard input. */
  path: string | 0;
}

/** The files that options name, where they are given. */
export const filesNamed = (byOption: Readonly<Record<string, string | undefined>>): NamedFile[] =>
  Object.entries(byOption).flatMap(([name, path]) => (path === undefined ? [] : [{ name, path }]));

/** A file that a command writes, and another of its files that it would replace. */
export interface Overwritten {
  output: NamedFile;
  other: NamedFile;
}

/**
 * Refuses outputs that would replace a file of the same command; to be called before anything is read or written.
 * Devices, pipes, sockets and what this process has open, such as /dev/stdout, replace nothing.
 * @throws WrongUse that names the option and the file
 */
export function checkOutputs(outputs: readonly NamedFile[], inputs: readonly NamedFile[]): void {
  const [first] = overwritten(outputs, inputs);
  if (first !== undefined) throw wouldOverwrite(first);
}

/** Every output that is the same file as an earlier output or an input. */
export function overwritten(outputs: readonly NamedFile[], inputs: readonly NamedFile[]): Overwritten[] {
  const written = outputs
    .map((output) => ({ file: output, identity: outputIdentity(output.path) }))
    .filter(({ identity }) => identity !== null);
  if (written.length === 0) return [];
  const read = inputs.map((input) => ({ file: input, identity: identityOf(input.path) }));
  return written.flatMap(({ file: output, identity }, index) =>
    [...written.slice(0, index), ...read]
      .filter((other) => other.identity === identity)
      .map((other) => ({ output, other: other.file })),
  );
}

/** Every file in folders that are read; null and undefined: none was named. */
export const filesIn = (folders: readonly (string | null | undefined)[]): NamedFile[] =>
  folders.flatMap((folder) =>
    folder == null
      ? []
      : readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => ({
          name: 'the file',
          path: join(folder, name),
        })),
  );

export function wouldOverwrite({ output, other }: Overwritten): WrongUse {
  const same = other.path === 0 ? 'standard input' : other.path;
  return new WrongUse(
    `${output.name}: ${output.path} is the same file as ${other.name} ${same}, which it would overwrite. Name another file.`,
  );
}

const outputIdentity = (path: string | 0): string | null =>
  path !== 0 && ownDescriptor(path) !== null ? null : identityOf(path);

/** What is the same for every name of a regular file, or of one that does not exist yet; null: it is neither. */
function identityOf(path: string | 0): string | null {
  try {
    const stats = path === 0 ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? `new ${placeOf(path as string)}` : identityIn(stats);
  } catch {
    // Whoever opens it tells what is wrong with the name.
    return null;
  }
}

const identityIn = (stats: BigIntStats): string | null => (stats.isFile() ? `${stats.dev} ${stats.ino}` : null);

function placeOf(path: string): string {
  const end = followLinks(path);
  return join(realpathSync(dirname(end)), basename(end));
}
