/** `agent-cost report totals`: the bill of tables of calls at any size, priced within DuckDB. */
import { Option } from 'commander';
import { quote } from '../../core/values/did-you-mean.ts';
import { openDuckDb } from '../../duckdb/open-duckdb.ts';
import { addParquet, type ParquetFile } from '../../duckdb/parquet-totals.ts';
import { UnfitTable } from '../../duckdb/table-columns.ts';
import { WrongUse } from '../../io/command-line.ts';
import { Progress } from '../../io/progress.ts';
import { dimensionNames } from '../../logs/report/log-report.ts';
import { LogReporter } from '../../logs/report/log-reporter.ts';
import { type LogReport, type ReportSums, reportOf } from '../../logs/report/report-of.ts';
import { totalsCsv, totalsText } from '../../logs/report/report-text.ts';
import { utc } from '../../logs/report/time-zone.ts';
import { type CatalogOptions, openPrices } from '../catalog-options.ts';
import { logFilesOf, tableKind } from '../log-files.ts';
import { agentLines, logsAsked } from '../logs-asked.ts';
import { type FormOptions, printAs, printError, terminalWidth } from '../output.ts';
import { withoutLimits } from '../own-settings.ts';
import { collect, command, strictExitCodes } from '../program.ts';
import {
  checkStrict,
  type LogsRead,
  nothingRead,
  problemLines,
  readingLines,
  readLogs,
  type StrictOptions,
  withShortPaths,
} from '../read-logs.ts';
import { type ReportOptions, reporterOptions, reportOptions } from '../report-options.ts';

const epilogue = `
The total, groups and notes are those of agent-cost report on the same files, to the nano-dollar, but computed by
DuckDB, which adds up hundreds of millions of calls: npm install @duckdb/node-api next to agent-cost. Only report has
tasks, waste, the cache, savings, the dollars that a log recorded, and every other log format.

A row is a call, with columns at least for the model, the input and the output; docs/runs.md lists their accepted names.
A column that looks like tokens, calls or money but has an unknown name is refused: --ignore leaves it out. Calls
without a price are listed and are in no total. --by takes one or more names, separated by commas; default model,day.

Examples:
  agent-cost report totals calls.parquet
  agent-cost report totals calls.parquet --by month,project --since 2026-11-01 --csv
  agent-cost report totals calls.parquet --as-of 2026-11-20 --json
${strictExitCodes}`;

interface Options extends CatalogOptions, FormOptions, ReportOptions, StrictOptions {
  ignore?: string[];
  timezone?: string;
}

/** Not tasks and sessions: there can be as many as calls. Tables have no agents, and are added up by the day. */
const dimensions = dimensionNames.filter(
  (name) =>
    !['session', 'task', 'hour', 'agent', 'subagent', 'branch', 'user', 'key', 'machine', 'team'].includes(name),
);

export const totalsCommand = () =>
  command('totals')
    .strict()
    .summary('what the calls in Parquet files cost, at any size')
    .description(
      'The bill of the calls in Parquet files: by model, day, project and more, with tokens of each kind and the share read from the cache.',
    )
    .argument('[files...]', 'Parquet files, and folders of them; default the logs of your agents')
    .addOptions(reportOptions(dimensions))
    .option('--ignore <column>', 'a column not to read; repeatable', collect)
    .addOption(new Option('--timezone <zone>').hideHelp())
    .jsonAndCsv()
    .prices()
    .addHelpText('after', epilogue)
    .action(totals);

async function totals(names: string[], options: Options): Promise<void> {
  if (options.timezone !== undefined && options.timezone !== 'UTC') {
    throw new WrongUse(
      'agent-cost report totals counts in days of UTC; agent-cost report takes --timezone, for Parquet too.',
    );
  }
  const { catalog } = openPrices(options);
  const reporter = new LogReporter(catalog, reporterOptions(catalog, options, utc));
  const own = names.length === 0 ? logsAsked([]) : null;
  const inFull =
    own === null
      ? await totalsOfFiles(names, reporter, options.ignore ?? [])
      : await readLogs(own.names, (records) => reporter.add(records), own);
  const read = options.fullNames ? inFull : withShortPaths(inFull);
  if (own === null) printError(problemLines(read));
  checkStrict(options, read);
  const report = reportOf(reporter, undefined, options.fullNames);
  printAs(options, {
    json: () => ({ ...totalsIn(report), reading: withoutLimits(read) }),
    csv: () => totalsCsv(report),
    text: () => [
      ...(own === null ? [] : agentLines(own)),
      ...totalsText(report, { top: options.top, width: terminalWidth() }),
      ...readingLines({ ...read, notLogs: [] }),
      ...othersLines(read.notLogs),
    ],
  });
}

function totalsIn({ total, groups, unpriced, ...report }: LogReport): object {
  const {
    tasks: _tasks,
    waste: _waste,
    cache: _cache,
    unrecorded: _unrecorded,
    savings: _savings,
    logged: _logged,
    ...rest
  } = report;
  return {
    ...rest,
    total: sumsIn(total),
    groups: groups.map(({ by, rows, others }) => ({ by, rows: rows.map(sumsIn), others: others && sumsIn(others) })),
    unpriced: unpriced.map(sumsIn),
  };
}

function sumsIn<Sums extends ReportSums>({ loggedCalls: _calls, loggedUsd: _usd, ...sums }: Sums) {
  return sums;
}

const othersLines = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : ['', `Files in the folders that are not Parquet and are in no total: ${names.length}.`];

/** Interval of progress updates in milliseconds; DuckDB reports none itself. */
const everySoOften = 500;

/**
 * Adds the calls of Parquet files, and of those below folders, to a reporter. After one second progress is shown on
 * standard error.
 * @param ignore names of columns not to read
 * @throws WrongUse if a file is not a table of calls; a NoDuckDb if DuckDB is missing
 */
export async function totalsOfFiles(
  names: readonly string[],
  reporter: LogReporter,
  ignore: readonly string[],
): Promise<LogsRead> {
  const files: ParquetFile[] = [];
  const notLogs: string[] = [];
  const { files: named, skipped } = logFilesOf(names);
  for (const { name, path, isFound } of named) {
    if (path !== null && tableKind(path) === 'parquet') files.push({ name, path });
    else if (isFound) notLogs.push(name);
    else throw new WrongUse(`${name} is not Parquet. agent-cost report ${quote(name)} reads logs of other formats.`);
  }
  if (files.length === 0) throw new WrongUse(`There is no Parquet file in ${names.join(', ')}.`);
  const connection = await openDuckDb();
  const progress = new Progress(false);
  const [first, ...more] = files.map(({ name }) => name);
  const what = `adding up ${first}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  const started = performance.now();
  const showing = setInterval(
    () => progress.show(`${what}, ${Math.round((performance.now() - started) / 1000)} s`),
    everySoOften,
  );
  try {
    const read = await addParquet(connection, files, reporter, ignore);
    if (read.every(({ records }) => records === 0))
      throw new Error(nothingRead(names, { files: read, notLogs: [], skipped }));
    return { files: read, notLogs, skipped };
  } catch (error) {
    throw error instanceof UnfitTable ? new WrongUse(error.message) : error;
  } finally {
    clearInterval(showing);
    progress.end();
    connection.closeSync();
  }
}
