/** The SQL for databases that cannot run here, checked with a parser of each dialect. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../runtime/exports/sql/dialects.ts';
import { scriptText } from '../../runtime/exports/sql/script.ts';
import { catalog } from '../support/core/catalog.ts';
import { missing, outside } from './tools.ts';

const reason = missing();

/** Throws what is wrong with a statement. */
type Parse = (statement: string) => void;

const moduleAt = (path: string) => import(pathToFileURL(join(outside, 'node_modules', path)).href);

async function nodeSqlParser(database: string): Promise<Parse> {
  const { Parser } = (await moduleAt('node-sql-parser/index.js')).default;
  return (statement) => new Parser().astify(statement, { database });
}

async function dtSqlParser(name: 'SparkSQL' | 'TrinoSQL'): Promise<Parse> {
  const parser = new (await moduleAt('dt-sql-parser/dist/index.js'))[name]();
  return (statement) => {
    const [error] = parser.validate(`${statement};`);
    if (error !== undefined) throw new Error(error.message);
  };
}

const parsers: [name: string, dialect: DialectName, open: () => Promise<Parse>][] = [
  ['node-sql-parser', 'bigquery', () => nodeSqlParser('bigquery')],
  ['node-sql-parser', 'snowflake', () => nodeSqlParser('snowflake')],
  ['node-sql-parser', 'redshift', () => nodeSqlParser('redshift')],
  ['node-sql-parser', 'sqlserver', () => nodeSqlParser('transactsql')],
  ['dt-sql-parser', 'databricks', () => dtSqlParser('SparkSQL')],
  ['dt-sql-parser', 'trino', () => dtSqlParser('TrinoSQL')],
];

/**
 * What the parsers lack is left out: DROP ... IF EXISTS in Redshift; views, `m.*` among other columns and COLLATE in
 * T-SQL.
 */
const understood = (dialect: DialectName) => (statement: string) =>
  dialect !== 'sqlserver'
    ? statement
    : statement
        .replace(/^CREATE VIEW (\w+) AS\n/, '/* VIEW $1 */ ')
        .replaceAll(' COLLATE Latin1_General_BIN2', '')
        .replace(/\b([a-z]\.)?\*(?=,| FROM)/g, 'id');

describe.skipIf(reason !== null)(`parsers ${reason ?? ''}`, () => {
  test.each(parsers)('%s parses every statement for %s, and refuses a broken one', async (_, dialect, open) => {
    const parse = await open();
    const { text } = scriptText(catalog, dialect, { table: 'calls', columns: { region: 'lower(place)' } });
    const statements = text
      .replace(/^--.*\n/gm, '')
      .replaceAll('\nGO\n', '\n')
      .split(';\n')
      .filter((statement) => statement !== '');
    expect(statements.length).toBeGreaterThanOrEqual(10);
    const known = statements
      .filter((one) => dialect !== 'redshift' || !one.startsWith('DROP '))
      .map(understood(dialect));
    for (const statement of known) {
      // One row is as good as five hundred, which take the parser minutes.
      const short = statement.startsWith('INSERT')
        ? statement.split('\n').slice(0, 3).join('\n').replace(/,$/, '')
        : statement;
      expect(() => parse(short), short.slice(0, 80)).not.toThrow();
    }
    const view = known.find((statement) => statement.includes('VIEW agent_cost_calls')) as string;
    expect(() => parse(view.replace(' LEFT JOIN ', ' LEFT OF '))).toThrow();
  });
});
