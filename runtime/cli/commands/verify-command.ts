/** `agent-cost verify`: what it is told, what it prints, how it ends. */
import type { Command } from 'commander';
import { exitCodes, exitCodesHelp, type Outcome, SnapshotProblem } from '../../snapshot/snapshot-problems.ts';
import type { Verified } from '../../snapshot/verify-snapshot.ts';
import { collect, command, version } from '../program.ts';
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

/** What is said of a snapshot. `intact`: everything but who made it. */
type Verdict = 'verified' | 'intact' | 'refused';

async function verify(where: string, options: Options): Promise<void> {
  const started = performance.now();
  const progress = new Progress(options.json === true);
  let outcome: Outcome = 'verified';
  let verdict: Verdict = 'verified';
  let found: (Verified & { served?: { files: number } }) | null = null;
  let problem: SnapshotProblem | null = null;
  try {
    const { check } = await import('../locate-snapshot.ts');
    found = await check(where, options.key ?? [], version, progress.show);
    if (!found.signature.trusted) {
      verdict = 'intact';
      outcome = options.integrityOnly ? 'verified' : 'noKey';
    }
  } catch (error) {
    if (!(error instanceof SnapshotProblem)) throw error;
    problem = error;
    outcome = error.kind;
    verdict = 'refused';
  }
  progress.end();
  const [exitCode, code] = exitCodes[outcome];
  const meaning = outcome === 'verified' && verdict === 'intact' ? 'whole and right, whoever made it' : code;
  process.exitCode = exitCode;
  const seconds = Math.round(performance.now() - started) / 1000;
  if (options.json) {
    const { manifest, ...rest } = found ?? { manifest: null };
    const { files: _, ...snapshot } = manifest ?? { files: null };
    const told = problem && { kind: problem.kind, message: problem.message, ...problem.details };
    console.log(JSON.stringify({ verdict, exitCode, meaning, snapshot, ...rest, problem: told, seconds }));
  } else if (problem) console.error(refusal(problem));
  else if (found) console.log(report(found, verdict, outcome, seconds));
}

function refusal({ kind, message, exitCode, details }: SnapshotProblem): string {
  const rows = Object.entries(details).map(([name, value]) => `  ${name.padEnd(9)} ${value}\n`);
  return `REFUSED (${kind}, exit code ${exitCode}): ${message}\n${rows.join('')}Nothing is verified.`;
}

function report(
  { manifest, files, bytes, signature, schemas, recomputed, served }: Verified & { served?: { files: number } },
  verdict: Verdict,
  outcome: Outcome,
  seconds: number,
): string {
  const who = signature.state === 'unsigned' ? 'none: the snapshot says that it is not signed' : `by ${signature.key}`;
  const trust = signature.trusted ? ', a key you gave' : signature.key ? ', which no key of yours vouches for' : '';
  const { estimates, rankings, notRecomputed } = recomputed;
  return [
    `Dataset ${manifest.datasetVersion}, prices of ${manifest.pricesAsOf}, ${manifest.commit === null ? 'no commit named' : `commit ${manifest.commit}`}`,
    `  integrity   ${files} files, ${(bytes / 1e6).toFixed(1)} MB, each as SHA256SUMS says`,
    `  signature   ${who}${trust}`,
    `  schemas     ${schemas.files} files keep theirs`,
    `  numbers     ${recomputed.files} published files worked out again, ${estimates} estimates and ${rankings} rankings among them: equal to the byte`,
    `              ${notRecomputed.length} others rest on SHA256SUMS alone (page, OpenAPI, schemas)`,
    ...(served ? [`  server      sends the same bytes for all ${served.files} published files`] : []),
    verdict === 'verified'
      ? `VERIFIED in ${seconds} s`
      : `INTACT in ${seconds} s, but not verified: ${outcome === 'noKey' ? 'without --key ' : ''}nothing says who made it`,
  ].join('\n');
}
