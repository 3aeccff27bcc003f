/** What every command of `agent-cost` answers, against the library and the published files of the same build. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { runCliIn } from '../support/run.ts';

type Library = typeof import('../../runtime/library/library.ts');

const overlay = {
  name: 'contract',
  rules: [
    { provider: 'openai', discountPct: 20 },
    { model: 'claude-sonnet-4-6', prices: { input: 2 } },
  ],
};

/** Logs of so many tasks that a workflow can be fitted to them, by the names that examples give them. */
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

const dir = temporaryDirectory();
let library: Library;
beforeAll(async () => {
  writeFileSync(join(dir, 'contract.json'), JSON.stringify(overlay));
  writeFileSync(join(dir, 'agent-cost.json'), JSON.stringify({ workflows: { work: { preset: 'rag' } } }));
  // The logs that the examples in the help name.
  for (const [name, model] of Object.entries(exampleLogs)) writeFileSync(join(dir, `${name}.jsonl`), logOf(model));
  library = await import(join(testDist, 'index.js'));
});

const published = (path: string): string => readFileSync(join(testDist, 'public/api/v1', path), 'utf8');
const data = (path: string) => JSON.parse(published(path)).data;

/** What a command prints that must end well. */
async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCliIn(dir, args);
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
  return stdout;
}
const json = async (...args: string[]) => JSON.parse(await printed(...args, '--json'));
/** Rows of CSV by the names in its header line. */
const csv = async (...args: string[]): Promise<Record<string, string>[]> =>
  parse(await printed(...args, '--csv'), { columns: true, relax_column_count: false });

const at = ['--as-of', '2026-12-01'];
const own = ['--overlay', 'contract.json'];

describe('price', () => {
  const args = ['price', 'claude-sonnet-4-6', '--input', '1200', '--cached-input', '45000', '--output', '850'];
  const call = { model: 'claude-sonnet-4-6', input: 1200, cachedInput: 45_000, output: 850 };

  test('is that of the library, with every option', async () => {
    // 1,200 x $3 + 45,000 x $0.30 + 850 x $15, per million: 0.0036 + 0.0135 + 0.01275
    expect((await json(...args)).usd).toBe(0.02985);
    expect(await json(...args)).toEqual(library.price(call));
    // 2 in place of 3 dollars for the input: 0.0024 + 0.0135 + 0.01275
    expect((await json(...args, ...own)).usd).toBe(0.02865);
    expect(await json(...args, ...own, ...at)).toEqual(library.price(call, { overlay, on: '2026-12-01' }));
    const more = ['--cache-write', '100', '--cache-write-1h', '50', '--searches', '3', '--on', '2026-11-20'];
    const fields = { cacheWrite: 100, cacheWrite1h: 50, searches: 3, on: '2026-11-20' };
    expect(await json(...args, ...more)).toEqual(library.price({ ...call, ...fields }));
    expect(await json('price', 'openai/gpt-5.4', '-i', '10', '-o', '5', '--tier', 'batch')).toEqual(
      library.price({ model: 'openai/gpt-5.4', input: 10, output: 5, serviceTier: 'batch' }),
    );
    expect(await json(...args, '--host', 'bedrock')).toEqual(library.price({ ...call, host: 'bedrock' }));
  });

  test('has a line for each part, with the price, its days and its sources', async () => {
    const text = await printed(...args);
    expect(text).toContain('claude-sonnet-4-6 (anthropic) on ');
    expect(text).toMatch(/^ {14}quantity {2}price {2}per {18}cost$/m);
    expect(text).toMatch(/^cached input {4}45,000 {2}\$0\.30 {2}1,000,000 tokens {2}\$0\.0135$/m);
    const { pricing, lines } = library.price(call);
    expect(text).toContain(`verified ${pricing?.verifiedOn}, from\n`);
    for (const { on, ...source } of pricing?.sources ?? []) {
      expect(text).toContain(`  ${on}  ${'url' in source ? source.url : source.name}\n`);
    }
    const rows = await csv(...args);
    expect(rows.map(({ part, quantity, rate, usd }) => [part, Number(quantity), Number(rate), Number(usd)])).toEqual(
      lines.map(({ part, quantity, rate, usd }) => [part, quantity, rate, usd]),
    );
    expect(await printed(...args, ...own)).toContain('is that of the overlay "contract"');
  });

  test('is unpriced with exit code 3 where there is none, and never 0', async () => {
    const unknown = await runCliIn(dir, ['price', 'gpt-5.44', '--input', '1000']);
    expect(unknown).toMatchObject({ code: 3, stderr: '' });
    expect(unknown.stdout).toMatch(/: unpriced\nUnknown model "gpt-5\.44"\. Did you mean "gpt-5\.4"\?\n$/);
    const part = await runCliIn(dir, ['price', 'gpt-5.4', '--cache-write-1h', '10', '--json']);
    expect(part.code).toBe(3);
    expect(JSON.parse(part.stdout)).toEqual(library.price({ model: 'gpt-5.4', cacheWrite1h: 10 }));
    expect(JSON.parse(part.stdout).usd).toBeNull();
  });
});

