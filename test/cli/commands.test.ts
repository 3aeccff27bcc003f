/** `agent-cost` as people and scripts use it: answers, messages, exit codes. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rawModels } from '../support/core/raw-data.ts';
import { testDist } from '../support/dist.ts';
import { fullDiskMissing } from '../support/full-disk.ts';
import { runCli } from '../support/run.ts';

const published = (path: string) => JSON.parse(readFileSync(join(testDist, 'public/api/v1', path), 'utf8')).data;
const json = async (...args: string[]) => JSON.parse((await runCli(...args, '--json')).stdout);

describe('estimate, rank, explain and models', () => {
  test('give the answers of the API under --json, with the preset as an argument or an option', async () => {
    const expected = published('estimate/rag/gpt-4o.json');
    expect(await json('estimate', 'rag', '--model', 'gpt-4o')).toEqual(expected);
    expect(await json('estimate', '--preset', 'rag', '--model', 'gpt-4o')).toEqual(expected);
    expect((await json('explain', 'rag', '--model', 'gpt-4o')).estimate).toEqual(expected);
    expect(await json('rank', 'voice')).toEqual(published('estimate/compare/voice.json'));
    expect(await json('models', '--tier', 'fast')).toEqual(published('models/by-tier/fast.json'));
    expect(await json('models', '--provider', 'openai')).toEqual(published('models/by-provider/openai.json'));
  });

  test('print rounded numbers without --json', async () => {
    const [{ stdout }, exact] = await Promise.all([runCli('estimate', 'support'), json('estimate', 'support')]);
    const { modelId, costPerTask, monthlySpend, waste, tokensPerTask } = exact;
    const grouped = (value: number) =>
      Math.round(value)
        .toString()
        .replace(/\B(?=(\d{3})+$)/g, ',');
    expect(stdout.split('\n')[0]).toBe(`support on ${modelId}`);
    expect(stdout).toContain(`  cost per task     $${costPerTask.toPrecision(3)} (`);
    expect(stdout).toContain(`  monthly spend     $${monthlySpend.toFixed(2)} for 10,000 tasks\n`);
    expect(stdout).toContain(`  waste             ${waste.pct.toFixed(1)} %, $${waste.monthly.toFixed(2)} a month: `);
    const { input, cachedInput, output } = tokensPerTask;
    expect(stdout).toContain(
      `  tokens per task   ${grouped(input)} in (${grouped(cachedInput)} cached), ${grouped(output)} out\n`,
    );
    expect(stdout).not.toMatch(/\d\.\d{5}/);
    expect(stdout).toMatch(/^ {2}cheaper model +\S/m);
    const coding = (await json('estimate', 'coding')).tokensPerTask;
    const millions = (value: number) => `${(value / 1e6).toFixed(2)} M`;
    expect((await runCli('estimate', 'coding')).stdout).toContain(
      `  tokens per task   ${millions(coding.input)} in (${millions(coding.cachedInput)} cached), `,
    );
    const ranks = (await runCli('rank')).stdout.trimEnd().split('\n');
    const rows = ranks.filter((line) => /^ +\d+ {2}/.test(line));
    expect(rows).toHaveLength(rawModels.length);
    expect(ranks.join('\n')).not.toMatch(/\d\.\d{5}/);
    expect((await runCli('models')).stdout.trimEnd().split('\n')).toHaveLength(rawModels.length + 1);
  });

  test('accept an effort, and a rank shows whether its ladder is measured or a median', async () => {
    const effort = ['--set', 'reasoningEffort=low'];
    const [low, asItIs] = await Promise.all([json('estimate', ...effort), json('estimate')]);
    expect(low.costPerTask).toBeLessThan(asItIs.costPerTask);
    expect(low.assumptions.effort).toMatchObject({ effort: 'low', basis: 'median' });
    expect((await runCli('rank', ...effort)).stdout).toMatch(/^rank .* fits {2}effort\n.*(measured|median)$/m);
    expect((await runCli('rank')).stdout).not.toContain('effort');
  });

  test('rank has two orders, and by solved tasks the models that nobody measured stand below a line', async () => {
    const bySolved = ['rank', 'coding', '--sort', 'solved'];
    const [byCost, { stdout }, { ranking, aboveLine, chosen }] = await Promise.all([
      runCli('rank', 'coding'),
      runCli(...bySolved),
      json(...bySolved),
    ]);
    type Row = { modelId: string; measured: { board: string } | null; costPerSolvedTask?: number };
    const ids = (ranking as Row[]).map(({ modelId }) => modelId);
    const lines = stdout.split('\n').filter((line) => /^( +\d+ {2}|--)/.test(line));
    const at = lines.indexOf('--');
    expect(at).toBe(aboveLine);
    expect(lines.toSpliced(at, 1).map((line) => line.trim().split(/ +/)[1])).toEqual(ids);
    const solved = (ranking as Row[]).slice(0, at).map(({ costPerSolvedTask }) => costPerSolvedTask as number);
    expect(solved).toEqual(solved.toSorted((one, other) => one - other));
    expect(solved.length).toBeGreaterThan(10);
    expect(chosen.modelId).toBe('claude-sonnet-4-6');
    // By cost every model has its place, and what was measured stands beside it.
    expect(byCost.stdout).not.toMatch(/^--$/m);
    expect(byCost.stdout).toMatch(/ not measured /);
    // A preset without boards of its kind has no such columns, and says so.
    const rag = (await runCli('rank', 'rag')).stdout;
    expect(rag).not.toContain('not measured');
    expect(rag).toMatch(/^No board is of rag work/m);
  });

  test('explain starts with nine lines of the summary of estimate, then shows the tables it follows from', async () => {
    const args = ['coding', '--model', 'claude-sonnet-4-6'];
    const [{ stdout }, estimate] = await Promise.all([runCli('explain', ...args), runCli('estimate', ...args)]);
    const [summary = '', ...tables] = stdout.split('\n\n');
    expect(summary.split('\n')).toHaveLength(9);
    for (const line of summary.split('\n')) expect(estimate.stdout.split('\n')).toContain(line);
    const { costPerTask, monthlySpend } = published('estimate/coding/claude-sonnet-4-6.json');
    const answer = tables.find((table) => table.startsWith('From the mean run'));
    expect(answer).toMatch(new RegExp(`^cost per task +${costPerTask} `, 'm'));
    expect(answer).toMatch(new RegExp(`^monthly spend +${monthlySpend} `, 'm'));
    const price = rawModels.find(({ id }) => id === 'claude-sonnet-4-6')?.prices.at(-1);
    const sources = (price?.sources ?? []) as { url?: string; name?: string; on: string }[];
    expect(sources.length).toBeGreaterThan(3);
    for (const { url, name, on } of sources) expect(tables[0]).toContain(`${on}  ${url ?? name}`);
  });

  test.each([
    [['explain', '--set', 'retryRatePct=500'], /^retryRatePct must be between 0 and 100 \(got 500\)\.$/m],
    [['explain', '--set', 'retryRatePct=many'], /^retryRatePct must be a number between 0 and 100 \(got "many"\)\.$/m],
    [['explain', '--set', 'promptCaching=1'], /^promptCaching: 1 is not a boolean\.$/m],
    [['rank', 'rag', '--set', 'reasoningEffort=low'], /^reasoningEffort must be null or omitted with the preset rag /m],
    [
      ['estimate', '--set', 'reasoningEffort=mid'],
      /^reasoningEffort must be one of low, medium, high, xhigh, max, null /m,
    ],
    [['explain', '--set', 'retryRatPct=5'], /^Unknown field "retryRatPct"\. Did you mean "retryRatePct"\? Fields: /m],
    [['explain', '--set', 'retryRatePct'], /^--set must be a field and a value, such as retryRatePct=5 /m],
    [['explain', '--set', 'handoffs=1', '--set', 'handoffs=2'], /^handoffs was given twice\.$/m],
    [['estimate', 'codign'], /^Unknown preset "codign"\. Did you mean "coding"\? Presets: coding, support, /m],
    [['estimate', 'coding', '--preset', 'rag'], /^The preset was given twice: "coding" and --preset "rag"\.$/m],
    [['estimate', 'gpt-4o'], /^Unknown preset "gpt-4o"\. It is a model: use --model gpt-4o\./m],
    [['estimate', '--model', ''], /^--model must not be empty\. "agent-cost price models" lists the ids\.$/m],
    [
      ['estimate', '--model', 'x'],
      /^Unknown model "x"\. No list of prices that this dataset reads has it\. "agent-cost price models" lists the ids\.$/m,
    ],
    [['estimate', '--csv'], /^--csv prints the calls of an estimate: give --calls with it, /m],
    [['estimate', '--calls', '--receipt', 'r.json'], /^--receipt is of an estimate, and --calls prints none/m],
    [['estimate', '--calls=5'], /error: option '--calls' does not take an argument|unknown option/],
    [['explain', '--catalog', 'nothing.json'], /^The catalog cannot be read/m],
    [['models', '--provider', 'opneai'], /^Unknown provider "opneai"\. Did you mean "openai"\? Providers: alibaba, /m],
    [['estimte'], /unknown command 'estimte'\n\(Did you mean estimate\?\)/],
    [['estimate', 'coding', 'rag'], /too many arguments/],
  ])('%j: exit code 2, and a message with the accepted values', async (args, says) => {
    const { code, stdout, stderr } = await runCli(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

/** The exit code of `agent-cost ARGS` with its output sent to `to`, and its standard error. */
const sentTo = (args: string, to: string) =>
  new Promise<{ code: number; stderr: string }>((resolve) => {
    const env = { ...process.env, NODE: process.execPath, CLI: join(testDist, 'cli.js') };
    const line = `"$NODE" "$CLI" ${args} ${to}; exit "\${PIPESTATUS[0]}"`;
    execFile('bash', ['-c', line], { env }, (error, _stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stderr });
    });
  });

describe('output that cannot be delivered', () => {
  test.each(['explain', 'rank --json', 'verify --help'])(
    '%s into a pipe that closes: no message, exit code 0',
    async (args) => {
      expect(await sentTo(args, '| head -1')).toEqual({ code: 0, stderr: '' });
      expect(await sentTo(args, '| true')).toEqual({ code: 0, stderr: '' });
    },
  );

  test('a refusal keeps its exit code if its message is not read', async () => {
    expect(await sentTo('verify /nowhere --json', '| true')).toEqual({ code: 10, stderr: '' });
    expect((await sentTo('estimate codign', '2>&1 | true')).code).toBe(2);
  });

  test.for(['rank', 'explain --json', 'models', 'verify --help', 'diff --help'])(
    '%s to a full disk: a message and exit code 74',
    async (args, context) => {
      const reason = fullDiskMissing();
      if (reason !== null) context.skip(reason);
      const { code, stderr } = await sentTo(args, '> /dev/full');
      expect({ code, stderr }).toEqual({
        code: 74,
        stderr: expect.stringMatching(/^The output cannot be written: ENOSPC.*\n$/),
      });
    },
  );
});
