/** POST with compare: ranks every model of the shipped dataset and of a large one. */

import type { Bench } from '../bench.ts';
import { Contest } from '../contest.ts';
import { askOnce, mustBeSame } from '../load/answers.ts';
import { constant, objects, ours } from '../load/servers.ts';
import { type Row, row } from '../results/rows.ts';
import { againstParsing, estimateLoad, typicalAnswer } from './computed.ts';

export const compareRows = async (bench: Bench): Promise<Row[]> => [
  await againstParsing(bench, 'compare', 'POST compare', 20, { compare: true }),
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
  const contest = await Contest.hold(bench, `POST compare, ${models} models, ${answer.body.length} bytes`, [
    { name: 'objects', server: peer, load },
    { name: 'objects again', server: await bench.serve(plain), load },
    { name: 'ours', server, load },
    { name: 'parse', server: await bench.serve(constant(bench, answer, 'parse')), load },
  ]);
  await bench.stopServers();
  return [
    row('compareObjects', contest.times('ours', 'objects'), contest.control, contest.detail('objects', 'ours')),
    row('compareLarge', contest.times('ours', 'parse'), contest.control, contest.detail('parse', 'ours')),
  ];
}
