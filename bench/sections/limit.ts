/** The rate limiter: its cost per request, and its memory for a million addresses. */
import { join } from 'node:path';
import { type Bench, contest } from '../bench.ts';
import { get, type Load, marker } from '../load/load.ts';
import { ours } from '../load/servers.ts';
import { residentBytes } from '../program.ts';
import { megabytes, quotient, type Row, row } from '../results/goals.ts';
import { filesBelow } from '../workplace.ts';
import { estimateLoad } from './post.ts';

/** A limit that counts every request and is never reached. */
const on = { RATE_LIMIT: '999999999/3600' };
/** The same behind a proxy that forwards the client's address. */
const behindProxy = { TRUST_PROXY: '1' };

const connections = 50;
const forwarded = { 'X-Forwarded-For': marker };

export async function limitRows(bench: Bench): Promise<Row[]> {
  const dist = await bench.place.dist('shipped');
  const model = filesBelow(join(dist, 'public/api/v1/models')).find((name) => /^[^/]+\.json$/.test(name));
  const path = `/api/v1/models/${model}`;
  const file: Load = { asks: [get(path)], connections };
  const addresses: Load = { asks: [get(path, forwarded)], connections, fill: 'address' };
  const estimates = await estimateLoad((await bench.serve(ours(dist))).port, connections);
  await bench.stopServers();
  return [
    ...(await costOf(bench, dist, 'limitGet', file, {})),
    ...(await costOf(bench, dist, 'limitPost', estimates, {})),
    ...(await costOf(bench, dist, 'limitAddresses', addresses, behindProxy)),
    await memoryOf(bench, dist, addresses),
  ];
}

async function costOf(
  bench: Bench,
  dist: string,
  id: 'limitGet' | 'limitPost' | 'limitAddresses',
  load: Load,
  env: Record<string, string>,
): Promise<Row[]> {
  const contestants = [
    { name: 'off', server: await bench.serve(ours(dist, env)), load },
    { name: 'off again', server: await bench.serve(ours(dist, env)), load },
    { name: 'on', server: await bench.serve(ours(dist, { ...env, ...on })), load },
  ];
  return contest(bench, `rate limiter, ${id}`, contestants, [[id, 'on', 'off']]);
}

/**
 * The highest resident memory of the second million addresses over that of the first. Between two collections the heap
 * goes up and down by half, so single readings mean nothing; unbounded growth would continue in the second million.
 */
async function memoryOf(bench: Bench, dist: string, load: Load): Promise<Row> {
  bench.say('rate limiter, two million addresses');
  const server = await bench.serve(ours(dist, { ...behindProxy, ...on }));
  await bench.generator.send(load, server.port, 1);
  const start = residentBytes(server.pid);
  const peakOf = async (addresses: number): Promise<number> => {
    let peak = 0;
    for (let sent = 0; sent < addresses; ) {
      sent += (await bench.generator.send(load, server.port, 1)).requests;
      peak = Math.max(peak, residentBytes(server.pid));
    }
    return peak;
  };
  const first = await peakOf(1_000_000);
  const second = await peakOf(1_000_000);
  await bench.stopServers();
  const detail = `${megabytes(start)} after a second, at most ${megabytes(first)} in the first million, ${megabytes(second)} in the second`;
  return row('limitMemory', quotient([second], [first]), null, detail);
}
