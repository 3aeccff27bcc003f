/** `agent-cost verify`. */
import type { Command } from 'commander';
import { exitCodesHelp } from '../../snapshot/snapshot-problems.ts';
import { print, printError, printJson } from '../output.ts';
import { collect, command } from '../program.ts';
import { Progress } from '../progress.ts';

const epilogue = `
SNAPSHOT is an archive, the directory it unpacks to, or the address of a running server: then its newest snapshot is
fetched and verified, and every published file of the server is held against it (an API key may stand in the
environment as AGENT_COST_API_KEY).

What is checked, in this order: paths and sizes; every file against SHA256SUMS; the signature; every JSON file against
its schema; every price list, estimate and ranking, worked out again from the data and compared byte by byte.

Take the public key from the publisher, never from the snapshot or its server. During a change of keys give both:
  agent-cost verify agent-cost-2026-11-11-1d0c7acb.tar.gz --key old.pem --key new.pem
  agent-cost verify https://prices.example.com --key publisher.pem
  agent-cost verify ./agent-cost-2026-11-11-1d0c7acb --integrity-only --json

Exit codes:
${exitCodesHelp()}
With --integrity-only 0 means: whole and right, whoever made it.`;

interface Options {
  key?: string[];
  integrityOnly?: true;
  json?: true;
}

export const verifyCommand = (): Command =>
  command('verify')
    .summary('check a snapshot: integrity, signature, schemas, every number')
    .description('Checks a snapshot without trusting anyone, and works out every published number again.')
    .argument('<snapshot>', 'archive, directory, or http(s) address of a server')
    .option('--key <file>', 'public key that is trusted (PEM or ssh-ed25519); may be given again', collect)
    .option('--integrity-only', 'do not ask who made it')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', epilogue)
    .action(verify);

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
