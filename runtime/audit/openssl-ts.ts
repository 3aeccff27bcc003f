/** Timestamps (RFC 3161) through `openssl ts`: queries, tokens, and whether a token matches. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { SnapshotProblem } from './exit-codes.ts';

const run = promisify(execFile);

/** Runs openssl without a shell and with a timeout. */
async function openssl(...args: string[]): Promise<{ stdout: Buffer; failed: string | null }> {
  try {
    const { stdout } = await run('openssl', args, {
      encoding: 'buffer',
      timeout: 60_000,
      maxBuffer: 2 ** 22,
      env: { ...process.env, LC_ALL: 'C' },
    });
    return { stdout, failed: null };
  } catch (error) {
    const { code, stdout, stderr } = error as NodeJS.ErrnoException & { stdout?: Buffer; stderr?: Buffer };
    if (code === 'ENOENT') throw new SnapshotProblem('noOpenssl', 'openssl is not installed; timestamps need it.');
    const reason = `${stderr ?? ''}`.trim().split('\n').slice(-1)[0] ?? '';
    return { stdout: stdout ?? Buffer.alloc(0), failed: reason === '' ? 'no reason given' : reason };
  }
}

/** The request for a timestamp of a SHA-256 (hex), with a nonce; it asks for the authority's certificate. */
export async function timeStampQuery(sha256: string): Promise<Buffer> {
  const { stdout, failed } = await openssl('ts', '-query', '-digest', sha256, '-sha256', '-cert');
  if (failed === null) return stdout;
  throw new SnapshotProblem('timeStamp', `openssl cannot make the query (${failed}).`);
}

export interface TimeStamp {
  /** As openssl prints it, such as "Nov 21 17:00:00 2026 GMT". */
  time: string;
}

/** Reads a token granted for this SHA-256; does not yet check whether its authority is trusted. */
async function readToken(file: string, sha256: string): Promise<TimeStamp> {
  const { stdout, failed } = await openssl('ts', '-reply', '-in', resolve(file), '-text');
  const text = stdout.toString('latin1');
  if (failed !== null || !/^Status: Granted/m.test(text)) {
    const why = failed ?? /^Status description: (.*)$/m.exec(text)?.[1] ?? 'it was not granted';
    throw new SnapshotProblem('timeStamp', `${file} is not a timestamp (${why}).`, { path: file });
  }
  // Lines such as "    0000 - 9f 86 d0 ...-88 4c   text".
  const dump = [...text.matchAll(/^ {4}[0-9a-f]{4} - ([0-9a-f -]{47})/gm)].map(([, bytes]) => bytes).join('');
  const found = dump.replace(/[^0-9a-f]/g, '').slice(0, 64);
  if (found !== sha256) {
    throw new SnapshotProblem('timeStamp', `${file} is the timestamp of something else.`, {
      path: file,
      expected: sha256,
      found,
    });
  }
  const time = /^Time stamp: (.*)$/m.exec(text)?.[1];
  if (time === undefined) throw new SnapshotProblem('timeStamp', `${file} contains no time.`, { path: file });
  return { time };
}

/** Checks a token against the authorities in a PEM file. */
export async function checkTimeStamp(file: string, sha256: string, authorities: string): Promise<TimeStamp> {
  const stamp = await readToken(file, sha256);
  const { failed } = await openssl(
    ...['ts', '-verify', '-digest', sha256, '-in', resolve(file), '-CAfile', resolve(authorities)],
  );
  if (failed === null) return stamp;
  throw new SnapshotProblem('timeStamp', `openssl does not accept ${file} (${failed}).`, { path: file });
}

/** Checks a token that is not yet on disk. */
export async function checkAnswer(token: Uint8Array, sha256: string, authorities?: string): Promise<TimeStamp> {
  const dir = await mkdtemp(join(tmpdir(), 'agent-cost-'));
  try {
    const file = join(dir, 'answer.tsr');
    await writeFile(file, token);
    return authorities === undefined ? await readToken(file, sha256) : await checkTimeStamp(file, sha256, authorities);
  } finally {
    await rm(dir, { recursive: true });
  }
}
