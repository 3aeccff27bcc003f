/** `agent-cost sql`: tables of prices and names, and a view that prices a table of calls in the database. */
import { type Command, Option } from 'commander';
import { printable } from '../../core/values/printable.ts';
import { type CallColumn, callColumns, columnsOnRequest } from '../../exports/sql/calls-view.ts';
import { type DialectName, dialectNames } from '../../exports/sql/dialects.ts';
import { scriptText } from '../../exports/sql/script.ts';
import { WrongUse } from '../../io/command-line.ts';
import { type CatalogOptions, openPrices, textOf, withCatalogOptions } from '../catalog-options.ts';
import { printError } from '../output.ts';
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

Examples:
  agent-cost sql --dialect duckdb
  agent-cost sql --dialect postgres --table billing.llm_calls --column at=created_at --column searches=0
${plainExitCodes}`;

interface Options extends CatalogOptions {
  dialect: DialectName;
  table: string;
  column?: string[];
  names?: string;
}

export const sqlCommand = (): Command =>
  withCatalogOptions(
    command('sql')
      .summary('prices and a view that prices your own table of calls, as SQL')
      .description(
        'Prints SQL that makes a table of prices (by day, level of service, region and length of prompt), a table of model names, and a view that prices your own table of calls. The data stay in the database.',
      )
      .addOption(
        new Option('--dialect <name>', 'database to write SQL for').choices(dialectNames).makeOptionMandatory(),
      )
      .option('--table <name>', 'your table of calls, as SQL names it', 'calls')
      .option('--column <name=expression>', 'an SQL expression instead of a column; repeatable', collect)
      .option('--names <file>', 'model names in your calls, one per line, to look up as well'),
  )
    .addHelpText('after', epilogue)
    .action(sql);

function sql({ dialect, table, column = [], names, ...prices }: Options): void {
  if (table.trim() === '') throw new WrongUse('--table must not be empty.');
  const { catalog } = openPrices(prices);
  const columns = Object.fromEntries(column.map(columnIn));
  const listed = names === undefined ? [] : namesIn(names);
  const { text, unknown: missing } = scriptText(catalog, dialect, { table, columns }, listed);
  process.stdout.write(text);
  if (missing.length > 0) {
    printError([
      `${missing.length} of ${listed.length} names are unknown, their calls have no price: ${missing.map(printable).join(', ')}`,
    ]);
  }
}

/** Splits `at=created_at` into a column and its expression. */
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
