/** What every command has in common. */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { version } from '../../package.json';
import { exitCodes, type Outcome, SnapshotProblem } from '../audit/exit-codes.ts';
import { isDay } from '../core/values/day.ts';
import { unknownName } from '../core/values/did-you-mean.ts';
import { NothingFound, WrongUse } from '../io/command-line.ts';
import { OutputFailed } from '../io/output-file.ts';
import { print, printError, printJson } from './output.ts';

export { version };

/** An error for a name that is not accepted, such as `Unknown preset "codign". Did you mean "coding"? Presets: ...` */
export const unknown = (what: string, name: string, names: readonly string[], hint?: string): WrongUse =>
  new WrongUse(unknownName(what, name, names, hint));

/** A command that exits with code 2 on a usage error and points to its help, with options that several commands have. */
export class OwnCommand extends Command {
  /** @param conflicts names of options that are not given with it */
  json(...conflicts: string[]): this {
    return this.addOption(new Option('--json', 'print JSON, with exact numbers').conflicts(conflicts));
  }

  jsonAndCsv(): this {
    return this.json('csv').option('--csv', 'print CSV (RFC 4180), with exact numbers');
  }

  /** Which prices it uses. @param day whose prices are used without the option */
  prices(day = 'that of the catalog'): this {
    return this.option(
      '--as-of <day>',
      `prices in force on this day (YYYY-MM-DD, UTC), past or scheduled; default ${day}`,
      aDay,
    )
      .option('--overlay <file>', 'your own prices and discounts, a JSON file; changed prices are marked')
      .option('--catalog <file>', 'catalog.json to read; default the one next to this program');
  }

  logs(): this {
    return this.argument('[logs...]', 'files, folders, or - for standard input; default those of your agents');
  }

  /** Which calls are read, where a format says in tags who made them. */
  tags(): this {
    return this.option('--tag <tag>', 'only calls with this tag, such as assistant in tau2 results').option(
      '--without-tag <tag>',
      'only calls without this tag, such as sidechain in Claude Code sessions',
    );
  }

  strict(): this {
    return this.option('--strict', `exit with code ${incompleteExitCode} if anything in the logs was not read`);
  }

  choice(flags: string, text: string, choices: readonly string[], usual?: string): this {
    return this.addOption(new Option(flags, text).choices(choices).default(usual));
  }

  addOptions(options: readonly Option[]): this {
    for (const option of options) this.addOption(option);
    return this;
  }

  with(add: (command: this) => unknown): this {
    add(this);
    return this;
  }
}

export const command = (name: string): OwnCommand =>
  new OwnCommand(name)
    .showHelpAfterError(`Run agent-cost ${name} --help for usage.`)
    .configureOutput({
      writeOut: (text) => print(text.trimEnd().split('\n')),
      writeErr: (text) => printError(text.trimEnd().split('\n')),
    })
    .helpOption('-h, --help', 'print this help')
    .exitOverride();

/** The argument of an option: what `read` makes of its text; null: it is refused, with what it must be. */
export const argument =
  <Value>(must: string, read: (text: string) => Value | null) =>
  (text: string): Value => {
    const value = read(text);
    if (value === null) throw new InvalidArgumentError(`It must be ${must}.`);
    return value;
  };

export const numberOf = (must: string, digits: RegExp) =>
  argument(must, (text) => (digits.test(text) ? Number(text) : null));

export const aDay = argument('a day such as 2026-12-01', (text) => (isDay(text) ? text : null));

export const aCount = numberOf('a whole number from 1 to 999999', /^[1-9]\d{0,5}$/);

/** A number of days, or of minutes. */
export const aShortCount = numberOf('a whole number between 1 and 9999', /^[1-9]\d{0,3}$/);

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

export const plainExitCodes = '\nExit codes: 0 success; 1 failure; 2 usage error; 74 the output could not be written.';

/** The exit code of `--strict` where something was not read. */
export const incompleteExitCode = 3;

export const strictExitCodes = `\nExit codes: 0 success; 1 failure; 2 usage error; ${incompleteExitCode} with --strict: something in the logs was not read; 74 the output could not be written.`;

export const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value];

/** Reads numbers, true, false and null; other text stays text, and the schema decides what the field accepts. */
export function readValue(text: string): unknown {
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text);
  return ['true', 'false', 'null'].includes(text) ? JSON.parse(text) : text;
}

export type Failure = ReturnType<typeof failureOf>;

/**
 * What an error of a command that reads untrusted files is told as. Every error has an exit code: what is neither a
 * problem of the input nor of the output is a fault of this program.
 */
export function failureOf(error: unknown): { kind: Outcome; exitCode: number; message: string; details: object } {
  if (error instanceof SnapshotProblem) {
    const { kind, exitCode, message, details } = error;
    return { kind, exitCode, message, details: { ...details } };
  }
  if (error instanceof OutputFailed) {
    const kind = error.isWrongName ? 'wrongUse' : 'output';
    return { kind, exitCode: exitCodes[kind][0], message: error.message, details: {} };
  }
  const [exitCode, meaning] = exitCodes.failed;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { kind: 'failed', exitCode, message: `${text.slice(0, 1000)} (${meaning}).`, details: {} };
}

export const failureLines = ({ kind, exitCode, message, details }: Failure): string[] => [
  `REFUSED (${kind}, exit code ${exitCode}): ${message}`,
  ...Object.entries(details).map(([name, value]) => `  ${name.padEnd(9)} ${value}`),
];

export const failureJson = ({ kind, message, details }: Failure): object => ({ kind, message, ...details });

/**
 * Runs a command that reads untrusted files; an error is printed, and becomes the exit code.
 * @param end a sentence about what was not done
 */
export async function orFailure(isJson: boolean, end: string, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch (error) {
    const failure = failureOf(error);
    process.exitCode = failure.exitCode;
    if (isJson) printJson({ exitCode: failure.exitCode, problem: failureJson(failure) });
    else printError([...failureLines(failure), end]);
  }
}
