/** What every command has in common. */
import { Command, CommanderError } from 'commander';
import { version } from '../../package.json';
import { SnapshotProblem } from '../audit/snapshot-problems.ts';
import { unknownName } from '../core/values/did-you-mean.ts';
import { NothingFound, WrongUse } from '../io/command-line.ts';
import { OutputFailed } from '../io/output-file.ts';
import { failureOf } from './failure.ts';
import { print, printError } from './output.ts';

export { version };

/** An error for a name that is not accepted, such as `Unknown preset "codign". Did you mean "coding"? Presets: ...` */
export const unknown = (what: string, name: string, names: readonly string[], hint?: string): WrongUse =>
  new WrongUse(unknownName(what, name, names, hint));

/** A command that exits with code 2 on a usage error and points to its help. */
export const command = (name: string): Command =>
  new Command(name)
    .showHelpAfterError(`Run agent-cost ${name} --help for usage.`)
    .configureOutput({
      writeOut: (text) => print(text.trimEnd().split('\n')),
      writeErr: (text) => printError(text.trimEnd().split('\n')),
    })
    .helpOption('-h, --help', 'print this help')
    .exitOverride();

/** `agent-cost` without its commands. */
export const agentCost = (): Command => command('agent-cost').version(version, '-V, --version', 'print the version');

/** Runs a program to its end; an error is printed, and becomes the exit code. */
export async function toEnd(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (error instanceof CommanderError) {
      // commander has already printed the error, the help or the version.
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    const list = error instanceof WrongUse || error instanceof NothingFound ? error.list : [];
    const hint = error instanceof NothingFound ? [error.hint] : [];
    printError([(error as Error).message, ...list.map((item) => `  ${item}`), ...hint]);
    if (error instanceof SnapshotProblem || error instanceof OutputFailed) process.exitCode = failureOf(error).exitCode;
    else process.exitCode = error instanceof WrongUse ? 2 : 1;
  }
}

/** For the help of a command without special exit codes. */
export const plainExitCodes = '\nExit codes: 0 success; 1 failure; 2 usage error; 74 the output could not be written.';

/** For the help of a command with `--strict`. */
export const strictExitCodes =
  '\nExit codes: 0 success; 1 failure; 2 usage error; 3 with --strict: something in the logs was not read; 74 the output could not be written.';

/** For a repeatable option. */
export const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value];

/** Reads numbers, true, false and null; other text stays text, and the schema decides what the field accepts. */
export function readValue(text: string): unknown {
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text);
  return ['true', 'false', 'null'].includes(text) ? JSON.parse(text) : text;
}
