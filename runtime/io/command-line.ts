/** What every command has in common, those of `agent-cost` and those of npm scripts. */
import { Command, CommanderError } from 'commander';
import { quote } from '../core/values/did-you-mean.ts';

/** A wrong option or argument; the message names it, the accepted values and the value given. */
export class WrongUse extends Error {
  /** @param list items printed after the message, one per line */
  constructor(
    message: string,
    readonly list: readonly string[] = [],
  ) {
    super(message);
  }
}

/** Nothing was found to work on; the message is followed by where it was looked for, one place per line, and by a hint. */
export class NothingFound extends Error {
  constructor(
    message: string,
    readonly list: readonly string[],
    readonly hint: string,
  ) {
    super(message);
  }
}

/**
 * The command of an npm script: its options and arguments are declared as for any `Command`, its help is written by hand.
 * @param invocation such as `npm run build`
 */
export const scriptCommand = (invocation: string, help: string): Command =>
  new Command(invocation)
    .configureHelp({ formatHelp: () => `${help}\n` })
    .helpOption('-h, --help')
    // The caller prints errors, with what to do about them.
    .configureOutput({ writeErr: () => {} })
    .exitOverride();

/**
 * The options and arguments of a command line; null if its help was requested and printed.
 * @throws WrongUse
 */
export function readCommandLine<Options extends object>(
  command: Command,
  args: readonly string[] = process.argv.slice(2),
): { options: Options; words: string[] } | null {
  try {
    command.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    const message = error.message.replace(/^error: /, '').replace(/\.$/, '');
    const isExcess = error.code === 'commander.excessArguments';
    throw new WrongUse(isExcess ? `${message}: ${command.args.map(quote).join(', ')}` : message);
  }
  return { options: command.opts<Options>(), words: command.args };
}
