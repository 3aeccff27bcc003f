/** The report shown in docs/runs.md is the report on the log shown there. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { literal } from '../../../runtime/duckdb/open-duckdb.ts';
import { blocksOf } from '../../docs/documents.ts';
import { openConnection, writeParquet } from '../../duckdb/two-ways.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCliIn } from '../../support/run.ts';

const blocks = blocksOf('docs/runs.md');

test('docs/runs.md: the report is printed as shown, and its files are written', async () => {
  const dir = temporaryDirectory();
  const shown = blocks.find(({ text }) => text.startsWith('$ agent-cost report'))?.text ?? '';
  const log = blocks.find(({ text }) => text.startsWith('time,model,input,cache_read'))?.text ?? '';
  writeFileSync(join(dir, 'calls.csv'), log);
  const [command = '', ...lines] = shown.split('\n');
  const { code, stdout } = await runCliIn(dir, command.replace('$ agent-cost ', '').split(' '));
  expect({ code, stdout: stdout.trimEnd() }).toEqual({ code: 0, stdout: lines.join('\n') });
  for (const file of ['report.html', 'charges.csv']) expect(existsSync(join(dir, file)), file).toBe(true);
});

test('docs/runs.md: the totals commands work as printed on the same log as Parquet', async () => {
  const dir = temporaryDirectory();
  const log = blocks.find(({ text }) => text.startsWith('time,model,input,cache_read'))?.text ?? '';
  writeFileSync(join(dir, 'calls.csv'), log);
  const connection = await openConnection();
  await writeParquet(connection, `FROM ${literal(join(dir, 'calls.csv'))}`, join(dir, 'calls.parquet'));
  connection.closeSync();
  const lines = blocks.find(({ text }) => text.startsWith('agent-cost totals'))?.text.split('\n') ?? [];
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    const [, ...args] = line.split(' ');
    const { code, stdout } = await runCliIn(dir, args);
    expect({ line, code }).toEqual({ line, code: 0 });
    // As in the report above: 0.0720 + 0.0234 + 0.0753 of claude-sonnet-4-6, and 0.0235 of gpt-5.4.
    expect(stdout).toMatch(/^\$0\.1942 for 4 calls|^month,2026-11,1,5,1,.*,0\.1942\r$/m);
  }
});
