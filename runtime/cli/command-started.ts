/** The command as it was started, for messages that name one to run. */
import { basename, isAbsolute, relative } from 'node:path';

interface Started {
  /** Path of the program that runs. */
  program: string | undefined;
  cwd: string;
}

/**
 * `agent-cost` where it is installed for all, `npx agent-cost` where npx runs it or a project has it, `node dist/agent-cost.cjs` in a clone.
 * @param started default this process
 */
export function commandStarted(
  { program = '', cwd }: Started = { program: process.argv[1], cwd: process.cwd() },
): string {
  if (/[\\/](_npx|node_modules[\\/]\.bin)[\\/]/.test(program)) return 'npx agent-cost';
  const file = basename(program.replaceAll('\\', '/'));
  // npm's own shims of Windows start agent-cost.cjs where it is installed.
  const isByFile = file === 'cli.js' || (file === 'agent-cost.cjs' && !/[\\/]node_modules[\\/]/.test(program));
  if (!isByFile) return 'agent-cost';
  const near = relative(cwd, program);
  const path = near.startsWith('..') || isAbsolute(near) ? program : near;
  return `node ${/\s/.test(path) ? JSON.stringify(path) : path}`;
}

/** The first words of every command, former names too; a test compares them with the list of commands. */
export const firstWords =
  'report|totals|reconcile|reprice|live|statusline|guard|estimate|rank|advise|explain|presets|measured|calibrate|forecast|backtest|price|models|model|changes|export|sql|enrich|check|watch|verify|verify-list|timestamp|diff|mcp|keys|completion';
const named = new RegExp(`(?<![\\w./-])agent-cost (?=(?:--help|${firstWords})(?![\\w-]))`, 'g');

/** A text in which commands are named as `agent-cost report`, with the command as it was started. */
export const asStarted = (text: string, started = commandStarted()): string => text.replaceAll(named, `${started} `);
