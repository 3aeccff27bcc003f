/** data -> dist: read, check, plan, write, seal. */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { sha256Of } from '../runtime/audit/sums.ts';
import { nextPriceChange } from '../runtime/core/answers/meta.ts';
import { catalogFrom } from '../runtime/core/dataset/catalog.ts';
import { datedDataset } from '../runtime/core/dataset/version.ts';
import { readCommandLine } from '../runtime/io/command-line.ts';
import { Progress } from '../runtime/io/progress.ts';
import {
  type BuildFlags,
  buildCommand,
  failureCodes,
  type Options,
  optionsFrom,
  problemLines,
  reportFailure,
} from './build-options.ts';
import { checkData } from './data/check-data.ts';
import { type DataProblem, readData } from './data/read-data.ts';
import { editedPrices } from './data/released-prices.ts';
import { inputsDigest } from './output/input-digest.ts';
import { lastBuildAt, outputPathOf } from './output/output-path.ts';
import { discardFresh, freshDirectory, keepSnapshots, recover, seal } from './output/swap.ts';

const root = join(import.meta.dirname, '..');

const help = `Builds the published API from data/ into dist/.

  npm run build -- [--as-of YYYY-MM-DD] [--out DIR] [--site-url URL] [--json]

  --as-of DAY   prices in force on this day (UTC); default today. Without --out it is built in dist-as-of-DAY
  --out DIR     where to build; default dist. The last build there stays until the new one is complete. A folder that
                holds anything other than a build is refused and left untouched
  --data DIR    the data to build from; default data
  --site-url URL  the URL of the site; default the variable SITE_URL. With it, pages state their own URL and a
                sitemap.xml is written
  --json        print a machine-readable summary: out, files, bytes, unchanged, seconds, nextPriceChange, warnings
  --help        print this

Nothing is written if data, prices in force, sources and versions are those of the last build and none of its files has
changed. Snapshots are kept. A file of the last build that has been edited since is moved to DIR.kept-N.

Exit codes: 0 built; 1 the data has problems, nothing was built; ${failureCodes}.`;

export interface Summary {
  /** The directory of the build. */
  out: string;
  datasetVersion: string;
  pricesAsOf: string;
  files: number;
  bytes: number;
  /** Nothing was written: the build in place has the same inputs, and every byte of it is unchanged. */
  unchanged: boolean;
  seconds: number;
  nextPriceChange: ReturnType<typeof nextPriceChange>;
  /** The folder with files of the last build that had been edited; null: there were none. */
  kept: string | null;
  /** Problems that should be looked at soon. */
  warnings: DataProblem[];
}

/** Builds `options.data` into `options.out`. Returns what was built, or what is wrong with the data. */
export async function build(options: Options, progress: Progress): Promise<Summary | DataProblem[]> {
  const started = performance.now();
  const out = outputPathOf(options.out, options.data);
  recover(out);
  const last = lastBuildAt(out);
  const data = readData(options.data);
  const checked = checkData(data, options);
  if ('problems' in checked) return checked.problems;
  const edited = options.data === join(root, 'data') ? editedPrices(root, data) : [];
  if (Array.isArray(edited) && edited.length > 0) return edited;
  const catalogFile = datedDataset(checked.data, options.asOf, (text) => sha256Of(Buffer.from(text)));
  const catalog = catalogFrom(catalogFile);

  const { siteUrl } = options;
  const inputs = inputsDigest(data, catalog.asOf, siteUrl);
  const summary = (files: number, bytes: number, unchanged: boolean, kept: string | null): Summary => ({
    out,
    datasetVersion: catalog.version,
    pricesAsOf: catalog.asOf,
    files,
    bytes,
    unchanged,
    seconds: Math.round(performance.now() - started) / 1000,
    nextPriceChange: nextPriceChange(catalog),
    kept,
    warnings: checked.warnings,
  });
  if (last?.inputs === inputs && last.isWhole((path) => progress.step(`comparing ${path}`))) {
    const { files, bytes } = last.size();
    return summary(files, bytes, true, null);
  }

  const dir = freshDirectory(out);
  try {
    // Loaded only here: it is slow to load, and not needed when nothing has changed.
    const { make } = await import('./output/make-build.ts');
    const { files, bytes } = await make({ dir, catalog, catalogFile, siteUrl, inputs, last, progress });
    keepSnapshots(out, dir);
    // Check again: a user may have put something into it in the meantime.
    lastBuildAt(out);
    return summary(files, bytes, false, seal(dir, out));
  } catch (error) {
    discardFresh(dir);
    throw error;
  }
}

/**
 * V8 puts off garbage collection, so a build would hold far more memory than it needs. With this flag it collects when
 * the heap is half as large again as the live data, without taking longer.
 */
const collectSooner = '--heap-growing-percent=50';

async function main(): Promise<number> {
  setFlagsFromString(collectSooner);
  const line = readCommandLine<BuildFlags>(buildCommand('npm run build', help));
  if (line === null) return 0;
  const options = optionsFrom(line.options);
  const { json } = line.options;
  const progress = new Progress(json);
  const result = await build(options, progress);
  progress.end();
  if (Array.isArray(result)) {
    if (json) console.log(JSON.stringify({ problems: result }));
    console.error(
      `${problemLines(result)}\n\n${result.length} problem${result.length === 1 ? '' : 's'} in the data: nothing was built, ${options.out} is unchanged.`,
    );
    return 1;
  }
  if (json) console.log(JSON.stringify(result));
  else console.error(summaryText(result));
  return 0;
}

function summaryText(summary: Summary): string {
  const {
    out,
    files,
    bytes,
    unchanged,
    seconds,
    pricesAsOf,
    datasetVersion,
    nextPriceChange: next,
    kept,
    warnings,
  } = summary;
  const change = next ? `next price change ${next.on} (${next.models.join(', ')})` : 'no price change is scheduled';
  const warned = warnings.length === 0 ? '' : `\nWarning: ${problemLines(warnings)}`;
  const done = unchanged ? `Nothing changed, and ${out} is intact` : `Built ${out}`;
  return `${done}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB, ${seconds.toFixed(1)} s. Dataset ${datasetVersion}, prices in force since ${pricesAsOf}; ${change}.${warned}${kept === null ? '' : `\nFiles of the last build that had been edited are now in ${kept}.`}`;
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  process.exitCode = await main().catch((error: Error) => reportFailure(error, 'npm run build'));
}
