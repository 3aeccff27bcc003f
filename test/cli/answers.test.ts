/** The answers of all `agent-cost` commands except price, compared with the library and the published files. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { literal } from '../../runtime/duckdb/open-duckdb.ts';
import { openConnection, writeParquet } from '../duckdb/two-ways.ts';
import { testDist } from '../support/dist.ts';
import { runCliIn } from '../support/run.ts';
import { at, commandsInDirectory, library, overlay, own } from './program.ts';

const { csv, dir, json, printed } = commandsInDirectory();

/** The logs that examples name, with enough tasks to fit a workflow to; the model of each. */
const exampleLogs = {
  calls: 'gpt-4o',
  runs: 'claude-sonnet-4-6',
  sonnet: 'claude-sonnet-4-6',
  gpt: 'gpt-5.4',
};

const logOf = (model: string): string =>
  Array.from({ length: 40 }, (_, task) =>
    Array.from({ length: 3 + (task % 4) }, (_, call) => {
      const time = new Date(Date.UTC(2026, 10, 2, task % 24, call)).toISOString();
      const tokens = { input: 500, cacheRead: 4000 + 900 * call, output: 300 + 10 * task };
      return `${JSON.stringify({ time, model, ...tokens, session: `s${task}`, task: `t${task}`, solved: task % 5 > 0 })}\n`;
    }).join(''),
  ).join('');

beforeAll(async () => {
  writeFileSync(join(dir, 'agent-cost.json'), JSON.stringify({ workflows: { work: { preset: 'rag' } } }));
  // The logs named in the examples of the help.
  for (const [name, model] of Object.entries(exampleLogs)) writeFileSync(join(dir, `${name}.jsonl`), logOf(model));
  // The logs that agents keep in the home, which is this folder.
  mkdirSync(join(dir, '.claude/projects/p'), { recursive: true });
  writeFileSync(join(dir, '.claude/projects/p/runs.jsonl'), logOf('claude-sonnet-4-6'));
  const connection = await openConnection();
  await writeParquet(connection, `SELECT * FROM ${literal(join(dir, 'calls.jsonl'))}`, join(dir, 'calls.parquet'));
  connection.closeSync();
});

const published = (path: string): string => readFileSync(join(testDist, 'public/api/v1', path), 'utf8');
const data = (path: string) => JSON.parse(published(path)).data;

describe('estimate, rank and explain', () => {
  const request = { presetId: 'rag', searchesPerTask: 1 } as const;
  const set = ['--set', 'searchesPerTask=1'];

  test('accept a day and an overlay like the library', async () => {
    const options = { on: '2026-12-01', overlay };
    expect(await json('estimate', 'rag', ...set, ...at, ...own)).toEqual(library.estimate(request, options));
    expect(await json('rank', 'rag', ...set, ...at, ...own)).toEqual(library.rank(request, options));
    expect(await json('explain', 'rag', ...set, ...at, ...own)).toEqual(library.explain(request, options));
    expect(await printed('rank', 'rag', ...own)).toMatch(
      /\n\nPrices of the overlay "contract", not list prices: .*gpt-4o/,
    );
  });

  test('name the host whose price stands for open weights', async () => {
    const prices = /\n {2}prices .*; at Groq: a host's price, not its maker's;/;
    expect(await printed('estimate', 'coding', '--model', 'gpt-oss-120b')).toMatch(prices);
    expect(await printed('explain', 'coding', '--model', 'gpt-oss-120b')).toMatch(prices);
    expect(await printed('estimate', 'coding', '--model', 'gpt-4o')).not.toMatch(/not its maker/);
  });

  test('a day before the model of the preset: rank works, estimate asks for another model', async () => {
    const early = ['--as-of', '2025-06-01'];
    const { ranking } = await json('rank', 'coding', ...early);
    const ids = ranking.map(({ modelId }: { modelId: string }) => modelId);
    expect(ids).toContain('gpt-4o');
    expect(ids).not.toContain('claude-sonnet-4-6');
    const { code, stderr } = await runCliIn(dir, ['estimate', 'coding', ...early]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'claude-sonnet-4-6, the model of the preset coding, is not known on 2025-06-01: choose another with --model.\n',
    });
  });

  test('rank --csv has the same numbers as --json', async () => {
    const [rows, { ranking }] = await Promise.all([csv('rank', 'coding'), json('rank', 'coding')]);
    expect(rows).toHaveLength(ranking.length);
    for (const [index, row] of rows.entries()) {
      const { rank, modelId, modelName, costPerTask, monthlySpend, fits, measured } = ranking[index];
      expect(row).toMatchObject({ modelId, modelName, rank: String(rank), costPerTask: String(costPerTask) });
      expect([Number(row.monthlySpend), Number(row.fits)]).toEqual([monthlySpend, fits]);
      expect(row['measured.successRate']).toBe(measured === null ? '' : String(measured.successRate));
    }
  });
});

