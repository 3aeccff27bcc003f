/** Every command of the package, in an empty project without a network, on this Node and on Node 24. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { publicKeyPem } from '../../runtime/audit/public-keys.ts';
import { commandList } from '../../runtime/cli/command-list.ts';
import { literal } from '../../runtime/duckdb/open-duckdb.ts';
import { outside, missing as toolsMissing } from '../conformance/tools.ts';
import { openConnection, writeParquet } from '../duckdb/two-ways.ts';
import { archive, publicKey } from '../snapshot/support.ts';
import { testDist } from '../support/dist.ts';
import { installed, pack } from './packed.ts';

const dir = installed(pack());
const program = join(dir, 'node_modules/agent-cost/dist/cli.js');
const published = (path: string) => JSON.parse(readFileSync(join(testDist, 'public/api/v1', path), 'utf8')).data;

const library: typeof import('../../runtime/library/library.ts') = await import(
  join(dir, 'node_modules/agent-cost/dist/index.js')
);
const calls = [
  { model: 'claude-sonnet-4-6', input: 1200, cachedInput: 45_000, output: 850 },
  { model: 'gpt-4o', input: 7 },
];
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const callPrice = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'price', arguments: { calls } } };
writeFileSync(join(dir, 'calls.json'), JSON.stringify(calls));
// 7 x $2.50 / 1,000,000.
writeFileSync(join(dir, 'calls.jsonl'), '{"model":"gpt-4o","input":7,"output":0,"at":"2026-11-20T00:00:00Z"}\n');
writeFileSync(
  join(dir, 'agent-cost.json'),
  JSON.stringify({ workflows: { work: { preset: 'rag', budget: { perTask: 1000 } } } }),
);
// Twenty tasks of five calls each, whose prompt grows by 100 tokens a call.
const tasks = Array.from({ length: 20 }, (_, task) =>
  Array.from({ length: 5 }, (_, call) => {
    const at = `2026-11-20T${String(task).padStart(2, '0')}:0${call}:00Z`;
    return JSON.stringify({ model: 'gpt-4o', input: 1000 + 100 * call, output: 50, session: `task-${task}`, at });
  }),
);
writeFileSync(join(dir, 'tasks.jsonl'), `${tasks.flat().join('\n')}\n`);
// 100 calls, 1,200 tokens of prompt and 50 of output on average, at $2.50 and $10 for a million: $0.35, as was billed.
writeFileSync(join(dir, 'invoice.csv'), 'date,model,cost\n2026-11-20,gpt-4o,0.35\n');
const connection = await openConnection();
await writeParquet(connection, `SELECT * FROM ${literal(join(dir, 'calls.jsonl'))}`, join(dir, 'calls.parquet'));
connection.closeSync();
const attributes = [
  { key: 'gen_ai.request.model', value: { stringValue: 'gpt-4o' } },
  { key: 'gen_ai.usage.input_tokens', value: { intValue: '7' } },
];
const traces = { resourceSpans: [{ scopeSpans: [{ spans: [{ attributes }] }] }] };
writeFileSync(join(dir, 'traces.json'), `${JSON.stringify(traces)}\n`);
writeFileSync(join(dir, 'key.pem'), publicKeyPem(publicKey));
writeFileSync(join(dir, 'snapshot.tar.gz'), archive);

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

function ran(node: string, args: readonly string[], input = ''): Ran {
  const env = { ...process.env, COLUMNS: '', HOME: dir, npm_config_offline: 'true' };
  const { status, stdout, stderr } = spawnSync(node, [program, ...args], { cwd: dir, encoding: 'utf8', env, input });
  return { code: status, stdout, stderr };
}

/** The arguments of a command, its exit code and its output: data of the API or the library, or a pattern. */
interface Case {
  args: string[];
  code?: number;
  input?: string;
  data?: () => unknown;
  words?: RegExp;
}
const work = { presetId: 'rag', modelId: 'gpt-4o' } as const;
const onWork = ['rag', '--model', 'gpt-4o'];
const cases: Record<string, Case> = {
  price: { args: ['--file', 'calls.json', '--json'], data: () => library.price(calls) },
  estimate: { args: [...onWork, '--json'], data: () => published('estimate/rag/gpt-4o.json') },
  advise: { args: [...onWork, '--json'], data: () => published('advice/rag/gpt-4o.json') },
  rank: { args: ['voice', '--json'], data: () => published('estimate/compare/voice.json') },
  explain: { args: [...onWork, '--json'], data: () => library.explain(work) },
  export: { args: ['llm-prices'], words: /"prices"/ },
  check: { args: [], words: /^## Agent cost: within budget\n/ },
  watch: { args: ['--as-of', '2026-11-20', '--days', '5'], words: /^## Agent cost: nothing scheduled\n/ },
  models: { args: ['--json'], data: () => published('models.json') },
  model: { args: ['gpt-4o', '--json'], data: () => published('models/gpt-4o.json') },
  presets: { args: ['--json'], data: () => published('presets.json') },
  measured: { args: ['deepswe', '--json'], data: () => published('measured/deepswe.json') },
  changes: { args: ['--json'], data: () => published('changes.json') },
  backtest: { args: [], words: /recorded runs/ },
  report: { args: ['calls.jsonl', '--json'], words: /0\.0000175/ },
  // DuckDB is found in this project, because the package is installed below it.
  totals: { args: ['calls.parquet', '--json'], words: /0\.0000175/ },
  sql: { args: ['--dialect', 'duckdb'], words: /CREATE [\s\S]*claude-sonnet-4-6/ },
  // The mean of five calls a task.
  calibrate: { args: ['tasks.jsonl'], words: /^modelCallsPerTask +5 +5 to 5 +20 /m },
  // 100 calls, 1,200 tokens of prompt and 50 of output on average, at $2 and $8 for a million: $0.28.
  reprice: { args: ['tasks.jsonl', '--model', 'gpt-4.1', '--json'], words: /0\.28\b/ },
  reconcile: { args: ['tasks.jsonl', '--invoice', 'invoice.csv', '--tolerance', '0', '--json'], words: /0\.35\b/ },
  verify: { args: ['snapshot.tar.gz', '--key', 'key.pem'], words: /verified/i },
  'verify-list': { args: ['none.json', '--kept', 'none.json'], code: 10, words: /none\.json/ },
  timestamp: { args: ['none.tar.gz', '--tsa', 'http://127.0.0.1:9/tsr'], code: 10, words: /none\.tar\.gz/ },
  diff: { args: ['snapshot.tar.gz', 'snapshot.tar.gz'], words: /differs|same|no difference/i },
  keys: { args: ['add', 'acme', '--plan', 'pro', '--limit', '600/60', '--file', 'keys.json'], words: /acme/ },
  mcp: {
    args: [],
    input: `${JSON.stringify(initialize)}\n${JSON.stringify(callPrice)}\n`,
    words: /"serverInfo":\{"name":"agent-cost"[\s\S]*"structuredContent":\{"usd":0\.0298675/,
  },
  enrich: { args: ['traces.json'], words: /"gen_ai\.usage\.cost\.amount"/ },
  forecast: { args: ['tasks.jsonl', '--session', 'task-19'], words: /so far +\$0\.0175/ },
  // That these run; test/runs/running has their figures.
  guard: { args: ['--budget', '20/day'], input: '{}' },
  live: { args: ['--once'], words: /Today: / },
  statusline: { args: [], input: '{}', words: /today / },
  completion: { args: ['bash'], words: /^[\s\S]*complete -[^\n]*agent-cost/ },
};

const binary24 = join(outside, 'node_modules/node-24/bin/node');
const nodes: [name: string, node: string, reason: string | null][] = [
  ['this Node', process.execPath, null],
  ['Node 24', binary24, toolsMissing()],
];

describe.each(nodes)('with %s', (_name, node, reason) => {
  beforeEach((context) => {
    if (reason !== null) context.skip(reason);
    rmSync(join(dir, 'keys.json'), { force: true });
  });

  // The words of each command; the cases below have the last of them, its former name.
  const paths = Object.keys(commandList);
  const names = paths.map((path) => (path === 'verify list' ? 'verify-list' : (path.split(' ').at(-1) as string)));

  test('every command has a case', () => {
    expect(existsSync(node)).toBe(true);
    expect(Object.keys(cases).sort()).toEqual(names.sort());
  });

  test.each(Object.entries(cases))('%s answers', (name, { args, code = 0, input, data, words }) => {
    const found = ran(node, [name, ...args], input);
    expect(found).toMatchObject({ code }); // standard error may have progress
    if (data !== undefined) expect(JSON.parse(found.stdout)).toMatchObject(data() as object);
    if (words !== undefined) expect(found.stdout + found.stderr).toMatch(words);
    expect(found.stderr).not.toMatch(/^\s+at /m);
  });

  test.each(paths)('%s --help prints usage, and wrong use exits with 2', (name) => {
    const help = ran(node, [...name.split(' '), '--help']);
    expect({ code: help.code, stderr: help.stderr }).toEqual({ code: 0, stderr: '' });
    // The program is named as it was started: here by its file.
    expect(help.stdout).toMatch(new RegExp(`^Usage: node \\S*cli\\.js ${name}\\b[\\s\\S]*Exit codes?:`));
    const wrong = ran(node, [...name.split(' '), '--no-such-option']);
    expect({ code: wrong.code, stdout: wrong.stdout }).toEqual({ code: 2, stdout: '' });
    expect(wrong.stderr).toMatch(/unknown option '--no-such-option'|required option/);
  });
});
