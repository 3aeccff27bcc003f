/** Fetches the snapshot of a running server and checks that the server sends the same files. */
import { createHash } from 'node:crypto';
import { SnapshotProblem } from '../audit/exit-codes.ts';
import { byPath, type Files, type Snapshot } from '../audit/layout.ts';
import { parseJson } from '../audit/read-json.ts';
import { readList, type SnapshotEntry } from '../audit/snapshot-list.ts';
import { type Limits, sha256Of } from '../audit/sums.ts';
import { readArchive } from '../audit/tar.ts';
import type { Watch } from '../audit/verify-snapshot.ts';
import { type ServerClient, unreachable } from './server-client.ts';

/** Maximum size of a list of snapshots and of /meta, in bytes. */
const listBytes = 16 * 2 ** 20;
const metaBytes = 2 ** 20;

/** The list of snapshots of a server, with its chain checked. */
export const fetchList = async (client: ServerClient): Promise<SnapshotEntry[]> =>
  readList(await client.bytesAt('/snapshot/snapshots.json', listBytes), 'snapshots.json');

/** The snapshot of the dataset that the server serves now. */
export async function fetchSnapshot(
  client: ServerClient,
  list: readonly SnapshotEntry[],
  limits: Limits,
  watch: Watch,
): Promise<Snapshot> {
  const version = await servedVersion(client);
  const entry = list.find(({ datasetVersion }) => datasetVersion === version);
  if (entry === undefined) throw unreachable(`The server serves dataset ${version} and lists no snapshot of it.`);
  return client.use(`/snapshot/${entry.file}`, limits.archiveBytes, async (chunks) => {
    const hash = createHash('sha256');
    const snapshot = await readArchive(hashed(chunks, hash), limits, (count) => watch('reading', count));
    const found = hash.digest('hex');
    if (found === entry.sha256) return snapshot;
    throw new SnapshotProblem('served', `${entry.file} is not the one that snapshots.json lists.`, {
      path: entry.file,
      expected: entry.sha256,
      found,
    });
  });
}

async function servedVersion(client: ServerClient): Promise<string> {
  const path = '/api/v1/meta.json';
  const notOurs = unreachable(`${path} of the server is not an answer of an agent-cost server.`);
  const meta = parseJson(await client.bytesAt(path, metaBytes), path, 'unreachable') as {
    data?: { datasetVersion?: unknown } | null;
  } | null;
  const version = meta?.data?.datasetVersion;
  if (typeof version !== 'string') throw notOurs;
  return version;
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

const atOnce = 4;

/**
 * Compares every published file of the server with the snapshot. Stops at the first difference: one is enough to refuse
 * the server, and fetching the others would use up minutes of its rate limit.
 */
export async function compareServed(client: ServerClient, files: Files, watch: Watch): Promise<{ files: number }> {
  const published = [...files].filter(([path]) => path.startsWith('public/')).sort(([a], [b]) => byPath(a, b));
  const started = performance.now();
  let next = 0;
  let done = 0;
  const worker = async () => {
    for (let row = published[next++]; row !== undefined; row = published[next++]) {
      await compareOne(client, ...row);
      done++;
      const minutes = ((performance.now() - started) / done) * ((published.length - done) / 60_000);
      watch(`comparing with the server, about ${Math.ceil(minutes)} min left`, done, published.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
  } finally {
    next = published.length;
    client.close();
  }
  return { files: done };
}

async function compareOne(client: ServerClient, path: string, expected: Uint8Array): Promise<void> {
  // Some hosts redirect /index.html to the root.
  const url = path === 'public/index.html' ? '/' : path.slice('public'.length);
  const { status, body } = await client.get(url, expected.length + 2 ** 20);
  if (status === 200 && body.equals(expected)) return;
  throw new SnapshotProblem('served', `${url} of the server differs from the snapshot.`, {
    path,
    expected: `200, SHA-256 ${sha256Of(expected)}`,
    found: `${status}, SHA-256 ${sha256Of(body)}`,
  });
}