describe('price of many calls', () => {
  const calls = [
    { model: 'claude-sonnet-4-6', input: 1200, cachedInput: 45_000, output: 850 },
    { model: 'openai/gpt-5.4', input: 10_000, output: 2000, on: '2026-11-20', serviceTier: 'batch' as const },
    { model: 'gpt-4o', input: 7 },
  ];
  const unknown = { model: 'gpt-5.44', input: 1000 };
  beforeAll(() => {
    writeFileSync(join(dir, 'calls.json'), JSON.stringify(calls, null, 2));
    writeFileSync(join(dir, 'calls.jsonl'), `${calls.map((call) => JSON.stringify(call)).join('\r\n')}\n\n`);
    writeFileSync(join(dir, 'some.jsonl'), [...calls, unknown].map((call) => JSON.stringify(call)).join('\n'));
  });

  test('is that of the library: an array, lines, standard input; at own prices and on a day', async () => {
    // 0.02985 as above; batch at half of $2.50 and $15: 0.0125 + 0.015; 7 x $2.50 / 1,000,000.
    expect((await json('price', '--file', 'calls.json')).usd).toBe(0.0573675);
    expect(await json('price', '--file', 'calls.json')).toEqual(library.price(calls));
    expect(await json('price', '--file', 'calls.jsonl')).toEqual(library.price(calls));
    const options = { overlay, on: '2026-12-01' };
    expect(await json('price', '--file', 'calls.jsonl', ...own, ...at)).toEqual(library.price(calls, options));
    const piped = execFileSync(process.execPath, [join(testDist, 'cli.js'), 'price', '--file', '-', '--json'], {
      input: readFileSync(join(dir, 'calls.jsonl')),
      encoding: 'utf8',
    });
    expect(JSON.parse(piped)).toEqual(library.price(calls));
  });

  test('has a line for each call and the total, in CSV too', async () => {
    const text = (await printed('price', '--file', 'calls.json')).split('\n');
    expect(text[0]).toMatch(/^call {2}model +on +prompt tokens {2}output +cost$/);
    expect(text[1]).toMatch(/^ {3}1 {2}claude-sonnet-4-6 .* 46,200 +850 +\$0\.029[89]$/);
    expect(text.slice(4)).toEqual(['', '3 calls: $0.0574', '']);
    const rows = await csv('price', '--file', 'calls.json');
    const { calls: priced } = library.price(calls);
    expect(rows.map(({ call, model, on, usd, unpriced }) => [Number(call), model, on, Number(usd), unpriced])).toEqual(
      priced.map(({ model, on, usd }, index) => [index + 1, model, on, usd, '']),
    );
    expect(rows.map(({ asked, outputTokens }) => [asked, Number(outputTokens)])).toEqual(
      calls.map(({ model, output = 0 }) => [model, output]),
    );
  });

  test('one without a price: no total, exit code 3, and why', async () => {
    const { code, stdout } = await runCliIn(dir, ['price', '--file', 'some.jsonl']);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^ {3}4 {2}"gpt-5\.44" .* unpriced$/m);
    expect(stdout).toContain(
      '\nNo total: 1 of 4 calls without a price, the others come to $0.0574\n  4: Unknown model "gpt-5.44". Did you mean "gpt-5.4"?\n',
    );
    const exact = await runCliIn(dir, ['price', '--file', 'some.jsonl', '--json']);
    expect(JSON.parse(exact.stdout)).toEqual(library.price([...calls, unknown]));
  });

  test.each([
    ['', /^--file: wrong\.txt has no calls\.$/m],
    ['[]', /^--file: wrong\.txt has no calls\.$/m],
    ['[{"model":"gpt-4o"},{"model":"gpt-4o","input":-1}]', /^wrong\.txt, call 2: input must be between 0 and/m],
    [
      '{"model":"gpt-4o"}\n\n{"modl":"gpt-4o"}',
      /^wrong\.txt, line 3: .*Unknown field "modl"\. Did you mean "model"\?/m,
    ],
    ['{"model":"gpt-4o"}\n{', /^wrong\.txt, line 2, is not JSON: /m],
    ['[1]', /^wrong\.txt, call 1: The value must be an object \(got 1\)\.$/m],
  ])('%j is wrong use', async (text, says) => {
    writeFileSync(join(dir, 'wrong.txt'), text);
    const { code, stdout, stderr } = await runCliIn(dir, ['price', '--file', 'wrong.txt']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
  });

  test('nothing of one call is accepted beside a file', async () => {
    for (const [args, what] of [
      [['gpt-4o'], 'a model'],
      [['--input', '5'], 'input'],
      [['--tier', 'batch'], 'tier'],
    ] as const) {
      const { code, stderr } = await runCliIn(dir, ['price', '--file', 'calls.json', ...args]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`: ${what} beside it is not`) });
    }
    expect((await runCliIn(dir, ['price', '--file', 'none.json'])).stderr).toMatch(/^--file: the calls cannot be read/);
  });
});

