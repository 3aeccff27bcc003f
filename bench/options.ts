/** The command line of the bench. */
import { readCommandLine, scriptCommand, WrongUse } from '../runtime/io/command-line.ts';

export const sectionNames = [
  'get',
  'post',
  'compare',
  'limit',
  'core',
  'start',
  'build',
  'report',
  'logs',
  'parquet',
  'statusline',
  'page',
  'growth',
] as const;
export type SectionName = (typeof sectionNames)[number];

const help = `Measures every goal side by side with its ceiling and its peers.

  npm run bench -- [SECTION ...] [--json] [--seconds N] [--rounds N] [--models N]

  SECTION      ${sectionNames.join(', ')}; default all, which also writes bench/RESULTS.md
  --seconds N  length of a slice of load; default 1
  --rounds N   slices of each contestant, taken in turns; default 6
  --models N   models in the synthetic dataset of compare and build; default 2000
  --calls N    calls in the log of report; default 1000000, the goal is for 10000000 (2 GB below TMPDIR);
               parquet has ten times as many
  --large      growth: 20,000 models too, which takes minutes and gigabytes
  --core N     the core shared by the server and the load generator; default 0
  --loop       use bench/peers/loop.mjs for load even if wrk is installed
  --json       print the results as JSON; progress always goes to stderr
  --help       print this

All files of a run are below TMPDIR. On ext4 a mass delete slows down writes for minutes, and each run ends with one:
wait five minutes between runs with build, or use TMPDIR=/dev/shm if it has room (about 2 GB at 2000 models).

Exit codes: 0 measured, whether or not goals were reached; 1 something could not be measured, or a ratio is more than a
tenth worse than in bench/RESULTS.md; 2 usage error.`;

export interface Options {
  sections: SectionName[];
  seconds: number;
  rounds: number;
  models: number;
  calls: number;
  large: boolean;
  core: number;
  loop: boolean;
  json: boolean;
}

type Flags = Record<'seconds' | 'rounds' | 'models' | 'calls' | 'core', string> &
  Record<'large' | 'loop' | 'json', boolean>;

const command = scriptCommand('npm run bench', help)
  .argument('[section...]')
  .option('--seconds <n>', '', '1')
  .option('--rounds <n>', '', '6')
  .option('--models <n>', '', '2000')
  .option('--calls <n>', '', '1000000')
  .option('--core <n>', '', '0')
  .option('--large', '', false)
  .option('--loop', '', false)
  .option('--json', '', false);

/**
 * The options; null after --help, which is printed.
 * @throws WrongUse
 */
export function readOptions(args: string[]): Options | null {
  const line = readCommandLine<Flags>(command, args);
  if (line === null) return null;
  const { options: flags, words } = line;
  for (const name of words) {
    if (!isSection(name)) throw new WrongUse(`Unknown section "${name}". Sections: ${sectionNames.join(', ')}.`);
  }
  const whole = (name: 'seconds' | 'rounds' | 'models' | 'calls' | 'core', from: number, to: number): number => {
    const number = Number(flags[name]);
    if (/^\d+$/.test(flags[name]) && number >= from && number <= to) return number;
    throw new WrongUse(`--${name} must be a whole number from ${from} to ${to} (got "${flags[name]}").`);
  };
  return {
    sections: words.length === 0 ? [...sectionNames] : sectionNames.filter((name) => words.includes(name)),
    seconds: whole('seconds', 1, 60),
    rounds: whole('rounds', 2, 100),
    models: whole('models', 100, 100_000),
    calls: whole('calls', 1000, 100_000_000),
    core: whole('core', 0, 1023),
    large: flags.large,
    loop: flags.loop,
    json: flags.json,
  };
}

const isSection = (name: string): name is SectionName => (sectionNames as readonly string[]).includes(name);