describe('model, models, presets, measured and changes', () => {
  test('print the published answers', async () => {
    const [, board] = data('measured.json');
    expect(await json('model', 'gemini-4-argon')).toEqual(data('models/gemini-4-argon.json'));
    expect(await json('model', 'claude-opus-4-1')).toEqual(data('models/claude-opus-4-1.json'));
    expect(await json('models', '--tier', 'mid')).toEqual(library.models({ tier: 'mid' }));
    expect(await json('models', ...at)).toEqual(library.models({}, { on: '2026-12-01' }));
    expect(await json('models', ...own)).toEqual(library.models({}, { overlay }));
    expect(await json('presets')).toEqual(data('presets.json'));
    expect(await json('measured')).toEqual(data('measured.json'));
    expect(await json('measured', board.id)).toEqual(data(`measured/${board.id}.json`));
    expect(await json('measured', board.id, ...own)).toEqual(library.measured(board.id, { overlay }));
    expect(await json('changes')).toEqual(data('changes.json'));
    expect(await printed('models', '--csv')).toBe(published('models.csv'));
  });

  test('as CSV, with empty fields for null', async () => {
    const boardId = data('measured.json')[1].id;
    const rows = published('measured.csv').split('\r\n');
    const ofBoard = rows.filter((row, index) => index === 0 || row.startsWith(`${boardId},`));
    expect(await printed('measured', boardId, '--csv')).toBe(`${ofBoard.join('\r\n')}\r\n`);
    const prices = await csv('model', 'gemini-4-argon');
    expect(prices.map(({ state, from, until, inputPerMTok }) => [state, from, until, inputPerMTok])).toEqual([
      ['current', '2026-10-13', '2026-12-01', '2'],
      ['scheduled', '2026-12-01', '', '4'],
    ]);
    const presets = await csv('presets');
    expect(presets.map(({ id }) => id)).toEqual(data('presets.json').map(({ id }: { id: string }) => id));
    expect(presets[0]?.['workflow.modelCallsPerTask']).toBe(String(data('presets.json')[0].workflow.modelCallsPerTask));
    expect(await csv('measured')).toHaveLength(data('measured.json').length);
  });

  test('changes --since a day includes that day and later ones', async () => {
    const all = data('changes.json') as { on: string; before: { inputPerMTok: number } | null }[];
    const day = all[Math.floor(all.length / 2)]?.on as string;
    const expected = all.filter(({ on }) => on >= day);
    expect(expected.length).toBeLessThan(all.length);
    expect(await json('changes', '--since', day)).toEqual(expected);
    const rows = await csv('changes', '--since', day);
    expect(rows.map((row) => [row.on, row['before.inputPerMTok']])).toEqual(
      expected.map(({ on, before }) => [on, before === null ? '' : String(before.inputPerMTok)]),
    );
    expect(await printed('changes', '--since', '2026-12-01')).toMatch(
      /^2026-12-01 {2}gemini-4-argon .*\$2 to \$4 .*\$10 to \$20 /m,
    );
    expect(await printed('changes', '--since', '2099-01-01')).toBe('Nothing changed since 2099-01-01.\n');
  });

  test('a model has its prices, sources, shutdown, other hosts and measurements', async () => {
    const story = await printed('model', 'anthropic/claude-sonnet-4-6');
    const { prices, offers } = data('models/claude-sonnet-4-6.json');
    expect(story).toMatch(/^Claude Sonnet 4\.6 \(claude-sonnet-4-6\): anthropic, mid, active\n/);
    for (const { state, lastSeen } of prices) {
      const where = lastSeen.where === 'provider' ? 'at the maker' : 'in datasets';
      expect(story).toMatch(new RegExp(`^  ${state} .* ${lastSeen.on} ${where}$`, 'm'));
    }
    for (const { host } of offers) expect(story).toMatch(new RegExp(`^  ${host} `, 'm'));
    for (const { id } of library.measured()) {
      const row = library.measured(id).rows.find(({ modelId }) => modelId === 'claude-sonnet-4-6');
      if (row !== undefined)
        expect(story).toMatch(new RegExp(`^  ${id} .*${(100 * row.successRate).toFixed(1)} %`, 'm'));
    }
    expect(await printed('model', 'gemini-4-argon')).toMatch(/^ {2}scheduled {2}2026-12-01 {2}– +4 /m);
    expect(await printed('model', 'claude-opus-4-1')).toMatch(/frontier, shut down\n[\s\S]*^ {2}shut down on \d/m);
  });
});

