/** `npm run fuzz`: fuzzes a fresh build for as long as requested. */
import { readCommandLine, scriptCommand, WrongUse } from '../../runtime/io/command-line.ts';
import { complaint, crowd, crowdKinds, crowdReport } from './crowd.ts';
import { fuzz, report } from './fuzz.ts';

const help = `Sends random and mutated requests to the real server and checks every answer against the contract. A part of the time,
ten addresses hold 500 connections each and send a few bytes at a time, and others must still be answered.

  npm run fuzz -- [--minutes N] [--seed S] [--only CASE]

  --minutes N   how long; default 1
  --seed S      the same seed sends the same requests; default: the time
  --only CASE   sends one case of the seed and prints the answer
  --help        print this

Exit codes: 0 no violation; 1 violations, each printed with the command that repeats it; 2 usage error.`;

const command = scriptCommand('npm run fuzz', help)
  .option('--minutes <n>', '', '1')
  .option('--seed <n>', '', String(Date.now() % 1_000_000_000))
  .option('--only <n>');

type Flags = Record<'minutes' | 'seed', string> & { only?: string };

function number(name: string, text: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new WrongUse(`--${name} must be a number (got "${text}").`);
}

try {
  const line = readCommandLine<Flags>(command);
  if (line !== null) {
    const { minutes, seed, only } = line.options;
    const options = {
      seconds: 60 * number('minutes', minutes),
      seed: number('seed', seed),
      ...(only !== undefined && { only: number('only', only) }),
    };
    const crowdSeconds = only === undefined ? Math.min(25, options.seconds / 12) : 0;
    const result = await fuzz({ ...options, seconds: options.seconds - crowdKinds.length * crowdSeconds });
    console.log(report(result));
    let violations = result.violations.length;
    for (const kind of only === undefined ? crowdKinds : []) {
      const result = await crowd(kind, crowdSeconds, 5000);
      const found = complaint(result);
      console.log(`${crowdReport(result)}${found === null ? '' : `\nVIOLATION ${found}`}`);
      if (found !== null) violations++;
    }
    process.exitCode = violations === 0 ? 0 : 1;
  }
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  console.error(`${error.message}\nRun npm run fuzz -- --help for usage.`);
  process.exitCode = 2;
}
