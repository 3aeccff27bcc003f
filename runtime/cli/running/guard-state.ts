/** What `guard` remembers of a day: by how much its limits were raised, and which warnings were given. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readInput, UnfitFile } from '../../io/input-file.ts';
import { isObject } from '../../logs/fields/values.ts';
import type { Machine } from '../machine.ts';

/** What was said. */
export interface Said {
  /** A limit with what it is of, or a problem. */
  of: string;
  /** Dollars that were counted then; 0 for a problem. */
  usd: number;
}

export interface GuardState {
  /** YYYY-MM-DD here. */
  day: string;
  /** Dollars that are added to every limit on that day. */
  raisedUsd: number;
  said: readonly Said[];
}

export interface FoundState extends GuardState {
  /** What is wrong with the file, in words; null: nothing. */
  problem: string | null;
}

/** The file of this user. Unlike what is in the cache, it cannot be made again. */
export function guardFile({ env, home, platform }: Machine): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'agent-cost', 'guard.json');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'agent-cost', 'guard.json');
  return join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'agent-cost', 'guard.json');
}

/** Bytes: there are a few warnings a day. */
const mostBytes = 2 ** 20;

/** A budget that is raised to more than so many times itself is none any more. */
const mostTimes = 10;

/** The state of a day: nothing was raised on another one, or where the file cannot be read or understood. */
export function guardStateAt(path: string, day: string): FoundState {
  const fresh: FoundState = { day, raisedUsd: 0, said: [], problem: null };
  let value: unknown;
  try {
    value = JSON.parse(readInput(path, mostBytes).toString());
  } catch (error) {
    return error instanceof UnfitFile ? { ...fresh, problem: error.message } : fresh;
  }
  if (!isObject(value) || value.day !== day) return fresh;
  const { raisedUsd = 0, said } = value;
  if (!isAmount(raisedUsd)) return { ...fresh, problem: `${path}: raisedUsd is no amount of dollars` };
  return { ...fresh, raisedUsd, said: Array.isArray(said) ? said.filter(isSaid) : [] };
}

const isAmount = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value) && value >= 0;

const isSaid = (one: unknown): one is Said => isObject(one) && typeof one.of === 'string' && isAmount(one.usd);

/** The state for somebody whose budget this is, in dollars: one who may write the file does not get any budget. */
export function withinReason(state: FoundState, path: string, budget: number): FoundState {
  if (state.raisedUsd <= mostTimes * budget) return state;
  const problem = `${path} raises the limits by more than ${mostTimes} times the budget, which does not count`;
  return { ...state, raisedUsd: 0, problem };
}

/** Changes the state of a day, under a lock. */
export async function changeGuardState(
  path: string,
  day: string,
  change: (state: GuardState) => GuardState,
): Promise<GuardState> {
  const { changeLocked } = await import('../locked-file.ts');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const { problem } = guardStateAt(path, day);
  if (problem !== null) throw new Error(`${problem}. Nothing was changed: remove it.`);
  let made: GuardState | undefined;
  await changeLocked(path, () => {
    const { problem: _, ...state } = guardStateAt(path, day);
    made = change(state);
    return `${JSON.stringify(made)}\n`;
  });
  return made as GuardState;
}
