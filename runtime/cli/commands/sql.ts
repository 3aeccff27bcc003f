/** `agent-cost price sql`: tables of prices and names, and a view that prices a table of calls in the database. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Option } from 'commander';
import { printable } from '../../core/values/printable.ts';
import { type CallColumn, callColumns, columnsOnRequest } from '../../exports/sql/calls-view.ts';
import { dbtFiles, isDbtTable } from '../../exports/sql/dbt.ts';
import { type DialectName, dialectNames } from '../../exports/sql/dialects.ts';
import { scriptText } from '../../exports/sql/script.ts';
import { WrongUse } from '../../io/command-line.ts';
import { checkOutputs, filesNamed } from '../../io/named-files.ts';
import { makeFolder, writeOutput } from '../../io/output-file.ts';
import { type CatalogOptions, catalogFiles, openPrices, textOf } from '../catalog-options.ts';
import { print, printError } from '../output.ts';
import { collect, command, plainExitCodes, unknown } from '../program.ts';

const epilogue = `
The table of calls has a row for each call and these columns: ${callColumns.filter((name) => !columnsOnRequest.includes(name)).join(', ')}.
input, cached_input, cache_write and cache_write_1h do not overlap; at is a time in UTC; host, at and service_tier may
be null. Use --column for a column with another name or a missing one; also for region, and for calls if a row sums up
several.

The view agent_cost_calls has every column of the table, and nano_usd and priced_usd, which are null if a call has no
price. agent_cost_bill sums it by day and model, with the number of calls without a price.

Pipe it into the program of the database (duckdb calls.db, psql, clickhouse-client --multiquery,
mysql, sqlite3, sqlcmd, bq query, snow sql). Spark reads databricks, Athena reads trino, MariaDB reads mysql.

With --dbt it writes seeds (the prices, with their column types) and two models into a dbt project instead, and --table is
a model (calls) or a table of a source (logs.calls). It replaces only files that it wrote itself.

Examples:
  agent-cost price sql --dialect duckdb
  agent-cost price sql --dialect snowflake --dbt . --table logs.llm_calls
  agent-cost price sql --dialect postgres --table billing.llm_calls --column at=created_at --column searches=0
${plainExitCodes}`;

interface Options extends CatalogOptions {
  dialect: DialectName;
  table: string;
  column?: string[];
  names?: string;
  dbt?: string;
}

export const sqlCommand = () =>
  command('sql')
    .summary('prices and a view that prices your own table of calls, as SQL')
    .description(
      'Prints SQL that makes a table of prices (by day, terms, region and length of prompt), a table of model names, and a view that prices your own table of calls. The data stay in the database.',
    )
    .addOption(new Option('--dialect <name>', 'database to write SQL for').choices(dialectNames).makeOptionMandatory())
    .option('--table <name>', 'your table of calls, as SQL names it', 'calls')
    .option('--column <name=expression>', 'an SQL expression instead of a column; repeatable', collect)
    .option('--names <file>', 'model names in your calls, one per line, to look up as well')
    .option('--dbt <folder>', 'write seeds and models into this dbt project instead of a script')
    .prices()
    .addHelpText('after', epilogue)
    .action(sql);

function sql({ dialect, table, column = [], names, dbt, ...prices }: Options): void {
  if (table.trim() === '') throw new WrongUse('--table must not be empty.');
  if (dbt !== undefined && !isDbtTable(table)) {
    throw new WrongUse(
      `With --dbt, --table must be a model (calls) or a table of a source (logs.calls), not one of agent-cost itself (got ${JSON.stringify(table)}).`,
    );
  }
  const { catalog } = openPrices(prices);
  const columns = Object.fromEntries(column.map(columnIn));
  const listed = names === undefined ? [] : namesIn(names);
  const calls = { table, columns };
  const missing = dbt === undefined ? printScript() : writeProject(dbt);
  if (missing.length > 0) {
    printError([
      `${missing.length} of ${listed.length} names are unknown, their calls have no price: ${missing.map(printable).join(', ')}`,
    ]);
  }

  function printScript(): string[] {
    const { text, unknown } = scriptText(catalog, dialect, calls, listed);
    process.stdout.write(text);
    return unknown;
  }

  function writeProject(folder: string): string[] {
    const { files, unknown } = dbtFiles(catalog, dialect, calls, listed);
    const outputs = files.map(({ path, text }) => ({ path: join(folder, path), text }));
    // Nothing is written before it is known that nothing of somebody else is replaced.
    const inputs = [...filesNamed({ '--names': names }), ...catalogFiles(prices)];
    checkOutputs(
      outputs.map(({ path }) => ({ name: '--dbt', path })),
      inputs,
    );
    for (const { path, text } of outputs) refuseForeign(path, text);
    for (const { path, text } of outputs) {
      makeFolder(dirname(path), '--dbt');
      writeOutput(path, text, { option: '--dbt' });
    }
    print([...outputs.map(({ path }) => path), 'To load and build: dbt build --select +agent_cost_bill']);
    return unknown;
  }
}

/** @throws WrongUse if there is a file that does not begin as the one that would replace it */
function refuseForeign(path: string, text: string): void {
  const firstLine = (of: string): string => of.split(/\r?\n/, 1)[0] ?? '';
  if (!existsSync(path)) return;
  const there = textOf(path, (why) => `--dbt: ${path} cannot be read (${why}).`);
  if (firstLine(there) !== firstLine(text)) {
    throw new WrongUse(`--dbt: ${path} exists, and agent-cost did not write it. Move it away first.`);
  }
}

function columnIn(text: string): [CallColumn, string] {
  const [, name = '', expression = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (expression.trim() === '') {
    throw new WrongUse(`--column needs a name and an expression, such as at=created_at (got ${JSON.stringify(text)}).`);
  }
  const known = callColumns.find((one) => one === name.trim());
  if (known === undefined) throw unknown('column', name.trim(), callColumns);
  return [known, expression.trim()];
}

const namesIn = (file: string): string[] =>
  textOf(file, (why) => `--names: the file cannot be read (${why}).`)
    .split(/\r?\n/)
    .filter((name) => name !== '');
