/** The same tables and views as seeds and models of a dbt project. */

import type { Catalog } from '../../core/dataset/catalog.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { decimal } from '../../core/values/money.ts';
import { type Calls, viewsOf } from './calls-view.ts';
import { type Dialect, type DialectName, dialects } from './dialects.ts';
import { type ColumnType, type JoinedTable, tablesOf } from './script.ts';

const written = 'Written by agent-cost price sql --dbt, and replaced when it runs again: change nothing here.';

/**
 * @param calls `table`: a model of the project (`calls`) or a table of a source (`logs.calls`)
 * @param names of models in the caller's calls, in addition to those that are always listed
 * @returns `files`: paths from the folder of the project, with slashes, and texts, whose first lines are the same in every
 * version and say whose they are; `unknown`: the caller's names that are unknown
 */
export function dbtFiles(catalog: Catalog, dialectName: DialectName, calls: Calls, names: readonly string[] = []) {
  const dialect = dialects[dialectName];
  const { tables, rates, unknown } = tablesOf(catalog, dialect, names);
  const seeds = new Map(tables.map((table) => [table.name, table]));
  const inDbt = (name: string): string => {
    const seed = seeds.get(name);
    return seed === undefined ? refTo(name) : seedQuery(dialect, seed);
  };
  const views = viewsOf(dialect, { ...calls, table: relationOf(calls.table) }, rates, inDbt);
  const seedProperties = `# ${written}
version: 2

seeds:
${tables.map((table) => propertiesOf(dialect, table)).join('')}`;
  return {
    files: [
      ...tables.map((table) => ({ path: `seeds/agent_cost/${table.name}.csv`, text: seedText(table) })),
      { path: 'seeds/agent_cost/agent_cost_seeds.yml', text: seedProperties },
      ...views.map(({ name, query }) => ({
        path: `models/agent_cost/${name}.sql`,
        text: `-- ${written}\n-- Dataset ${catalog.version}, for ${dialectName}; a call without a time is priced on ${catalog.asOf}.\n${query}\n`,
      })),
      { path: 'models/agent_cost/agent_cost_models.yml', text: modelProperties },
    ],
    unknown,
  };
}

/** Whether dbt can refer to a table of this name: a model, or a source and its table, outside the names made here. */
export const isDbtTable = (table: string): boolean =>
  /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$/.test(table) && !/^agent_cost_/i.test(table);

const refTo = (name: string): string => `{{ ref('${name}') }}`;

/** The table of calls; `dbt --vars` may name another one. */
function relationOf(table: string): string {
  if (!isDbtTable(table)) throw new Error(`${JSON.stringify(table)} is not a model or a table of a source.`);
  const [first = '', second] = table.split('.');
  return second === undefined
    ? `{{ ref(var('agent_cost_table', '${first}')) }}`
    : `{{ source(var('agent_cost_source', '${first}'), var('agent_cost_table', '${second}')) }}`;
}

/** A seed with what its file says: dbt loads an empty text as null, some adapters as an empty text. */
function seedQuery({ quote }: Dialect, { name, types }: JoinedTable): string {
  const columns = Object.entries(types).map(([column, type]) => {
    if (type === 'key') return `COALESCE(${column}, ${quote('')}) AS ${column}`;
    return type === 'text' ? `NULLIF(${column}, ${quote('')}) AS ${column}` : column;
  });
  return `(SELECT ${columns.join(', ')} FROM ${refTo(name)} AS seed)`;
}

/** The text of a seed. It is for dbt alone, so that a name such as `@cf/...` stays as it is. */
function seedText({ types, rows }: JoinedTable): string {
  const columns = Object.keys(types);
  const lines = rows.map((row) =>
    columns
      .map((column) => {
        const value = lookUp(row, column) ?? '';
        if (typeof value === 'number') return decimal(value);
        return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
      })
      .join(','),
  );
  return `${[columns.join(','), ...lines].join('\n')}\n`;
}

function propertiesOf(dialect: Dialect, { name, types }: JoinedTable): string {
  // dbt itself says that a column may be null, except in ClickHouse, where that is a type.
  const typeOf = (type: ColumnType): string =>
    type === 'key' ? dialect.text : dialect.nullable(dialect[type]).replace(/ NULL$/, '');
  const columns = Object.entries(types).map(([column, type]) => `        ${column}: ${JSON.stringify(typeOf(type))}\n`);
  return `  - name: ${name}
    config:
      quote_columns: false
      column_types:
${columns.join('')}`;
}

const modelProperties = `# ${written}
version: 2

models:
  - name: agent_cost_calls
    description: Every call, with its price in nano-dollars and in dollars.
    columns:
      - name: nano_usd
        description: Nano-dollars, exact. Null if the call has no price, which is not 0.
      - name: priced_usd
        description: The same in dollars.
  - name: agent_cost_bill
    description: The calls added up by day (UTC) and model.
    columns:
      - name: unpriced_calls
        description: Calls that have no price, and are not in the totals.
`;
