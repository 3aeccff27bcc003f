/** Builds and starts with growing datasets. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { get } from '../load/load.ts';
import { ours } from '../load/servers.ts';
import { residentBytes } from '../program.ts';
import { type Growth, growth, type Point } from '../results/goals.ts';
import { filesBelow } from '../workplace.ts';
import { timeToFirstAnswer } from './start.ts';

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