describe('estimate, rank and explain', () => {
  const request = { presetId: 'rag', searchesPerTask: 1 } as const;
  const set = ['--set', 'searchesPerTask=1'];

  test('take a day and an overlay as the library does', async () => {
    const options = { on: '2026-12-01', overlay };
    expect(await json('estimate', 'rag', ...set, ...at, ...own)).toEqual(library.estimate(request, options));
    expect(await json('rank', 'rag', ...set, ...at, ...own)).toEqual(library.rank(request, options));
    expect(await json('explain', 'rag', ...set, ...at, ...own)).toEqual(library.explain(request, options));
    expect(await printed('rank', 'rag', ...own)).toMatch(
      /\n\nPrices of the overlay "contract", not list prices: .*gpt-4o/,
    );
  });

  test('a ranking of a day before the model of its preset; an estimate asks for another', async () => {
    const early = ['--as-of', '2025-06-01'];
    const { ranking } = await json('rank', 'coding', ...early);
    const ids = ranking.map(({ modelId }: { modelId: string }) => modelId);
    expect(ids).toContain('gpt-4o');
    expect(ids).not.toContain('claude-sonnet-4-6');
    const { code, stderr } = await runCliIn(dir, ['estimate', 'coding', ...early]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'claude-sonnet-4-6, the model of the preset coding, is not known on 2025-06-01: --model names another.\n',
    });
  });

  test('rank --csv has the numbers of --json', async () => {
    const [rows, { ranking }] = await Promise.all([csv('rank', 'rag'), json('rank', 'rag')]);
    expect(rows).toHaveLength(ranking.length);
    for (const [index, row] of rows.entries()) {
      const { rank, modelId, costPerTask, monthlySpend, waste } = ranking[index];
      expect(row).toMatchObject({ modelId, rank: String(rank), costPerTask: String(costPerTask) });
      expect([Number(row.monthlySpend), Number(row['waste.pct'])]).toEqual([monthlySpend, waste.pct]);
    }
  });
});

