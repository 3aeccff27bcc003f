/** CPU, time and memory of this project's report and of ccusage on the same made-up sessions, in the same run. */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Workplace } from '../workplace.ts';
import { type MadeUp, writeSessions } from './made-up-sessions.ts';

export interface SpeedRow {
  reader: string;
  usd: number;
  seconds: number;
  cpuSeconds: number;
  /** null: not known. */
  maxBytes: number | null;
}

/** It starts a native program, whose memory Node is not told of. */
function ofCcusage(ccusage: string, env: Record<string, string>): SpeedRow {
  const { stdout, ...used } = timed([ccusage, 'monthly', '--json', '--offline'], env);
  return { reader: 'ccusage', usd: JSON.parse(stdout).totals.totalCost, ...used, maxBytes: null };
}

const msPerDay = 86_400_000;

/** The report's beginning: the logs that were found, the months and the models. */
const beginningOf = (report: string): string =>
  `$ agent-cost report\n${report.split('\n\n').slice(0, 3).join('\n\n')}\n...`;

/**
 * @param cli this project's program
 * @param ccusage the program of ccusage
 * @returns with the beginning of the report
 */
export async function speedRows(
  cli: string,
  ccusage: string,
  megabytes: number,
): Promise<{ made: MadeUp; rows: SpeedRow[]; printed: string }> {
  const place = new Workplace();
  try {
    const home = place.fresh('home');
    const projects = join(home, '.claude/projects');
    mkdirSync(projects, { recursive: true });
    const made = writeSessions(projects, megabytes * 1e6, Math.floor(Date.now() / msPerDay) * msPerDay);
    const env = {
      ...{ HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude'), XDG_CACHE_HOME: join(home, '.cache') },
      ...{ XDG_CONFIG_HOME: join(home, '.config'), TZ: 'UTC', AGENT_COST_INDEX: '' },
    };
    const measured = async (reader: string, args: string[], usdIn: (answer: string) => number): Promise<SpeedRow> => {
      const { stdout, ...used } = await place.runMeasured(args, { env });
      return { reader, usd: usdIn(stdout), ...used };
    };
    const ours = (reader: string, ...more: string[]) =>
      measured(reader, [cli, 'report', '--json', ...more], (text) => JSON.parse(text).total.usd);
    const rows = [
      await ours('agent-cost report --no-index', '--no-index'),
      await ours('agent-cost report, first'),
      await ours('agent-cost report, second'),
      ofCcusage(ccusage, env),
    ];
    const { stdout } = await place.runMeasured([cli, 'report'], { env });
    return { made, rows, printed: beginningOf(stdout) };
  } finally {
    place.remove();
  }
}

/** What a command takes with all the processes that it starts, as ccusage starts a native program. */
export interface Timed {
  stdout: string;
  cpuSeconds: number;
  seconds: number;
}

/** Runs Node with these arguments to its end. @throws an Error if it fails */
export function timed(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Timed {
  const script = 'TIMEFORMAT="%U %S %R"; time "$@" 2>/dev/null';
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...args], {
    ...{ env: { ...process.env, ...env }, encoding: 'utf8', maxBuffer: 2 ** 28 },
  });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr.slice(-500)}`);
  const [user = Number.NaN, system = Number.NaN, seconds = Number.NaN] = stderr.trim().split(/\s+/).map(Number);
  return { stdout, cpuSeconds: user + system, seconds };
}
