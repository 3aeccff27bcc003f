/** data -> dist: read, check, plan, write, seal. */
import { realpathSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { nextPriceChange } from '../runtime/core/api/models.ts';
import { catalogFrom } from '../runtime/core/dataset/catalog.ts';
import { buildFlags, isWrongUse, type Options, optionsFrom, problemLines, WrongUse } from './build-options.ts';
import { Progress } from './build-progress.ts';
import { checkData, type DataProblem } from './data/check-data.ts';
import { readData } from './data/read-data.ts';
import { inputsDigest } from './output/input-digest.ts';
import { LastBuild } from './output/previous-build.ts';
import { freshDirectory, isOurs, keepSnapshots, recover, seal } from './output/swap.ts';

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
  try {
    // Read only here: what writes a build takes a while to load, and where nothing changed it is not needed.
    const { make } = await import('./output/make-build.ts');
    const { files, bytes } = await make({ dir, catalog, data: checked.data, inputs, last, progress });
    keepSnapshots(options.out, dir);
    seal(dir, options.out);
    return summary(files, bytes, false);
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    throw error;
  }
}

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
    const wrongUse = isWrongUse(error);
    console.error(wrongUse ? `${error.message}\nnpm run build -- --help tells more.` : error.stack);
    return wrongUse ? 2 : 1;
  });
}
