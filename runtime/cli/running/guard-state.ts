/** What `guard` remembers of a day: by how much its limits were raised, and which warnings were given. */
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isObject } from '../../logs/fields/values.ts';
import type { Machine } from '../machine.ts';

export interface GuardState {
  /** YYYY-MM-DD here. */
  day: string;
  /** Dollars that are added to every limit on that day. */
  raisedUsd: number;
  /** What was said already: limits, each with what it is of, and problems. */
  warned: readonly string[];
}

/** The file of this user. Unlike what is in the cache, it cannot be made again. */
export function guardFile({ env, home, platform }: Machine): string {
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'agent-cost', 'guard.json');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'agent-cost', 'guard.json');
  return join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'agent-cost', 'guard.json');
}

/** The state of a day: nothing was raised on another one, or where the file cannot be understood. */
export function guardStateAt(path: string, day: string): GuardState {
  const fresh: GuardState = { day, raisedUsd: 0, warned: [] };
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (!isObject(value) || value.day !== day) return fresh;
    const { raisedUsd, warned } = value;
    return {
      day,
      raisedUsd: typeof raisedUsd === 'number' && raisedUsd >= 0 ? raisedUsd : 0,
      warned: Array.isArray(warned) ? warned.filter((one) => typeof one === 'string') : [],
    };
  } catch {
    return fresh;
  }
}

/** Changes the state of a day, under a lock. */
export async function changeGuardState(
  path: string,
  day: string,
  change: (state: GuardState) => GuardState,
): Promise<GuardState> {
  const { changeLocked } = await import('../locked-file.ts');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let made = guardStateAt(path, day);
  await changeLocked(path, () => {
    made = change(guardStateAt(path, day));
    return `${JSON.stringify(made)}\n`;
  });
  return made;
}
