/** `npm run fuzz`: the fuzz for as long as one likes, on a fresh build. */
import { parseArgs } from 'node:util';
import { buildOnce } from '../support/build-once.ts';
import { fuzz, report } from './fuzz.ts';

const help = `Sends random and mutated requests to the real server and holds every answer against the contract.

  npm run fuzz -- [--minutes N] [--seed S] [--only CASE]

  --minutes N   how long; default 1
  --seed S      the same seed sends the same requests; default: the time
  --only CASE   sends one case of the seed and prints what came
  --help        print this

Exit codes: 0 no violation; 1 violations, each printed with what repeats it.`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) console.log(help);
else {
  await buildOnce();
  const result = await fuzz({
    seconds: 60 * Number(values.minutes),
    seed: Number(values.seed),
    ...(values.only !== undefined && { only: Number(values.only) }),
  });
  console.log(report(result));
  process.exitCode = result.violations.length === 0 ? 0 : 1;
}
