/** `agent-cost live` without the other commands. */
import { guardAnswer, printError } from './output.ts';
import { live } from './running/live.ts';
import { type LiveOptions, usualMinutes } from './running/options.ts';

export async function liveAlone(options: Omit<LiveOptions, 'minutes'>): Promise<void> {
  guardAnswer();
  try {
    await live({ ...options, minutes: usualMinutes });
  } catch (error) {
    printError([(error as Error).message]);
    process.exitCode = 1;
  }
}
