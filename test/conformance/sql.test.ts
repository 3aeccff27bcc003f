/** The SQL for BigQuery and Snowflake, which cannot run here, checked with a parser of their dialects. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { scriptText } from '../../runtime/exports/sql/script.ts';
import { catalog } from '../support/core/catalog.ts';
import { missing, outside } from './tools.ts';

const reason = missing();

type Parser = new () => { astify(sql: string, options: { database: string }): unknown };
const parsers = async (): Promise<Parser> =>
  (await import(pathToFileURL(join(outside, 'node_modules/node-sql-parser/index.js')).href)).default.Parser;

describe.skipIf(reason !== null)(`node-sql-parser ${reason ?? ''}`, () => {
  test.each(['bigquery', 'snowflake'] as const)(
    'parses every statement for %s, and refuses a broken one',
    async (dialect) => {
      const parser = new (await parsers())();
      const { text } = scriptText(catalog, dialect, { table: 'calls', columns: { region: 'lower(place)' } });
      const statements = text
        .replace(/^--.*\n/gm, '')
        .split(';\n')
        .filter((statement) => statement !== '');
      expect(statements.length).toBeGreaterThanOrEqual(10);
      for (const statement of statements) {
        // One row is as good as five hundred, which take the parser minutes.
        const short = statement.startsWith('INSERT')
          ? statement.split('\n').slice(0, 3).join('\n').replace(/,$/, '')
          : statement;
        expect(() => parser.astify(short, { database: dialect }), short.slice(0, 80)).not.toThrow();
      }
      const view = statements.find((statement) => statement.includes('VIEW agent_cost_calls')) as string;
      expect(() => parser.astify(view.replace(' LEFT JOIN ', ' LEFT OF '), { database: dialect })).toThrow();
    },
  );
});
