/** data -> dist: read, check, plan, write, seal. */
import { realpathSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { catalogFrom } from '../runtime/core/catalog.ts';
import { nextPriceChange } from '../runtime/core/models.ts';
import type { CatalogFile } from '../runtime/http/site.ts';
import { bundle, bundleWorker } from './bundle.ts';
import { checkData, type DataProblem } from './check.ts';
import { Encoder } from './encoder.ts';
import { compressor } from './encodings.ts';
import { hostFiles } from './hosts/hosts.ts';
import { inputsDigest } from './inputs.ts';
import { type Built, jsonLine, LastBuild } from './last.ts';
import { buildFlags, type Options, optionsFrom, problemLines, WrongUse } from './options.ts';
import { apiFiles, plan } from './plan.ts';
import { Progress } from './progress.ts';
import { publish } from './publish.ts';
import { readData } from './read.ts';
import { freshDirectory, isOurs, keepSnapshots, recover, seal } from './seal.ts';
import { Writer } from './write.ts';

const help = `Builds the published API from data/ into dist/.

  npm run build -- [--as-of YYYY-MM-DD] [--out DIR] [--json]

  --as-of DAY   prices in force on this day (UTC); default today
  --out DIR     where to build; default dist. The last build there stays until the new one is whole
  --data DIR    the data to build from; default data
  --json        print a summary for a machine: files, bytes, unchanged, seconds, nextPriceChange
  --help        print this

Where data, day, sources and versions are those of the last build, and every byte of it is as it was, nothing is written.

Exit codes: 0 built; 1 the data has problems, nothing was built; 2 wrong use.`;

export interface Summary {
  datasetVersion: string;
  pricesAsOf: string;
  files: number;
  bytes: number;
  /** Nothing was written: the same inputs had made the build that is in place, and every byte of it is as it was. */
  unchanged: boolean;
  seconds: number;
  nextPriceChange: ReturnType<typeof nextPriceChange>;
}

/** Builds `options.data` into `options.out`. Returns what was built, or what is wrong with the data. */
export async function build(options: Options, progress: Progress): Promise<Summary | DataProblem[]> {
  const started = performance.now();
  recover(options.out);
  if (!isOurs(options.out))
    throw new WrongUse(`--out: ${options.out} is not an earlier build and not empty; choose another.`);
  const data = readData(options.data);
  const checked = checkData(data, options);
  if ('problems' in checked) return checked.problems;
  const catalog = catalogFrom(checked.data, options.asOf);

  const inputs = inputsDigest(data, options.asOf);
  const last = LastBuild.in(options.out);
  const summary = (files: number, bytes: number, unchanged: boolean): Summary => ({
    datasetVersion: catalog.version,
    pricesAsOf: catalog.asOf,
    files,
    bytes,
    unchanged,
    seconds: Math.round(performance.now() - started) / 1000,
    nextPriceChange: nextPriceChange(catalog),
  });
  if (last?.inputs === inputs && last.isWhole((path) => progress.step(`comparing ${path}`))) {
    const { files, bytes } = last.size();
    return summary(files, bytes, true);
  }

  const dir = freshDirectory(options.out);
  const encoder = new Encoder();
  try {
    const writer = new Writer(dir, { format: 1, datasetVersion: catalog.version, pricesAsOf: catalog.asOf });
    const catalogFile: CatalogFile = { asOf: options.asOf, data: checked.data };
    // esbuild is a process of its own: it works while this one writes.
    const [programs, worker] = await allDone([
      bundle(dir),
      bundleWorker(dir, catalogFile, apiFiles(catalog)),
      publish(plan(catalog), writer, encoder, last, (path) => progress.step(`writing ${path}`)),
    ]);
    for (const path of programs) writer.adopt(path);
    writer.write('package.json', json({ type: 'module' }));
    writer.write('catalog.json', json(catalogFile));
    writer.adopt(worker);
    for (const [path, text] of Object.entries(hostFiles(catalog))) writer.write(`hosts/${path}`, Buffer.from(text));
    writer.endManifest('built.json', (manifest) => json({ inputs, compressor, manifest } satisfies Built));
    keepSnapshots(options.out, dir);
    seal(dir, options.out);
    return summary(writer.files, writer.bytes, false);
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  } finally {
    await encoder.end();
  }
}

/** What all of them come to, when even the last is done: nothing may write any more when a failure is cleared away. */
async function allDone<T extends unknown[]>(running: readonly [...{ [K in keyof T]: Promise<T[K]> }]): Promise<T> {
  await Promise.allSettled(running);
  return (await Promise.all(running)) as T;
}

const json = (value: object): Buffer => Buffer.from(jsonLine(value));

/**
 * Of four times the models, a build kept 285 MB instead of 180 at once: not because it needs more, but because V8 puts
 * off collecting. With this it collects when the heap is half as large again as what was alive; the time is the same.
 */
const collectSooner = '--heap-growing-percent=50';

async function main(): Promise<number> {
  setFlagsFromString(collectSooner);
  const { values } = parseArgs({ options: buildFlags });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const options = optionsFrom(values);
  const progress = new Progress(values.json);
  const result = await build(options, progress);
  progress.end();
  if (Array.isArray(result)) {
    if (values.json) console.log(JSON.stringify({ problems: result }));
    console.error(
      `${problemLines(result)}\n\n${result.length} problem${result.length === 1 ? '' : 's'} in the data: nothing was built, ${values.out} is as it was.`,
    );
    return 1;
  }
  if (values.json) console.log(JSON.stringify(result));
  else console.error(spoken(result, values.out));
  return 0;
}

function spoken(
  { files, bytes, unchanged, seconds, pricesAsOf, datasetVersion, nextPriceChange: next }: Summary,
  out: string,
): string {
  const change = next ? `next price change ${next.on} (${next.models.join(', ')})` : 'no price change is scheduled';
  const done = unchanged ? `Nothing changed, and ${out} is whole` : `Built ${out}`;
  return `${done}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB, ${seconds.toFixed(1)} s. Dataset ${datasetVersion}, prices of ${pricesAsOf}; ${change}.`;
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  process.exitCode = await main().catch((error: Error) => {
    // parseArgs throws a TypeError at an option it does not know.
    const wrongUse = error instanceof WrongUse || error instanceof TypeError;
    console.error(wrongUse ? `${error.message}\nnpm run build -- --help tells more.` : error.stack);
    return wrongUse ? 2 : 1;
  });
}
