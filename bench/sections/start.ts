/** Cold start until the first answer, resident memory, and builds and starts with growing datasets. */

import { statSync } from 'node:fs';
import { get as request } from 'node:http';
import { join } from 'node:path';
import { median } from '../../runtime/core/values/median.ts';
import { type Bench, inTurns } from '../bench.ts';
import { type Ask, askOnce, get } from '../load/load.ts';
import { constant, ours } from '../load/servers.ts';
import { type Command, freePort, pinned, residentBytes, startServer } from '../program.ts';
import { type Growth, growth, type Point, quotient, type Row, row } from '../results/goals.ts';
import { filesBelow } from '../workplace.ts';

const starts = 12;
const memories = 3;

export async function startRows(bench: Bench): Promise<Row[]> {
  const dist = await bench.place.dist('shipped');
  const urls = publishedUrls(dist);
  const first = urls.find(({ path }) => /\/models\/[^/]+$/.test(path)) as Ask;
  const server = await bench.serve(ours(dist));
  const bare = constant(bench, await askOnce(server.port, first));
  await bench.stopServers();
  return [await coldStart(bench, bare, ours(dist), first), ...(await memory(bench, bare, ours(dist), first, urls))];
}

type CommandOn = (port: number) => Command;

async function coldStart(bench: Bench, bare: CommandOn, own: CommandOn, first: Ask): Promise<Row> {
  bench.say(`cold start, ${starts} times each`);
  const start = (command: CommandOn) => () => timeToFirstAnswer(bench, command, first);
  const { costs: times, control } = await inTurns(starts, { bare: start(bare), again: start(bare), ours: start(own) });
  const ms = (name: keyof typeof times) =>
    `${name} ${(Math.min(...times[name]) * 1000).toFixed(1)} ms (median ${(median(times[name]) * 1000).toFixed(1)})`;
  return row('start', quotient(times.ours, times.bare), control, `${ms('bare')}, ${ms('ours')}`);
}

/** Seconds from the start of the process to the first whole answer. */
async function timeToFirstAnswer(bench: Bench, commandOn: CommandOn, first: Ask): Promise<number> {
  const port = await freePort();
  const started = performance.now();
  const server = await startServer(pinned(commandOn(port), bench.tools, bench.options.core), port);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: first.path, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode));
    }).on('error', reject);
  });
  const seconds = (performance.now() - started) / 1000;
  await server.stop();
  if (status !== 200) throw new Error(`the first answer to ${first.path} is ${status}`);
  return seconds;
}

/** After the first answer, and after a request for every published file in each of its encodings. */
async function memory(bench: Bench, bare: CommandOn, own: CommandOn, first: Ask, urls: Ask[]): Promise<Row[]> {
  bench.say(`resident memory, ${urls.length} URLs`);
  const sizes = {
    bare: { start: [] as number[], all: [] as number[] },
    ours: { start: [] as number[], all: [] as number[] },
  };
  for (let round = 0; round < memories; round++) {
    for (const [name, command] of [
      ['bare', bare],
      ['ours', own],
    ] as const) {
      const server = await bench.serve(command);
      await askOnce(server.port, first);
      await new Promise((resolve) => setTimeout(resolve, 1500)); // until the check after the start has finished
      sizes[name].start.push(residentBytes(server.pid));
      for (const ask of urls) {
        const { status } = await askOnce(server.port, ask);
        if (status !== 200) throw new Error(`${ask.path} is ${status}`);
      }
      sizes[name].all.push(residentBytes(server.pid));
      await bench.stopServers();
    }
  }
  const compared = (id: 'memoryStart' | 'memoryAll', when: 'start' | 'all'): Row => {
    const mb = (name: 'bare' | 'ours') => `${name} ${(Math.min(...sizes[name][when]) / 1e6).toFixed(1)} MB`;
    return row(id, quotient(sizes.ours[when], sizes.bare[when]), null, `${mb('bare')}, ${mb('ours')}`);
  };
  return [compared('memoryStart', 'start'), compared('memoryAll', 'all')];
}

/** Every published file of the API, in each of its encodings. */
function publishedUrls(dist: string): Ask[] {
  return filesBelow(join(dist, 'public/api/v1'))
    .filter((path) => !/\.(br|gz)$/.test(path))
    .flatMap((path) =>
      ['identity', 'gzip', 'br'].map((encoding) => get(`/api/v1/${path}`, { 'Accept-Encoding': encoding })),
    );
}

const sizes = [250, 500, 1000, 2000];
const large = 20_000;

/** Kinds of published files by path; the first match counts. */
const kinds: [what: string, pattern: RegExp][] = [
  ['estimate/compare', /\/estimate\/compare\//],
  ['estimate, one preset', /\/estimate\/coding\//],
  ['estimate, other presets', /\/estimate\//],
  ['models/by-provider, by-tier', /\/models\/by-/],
  ['models/{id}', /\/models\//],
  ['other published files', /^public\//],
  ['pack', /^pack$/],
  ['other files of dist', /./],
];

export async function growthRows(bench: Bench): Promise<Growth[]> {
  const series = new Map<string, { unit: string; points: Point[] }>();
  const note = (what: string, unit: string, models: number, value: number) => {
    const known = series.get(what) ?? { unit, points: [] };
    known.points.push([models, value]);
    series.set(what, known);
  };
  const built: { models: number; data: string; out: string }[] = [];
  for (const models of [...sizes, ...(bench.options.large ? [large] : [])]) {
    bench.say(`growth: ${models} models`);
    const out = bench.place.fresh('grown');
    const data = bench.place.data(models);
    const fresh = await bench.place.build(data, out);
    note('build', 's', models, fresh.seconds);
    note('build, max RSS', 'MB', models, fresh.maxBytes / 1e6);
    built.push({ models, data, out });
    for (const [what, { files, bytes }] of filesByKind(out)) {
      note(`${what}: files`, '', models, files);
      note(`${what}: bytes`, 'MB', models, bytes / 1e6);
    }
    const first = get('/api/v1/meta');
    const starts: number[] = [];
    for (let i = 0; i < 3; i++) starts.push(await timeToFirstAnswer(bench, ours(out), first));
    note('server, first answer', 'ms', models, Math.min(...starts) * 1000);
    const server = await bench.serve(ours(out));
    await new Promise((resolve) => setTimeout(resolve, 2000));
    note('server, resident', 'MB', models, residentBytes(server.pid) / 1e6);
    await bench.stopServers();
  }
  // After all fresh builds: a build that deletes files slows down later writes.
  for (const { models, data, out } of built) {
    bench.say(`growth: ${models} models, nothing changed`);
    note('build, nothing changed', 's', models, (await bench.place.buildAgain(data, out)).seconds);
  }
  return [...series].map(([what, { unit, points }]) => growth(what, unit, points));
}

/** Files and bytes of a build, in total and by kind, encodings included. */
function filesByKind(dist: string): Map<string, { files: number; bytes: number }> {
  const found = new Map(['all files', ...kinds.map(([what]) => what)].map((what) => [what, { files: 0, bytes: 0 }]));
  for (const path of filesBelow(dist)) {
    const { size } = statSync(join(dist, path));
    for (const what of ['all files', kinds.find(([, pattern]) => pattern.test(path))?.[0] ?? '']) {
      const count = found.get(what) as { files: number; bytes: number };
      count.files++;
      count.bytes += size;
    }
  }
  return found;
}
