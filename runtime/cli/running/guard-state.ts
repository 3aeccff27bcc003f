/** Whether what was spent is within limits, and what `guard` remembers of a day: by how much they were raised, which warnings it gave. */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usd } from '../../core/values/rounded.ts';
import { readInput, UnfitFile } from '../../io/input-file.ts';
import { isObject } from '../../logs/fields/values.ts';
import type { Machine } from '../find-logs.ts';

export interface Said {
  /** A limit with what it is of, or a problem. */
  of: string;
  /** Dollars that were counted then; 0 for a problem. */
  usd: number;
}

export interface GuardState {
  day: string;
  /** Dollars that are added to every limit on that day. */
  raisedUsd: number;
  said: readonly Said[];
}

interface FoundState extends GuardState {
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

/** Nano-dollars and less are noise; a limit is reached as soon as it is spent. */
export interface Limit {
  of: 'day' | 'session';
  usd: number;
}

export interface Use {
  usd: number;
  /** Dollars that the log leaves out, by an estimate. */
  missingUsd: number;
  unpricedCalls: number;
}

export interface Judged {
  verdict: 'ok' | 'warn' | 'stop';
  limit: Limit;
  use: Use;
}

/** The part of a limit from which on a warning is given. */
export const warnFrom = 0.8;

/** @param raised dollars that were added to every limit */
export function judge(limit: Limit, use: Use, raised: number): Judged {
  const most = limit.usd + raised;
  const spent = use.usd + use.missingUsd;
  return {
    verdict: spent >= most ? 'stop' : spent >= warnFrom * most ? 'warn' : 'ok',
    limit: { ...limit, usd: most },
    use,
  };
}

const names = { day: 'today', session: 'this session' } as const;

/** `$16.20 of $20.00 for today (81 %)`, with what is estimated or not priced. */
export function judgedText({ limit, use }: Judged): string {
  const spent = use.usd + use.missingUsd;
  const parts = [
    ...(use.missingUsd > 0 ? [`${usd(use.missingUsd)} of it estimated, since the log leaves it out`] : []),
    ...(use.unpricedCalls > 0 ? [`${use.unpricedCalls} calls have no price and are not in it`] : []),
  ];
  const share = limit.usd > 0 ? ` (${Math.floor((100 * spent) / limit.usd)} %)` : '';
  return `${usd(spent)} of ${usd(limit.usd)} for ${names[limit.of]}${share}${parts.length > 0 ? `; ${parts.join('; ')}` : ''}`;
}
