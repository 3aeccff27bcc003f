/**
 * Estimates and rankings by POST, against parsing the body; rankings against plain objects; prices in one process; and the
 * rate limiter: its cost per request, and its memory for a million addresses.
 */

import { join } from 'node:path';
import { type Bench, calm, contest } from '../bench.ts';
import { estimateBodies } from '../load/bodies.ts';
import { type Answer, type Ask, askOnce, get, type Load, marker, mustBeSame, post } from '../load/load.ts';
import { constant, objects, ours } from '../load/servers.ts';
import { pinned, residentBytes, run } from '../program.ts';
import { megabytes, quotient, type Row, row } from '../results/goals.ts';
import { filesBelow } from '../workplace.ts';

const path = '/api/v1/estimate';

/** The number of different bodies in a run, and the seed of their generator. */
const count = 300;
const seed = 5;

/** The ids of all models of a server. */
async function modelIds(port: number): Promise<string[]> {
  const { body } = await askOnce(port, get('/api/v1/models'));
  return (JSON.parse(body.toString()) as { data: { id: string }[] }).data.map(({ id }) => id);
}

async function estimateLoad(port: number, connections: number, fixed: { compare?: true } = {}): Promise<Load> {
  const bodies = estimateBodies(count, seed, await modelIds(port), fixed);
  return { asks: bodies.map((body) => post(path, body)), connections };
}

/** Sends every request once and returns the answer closest to the mean size: the ceiling sends as many bytes. */
async function typicalAnswer(port: number, asks: readonly Ask[]): Promise<Answer> {
  const answers: Answer[] = [];
  for (const ask of asks) {
    const answer = await askOnce(port, ask);
    if (answer.status !== 200) throw new Error(`${ask.body} is refused: ${answer.body}`);
    answers.push(answer);
  }
  const mean = answers.reduce((sum, { body }) => sum + body.length, 0) / answers.length;
  const off = ({ body }: Answer) => Math.abs(body.length - mean);
  return answers.reduce((best, answer) => (off(answer) < off(best) ? answer : best));
}

/** Our answers to bodies for the shipped models, against parsing the body and sending a reply of the same size. */
async function againstParsing(
  bench: Bench,
  id: 'post' | 'compare',
  title: string,
  connections: number,
  fixed: { compare?: true } = {},
): Promise<Row[]> {
  const server = await bench.serve(ours(await bench.place.dist('shipped')));
  const load = await estimateLoad(server.port, connections, fixed);
  const answer = await typicalAnswer(server.port, load.asks);
  const contestants = [
    { name: 'parse', server: await bench.serve(constant(bench, answer, 'parse')), load },
    { name: 'parse again', server: await bench.serve(constant(bench, answer, 'parse')), load },
    { name: 'ours', server, load },
  ];
  return contest(bench, `${title}, ${answer.body.length} bytes`, contestants, [[id, 'ours', 'parse']]);
}

/** POST: one estimate for each of 300 different bodies. */
export const postRows = (bench: Bench): Promise<Row[]> => againstParsing(bench, 'post', 'POST estimate', 50);

/** POST with compare: ranks every model of the shipped dataset and of a large one. */
export const compareRows = async (bench: Bench): Promise<Row[]> => [
  ...(await againstParsing(bench, 'compare', 'POST compare', 20, { compare: true })),
  ...(await large(bench)),
];

async function large(bench: Bench): Promise<Row[]> {
  const { models } = bench.options;
  const server = await bench.serve(ours(await bench.place.dist(models)));
  // Few connections: requests in flight when a slice ends have used CPU time but are not counted.
  const load = await estimateLoad(server.port, 2, { compare: true });
  const answer = await typicalAnswer(server.port, load.asks);
  const asOf = new Date().toISOString().slice(0, 10);
  const plain = await objects(bench, await bench.place.dataset(models, asOf), answer);
  const peer = await bench.serve(plain);
  for (const ask of load.asks.slice(0, 20)) {
    mustBeSame('compare', await askOnce(server.port, ask), await askOnce(peer.port, ask));
  }
  const contestants = [
    { name: 'objects', server: peer, load },
    { name: 'objects again', server: await bench.serve(plain), load },
    { name: 'ours', server, load },
    { name: 'parse', server: await bench.serve(constant(bench, answer, 'parse')), load },
  ];
  return contest(bench, `POST compare, ${models} models, ${answer.body.length} bytes`, contestants, [
    ['compareObjects', 'ours', 'objects'],
    ['compareLarge', 'ours', 'parse'],
  ]);
}

interface Printed {
  /** Nanoseconds per call, round by round. */
  costs: Record<'theirs' | 'again' | 'bill' | 'whole', number[]>;
  models: number;
}

/** Prices in one process, without a server. */
export async function coreRows(bench: Bench): Promise<Row[]> {
  bench.say('estimates in process');
  const asOf = new Date().toISOString().slice(0, 10);
  const dataset = await bench.place.dataset('shipped', asOf);
  const bodies = bench.place.file('bodies.json', `[${estimateBodies(2000, 7, ['set by the program'])}]`);
  const args = [await bench.place.program('estimates'), dataset, bodies, String(bench.options.rounds)];
  const program = pinned({ command: process.execPath, args }, bench.tools, bench.options.core);
  const { costs, models, control } = await calm(async () => {
    const printed = JSON.parse((await run(program)).stdout) as Printed;
    return { ...printed, control: quotient(printed.costs.theirs, printed.costs.again).value };
  });
  const least = (name: keyof Printed['costs']) => `${Math.round(Math.min(...costs[name]))} ns`;
  const detail = (name: 'bill' | 'whole') =>
    `calcPrice ${least('theirs')}, ours ${least(name)}; ${models} models of both`;
  return [
    row('core', quotient(costs.theirs, costs.bill), control, detail('bill')),
    row('coreWhole', quotient(costs.theirs, costs.whole), control, detail('whole')),
  ];
}

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
