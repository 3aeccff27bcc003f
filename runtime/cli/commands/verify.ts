/** `agent-cost verify`. */
import { exitCodesHelp } from '../../audit/exit-codes.ts';
import { Progress } from '../../io/progress.ts';
import { print, printError, printJson } from '../output.ts';
import { collect, command, numberOf } from '../program.ts';
import type { ReportOptions } from '../verify-report.ts';

const epilogue = `
SNAPSHOT is an archive, the directory it unpacks to, or the address of a running server. For a server, the snapshot of
the dataset it serves is fetched and verified, the chain of its list of snapshots is checked, and every published file
of the server is compared with the snapshot, up to the first difference. The check waits when the rate limit asks for it
(an API key in the environment variable AGENT_COST_API_KEY has its own limit).

What is checked, in this order: paths and sizes; every file against SHA256SUMS; the signature; the data against the
schemas of this program; everything that follows from the data (numbers, pages, Parquet, CSV), made again and compared
byte by byte; every text and script against those of this program; the timestamp, if --tsa-ca is given.
No file rests on its checksum alone. It takes the program that made the snapshot: see code 48.

Take the public key from the publisher, never from the snapshot or its server. During a change of keys pass both:
  agent-cost verify agent-cost-2026-11-11-1d0c7acb.tar.gz --key old.pem --key new.pem
  agent-cost verify https://prices.example.com --key publisher.pem
  agent-cost verify ./agent-cost-2026-11-11-1d0c7acb --integrity-only --json
  agent-cost verify ./agent-cost-2026-11-11-1d0c7acb --key publisher.pem --receipt estimate.receipt.json

Exit codes:
${exitCodesHelp()}
With --integrity-only 0 means: complete and correct, but not who made it.`;

interface Options extends ReportOptions {
  json?: true;
}

export const verifyCommand = () =>
  command('verify')
    .summary('check a snapshot: integrity, signature, schemas, every number')
    .description('Checks a snapshot without trusting anyone, and recomputes every published number.')
    .argument('<snapshot>', 'archive, directory, or http(s) address of a server')
    .option('--key <file>', 'trusted public keys (PEM, ssh-ed25519 or allowed_signers); repeatable', collect)
    .option('--verify-time <time>', 'time at which keys must be valid: YYYYMMDD[HHMM[SS]][Z]; default now')
    .option('--integrity-only', 'do not check who made it')
    .option('--kept <file>', "a kept copy of the server's snapshots.json, whose entries must all be there unchanged")
    .option('--timeout <seconds>', 'maximum time for the check of a server; default 3600', aTimeout)
    .option('--tsa-ca <file>', 'certificates (PEM) of timestamp authorities; the timestamp is checked too')
    .option('--receipt <file>', 'the receipt of an estimate or a report; its answer is recomputed')
    .option('--log <file>', 'a log that the report in the receipt was made from; repeatable', collect)
    .option('--overlay <file>', 'the overlay that the answer in the receipt was made from')
    .option('--timestamp <file>', 'the timestamp; default <archive>.tsr')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', epilogue)
    .action(verify);

const aTimeout = numberOf('a number of seconds, such as 600', /^[1-9]\d{0,6}$/);

async function verify(where: string, options: Options): Promise<void> {
  const progress = new Progress(options.json === true);
  const { verifyReport } = await import('../verify-report.ts');
  const report = await verifyReport(where, options, progress.show);
  progress.end();
  process.exitCode = report.exitCode;
  if (options.json) printJson(report.json);
  else if (report.json.verdict === 'refused') printError(report.lines);
  else print(report.lines);
}
