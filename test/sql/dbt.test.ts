/**
 * The seeds and models of `agent-cost price sql --dbt`, loaded and compiled by the rules of dbt, and run by real databases. dbt
 * itself is a Python program and does not run here.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { dbtFiles } from '../../runtime/exports/sql/dbt.ts';
import { type DialectName, dialectNames } from '../../runtime/exports/sql/dialects.ts';
import { LogReporter } from '../../runtime/logs/report/log-reporter.ts';
import { reportOf } from '../../runtime/logs/report/report-of.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { catalog } from '../support/core/catalog.ts';
import { runCliIn } from '../support/run.ts';
import { missing } from '../support/system-packages.ts';
import { clickhouse, type Database, duckdb, postgres, sqlite } from './databases.ts';
import { csvOf, nanoUsdOf, randomCalls, recordOf } from './random-calls.ts';

const calls = randomCalls(catalog, 3000, 4711);
const expected = calls.map((call) => nanoUsdOf(catalog, call));
const reporter = new LogReporter(catalog, { by: [], since: null, until: null, on: null, host: null });
reporter.add(calls.map(recordOf));
const { total } = reportOf(reporter);

interface Seed {
  name: string;
  config: { quote_columns: boolean; column_types: Record<string, string> };
}

const filesFor = (dialect: DialectName, table = 'calls') =>
  new Map(dbtFiles(catalog, dialect, { table, columns: {} }).files.map(({ path, text }) => [path, text]));
const fileIn = (files: Map<string, string>, path: string): string => files.get(path) ?? `no ${path}`;
const modelIn = (files: Map<string, string>, name: string) => fileIn(files, `models/agent_cost/${name}.sql`);

const seedsOf = (files: Map<string, string>): Seed[] =>
  parseYaml(fileIn(files, 'seeds/agent_cost/agent_cost_seeds.yml')).seeds;

/** ref(), source() and var() as dbt compiles them, with these --vars. */
function compiled(model: string, vars: Record<string, string> = {}): string {
  const nameIn = (given: string): string => {
    const [, name = '', fallback = ''] = /^var\('(\w+)', '(\w+)'\)$/.exec(given.trim()) ?? [];
    return name === '' ? given.trim().slice(1, -1) : (vars[name] ?? fallback);
  };
  const text = model
    .replace(/\{\{ ref\(((?:[^()]|\([^()]*\))+)\) \}\}/g, (_, table: string) => nameIn(table))
    .replace(
      /\{\{ source\((var\([^()]*\)), (var\([^()]*\))\) \}\}/g,
      (_, source: string, table: string) => `${nameIn(source)}.${nameIn(table)}`,
    );
  expect(text).not.toMatch(/[{}]/);
  return text;
}

/** The statements of `dbt seed`: a table of the given types, in which an empty field is null, or what `empty` says. */
function seedScript(files: Map<string, string>, { name, config }: Seed, empty: "''" | 'NULL', table = ''): string {
  const types = Object.entries(config.column_types);
  const rows: string[][] = parse(fileIn(files, `seeds/agent_cost/${name}.csv`));
  expect(rows[0]).toEqual(types.map(([column]) => column));
  const isText = types.map(([, type]) => /char|text|string/i.test(type));
  const isNumber = types.map(([, type]) => /int|decimal|numeric/i.test(type));
  const literals = rows.slice(1).map((row) => {
    const values = row.map((value, at) => {
      if (value === '') return isText[at] ? empty : 'NULL';
      return isNumber[at] ? value : `'${value}'`;
    });
    return `(${values.join(', ')})`;
  });
  const inserts = Array.from({ length: Math.ceil(literals.length / 400) }, (_, n) => {
    return `INSERT INTO ${name} VALUES ${literals.slice(n * 400, n * 400 + 400).join(', ')};\n`;
  });
  return `CREATE TABLE ${name} (${types.map((column) => column.join(' ')).join(', ')})${table};\n${inserts.join('')}`;
}

const databases: [name: string, reason: string | null, empty: "''" | 'NULL', open: () => Promise<Database>][] = [
  ['DuckDB', null, 'NULL', duckdb],
  ['SQLite', missing('sqlite3'), 'NULL', sqlite],
  ['PostgreSQL', missing('postgres'), 'NULL', postgres],
  ['ClickHouse', missing('clickhouse-server') ?? missing('clickhouse-client'), "''", clickhouse],
];

