/** The calls of Parquet files added up in both ways: by DuckDB, and one by one as `agent-cost report` does. */
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { literal, parquetLines } from '../../runtime/duckdb/open-duckdb.ts';
import { addParquet } from '../../runtime/duckdb/parquet-totals.ts';
import { readCalls } from '../../runtime/logs/read-calls.ts';
import { newReading, type ReadReport } from '../../runtime/logs/read-report.ts';
import type { Dimension } from '../../runtime/logs/report/log-report.ts';
import { LogReporter, type ReporterOptions } from '../../runtime/logs/report/log-reporter.ts';
import type { LogReport, ReportSums } from '../../runtime/logs/report/report-of.ts';
import { reportOf } from '../../runtime/logs/report/report-of.ts';

/** Everything that both can group by. */
export const everyDimension: Dimension[] = ['day', 'month', 'model', 'provider', 'host', 'project', 'tag'];

const everything: ReporterOptions = { by: everyDimension, since: null, until: null, on: null, host: null };

export const openConnection = async (): Promise<DuckDBConnection> =>
  (await DuckDBInstance.create(':memory:')).connect();

export const writeParquet = (connection: DuckDBConnection, select: string, path: string) =>
  connection.run(`COPY (${select}) TO ${literal(path)} (FORMAT parquet)`);

export async function byDuckDb(
  connection: DuckDBConnection,
  catalog: Catalog,
  paths: readonly string[],
  options: Partial<ReporterOptions> = {},
  ignore: readonly string[] = [],
) {
  const reporter = new LogReporter(catalog, { ...everything, ...options });
  const files = paths.map((path) => ({ name: path, path }));
  const read = await addParquet(connection, files, reporter, ignore);
  return comparable(reportOf(reporter), read);
}

export async function oneByOne(catalog: Catalog, paths: readonly string[], options: Partial<ReporterOptions> = {}) {
  const reporter = new LogReporter(catalog, { ...everything, ...options });
  const reading = newReading();
  for (const path of paths) {
    for await (const calls of readCalls(parquetLines(path), path, reading)) reporter.add(calls);
  }
  return comparable(reportOf(reporter), reading.files);
}

/**
 * The comparable part of a report: of several reasons for a missing price each way may list another, notes are in any
 * order, and each keeps at most a hundred of them.
 */
function comparable({ total, groups, unpriced, notes, ...report }: LogReport, read: readonly ReadReport[]) {
  const { from, until, callsWithoutTime, callsWithoutCounts, callsLeftOut, pricedOn, host } = report;
  return {
    ...{ from, until, callsWithoutTime, callsWithoutCounts, callsLeftOut, pricedOn, host, read },
    total: sums(total),
    groups: groups.map((one) => ({ ...one, rows: one.rows.map(sums) })),
    unpriced: unpriced.map(({ reason, ...one }) => sums(one)),
    notes: notes.length < 100 ? [...notes].sort() : 'a hundred',
  };
}

/** DuckDB does not add up the dollars that a log recorded. */
const sums = <Sums extends ReportSums>(all: Sums): Sums => ({ ...all, loggedCalls: 0, loggedUsd: null });
