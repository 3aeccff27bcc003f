/** POST: one estimate for each of 300 different bodies. */
import type { Bench } from '../bench.ts';
import { Contest } from '../contest.ts';
import { type Row, row } from '../rows.ts';
import { constant, ours } from '../servers.ts';
import { estimateLoad, typicalAnswer } from './computed.ts';

export async function postRows(bench: Bench): Promise<Row[]> {
  const server = await bench.serve(ours(await bench.place.dist('shipped')));
  const load = await estimateLoad(server.port, 50);
  const answer = await typicalAnswer(server.port, load.asks);
  const contest = await Contest.hold(bench, `POST estimate, ${answer.body.length} bytes`, [
    { name: 'parse', server: await bench.serve(constant(bench, answer, 'parse')), load },
    { name: 'parse again', server: await bench.serve(constant(bench, answer, 'parse')), load },
    { name: 'ours', server, load },
  ]);
  await bench.stopServers();
  return [row('post', contest.times('ours', 'parse'), contest.control, contest.detail('parse', 'ours'))];
}
