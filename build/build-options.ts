/** Options shared by every command that builds, and the message and exit code of one that fails. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { isDay } from '../runtime/core/values/day.ts';
import { scriptCommand, WrongUse } from '../runtime/io/command-line.ts';
import type { DataProblem } from './data/read-data.ts';

const root = join(import.meta.dirname, '..');

export interface Options {
  /** The day of the prices, and today. Both YYYY-MM-DD, UTC. */
  asOf: string;
  today: string;
  out: string;
  data: string;
  /** The URL of the site, with a trailing slash; null: not known. */
  siteUrl: string | null;
}

/** The default of --out: a build for another day never replaces the one that is served. */
const defaultOut = (asOf: string | undefined): string => join(root, asOf === undefined ? 'dist' : `dist-as-of-${asOf}`);

/** The parsed command line of a command that builds. */
export interface BuildFlags {
  asOf?: string;
  out?: string;
  data: string;
  siteUrl?: string;
  json: boolean;
}

/** A command that builds; `optionsFrom` reads its flags. */
export const buildCommand = (invocation: string, help: string): Command =>
  scriptCommand(invocation, help)
    .option('--as-of <day>')
    .option('--out <dir>')
    .option('--data <dir>', '', join(root, 'data'))
    .option('--site-url <url>')
    .option('--json', '', false);

/** @throws WrongUse */
export function optionsFrom(values: BuildFlags): Options {
  const today = new Date().toISOString().slice(0, 10);
  const asOf = values.asOf ?? today;
  if (!isDay(asOf)) throw new WrongUse(`--as-of must be a day such as ${today} (got "${asOf}").`);
  if (values.out === '') throw new WrongUse('--out must name a folder (got "").');
  for (const needed of ['providers', 'presets.json']) {
    if (!existsSync(join(values.data, needed))) {
      throw new WrongUse(
        `--data must be a folder with providers/ and presets.json (got "${values.data}", without ${needed}).`,
      );
    }
  }
  return {
    asOf,
    today,
    out: resolve(values.out ?? defaultOut(values.asOf)),
    data: resolve(values.data),
    siteUrl: siteUrlFrom(values.siteUrl ?? process.env.SITE_URL),
  };
}

/** @throws WrongUse */
function siteUrlFrom(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new WrongUse(`--site-url must be an address such as https://example.com/costs/ (got "${text}").`);
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

/** Problems in the data, one per line. */
export const problemLines = (problems: readonly DataProblem[]): string =>
  problems
    .map(({ file, line, pointer, message }) => `${file}:${line}${pointer && `#${pointer}`}: ${message}`)
    .join('\n');

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