describe('tables', () => {
  test('leave out columns that do not fit the terminal, and say how many', async () => {
    for (const command of ['models', 'rank', 'presets', 'measured', 'changes']) {
      for (const columns of [60, 80, 100]) {
        const { stdout } = await runCliIn(dir, [command], { COLUMNS: String(columns) });
        const widest = Math.max(...stdout.split('\n').map((line) => line.length));
        expect(widest, `${command} in ${columns} columns`).toBeLessThanOrEqual(columns);
      }
    }
    const { stdout } = await runCliIn(dir, ['models'], { COLUMNS: '60' });
    expect(stdout).toMatch(/^model .* input\n/);
    expect(stdout).toMatch(/\n5 more columns: widen the terminal\.\n$/);
    expect(await printed('models')).toMatch(/^model .* last seen +confidence\n/);
  });
});

test('every line of an answer fits the terminal', async () => {
  for (const command of [
    'estimate coding',
    'advise coding',
    'price gpt-4o',
    'plans',
    'report',
    'price no-such-model',
    '--help',
    'report --help',
    'report --no-such-option-of-this-command',
  ]) {
    const { stdout, stderr } = await runCliIn(dir, command.split(' '), { COLUMNS: '60', HOME: dir, USERPROFILE: dir });
    const tooWide = `${stdout}\n${stderr}`.split('\n').filter((line) => line.length > 60 && line.trim().includes(' '));
    expect({ command, tooWide }).toEqual({ command, tooWide: [] });
  }
});

test('what stands beside a label stays beside it, unless the label takes more than half of the line', async () => {
  const { stdout } = await runCliIn(dir, ['report', 'reprice', '--help'], { COLUMNS: '60' });
  expect(stdout).toContain(
    '  --strict           exit with code 3 if anything in the\n                     logs was not read\n',
  );
});

