/** What may follow each command on the command line, derived from the commander definitions. */
import type { Argument, Command, Option } from 'commander';

/** A word, and its description for shells that show one. */
export interface Candidate {
  word: string;
  about: string;
}

/** Accepted values: a list of words, a file, or anything (null). */
export type Values = readonly string[] | 'file' | null;

/** A command or subcommand. */
export interface CompletedCommand {
  /** Its words: `price`, `keys add`; empty for the program itself. */
  path: string;
  commands: Candidate[];
  options: Candidate[];
  /** Values of its first argument; undefined: no argument. */
  argument: Values | undefined;
  /** Options that take a value. */
  values: { flags: string[]; values: Values }[];
}

/** Known values by the name of the option or argument, such as `model`. */
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

/** Placeholders in the help that mean a file. */
const files = ['file', 'path', 'archive', 'snapshot', 'list', 'a'];

/** `file` of `--catalog <file>`. */
const placeholderOf = ({ flags }: Option): string => /[<[](.+?)[>\]]/.exec(flags)?.[1] ?? '';

const flagsOf = ({ long, short }: Option): string[] => [long, short].flatMap((flag) => flag ?? []);

function valuesOf({ argChoices }: Argument | Option, name: string, shown: string, known: KnownValues): Values {
  const words = argChoices ?? known[name];
  if (words !== undefined) return words;
  return files.includes(shown) ? 'file' : null;
}
