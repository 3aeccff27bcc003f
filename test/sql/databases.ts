/** Real databases, each in its own folder, with one table of calls. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { DialectName } from '../../runtime/exports/sql/dialects.ts';
import { startChild } from '../support/children.ts';
import { freePort } from '../support/server/free-port.ts';
import { until } from '../support/server/until.ts';
import { programOf } from '../support/system-packages.ts';
import { csvColumns } from './random-calls.ts';

export interface Database {
  dialect: DialectName;
  /** Creates the table `calls` with the rows of a CSV file in the format of `csvOf`. */
  load: (csv: string) => Promise<void>;
  /** Runs the output of `agent-cost price sql`. */
  run: (script: string) => Promise<void>;
  /** The rows of a query, fields as text; null is ''. */
  query: (sql: string) => Promise<string[][]>;
  /** Lines of bash that make the programs of the database connect to this one. */
  shell: string;
  end: () => Promise<void>;
}

/** Columns of the table of calls, with the types of a dialect. */
const tableOf = (at: string, text: string, whole: string, nullable = (type: string) => type): string => {
  const types: Record<string, string> = {
    at: nullable(at),
    model: text,
    host: nullable(text),
    service_tier: nullable(text),
  };
  return csvColumns.map((column) => `"${column}" ${types[column] ?? whole}`).join(', ');
};

const folder = (): string => mkdtempSync(join(tmpdir(), 'agent-cost-sql-'));

/** Creates the table `calls` in DuckDB with the rows of a CSV file in the format of `csvOf`. */
export async function loadInDuckdb(connection: DuckDBConnection, csv: string): Promise<void> {
  await connection.run(`CREATE TABLE calls (${tableOf('TIMESTAMP', 'VARCHAR', 'BIGINT')})`);
  await connection.run(`COPY calls FROM '${csv}' (HEADER false, NULLSTR '\\N')`);
}