describe('wrong use', () => {
  test.each<[string[], RegExp, number?]>([
    [['price', 'gpt-4o', '-i', 'many'], /^input must be an integer between 0 and 1000000000 \(got "many"\)\.$/m],
    [['price', 'gpt-4o', '-i', '-1'], /^input must be between 0 and 1000000000 \(got -1\)\.$/m],
    [['price', 'gpt-4o', '-i', '1', '--tier', 'fast'], /Allowed choices are standard, batch, flex, priority/],
    [['price', 'gpt-4o', '-i', '1', '--on', '2026-02-30'], /It must be a day such as 2026-12-01/],
    [['price'], /^price needs a model, or --file with calls\.$/m],
    [['price', '', '-i', '1'], /^price needs a model, or --file with calls\.$/m],
    [['models', '--catalog', 'array.json'], /^array\.json is not a catalog\.json of agent-cost\.$/m],
    [['sql', '--dialect', 'duckdb', '--table', ' '], /^--table must not be empty\.$/m],
    [['keys', 'add'], /missing required argument 'id'\nRun agent-cost keys add --help for usage\.$/m],
    [['keys', 'list', '--file', 'absent.json'], /^The keys file absent\.json cannot be read/m, 1],
    [['keys', 'list', '--file', 'array.json'], /^The keys file array\.json is not valid: it must be object\.$/m, 1],
    [['rank', '--json', '--csv'], /'--json' cannot be used with option '--csv'/],
    [['models', '--as-of', 'tomorrow'], /It must be a day such as 2026-12-01/],
    [['models', '--as-of', '2019-01-01'], /^--as-of: no model is known on 2019-01-01\.$/m],
    [['models', '--overlay', 'none.json'], /^--overlay: the file cannot be read \(ENOENT/],
    [
      ['model', 'gpt-4p'],
      /^Unknown model "gpt-4p"\. Did you mean "gpt-4o"\? "agent-cost price models" lists the ids\.$/m,
    ],
    [
      ['estimate', '--model', 'claude-opus-4-1'],
      /^"claude-opus-4-1" was shut down on .* "agent-cost price model claude-opus-4-1" has the details\.$/m,
    ],
    [['measured', 'deepsw'], /^Unknown board "deepsw"\. Did you mean "deepswe"\? Boards: /m],
    [['changes', '--sinc', '2026-01-01'], /unknown option '--sinc'\n\(Did you mean --since\?\)/],
    [['preset'], /no command preset\. Did you mean agent-cost estimate presets\?/],
    [['prcie'], /unknown command 'prcie'\n\(Did you mean price\?\)/],
  ])('%j: the exit code, and a message with the right form', async (args, says, expected = 2) => {
    writeFileSync(join(dir, 'array.json'), '[]');
    const { code, stdout, stderr } = await runCliIn(dir, args);
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr).toMatch(says);
  });

  test.each([
    ['{"name":"x",', /^--overlay wrong\.json is not JSON: /],
    ['{"name":"x","rules":[{"provider":"openai","discountPc":1}]}', /Unknown field "discountPc".*"discountPct"/],
    ['{"name":"x","rules":[{"provider":"opnai","discountPct":1}]}', /rules\[0\]\.provider: Unknown provider "opnai"/],
  ])('the overlay %s', async (text, says) => {
    writeFileSync(join(dir, 'wrong.json'), text);
    const { code, stderr } = await runCliIn(dir, ['models', '--overlay', 'wrong.json']);
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });
});

/** Commands whose examples go on until Ctrl-C, read a hook's standard input, or need logs of their own: see their tests. */
const runElsewhere = ['mcp', 'live', 'statusline', 'guard', 'forecast', 'enrich', 'reconcile'];

describe('help', () => {
  test('has examples that run, for every command that answers from the catalog', async () => {
    const names = [...(await printed('--help')).matchAll(/^ {2}([a-z-]+)(?:\|\S+)? .*\S$/gm)].map(([, name]) => name);
    let examples = 0;
    for (const name of names as string[]) {
      const help = await printed(name, '--help');
      const [, after = ''] = help.split('\nExamples:\n');
      const lines = [...after.matchAll(/^ {2}agent-cost (.+)$/gm)].map(([, args = '']) => args);
      // mcp answers a client, not a command line.
      if (/--catalog/.test(help) && name !== 'mcp') expect(lines.length, name).toBeGreaterThan(0);
      if (runElsewhere.includes(name)) continue;
      // There is no shell to expand the home directory.
      for (const args of lines) await printed(...args.replace('~/.claude/projects', 'runs.jsonl').split(' '));
      examples += lines.length;
    }
    expect(examples).toBeGreaterThan(15);
  }, 120_000);
});
