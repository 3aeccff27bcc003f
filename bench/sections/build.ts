/** The build at scale, against writing the same bytes and compressing them. */
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { run } from '../program.ts';
import { megabytes, quotient, type Row, row } from '../results/goals.ts';
import { type BuildRun, filesBelow } from '../workplace.ts';

const rounds = 3;

export async function buildRows(bench: Bench): Promise<Row[]> {
  const { models } = bench.options;
  const data = bench.place.data(models);
  bench.say(`build of ${models} models, to learn its bytes`);
  const sample = bench.place.fresh('dist');
  await bench.place.build(data, sample);
  const listed = listBytes(bench, sample);
  const writer = await compiledWriter(bench);

  const outs: string[] = [];
  const fresh: BuildRun[] = [];
  const floors: Floor[] = [];
  const floorsAgain: Floor[] = [];
  // ext4 writes many times slower for minutes after many deletes, so nothing is deleted between these rounds, and the
  // builds that may delete something run last.
  for (let round = 1; round <= rounds; round++) {
    bench.say(`build of ${models} models, round ${round} of ${rounds}`);
    // In turns: a machine is slower for a while after all its cores were busy.
    const [before, after] = round % 2 === 1 ? [floors, floorsAgain] : [floorsAgain, floors];
    before.push(await floorUnder(bench, writer, listed));
    const out = bench.place.fresh('dist');
    await settle(bench);
    fresh.push(await bench.place.build(data, out));
    outs.push(out);
    after.push(await floorUnder(bench, writer, listed));
  }
  const quarter = bench.place.data(Math.round(models / 4));
  const small: BuildRun[] = [];
  for (let round = 0; round < rounds; round++) small.push(await bench.place.build(quarter, bench.place.fresh('dist')));

  const again: BuildRun[] = [];
  for (const out of outs) {
    await settle(bench);
    again.push(await bench.place.buildAgain(data, out));
  }

  const seconds = (runs: BuildRun[]) => runs.map((run) => run.seconds);
  const memory = (runs: BuildRun[]) => runs.map((run) => run.maxBytes);
  const sums = (series: Floor[]) => series.map(({ writing, compressing }) => writing + compressing);
  const control = quotient(sums(floors), sums(floorsAgain)).value;
  const least = (runs: BuildRun[]) => `${Math.min(...seconds(runs)).toFixed(1)} s`;
  const cpu = `${Math.min(...fresh.map((run) => run.cpuSeconds)).toFixed(1)} s of CPU`;
  const size = `${fresh[0]?.files} files, ${megabytes(fresh[0]?.bytes ?? 0)}`;
  const mb = (runs: BuildRun[]) => megabytes(Math.min(...memory(runs)));
  return [
    row(
      'build',
      quotient(seconds(fresh), sums(floors)),
      control,
      `${models} models, ${size}: ${least(fresh)}, ${cpu}; ${floorsText(floors)}`,
    ),
    row('buildAgain', quotient(seconds(again), seconds(fresh)), control, `${least(again)} after ${least(fresh)}`),
    row(
      'buildMemory',
      quotient(memory(fresh), memory(small)),
      null,
      `${mb(fresh)}, a quarter of the models ${mb(small)}`,
    ),
  ];
}

/** The seconds that no build can save: writing and compressing. */
interface Floor {
  writing: number;
  compressing: number;
  files: number;
  note: string;
}

async function floorUnder(bench: Bench, [command = '', ...args]: string[], listed: string[]): Promise<Floor> {
  const out = bench.place.fresh('written');
  await settle(bench);
  const written = await run({ command, args: [...args, ...listed, out] });
  bench.place.discard(out);
  const compress = join(import.meta.dirname, '../peers/compress.mjs');
  const compressed = await run({ command: process.execPath, args: [compress, ...listed] });
  const { milliseconds, unmatched } = JSON.parse(compressed.stdout) as { milliseconds: number; unmatched: number };
  return {
    writing: written.seconds,
    compressing: milliseconds / 1000,
    files: Number(written.stdout),
    note: unmatched > 0 ? ` (${unmatched} files with unknown settings)` : '',
  };
}

function floorsText(floors: Floor[]): string {
  const writing = Math.min(...floors.map((floor) => floor.writing));
  const compressing = Math.min(...floors.map((floor) => floor.compressing));
  const perFile = ((writing * 1e6) / (floors[0]?.files ?? 1)).toFixed(0);
  return `writing ${writing.toFixed(1)} s (${perFile} us a file), compressing ${compressing.toFixed(1)} s${floors[0]?.note}`;
}

/** The input of the writer: an index of directories and files, and all content in one file. */
function listBytes(bench: Bench, dist: string): [index: string, blob: string] {
  const paths = filesBelow(dist);
  const folders = new Set(paths.flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))));
  const lines = [...folders].sort().map((path) => `d 0 ${path}`);
  const blob = bench.place.fresh('blob');
  const out = openSync(blob, 'w');
  for (const path of paths) {
    const content = readFileSync(join(dist, path));
    writeSync(out, content);
    lines.push(`f ${content.length} ${path}`);
  }
  closeSync(out);
  const index = bench.place.fresh('index');
  writeFileSync(index, `${lines.join('\n')}\n`);
  return [index, blob];
}

/** The command of the writer: the C program if there is a compiler. */
async function compiledWriter(bench: Bench): Promise<string[]> {
  const source = (name: string) => join(import.meta.dirname, '../peers', name);
  if (bench.tools.cc === null) return [process.execPath, source('writer.mjs')];
  const program = join(bench.place.dir, 'writer');
  await run({ command: bench.tools.cc, args: ['-O2', '-o', program, source('writer.c')] });
  return [program];
}

/** Waits until earlier writes are on the disk, so that no measurement pays for another. */
async function settle(bench: Bench): Promise<void> {
  if (bench.tools.sync) await run({ command: bench.tools.sync, args: [] });
}
