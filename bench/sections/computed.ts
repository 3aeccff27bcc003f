/** Shared by the sections about POST. */

import type { Bench } from '../bench.ts';
import { Contest } from '../contest.ts';
import { type Answer, type Ask, askOnce, get, post } from '../load/answers.ts';
import { estimateBodies } from '../load/bodies.ts';
import type { Load } from '../load/load.ts';
import { constant, ours } from '../load/servers.ts';
import { type Row, row } from '../results/rows.ts';

const path = '/api/v1/estimate';

/** The number of different bodies in a run, and the seed of their generator. */
const count = 300;
const seed = 5;

/** The ids of all models of a server. */
async function modelIds(port: number): Promise<string[]> {
  const { body } = await askOnce(port, get('/api/v1/models'));
  return (JSON.parse(body.toString()) as { data: { id: string }[] }).data.map(({ id }) => id);
}

export async function estimateLoad(port: number, connections: number, fixed: { compare?: true } = {}): Promise<Load> {
  const bodies = estimateBodies(count, seed, await modelIds(port), fixed);
  return { asks: bodies.map((body) => post(path, body)), connections };
}

/** Sends every request once and returns the answer closest to the mean size: the ceiling sends as many bytes. */
export async function typicalAnswer(port: number, asks: readonly Ask[]): Promise<Answer> {
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
export async function againstParsing(
  bench: Bench,
  id: 'post' | 'compare',
  title: string,
  connections: number,
  fixed: { compare?: true } = {},
): Promise<Row> {
  const server = await bench.serve(ours(await bench.place.dist('shipped')));
  const load = await estimateLoad(server.port, connections, fixed);
  const answer = await typicalAnswer(server.port, load.asks);
  const contest = await Contest.hold(bench, `${title}, ${answer.body.length} bytes`, [
    { name: 'parse', server: await bench.serve(constant(bench, answer, 'parse')), load },
    { name: 'parse again', server: await bench.serve(constant(bench, answer, 'parse')), load },
    { name: 'ours', server, load },
  ]);
  await bench.stopServers();
  return row(id, contest.times('ours', 'parse'), contest.control, contest.detail('parse', 'ours'));
}
