/**
 * Reads the logs of a day on beside a status line or a hook, which answer at once with what is known. It is one process of
 * low priority that ends after a minute at the latest; what it has read by then is in the index. Should two of them run,
 * or one be ended, some logs are read twice, and nothing is lost: each entry of the index is whole.
 */
import { closeSync, existsSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOnOption } from './options.ts';
import { type Asked, runningLogs } from './running-logs.ts';

const longestMs = 60_000;
/** A round is kept before the next one begins; so old a mark was left by a process that was ended. */
const staleMs = 60_000;
const [firstBytes, mostBytes] = [2 ** 25, 2 ** 31];

const program = join(dirname(fileURLToPath(import.meta.url)), 'agent-cost.cjs');

/** Whether another process can read what this one leaves: there is an index, and a program to start. */
export const mayReadOn = ({ index }: Pick<Asked, 'index'>): boolean => index !== null && existsSync(program);

export async function readOnBeside({ index, named }: Asked): Promise<void> {
  if (index === null || !mayReadOn({ index }) || isHeld(index.markOf('reading on'))) return;
  const { spawn } = await import('node:child_process');
  const args = [program, 'statusline', readOnOption, ...named];
  const options = { detached: true, stdio: 'ignore', windowsHide: true } as const;
  // Where none can be started, the next run reads a little more.
  spawn(process.execPath, args, options)
    .on('error', () => {})
    .unref();
}

export async function readOn(asked: Asked): Promise<void> {
  if (asked.index === null) return;
  const mark = asked.index.markOf('reading on');
  if (!take(mark)) return;
  try {
    const { setPriority } = await import('node:os');
    setPriority(10);
    const end = Date.now() + longestMs;
    for (let most = firstBytes; most <= mostBytes && Date.now() < end; most *= 2) {
      const { logs } = await runningLogs({ ...asked, now: Date.now(), mostBytes: most, shown: () => [] });
      if (!logs.some((one) => one.isPartial)) break;
      utimesSync(mark, new Date(), new Date());
    }
  } finally {
    rmSync(mark, { force: true });
  }
}

function isHeld(mark: string): boolean {
  const found = statSync(mark, { throwIfNoEntry: false });
  return found !== undefined && Math.abs(Date.now() - found.mtimeMs) < staleMs;
}

function take(mark: string): boolean {
  if (isHeld(mark)) return false;
  rmSync(mark, { force: true });
  try {
    closeSync(openSync(mark, 'wx', 0o600));
    return true;
  } catch {
    return false;
  }
}