describe('model, models, presets, measured and changes', () => {
  test('print what is published', async () => {
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

  test('changes --since a day has that day and what came after it', async () => {
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

  test('a model has its prices, sources, end, other hosts and what was measured', async () => {
    const story = await printed('model', 'anthropic/claude-sonnet-4-6');
    const { prices, offers } = data('models/claude-sonnet-4-6.json');
    expect(story).toMatch(/^Claude Sonnet 4\.6 \(claude-sonnet-4-6\): anthropic, mid, active\n/);
    for (const { state, verifiedOn } of prices) expect(story).toMatch(new RegExp(`^  ${state} .* ${verifiedOn}$`, 'm'));
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
    expect(await printed('models')).toMatch(/^model .* verified {4}confidence\n/);
  });
});

describe('wrong use', () => {
  test.each([
    [['price', 'gpt-4o'], /^price needs what the call used: --input, .* such as agent-cost price gpt-4o --input 1000/],
    [['price', 'gpt-4o', '-i', 'many'], /^input must be an integer between 0 and 1000000000 \(got "many"\)\.$/m],
    [['price', 'gpt-4o', '-i', '-1'], /^input must be between 0 and 1000000000 \(got -1\)\.$/m],
    [['price', 'gpt-4o', '-i', '1', '--tier', 'fast'], /Allowed choices are standard, batch, flex, priority/],
    [['price', 'gpt-4o', '-i', '1', '--on', '2026-02-30'], /It must be a day such as 2026-12-01/],
    [['price'], /^price needs a model, or --file with calls\.$/m],
    [['rank', '--json', '--csv'], /'--json' cannot be used with option '--csv'/],
    [['models', '--as-of', 'tomorrow'], /It must be a day such as 2026-12-01/],
    [['models', '--as-of', '2019-01-01'], /^--as-of: no model is known on 2019-01-01\.$/m],
    [['models', '--overlay', 'none.json'], /^--overlay: the file cannot be read \(ENOENT/],
    [['model', 'gpt-4p'], /^Unknown model "gpt-4p"\. Did you mean "gpt-4o"\? "agent-cost models" lists the ids\.$/m],
    [
      ['estimate', '--model', 'claude-opus-4-1'],
      /^"claude-opus-4-1" was shut down on .* "agent-cost model claude-opus-4-1" has/,
    ],
    [['measured', 'deepsw'], /^Unknown board "deepsw"\. Did you mean "deepswe"\? Boards: /m],
    [['changes', '--sinc', '2026-01-01'], /unknown option '--sinc'\n\(Did you mean --since\?\)/],
    [['preset'], /unknown command 'preset'\n\(Did you mean presets\?\)/],
  ])('%j: exit code 2, and the right form', async (args, says) => {
    const { code, stdout, stderr } = await runCliIn(dir, args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
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

describe('help', () => {
  test('has examples that run, for every command that answers from the catalog', async () => {
    const names = [...(await printed('--help')).matchAll(/^ {2}([a-z-]+)(?:\|\S+)? .*\S$/gm)].map(([, name]) => name);
    let examples = 0;
    for (const name of names as string[]) {
      const help = await printed(name, '--help');
      const [, after = ''] = help.split('\nExamples:\n');
      const lines = [...after.matchAll(/^ {2}agent-cost (.+)$/gm)].map(([, args = '']) => args);
      // mcp answers to a client, not to a line.
      if (/--catalog/.test(help) && name !== 'mcp') expect(lines.length, name).toBeGreaterThan(0);
      // No shell is there to know a home.
      for (const args of lines) await printed(...args.replace('~/.claude/projects', 'runs.jsonl').split(' '));
      examples += lines.length;
    }
    expect(examples).toBeGreaterThan(15);
  }, 120_000);
});
