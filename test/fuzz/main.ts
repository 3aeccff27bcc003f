/** `npm run fuzz`: fuzzes a fresh build for as long as requested. */
import { readCommandLine, scriptCommand, WrongUse } from '../../runtime/io/command-line.ts';
import { fuzz, report } from './fuzz.ts';

const help = `Sends random and mutated requests to the real server and checks every answer against the contract.

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
    const result = await fuzz(options);
    console.log(report(result));
    process.exitCode = result.violations.length === 0 ? 0 : 1;
  }
} catch (error) {
  if (!(error instanceof WrongUse)) throw error;
  console.error(`${error.message}\nRun npm run fuzz -- --help for usage.`);
  process.exitCode = 2;
}
