/** What may follow what on the command line, read off the commands themselves. */
import type { Argument, Command, Option } from 'commander';

/** A word, and what a shell that shows more says of it. */
export interface Candidate {
  word: string;
  about: string;
}

/** What a value can be: one of some words, a file, or anything else. */
export type Values = readonly string[] | 'file' | null;

/** A command or subcommand. */
export interface CompletedCommand {
  /** Its words: `price`, `keys add`; empty for the program itself. */
  path: string;
  commands: Candidate[];
  options: Candidate[];
  /** Of its first argument; undefined: it has none. */
  argument: Values | undefined;
  /** Of each option that takes one, by its flags. */
  values: { flags: string[]; values: Values }[];
}

/** Values that are known by the name of an option or argument, such as `model`. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** The program and every command below it. */
export function completionTable(
  command: Command,
  known: KnownValues,
  path: readonly string[] = [],
): CompletedCommand[] {
  const help = command.createHelp();
  const below = help.visibleCommands(command);
  const options = help.visibleOptions(command);
  const [argument] = command.registeredArguments;
  const own: CompletedCommand = {
    path: path.join(' '),
    commands: below.map((one) => ({ word: one.name(), about: one.summary() || one.description() })),
    options: options.map((one) => ({ word: one.long ?? one.flags, about: one.description })),
    argument: argument && valuesOf(argument, argument.name(), argument.name(), known),
    values: options
      .filter(({ required, optional }) => required || optional)
      .map((one) => ({ flags: flagsOf(one), values: valuesOf(one, one.attributeName(), placeholderOf(one), known) })),
  };
  return [own, ...below.flatMap((one) => completionTable(one, known, [...path, one.name()]))];
}

/** What values that are files are called in the help. */
const files = ['file', 'path', 'archive', 'snapshot', 'list', 'a'];

/** `file` of `--catalog <file>`. */
const placeholderOf = ({ flags }: Option): string => /[<[](.+?)[>\]]/.exec(flags)?.[1] ?? '';

const flagsOf = ({ long, short }: Option): string[] => [long, short].flatMap((flag) => flag ?? []);

function valuesOf({ argChoices }: Argument | Option, name: string, shown: string, known: KnownValues): Values {
  const words = argChoices ?? known[name];
  if (words !== undefined) return words;
  return files.includes(shown) ? 'file' : null;
}
