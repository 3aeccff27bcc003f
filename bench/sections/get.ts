/** GET: files, queries, 304, and other servers with the same file. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, type Contestant, contest } from '../bench.ts';
import { type Ask, askOnce, field, get, type Load, marker, mustBeSame } from '../load/load.ts';
import { constant, nginx, ours, serveHandler, sirv } from '../load/servers.ts';
import type { Row, RowId } from '../results/goals.ts';
import { filesBelow } from '../workplace.ts';

const connections = 50;
const api = '/api/v1';

const once = (ask: Ask): Load => ({ asks: [ask], connections });

export async function getRows(bench: Bench): Promise<Row[]> {
  const dist = await bench.place.dist('shipped');
  return [...(await files(bench, dist)), ...(await queries(bench, dist))];
}

async function files(bench: Bench, dist: string): Promise<Row[]> {
  const ask = get(`${api}/${nearest(dist, 'models', 1500)}`);
  const server = await bench.serve(ours(dist));
  const answer = await askOnce(server.port, ask);
  const conditional = get(ask.path, { 'If-None-Match': field(answer, 'etag') ?? '' });
  const encoded = get(ask.path, { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
  if ((await askOnce(server.port, conditional)).status !== 304) throw new Error(`${ask.path}: no 304`);
  if (field(await askOnce(server.port, encoded), 'content-encoding') !== 'br') throw new Error(`${ask.path}: no br`);

  const serve = async (name: string, command: ReturnType<typeof ours>, load = once(ask)): Promise<Contestant> => {
    const contestant = { name, server: await bench.serve(command), load };
    const { status, body } = await askOnce(contestant.server.port, ask);
    if (status !== 200 || !body.equals(answer.body)) throw new Error(`${name} sends different bytes for ${ask.path}`);
    return contestant;
  };
  const ceiling = await serve('constant', constant(bench, answer));
  mustBeSame('GET', answer, await askOnce(ceiling.server.port, ask));
  const contestants = [
    ceiling,
    await serve('constant again', constant(bench, answer)),
    { name: 'ours', server, load: once(ask) },
    await serve('ours br', ours(dist), once(encoded)),
    await serve('ours 304', ours(dist), once(conditional)),
    await serve('serve-handler', serveHandler(dist)),
    await serve('sirv', sirv(dist)),
    ...(bench.tools.nginx ? [await serve('nginx', nginx(bench, dist))] : []),
  ];
  const { nginx: hasNginx } = bench.tools;
  return contest(bench, `GET ${ask.path}`, contestants, [
    ['get', 'ours', 'constant'],
    ['getBrotli', 'ours br', 'constant'],
    ['notModified', 'ours 304', 'constant'],
    ['getServeHandler', 'ours', 'serve-handler'],
    ['serveHandler', 'serve-handler', 'constant'],
    ['sirv', 'sirv', 'constant'],
    ...(hasNginx ? [['nginx', 'nginx', 'constant'] as [RowId, string, string]] : []),
  ]);
}

/** A filtered list, with the parameters in both orders, and with an ignored extra one whose value never repeats. */
async function queries(bench: Bench, dist: string): Promise<Row[]> {
  const file = nearest(dist, 'models/by-provider', 1500);
  const [, provider, tier] = /([^/]+)\/by-tier\/([^/]+)\.json$/.exec(file) ?? [];
  const path = `${api}/models`;
  const [p, t, n] = [`provider=${provider}`, `tier=${tier}`, `_=${marker}`];
  const seen = [
    [p, t],
    [t, p],
  ].map((parts) => get(`${path}?${parts.join('&')}`));
  const fresh = [
    [p, t, n],
    [p, n, t],
    [n, p, t],
    [t, p, n],
    [t, n, p],
    [n, t, p],
  ].map((parts) => get(`${path}?${parts.join('&')}`));

  const server = await bench.serve(ours(dist));
  const [first, second] = await Promise.all(seen.map((ask) => askOnce(server.port, ask)));
  const answer = first as NonNullable<typeof first>;
  mustBeSame('the order of a query', answer, second as NonNullable<typeof second>);
  for (const { path } of fresh) {
    mustBeSame('a query', answer, await askOnce(server.port, get(path.replace(marker, '0'))));
  }
  const load = { asks: seen, connections };
  const contestants = [
    { name: 'constant', server: await bench.serve(constant(bench, answer)), load },
    { name: 'constant again', server: await bench.serve(constant(bench, answer)), load },
    { name: 'seen', server, load },
    {
      name: 'never seen',
      server: await bench.serve(ours(dist)),
      load: { asks: fresh, connections, fill: 'number' as const },
    },
  ];
  return contest(bench, `GET ${seen[0]?.path}`, contestants, [
    ['querySeen', 'seen', 'constant'],
    ['queryNew', 'never seen', 'constant'],
  ]);
}

/** The published JSON file below `folder` whose size is closest to `bytes`; its path below the API. */
function nearest(dist: string, folder: string, bytes: number): string {
  const root = join(dist, 'public', api);
  const files = filesBelow(join(root, folder))
    .filter((name) => name.endsWith('.json') && (folder !== 'models' || !name.includes('/')))
    .filter((name) => folder === 'models' || name.includes('/by-tier/'))
    .map((name) => join(folder, name))
    .map((path) => ({ path, off: Math.abs(statSync(join(root, path)).size - bytes) }))
    .sort((a, b) => a.off - b.off || (a.path < b.path ? -1 : 1));
  if (files[0] === undefined) throw new Error(`no JSON file below ${join(root, folder)}`);
  return files[0].path;
}
