/** `agent-cost ARGS` as Claude Code starts it. */
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { testDist } from '../../support/dist.ts';

const program = join(testDist, 'agent-cost.cjs');
const envOf = (home: string) => ({ PATH: process.env.PATH, HOME: home, USERPROFILE: home });

export function started(home: string, args: readonly string[], input: string) {
  const options = { env: envOf(home), input, encoding: 'utf8' as const };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { status, stdout, stderr };
}

/** Its exit code, while others run. */
export const startedAside = (home: string, args: readonly string[]): Promise<number | null> =>
  new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: envOf(home) }).on('exit', resolve);
  });
