/** `npm run bench`: measures every goal side by side with its ceiling. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WrongUse } from '../runtime/io/command-line.ts';
import { writeOutput } from '../runtime/io/output-file.ts';
import { Bench } from './bench.ts';
import { describeMachine } from './machine.ts';
import { type Options, readOptions, type SectionName, sectionNames } from './options.ts';
import type { Growth, Row } from './results/goals.ts';
import { results, stepsBack, table } from './results/report.ts';
import { buildRows } from './sections/build.ts';
import { getRows } from './sections/get.ts';
import { logRows } from './sections/logs.ts';
import { pageRows } from './sections/page.ts';
import { parquetRows } from './sections/parquet.ts';
import { compareRows, coreRows, limitRows, postRows } from './sections/post.ts';
import { reportRows, statusLineRows } from './sections/report.ts';
import { growthRows, startRows } from './sections/start.ts';

const measure: Record<Exclude<SectionName, 'growth'>, (bench: Bench) => Promise<Row[]>> = {
  get: getRows,
  post: postRows,
  compare: compareRows,
  limit: limitRows,
  core: coreRows,
  start: startRows,
  build: buildRows,
  report: reportRows,
  logs: logRows,
  parquet: parquetRows,
  statusline: statusLineRows,
  page: pageRows,
};

async function main(options: Options): Promise<void> {
  const bench = new Bench(options);
  const rows: Row[] = [];
  let growth: Growth[] = [];
  const machine = describeMachine(bench.tools, bench.place.inMemory);
  try {
    bench.say('building the shipped data');
    await bench.place.dist('shipped');
    for (const name of options.sections) {
      if (name === 'growth') growth = await growthRows(bench);
      else rows.push(...(await measure[name](bench)));
    }
  } finally {
    await bench.stopServers();
  }
  const measured = { machine, options, seconds: performance.now() / 1000, rows, growth };
  console.log(options.json ? JSON.stringify(measured) : table(measured));
  const file = join(import.meta.dirname, 'RESULTS.md');
  const back = stepsBack(rows, readFileSync(file, 'utf8'));
  if (back.length > 0) {
    console.error(`More than a tenth worse than in bench/RESULTS.md:\n${back.join('\n')}`);
    process.exitCode = 1;
  }
  if (options.sections.length < sectionNames.length) return;
  writeOutput(file, results(measured));
  bench.say(`wrote ${file}; npx vitest run test/bench says which documents state other figures`);
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options !== null) await main(options);
} catch (error) {
  const wrongUse = error instanceof WrongUse;
  console.error(wrongUse ? `${error.message}\nRun npm run bench -- --help for usage.` : error);
  process.exitCode = wrongUse ? 2 : 1;
}
