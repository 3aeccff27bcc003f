/** The snapshot of a running server, and whether the server sends what is in it. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Limits } from '../snapshot/archive/archive-limits.ts';
import { readArchive } from '../snapshot/archive/tar.ts';
import type { Files, Snapshot } from '../snapshot/layout.ts';
import { SnapshotProblem } from '../snapshot/snapshot-problems.ts';
import { sha256Of } from '../snapshot/sums.ts';
import type { Watch } from '../snapshot/verify-snapshot.ts';

export const isAddress = (where: string): boolean => /^https?:\/\//i.test(where);

const unreachable = (message: string) => new SnapshotProblem('unreachable', message);

/** The answer to a GET. Waits where the rate limit says so; follows no redirect: the address is what is checked. */
async function get(base: string, path: string, watch: Watch): Promise<Response> {
  const url = base.replace(/\/+$/, '') + path;
  const key = process.env.AGENT_COST_API_KEY;
  const headers = { 'Accept-Encoding': 'identity', ...(key && { 'X-API-Key': key }) };
  for (;;) {
    let response: Response;
    try {
      response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(60_000) });
    } catch (error) {
      const { cause, message } = error as Error;
      throw unreachable(`${url} does not answer: ${cause instanceof Error ? cause.message : message}.`);
    }
    if (response.status !== 429) return response;
    const seconds = Number(response.headers.get('retry-after')) || 1;
    watch(`the server asks to wait ${seconds} seconds`);
    await response.body?.cancel();
    await pause(Math.min(seconds, 3600) * 1000);
  }
}

/** The body of an answer, at most `limit` bytes of it. */
async function* bodyOf(response: Response, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > limit) throw new SnapshotProblem('tooLarge', `${response.url} sends more than ${limit} bytes.`);
    yield chunk as Uint8Array;
  }
}

async function bytesOf(response: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyOf(response, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function jsonAt(base: string, path: string, watch: Watch): Promise<unknown> {
  const response = await get(base, path, watch);
  if (response.status !== 200) throw unreachable(`${response.url} answers ${response.status}.`);
  try {
    return JSON.parse((await bytesOf(response, 2 ** 20)).toString('utf8'));
  } catch (error) {
    if (error instanceof SnapshotProblem) throw error;
    throw unreachable(`${response.url} is not JSON: this is no agent-cost server.`);
  }
}

interface Index {
  snapshots?: { file: string; datasetVersion: string; pricesAsOf: string; sha256: string }[];
}

/** The snapshot of the dataset that the server serves now. */
export async function fetchSnapshot(base: string, limits: Limits, watch: Watch): Promise<Snapshot> {
  watch('asking the server');
  const { data } = (await jsonAt(base, '/api/v1/meta.json', watch)) as {
    data?: { datasetVersion: string; pricesAsOf: string };
  };
  const { snapshots = [] } = (await jsonAt(base, '/snapshot/snapshots.json', watch)) as Index;
  const entry = snapshots.find(
    ({ datasetVersion, pricesAsOf }) => datasetVersion === data?.datasetVersion && pricesAsOf === data.pricesAsOf,
  );
  if (entry === undefined || !/^agent-cost-[\w-]+\.tar\.gz$/.test(entry.file)) {
    throw unreachable(
      `${base} serves dataset ${data?.datasetVersion} with prices of ${data?.pricesAsOf}, and has no snapshot of it.`,
    );
  }
  const response = await get(base, `/snapshot/${entry.file}`, watch);
  if (response.status !== 200) throw unreachable(`${response.url} answers ${response.status}.`);
  const hash = createHash('sha256');
  const snapshot = await readArchive(hashed(bodyOf(response, limits.archiveBytes), hash), limits, (count) =>
    watch('reading', count),
  );
  const found = hash.digest('hex');
  if (found === entry.sha256) return snapshot;
  throw new SnapshotProblem('served', `${entry.file} is not the one that snapshots.json lists.`, {
    path: entry.file,
    expected: entry.sha256,
    found,
  });
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** How many files are asked for at a time. */
const atOnce = 4;

/** Every published file of the server against the snapshot. */
export async function compareServed(base: string, files: Files, watch: Watch): Promise<{ files: number }> {
  const published = [...files].filter(([path]) => path.startsWith('public/'));
  let next = 0;
  let done = 0;
  const worker = async () => {
    for (let row = published[next++]; row !== undefined; row = published[next++]) {
      const [path, expected] = row;
      await compareOne(base, path, expected, watch);
      watch('comparing with the server', ++done, published.length);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { files: done };
}

async function compareOne(base: string, path: string, expected: Uint8Array, watch: Watch): Promise<void> {
  // The page stands at the root; some hosts redirect /index.html to it.
  const url = path === 'public/index.html' ? '/' : path.slice('public'.length);
  const response = await get(base, url, watch);
  const found = await bytesOf(response, expected.length + 2 ** 20);
  if (response.status === 200 && found.equals(Buffer.from(expected))) return;
  throw new SnapshotProblem('served', `${response.url} is not what is in the snapshot.`, {
    path,
    expected: `200, SHA-256 ${sha256Of(expected)}`,
    found: `${response.status}, SHA-256 ${sha256Of(found)}`,
  });
}