export async function duckdb(): Promise<Database> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  return {
    dialect: 'duckdb',
    shell: '',
    load: (csv) => loadInDuckdb(connection, csv),
    async run(script) {
      const statements = await connection.extractStatements(script);
      for (let index = 0; index < statements.count; index++) await (await statements.prepare(index)).run();
    },
    async query(sql) {
      const rows = await (await connection.runAndReadAll(sql)).getRows();
      return rows.map((row) => row.map((value) => (value === null ? '' : String(value))));
    },
    async end() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Runs a program with `input` to completion, and returns its output. */
function printed(program: string, args: readonly string[], input: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr.slice(0, 2000)}`);
  return stdout;
}

const fieldsOf = (lines: string, separator: string): string[][] =>
  lines.split('\n').flatMap((line) => (line === '' ? [] : [line.split(separator)]));

/** PostgreSQL refuses to run as root: then it is started as the user of its Debian package. */
export async function postgres(): Promise<Database> {
  const [version = ''] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
  const bin = join('/usr/lib/postgresql', version, 'bin');
  const dir = folder();
  const isRoot = process.getuid?.() === 0;
  if (isRoot) printed('chown', ['postgres', dir], '');
  const as = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : ['env'];
  const [first = '', ...rest] = as;
  printed(first, [...rest, join(bin, 'initdb'), '-D', join(dir, 'data'), '-U', 'tester', '-A', 'trust', '-N'], '');
  const flags = ['-D', join(dir, 'data'), '-k', dir, '-c', 'listen_addresses=', '-c', 'fsync=off'];
  const server = startChild(first, [...rest, join(bin, 'postgres'), ...flags], { stdio: 'ignore' });
  const psql = (args: string[], input: string) =>
    printed(
      join(bin, 'psql'),
      ['-h', dir, '-U', 'tester', '-d', 'postgres', '-qAt', '-v', 'ON_ERROR_STOP=1', ...args],
      input,
    );
  await until(
    () => spawnSync(join(bin, 'psql'), ['-h', dir, '-U', 'tester', '-d', 'postgres', '-c', 'SELECT 1']).status === 0,
  );
  return {
    dialect: 'postgres',
    shell: `export PATH="${bin}:$PATH" PGHOST=${dir} PGUSER=tester PGDATABASE=postgres`,
    async load(csv) {
      psql(['-c', `CREATE TABLE calls (${tableOf('TIMESTAMP', 'TEXT', 'BIGINT')})`], '');
      psql(['-c', `COPY calls FROM STDIN (FORMAT csv, NULL '\\N')`], readFileSync(csv, 'utf8'));
    },
    run: async (script) => void psql([], script),
    query: async (sql) => fieldsOf(psql(['-c', sql], ''), '|'),
    end: () => ended(server, dir),
  };
}

export async function clickhouse(): Promise<Database> {
  const dir = folder();
  const [tcp, http] = [await freePort(), await freePort()];
  for (const name of ['data', 'tmp', 'log']) mkdirSync(join(dir, name));
  const settings = `<logger><level>none</level><log>${dir}/log/server.log</log><errorlog>${dir}/log/error.log</errorlog></logger>
    <tcp_port>${tcp}</tcp_port><http_port>${http}</http_port><listen_host>127.0.0.1</listen_host>
    <path>${dir}/data/</path><tmp_path>${dir}/tmp/</tmp_path><mark_cache_size>5368709</mark_cache_size>
    <users_config>${dir}/users.xml</users_config><default_profile>default</default_profile>
    <default_database>default</default_database>`;
  const user =
    '<password></password><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>';
  writeFileSync(join(dir, 'config.xml'), `<yandex>${settings}</yandex>`);
  writeFileSync(
    join(dir, 'users.xml'),
    `<yandex><profiles><default/></profiles><users><default>${user}</default></users><quotas><default/></quotas></yandex>`,
  );
  chmodSync(dir, 0o700);
  const server = startChild(programOf('clickhouse-server'), [`--config-file=${dir}/config.xml`], {
    stdio: 'ignore',
    cwd: dir,
  });
  const client = (args: string[], input: string) =>
    printed(programOf('clickhouse-client'), ['--host', '127.0.0.1', '--port', String(tcp), ...args], input);
  await until(
    () =>
      spawnSync(programOf('clickhouse-client'), ['--host', '127.0.0.1', '--port', String(tcp), '-q', 'SELECT 1'])
        .status === 0,
  );
  return {
    dialect: 'clickhouse',
    shell: `clickhouse-client() { ${programOf('clickhouse-client')} --host 127.0.0.1 --port ${tcp} "$@"; }`,
    async load(csv) {
      const columns = tableOf('DateTime', 'String', 'Int64', (type) => `Nullable(${type})`);
      client(['-q', `CREATE TABLE calls (${columns}) ENGINE = Memory`], '');
      client(['-q', 'INSERT INTO calls FORMAT CSV'], readFileSync(csv, 'utf8'));
    },
    run: async (script) => void client(['--multiquery'], script),
    query: async (sql) =>
      fieldsOf(client(['-q', `${sql} FORMAT TabSeparated`], ''), '\t').map((row) =>
        row.map((field) => (field === '\\N' ? '' : field)),
      ),
    end: () => ended(server, dir),
  };
}

export async function sqlite(): Promise<Database> {
  const dir = folder();
  const file = join(dir, 'calls.db');
  const program = programOf('sqlite3');
  const run = (script: string) => printed(program, ['-batch', '-bail', file], script);
  return {
    dialect: 'sqlite',
    shell: '',
    async load(csv) {
      const nullable = ['at', 'host', 'service_tier'];
      run(`CREATE TABLE calls (${tableOf('TEXT', 'TEXT', 'INTEGER')});
.mode csv
.import ${csv} calls
${nullable.map((column) => `UPDATE calls SET "${column}" = NULL WHERE "${column}" = '\\N';`).join('\n')}`);
    },
    run: async (script) => void run(script),
    query: async (sql) => fieldsOf(printed(program, ['-batch', '-bail', '-separator', '|', file, sql], ''), '|'),
    end: async () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** MariaDB, in the SQL of MySQL. As root it is started as the user of its Debian package. */
export async function mariadb(): Promise<Database> {
  const dir = folder();
  const [data, socket] = [join(dir, 'data'), join(dir, 'socket')];
  const user = process.getuid?.() === 0 ? ['--user=mysql'] : [];
  if (user.length > 0) printed('chown', ['mysql', dir], '');
  printed('/usr/bin/mariadb-install-db', ['--no-defaults', ...user, `--datadir=${data}`, '--skip-test-db'], '');
  const flags = [`--datadir=${data}`, `--socket=${socket}`, `--pid-file=${join(dir, 'pid')}`, `--tmpdir=${dir}`];
  const settings = [
    '--skip-networking',
    '--skip-grant-tables',
    '--local-infile=1',
    '--innodb-flush-log-at-trx-commit=0',
  ];
  const server = startChild(programOf('mariadb'), ['--no-defaults', ...user, ...flags, ...settings], {
    stdio: 'ignore',
  });
  const client = '/usr/bin/mariadb';
  const ask = (args: string[], input: string) =>
    printed(client, ['--no-defaults', `--socket=${socket}`, '--local-infile=1', '-N', '-B', ...args], input);
  await until(() => spawnSync(client, ['--no-defaults', `--socket=${socket}`, '-e', 'SELECT 1']).status === 0);
  ask(['-e', 'CREATE DATABASE tester'], '');
  return {
    dialect: 'mysql',
    shell: `mysql() { ${client} --no-defaults --socket=${socket} "$@"; }`,
    async load(csv) {
      const columns = tableOf('DATETIME', 'VARCHAR(200)', 'BIGINT', (type) => `${type} NULL`).replaceAll('"', '`');
      ask(['tester'], `CREATE TABLE calls (${columns});`);
      ask(['tester'], `LOAD DATA LOCAL INFILE '${csv}' INTO TABLE calls FIELDS TERMINATED BY ',';`);
    },
    run: async (script) => void ask(['tester'], script),
    query: async (sql) =>
      fieldsOf(ask(['tester', '-e', sql], ''), '\t').map((row) => row.map((field) => (field === 'NULL' ? '' : field))),
    end: () => ended(server, dir),
  };
}

async function ended(server: ReturnType<typeof startChild>, dir: string): Promise<void> {
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await gone;
  rmSync(dir, { recursive: true, force: true });
}
