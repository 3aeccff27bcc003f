/** What every command has in common. */
import { Command } from 'commander';
import { version } from '../../package.json';
import { unknownName } from '../core/values/did-you-mean.ts';
import { WrongUse } from '../io/command-line.ts';
import { commandStarted } from './command-started.ts';

export { version };

/** An error for a name that is not accepted, such as `Unknown preset "codign". Did you mean "coding"? Presets: ...` */
export const unknown = (what: string, name: string, names: readonly string[], hint?: string): WrongUse =>
  new WrongUse(unknownName(what, name, names, hint));

/** A command that exits with code 2 on a usage error and points to its help. */
export const command = (name: string): Command =>
  new Command(name)
    .showHelpAfterError(`Run ${commandStarted()} ${name} --help for usage.`)
    .helpOption('-h, --help', 'print this help')
    .exitOverride();

/** For the help of a command without special exit codes. */
export const plainExitCodes = '\nExit codes: 0 success; 1 failure; 2 usage error; 74 the output could not be written.';

/** For the help of a command with `--strict`. */
export const strictExitCodes =
  '\nExit codes: 0 success; 1 failure; 2 usage error; 3 with --strict: something in the logs was not read; 74 the output could not be written.';

/** For a repeatable option. */
export const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value];
