/** What `statusline`, `live` and `guard` have in common: what standard input says, whose logs are read, and how. */
import { fstatSync, writeSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readInput } from '../../io/input-file.ts';
import { claudeLimits, type LimitReport } from '../../logs/fields/limit-reports.ts';
import { firstText, isObject, objectIn, textIn, usdIn } from '../../logs/fields/values.ts';
import { thisMachine } from '../find-logs.ts';
import { indexOn } from '../log-index.ts';
import type { Asked } from './running-logs.ts';
import type { ToldBySession } from './status-text.ts';

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

/**
 * What Claude Code writes to the standard input of a status line or a hook: one JSON object. Both name the session and its
 * log; a status line also the model and the context window, a hook also its event.
 * https://code.claude.com/docs/en/statusline, https://code.claude.com/docs/en/hooks
 */
export interface SessionInput {
  /** Path of the session's log; null: none is named. */
  log: string | null;
  told: ToldBySession;
  /** Name of the event of a hook, such as PreToolUse; null: it is not from a hook. */
  hookEvent: string | null;
  /** What it says of the quotas of a plan; none where it says nothing, as a hook. */
  limits: LimitReport[];
}

/**
 * null: the text is not such an object.
 * @param now in milliseconds since 1970
 */
export function sessionInput(text: string, now = Date.now()): SessionInput | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const { transcript_path: path } = value;
  const window = objectIn(value, 'context_window');
  return {
    log: typeof path === 'string' && isAbsolute(path) ? path : null,
    told: {
      model: firstText(objectIn(value, 'model'), 'display_name', 'id'),
      contextPct: percentageIn(window.used_percentage),
      usd: usdIn(objectIn(value, 'cost'), 'total_cost_usd') ?? usdIn(value, 'total_cost_usd'),
    },
    hookEvent: textIn(value, 'hook_event_name'),
    limits: claudeLimits(value, now),
  };
}

/** A part of the window in percent; null: it is none. A context that is too long for the window may be told as more. */
const percentageIn = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 1000 ? value : null;
