/** The commands of docs/sql.md, run as printed if the databases are installed. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../docs/documents.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { missing } from '../support/system-packages.ts';
import { clickhouse, type Database, postgres } from './databases.ts';
import { csvOf } from './random-calls.ts';

const blocks = blocksOf('docs/sql.md');
const block = (has: string) => blocks.find(({ text }) => text.includes(has))?.text ?? `false no block with ${has}`;

/** Runs lines of bash in a folder, with the programs under the names used in the document. */
function shell(database: Database, lines: string, cwd: string): string {
  const program = `agent-cost() { "${process.execPath}" "${join(testDist, 'cli.js')}" "$@"; }`;
  const script = [program, database.shell, lines].join('\n');
  return execFileSync('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd, encoding: 'utf8', stdio: 'pipe' });
}

async function within(open: () => Promise<Database>, work: (database: Database, dir: string) => Promise<void>) {
  const database = await open();
  try {
    await work(database, temporaryDirectory());
  } finally {
    await database.end();
  }
}

describe('docs/sql.md', () => {
  const noPostgres = missing('postgres');
  test.skipIf(noPostgres !== null)(`PostgreSQL: the printed bill, computed by hand${noPostgres ?? ''}`, () =>
    within(postgres, async (database, dir) => {
      // 1,200 x $3 + 45,000 x $0.30 + 850 x $15 per million = $0.02985; 1,100 x $2.50 per million = $0.00275
      expect(shell(database, block('CREATE TABLE calls'), dir)).toBe(`${block('claude-sonnet-4-6|1|0|')}\n`);
      shell(database, block('names.txt'), dir);
      expect(readFileSync(join(dir, 'names.txt'), 'utf8').split('\n').sort().slice(1)).toEqual([
        'claude-sonnet-4-6',
        'my-own-model',
        'openai/gpt-4o',
      ]);
    }),
  );

  const noClickhouse = missing('clickhouse-server') ?? missing('clickhouse-client');
  test.skipIf(noClickhouse !== null)(`ClickHouse: the total of the same calls${noClickhouse ?? ''}`, () =>
    within(clickhouse, async (database, dir) => {
      const counts = { cache_write: 0, cache_write_1h: 0, searches: 0, host: null, service_tier: null };
      writeFileSync(
        join(dir, 'calls.csv'),
        csvOf([
          {
            id: 1,
            at: '2026-11-01 10:00:00',
            model: 'claude-sonnet-4-6',
            input: 1200,
            cached_input: 45_000,
            output: 850,
            ...counts,
          },
          {
            id: 2,
            at: '2026-11-02 10:00:00',
            model: 'openai/gpt-4o',
            input: 1100,
            cached_input: 0,
            output: 0,
            ...counts,
          },
          { id: 3, at: null, model: 'my-own-model', input: 10, cached_input: 0, output: 5, ...counts },
        ]),
      );
      await database.load(join(dir, 'calls.csv'));
      expect(shell(database, block('--multiquery'), dir)).toBe('3\t1\t0.032600000\n');
    }),
  );
});
