/** The options of `live`, `statusline` and `guard` that are read without loading the program that explains all others. */

export interface StatusLineOptions {
  /** Also say on standard error what was not read. */
  debug?: boolean;
}

export interface GuardOptions {
  /** Dollars a day, and for one session. */
  budget?: number;
  session?: number;
  /** Percent of any quota of a plan, as Claude Code told its status line. */
  window?: number;
  /** Dollars to add to every limit until the day ends. */
  raise?: number;
}

export interface LiveOptions {
  once?: boolean;
  json?: boolean;
  /** A session runs whose logs were written within so many minutes. */
  minutes: number;
}

export const usualMinutes = 15;

/** The options of `live`; null: it is another command, or has options that need the whole program. */
export function liveOptions([name, ...words]: readonly string[]): Omit<LiveOptions, 'minutes'> | null {
  if (name !== 'live' || !words.every((word) => word === '--once' || word === '--json')) return null;
  return { once: words.includes('--once'), json: words.includes('--json') };
}

const mostUsd = 1_000_000;

/** Dollars: `20`, `$20`, `0.50`; null: it is no such amount. */
export function dollarsIn(text: string): number | null {
  const [, digits] = /^\$?(\d{1,7}(?:\.\d{1,9})?)$/.exec(text) ?? [];
  const usd = Number(digits);
  return digits !== undefined && usd <= mostUsd ? usd : null;
}

/** Dollars a day: `20/day`; null: it is no such amount. */
export const dollarsADayIn = (text: string): number | null =>
  text.endsWith('/day') ? dollarsIn(text.slice(0, -'/day'.length)) : null;

/** Percent of a quota: `90%`; null: it is none above 0 and up to 100. */
export function percentIn(text: string): number | null {
  const [, digits] = /^(\d{1,3})\s?%$/.exec(text) ?? [];
  const percent = Number(digits);
  return digits !== undefined && percent > 0 && percent <= 100 ? percent : null;
}

/** A command that starts many times an hour, with its options. */
export type Quick =
  | { name: 'statusline'; log: string | undefined; options: StatusLineOptions }
  | { name: 'read-on'; logs: readonly string[] }
  | { name: 'guard'; log: string | undefined; options: GuardOptions };

/** null: it is another command, or has options that need the whole program, if only to say what is wrong with them. */
export function quickCommand([name, ...args]: readonly string[]): Quick | null {
  if (name !== 'statusline' && name !== 'guard') return null;
  if (name === 'statusline' && args[0] === readOnOption) return { name: 'read-on', logs: args.slice(1) };
  const [log, ...more] = args.filter((arg, at) => !arg.startsWith('-') && !takesValue(args[at - 1]));
  if (more.length > 0) return null;
  const words = args.filter((arg, at) => arg !== log || takesValue(args[at - 1]));
  if (name === 'statusline') {
    return words.every((word) => word === '--debug') ? { name, log, options: { debug: words.length > 0 } } : null;
  }
  const options: GuardOptions = {};
  for (let at = 0; at < words.length; at += 2) {
    const [option, value = ''] = [words[at], words[at + 1]];
    const [key, amountIn] = valued.get((option ?? '') as '--budget') ?? [];
    const amount = amountIn?.(value) ?? null;
    if (key === undefined || amount === null || options[key] !== undefined) return null;
    options[key] = amount;
  }
  return Object.keys(options).length === 0 ? null : { name, log, options };
}

const valued = new Map([
  ['--budget', ['budget', dollarsADayIn]],
  ['--session', ['session', dollarsIn]],
  ['--window', ['window', percentIn]],
] as const);

const takesValue = (option: string | undefined): boolean => valued.has((option ?? '') as '--budget');

export const readOnOption = '--read-on';