describe.each(databases)('%s, with the seeds loaded and the models compiled', (_, reason, empty, open) => {
  test.skipIf(reason !== null)(
    `prices every call like priceCall and adds up like the report ${reason ?? ''}`,
    async () => {
      const database = await open();
      try {
        const csv = join(temporaryDirectory(), 'calls.csv');
        writeFileSync(csv, csvOf(calls));
        await database.load(csv);
        const files = filesFor(database.dialect);
        const table = database.dialect === 'clickhouse' ? ' ENGINE = Log' : '';
        for (const seed of seedsOf(files)) await database.run(seedScript(files, seed, empty, table));
        for (const name of ['agent_cost_calls', 'agent_cost_bill']) {
          await database.run(`CREATE VIEW ${name} AS ${compiled(modelIn(files, name)).replace(/^--.*\n/gm, '')};\n`);
        }
        const rows = await database.query('SELECT id, nano_usd FROM agent_cost_calls ORDER BY id');
        const wrong = rows.flatMap(([, nano], at) =>
          (nano === '' ? null : Number(nano)) === expected[at] ? [] : [{ ...calls[at], nano, expected: expected[at] }],
        );
        expect(wrong.slice(0, 3)).toEqual([]);
        expect([rows.length, wrong.length]).toEqual([calls.length, 0]);
        const [row] = await database.query(
          'SELECT SUM(calls), SUM(unpriced_calls), SUM(total_nano_usd) FROM agent_cost_bill',
        );
        expect(row).toEqual([String(total.calls), String(total.unpricedCalls), total.nanoUsd]);
      } finally {
        await database.end();
      }
    },
  );
});

test('the calls are a model or a table of a source, and --vars of dbt names another one', () => {
  const model = modelIn(filesFor('snowflake'), 'agent_cost_calls');
  expect(compiled(model)).toContain('FROM (SELECT * FROM calls)');
  expect(compiled(model, { agent_cost_table: 'llm_calls' })).toContain('FROM (SELECT * FROM llm_calls)');
  const source = modelIn(filesFor('snowflake', 'logs.llm_calls'), 'agent_cost_calls');
  expect(compiled(source)).toContain('FROM (SELECT * FROM logs.llm_calls)');
  expect(compiled(source, { agent_cost_source: 'raw' })).toContain('FROM (SELECT * FROM raw.llm_calls)');
});

test.each(dialectNames)('for %s every column of a seed has a type, and no query ends in a semicolon', (dialect) => {
  const files = filesFor(dialect);
  const seeds = seedsOf(files);
  expect(seeds.map(({ name }) => name).sort()).toEqual([
    'agent_cost_hosts',
    'agent_cost_names',
    'agent_cost_places',
    'agent_cost_prices',
    'agent_cost_regions',
  ]);
  for (const { name, config } of seeds) {
    const [header = ''] = fileIn(files, `seeds/agent_cost/${name}.csv`).split('\n', 1);
    expect(Object.keys(config.column_types).join()).toBe(header);
    expect(config.quote_columns).toBe(false);
    for (const type of Object.values(config.column_types)) expect(type).toMatch(/^\w+/);
  }
  for (const name of ['agent_cost_calls', 'agent_cost_bill']) {
    expect(compiled(modelIn(files, name))).toMatch(/^--.*\n--.*\nSELECT [^;]*\n$/);
  }
  const models: { name: string }[] = parseYaml(fileIn(files, 'models/agent_cost/agent_cost_models.yml')).models;
  expect(models.map(({ name }) => name)).toEqual(['agent_cost_calls', 'agent_cost_bill']);
});

describe('the command', () => {
  const write = (cwd: string, ...args: string[]) => runCliIn(cwd, ['sql', '--dialect', 'postgres', '--dbt', ...args]);

  test('writes nine files, lists them, and replaces its own', async () => {
    const dir = temporaryDirectory();
    const first = await write(dir, 'project', '--table', 'logs.calls');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const paths = first.stdout.split('\n').filter((line) => line.startsWith('project/'));
    expect(paths).toHaveLength(5 + 1 + 2 + 1);
    const model = join(dir, 'project/models/agent_cost/agent_cost_calls.sql');
    expect(readFileSync(model, 'utf8')).toContain("source(var('agent_cost_source', 'logs')");
    expect(await write(dir, 'project')).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(model, 'utf8')).toContain("ref(var('agent_cost_table', 'calls'))");
  });

  test('a file that it did not write stays, and then nothing is written', async () => {
    const dir = temporaryDirectory();
    mkdirSync(join(dir, 'models/agent_cost'), { recursive: true });
    const own = join(dir, 'models/agent_cost/agent_cost_bill.sql');
    writeFileSync(own, 'SELECT 1 AS mine\n');
    const refused = await write(dir, '.');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('models/agent_cost/agent_cost_bill.sql');
    expect(readFileSync(own, 'utf8')).toBe('SELECT 1 AS mine\n');
    expect(() => readFileSync(join(dir, 'seeds/agent_cost/agent_cost_prices.csv'))).toThrow('ENOENT');
  });

  test.each(["calls') }}", 'a.b.c', "read_parquet('x')", '1calls', 'agent_cost_calls', '{{ ref("calls") }}'])(
    'refuses the table %s',
    async (table) => {
      const refused = await write(temporaryDirectory(), '.', '--table', table);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('logs.calls');
    },
  );
});
