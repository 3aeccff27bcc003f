/** The report shown in docs/runs.md is the report on the log shown there. */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { literal } from '../../../runtime/duckdb/open-duckdb.ts';
import { formats } from '../../../runtime/logs/formats/formats.ts';
import { blocksOf } from '../../docs/documents.ts';
import { openConnection, writeParquet } from '../../duckdb/two-ways.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCliIn } from '../../support/run.ts';

const blocks = blocksOf('docs/runs.md');

test('docs/runs.md: each log format has its row, and each row its format', () => {
  const table = readFileSync('docs/runs.md', 'utf8').split('| format |')[1]?.split('\n\n')[0] ?? '';
  const rows = [...table.matchAll(/^\| `([\w-]+)` \|(.+)\|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual(formats.map(({ name }) => name).sort());
  // Where it is, by what it is recognized, cached tokens, reasoning, what is missing.
  for (const [, name, cells = ''] of rows)
    expect(
      cells.split('|').filter((cell) => cell.trim() !== ''),
      name,
    ).toHaveLength(5);
});

test('docs/runs.md: the report is printed as shown, and its files are written', async () => {
  const dir = temporaryDirectory();
  const shown = blocks.find(({ text }) => text.startsWith('$ agent-cost report'))?.text ?? '';
  const log = blocks.find(({ text }) => text.startsWith('time,model,input,cache_read'))?.text ?? '';
  writeFileSync(join(dir, 'calls.csv'), log);
  const [command = '', ...lines] = shown.split('\n');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
  const { code, stdout } = await runCliIn(dir, command.replace('$ agent-cost ', '').split(' '));
  vi.useRealTimers();
  expect(code).toBe(0);
  expect(lines.length).toBeGreaterThan(30);
  expect(`${lines.at(-1)}`).toBe('...');
  expect(stdout.split('\n').slice(0, lines.length - 1)).toEqual(lines.slice(0, -1));
  for (const file of ['report.html', 'charges.csv']) expect(existsSync(join(dir, file)), file).toBe(true);
});

test('docs/runs.md: the calls of an estimate are written, and billed to its dollars', async () => {
  const dir = temporaryDirectory();
  const lines =
    blocks.find(({ text }) => text.startsWith('agent-cost estimate coding --calls'))?.text.split('\n') ?? [];
  expect(lines).toHaveLength(3);
  const outputs: string[] = [];
  for (const line of lines) {
    const [command = '', file] = line.replace('agent-cost ', '').split(' > ');
    const { code, stdout } = await runCliIn(dir, command.split(' '));
    expect({ line, code }).toEqual({ line, code: 0 });
    if (file !== undefined) writeFileSync(join(dir, file), stdout);
    outputs.push(stdout);
  }
  const { stdout } = await runCliIn(dir, ['estimate', 'coding']);
  const [, cost = 'no cost'] = /^ *cost per task +(\S+)/m.exec(stdout) ?? [];
  expect(outputs.at(-1)?.split(' ')[0]).toBe(cost);
});

test('docs/runs.md: the totals commands work as printed on the same log as Parquet', async () => {
  const dir = temporaryDirectory();
  const log = blocks.find(({ text }) => text.startsWith('time,model,input,cache_read'))?.text ?? '';
  writeFileSync(join(dir, 'calls.csv'), log);
  const connection = await openConnection();
  await writeParquet(connection, `FROM ${literal(join(dir, 'calls.csv'))}`, join(dir, 'calls.parquet'));
  connection.closeSync();
  const lines = blocks.find(({ text }) => text.startsWith('agent-cost report totals'))?.text.split('\n') ?? [];
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    const [, ...args] = line.split(' ');
    const { code, stdout } = await runCliIn(dir, args);
    expect({ line, code }).toEqual({ line, code: 0 });
    // As in the report above: 0.0720 + 0.0234 + 0.0753 of claude-sonnet-4-6, and 0.0235 of gpt-5.4.
    expect(stdout).toMatch(/^\$0\.1942 at list price for 4 calls|^month,2026-11,1,5,1,.*,0\.1942\r$/m);
  }
});

describe('docs/runs.md: report without an argument', () => {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00Z') });
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  /** The fixtures of the readers, where the agents keep such logs. */
  const places = {
    'claude-code.jsonl': '.claude/projects/-home-dev-shop/b1a2.jsonl',
    'codex.jsonl': '.codex/sessions/2026/11/20/rollout-1.jsonl',
    'gemini-cli.jsonl': '.gemini/tmp/79b6fa86/chats/session-1.jsonl',
    'opencode.json': '.local/share/opencode/storage/message/ses_1/msg_1.json',
    'copilot-cli.jsonl': '.copilot/session-state/co1/events.jsonl',
  };

  test('prints with the logs of five agents what is shown', async () => {
    const home = temporaryDirectory();
    for (const [name, place] of Object.entries(places)) {
      mkdirSync(dirname(join(home, place)), { recursive: true });
      cpSync(join(import.meta.dirname, '../readers/fixtures', name), join(home, place));
    }
    const { stdout } = await runCliIn(home, ['report', '--timezone', 'Europe/Paris'], {
      ...{ HOME: home, USERPROFILE: home },
      ...{ CLAUDE_CONFIG_DIR: '', CODEX_HOME: '', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '' },
    });
    const shown = blocks.find(({ text }) => text.startsWith('$ agent-cost report\nClaude Code'))?.text ?? '';
    const [beginning = ''] = shown.split('\n...');
    expect(beginning.split('\n').length).toBeGreaterThan(10);
    expect(`$ agent-cost report\n${stdout}`.slice(0, beginning.length)).toBe(beginning);
  });
});
