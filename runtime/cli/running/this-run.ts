/** What `statusline`, `live` and `guard` have in common: whose logs are read, and how. */
import { fstatSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInput } from '../../io/input-file.ts';
import { indexOn } from '../log-index.ts';
import { thisMachine } from '../machine.ts';
import type { Asked } from './running-logs.ts';

/** What Claude Code writes is a few thousand bytes. */
const mostInput = 2 ** 20;

/** The text on standard input; null: it is a terminal, or there is none. */
export function givenText(): string | null {
  try {
    // A terminal, or nothing at all. process.stdin and node:tty would load what streams need.
    if (fstatSync(0).isCharacterDevice()) return null;
    return readInput(0, mostInput).toString('utf8');
  } catch {
    return null;
  }
}

/** Says how something is written to standard output. */
export type Say = (text: string) => void;

/** Writes to standard output without loading what streams need; a closed pipe is no error. */
export function sayAtOnce(text: string): void {
  try {
    for (let bytes = Buffer.from(text); bytes.length > 0; ) bytes = bytes.subarray(writeSync(1, bytes));
  } catch {
    // Nobody reads it, or a pipe is full that nobody reads.
  }
}

/** @param named logs that are wanted whenever they were written */
export function askedHere(named: readonly string[], mostBytes = 2 ** 31, now = Date.now()): Asked {
  const machine = thisMachine();
  return {
    ...{ machine, named, mostBytes, now },
    catalog: join(dirname(fileURLToPath(import.meta.url)), 'catalog.json'),
    index: indexOn(machine),
  };
}
