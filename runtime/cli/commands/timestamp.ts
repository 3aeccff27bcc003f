/** `agent-cost verify timestamp`: has an authority attest that a snapshot existed at a certain time. */

import { exitCodesHelp, SnapshotProblem } from '../../audit/exit-codes.ts';
import { checkAnswer, timeStampQuery } from '../../audit/openssl-ts.ts';
import { defaultLimits, sha256Of } from '../../audit/sums.ts';
import { createFile } from '../../io/output-file.ts';
import { auditInput } from '../audit-input.ts';
import { print, printJson } from '../output.ts';
import { command, orFailure } from '../program.ts';
import { isAddress, unreachable } from '../server-client.ts';

const epilogue = `
Sends the SHA-256 of the archive to a timestamp authority (RFC 3161) and writes its answer next to the archive. The
archive itself is not sent. openssl must be installed.

  agent-cost verify timestamp agent-cost-2026-11-11-1d0c7acb.tar.gz --tsa https://tsa.example.com/tsr --tsa-ca authority.pem
  agent-cost verify agent-cost-2026-11-11-1d0c7acb.tar.gz --key publisher.pem --tsa-ca authority.pem

Exit codes:
${exitCodesHelp()}`;

interface Options {
  tsa: string;
  tsaCa?: string;
  out?: string;
  json?: boolean;
}

export const timestampCommand = () =>
  command('timestamp')
    .summary('have an authority attest when a snapshot existed')
    .description('Asks a timestamp authority (RFC 3161) for a timestamp of a snapshot.')
    .argument('<archive>', 'the archive of a snapshot')
    .requiredOption('--tsa <url>', 'http(s) address of the authority')
    .option('--tsa-ca <file>', 'certificates (PEM) of trusted authorities; the answer is checked immediately')
    .option('--out <file>', 'file for the timestamp; default <archive>.tsr. Existing files are not overwritten')
    .option('--json', 'print JSON')
    .addHelpText('after', epilogue)
    .action(timestamp);

const timestamp = (archive: string, { tsa, tsaCa, out = `${archive}.tsr`, json = false }: Options): Promise<void> =>
  orFailure(json, 'No timestamp was written.', async () => {
    if (!isAddress(tsa)) throw new SnapshotProblem('wrongUse', `--tsa must be an http(s) address (got "${tsa}").`);
    const sha256 = sha256Of(await auditInput(archive, defaultLimits.archiveBytes));
    const token = await ask(tsa, await timeStampQuery(sha256));
    const { time } = await checkAnswer(token, sha256, tsaCa);
    write(out, token);
    const trusted = tsaCa !== undefined;
    if (json) return printJson({ file: out, sha256, time, trusted });
    print([`${out}: ${time}${trusted ? '' : ' (not checked against an authority; use --tsa-ca for that)'}`]);
  });

function write(file: string, token: Uint8Array): void {
  if (createFile(file, token, '--out')) return;
  throw new SnapshotProblem('wrongUse', `--out: ${file} already exists, and timestamps are never overwritten.`);
}

/** Maximum size of an answer in bytes: tokens with their certificates have some thousand. */
const longestAnswer = 2 ** 20;

async function ask(url: string, query: Uint8Array): Promise<Buffer> {
  const aborting = new AbortController();
  const timer = setTimeout(() => aborting.abort(), 60_000);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/timestamp-query' },
      body: Buffer.from(query),
      signal: aborting.signal,
    });
    if (response.status !== 200) throw unreachable(`${url} answers ${response.status}.`);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > longestAnswer) throw unreachable(`${url} sends more than ${longestAnswer} bytes.`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof SnapshotProblem) throw error;
    const { cause, message } = error as Error;
    throw unreachable(
      aborting.signal.aborted
        ? `${url} did not answer within 60 s.`
        : `${url} does not answer: ${cause instanceof Error ? cause.message : message}.`,
    );
  } finally {
    clearTimeout(timer);
    aborting.abort();
  }
}
