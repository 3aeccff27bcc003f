/** The command line. */
import { parseArgs } from 'node:util';

export const sectionNames = ['get', 'post', 'compare', 'limit', 'core', 'start', 'build', 'growth'] as const;
export type SectionName = (typeof sectionNames)[number];

export const help = `Measures every goal side by side with its ceiling and its peers.

  npm run bench -- [SECTION ...] [--json] [--seconds N] [--rounds N] [--models N]

  SECTION      ${sectionNames.join(', ')}; default all, which also writes bench/RESULTS.md
  --seconds N  length of a slice of load; default 1
  --rounds N   slices of each contestant, taken in turns; default 6
  --models N   models of the synthetic dataset of compare and build; default 2000
  --large      growth: 20,000 models too, which takes minutes and gigabytes
  --core N     the core that server and load generator share; default 0
  --loop       load from bench/peers/loop.mjs even where wrk is installed
  --json       print the results for a machine; progress goes to stderr anyway
  --help       print this

Everything a run makes lies below TMPDIR. On ext4 a mass delete slows writing down for minutes, and each run ends with
one: wait five minutes between runs with build, or use TMPDIR=/dev/shm where it has room (about 2 GB at 2000 models).

Exit codes: 0 measured, whether or not goals were reached; 1 something could not be measured; 2 wrong use.`;

export interface Options {
  sections: SectionName[];
  seconds: number;
  rounds: number;
  models: number;
  large: boolean;
  core: number;
  loop: boolean;
  json: boolean;
  help: boolean;
}

/** A wrong option; the message names it, what it must be and what was given. */
export class WrongUse extends Error {}

export function readOptions(args: string[]): Options {
  const { values, positionals } = parse(args);
  for (const name of positionals) {
    if (!isSection(name)) throw new WrongUse(`Unknown section "${name}". Sections: ${sectionNames.join(', ')}.`);
  }
  const whole = (name: 'seconds' | 'rounds' | 'models' | 'core', from: number, to: number): number => {
    const number = Number(values[name]);
    if (/^\d+$/.test(values[name]) && number >= from && number <= to) return number;
    throw new WrongUse(`--${name} must be a whole number from ${from} to ${to} (got "${values[name]}").`);
  };
  return {
    sections: positionals.length === 0 ? [...sectionNames] : sectionNames.filter((name) => positionals.includes(name)),
    seconds: whole('seconds', 1, 60),
    rounds: whole('rounds', 2, 100),
    models: whole('models', 100, 100_000),
    core: whole('core', 0, 1023),
    large: values.large,
    loop: values.loop,
    json: values.json,
    help: values.help,
  };
}

const isSection = (name: string): name is SectionName => (sectionNames as readonly string[]).includes(name);

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        seconds: { type: 'string', default: '1' },
        rounds: { type: 'string', default: '6' },
        models: { type: 'string', default: '2000' },
        core: { type: 'string', default: '0' },
        large: { type: 'boolean', default: false },
        loop: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw new WrongUse((error as Error).message);
  }
}
