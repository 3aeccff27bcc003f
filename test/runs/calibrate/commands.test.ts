/** calibrate, backtest and reprice as people use them, on logs in files. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../docs/documents.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCli, runCliIn } from '../../support/run.ts';
import { logText, madeUpLog } from './made-up-log.ts';

const dir = temporaryDirectory();

function logFile(name: string, ...made: Parameters<typeof madeUpLog>): string {
  writeFileSync(join(dir, name), logText(madeUpLog(...made)));
  return join(dir, name);
}

const sonnet = logFile('sonnet.jsonl', { tasks: 60 }, 7, 'claude-sonnet-4-6');
const gpt = logFile('gpt.jsonl', { tasks: 70, calls: 30, failed: 0.5 }, 8, 'gpt-5.4');

describe('agent-cost estimate calibrate', () => {
  test('prints the file with --json and writes the same with --out; estimate --file reads it', async () => {
    const args = ['calibrate', sonnet, '--holdout', '0.3'];
    const printed = JSON.parse((await runCli(...args, '--json')).stdout);
    const { code, stdout } = await runCliIn(dir, [...args, '--out', 'sonnet.json']);
    expect(code).toBe(0);
    expect(stdout).toContain('modelCallsPerTask');
    expect(stdout).toMatch(/sonnet\.json: agent-cost estimate --file sonnet\.json/);
    const text = readFileSync(join(dir, 'sonnet.json'), 'utf8');
    expect(JSON.parse(text)).toEqual(printed);
    expect(text.split('\n').length).toBeGreaterThan(50);
    const estimate = JSON.parse((await runCliIn(dir, ['estimate', '--file', 'sonnet.json', '--json'])).stdout);
    expect(estimate.workflow).toMatchObject({ modelCallsPerTask: printed.request.modelCallsPerTask });
    expect(estimate.modelId).toBe('claude-sonnet-4-6');
    expect(printed.calibration.holdout).toMatchObject({ share: 0.3, seed: 1 });
    expect(printed.calibration.holdout.fittedTo + printed.calibration.holdout.heldOut).toBe(60);
  });

  test('reports how well held-out tasks were predicted, next to the naive estimate', async () => {
    const { stdout } = await runCli('calibrate', sonnet, '--holdout', '0.3');
    expect(stdout).toMatch(/^Fitted to \d+ tasks, tested on \d+ others/m);
    expect(stdout).toMatch(/^input tokens +[\d,]+ +[\d,]+ +[\d,]+ to [\d,]+ +[+-][\d.]+ % /m);
    expect(stdout).toMatch(/^dollars +\$[\d.]+ +\$[\d.]+ +\$[\d.]+ to \$[\d.]+ +[+-][\d.]+ % /m);
    expect(stdout).toMatch(/^[\d.]+ % of the tasks cost no more than \$[\d.]+/m);
  });

  test('uses the calls of one model, and lists the others', async () => {
    const both = await runCli('calibrate', sonnet, gpt, '--json');
    const { request, calibration } = JSON.parse(both.stdout);
    expect(request.modelId).toBe('gpt-5.4');
    expect(calibration.notes[0]).toMatch(/^Only the calls of gpt-5\.4 are included\..*claude-sonnet-4-6 [\d.]+ %/);
    const one = JSON.parse((await runCli('calibrate', sonnet, gpt, '--model', 'claude-sonnet-4-6', '--json')).stdout);
    expect(one.request).toEqual(JSON.parse((await runCli('calibrate', sonnet, '--json')).stdout).request);
  });

  test('selects calls by tag, such as those of subagents', async () => {
    const log = madeUpLog({ tasks: 5 }, 1, 'gpt-5.4').map((call, i) => ({ ...call, tags: i % 2 ? ['sidechain'] : [] }));
    writeFileSync(join(dir, 'tagged.jsonl'), logText(log));
    const calls = async (...args: string[]) =>
      JSON.parse((await runCliIn(dir, ['calibrate', 'tagged.jsonl', ...args, '--json'])).stdout).calibration.log
        .records;
    const [tagged, others] = [await calls('--tag', 'sidechain'), await calls('--without-tag', 'sidechain')];
    expect(tagged).toBe(log.filter(({ tags }) => tags.length > 0).length);
    expect(others).toBe(log.length - tagged);
  });

  test('refuses logs and options it cannot use, with the reason', async () => {
    const alone = join(dir, 'alone.jsonl');
    writeFileSync(alone, '{"model":"gpt-5.4","input":10,"output":2}\n');
    const refusals: [string[], RegExp][] = [
      [[alone], /None of the 1 calls has a session or a task/],
      [[sonnet, '--model', 'gpt-5.4'], /--model: the log has no calls of gpt-5\.4\. Models in it: claude-sonnet-4-6/],
      [[sonnet, '--holdout', '1.5'], /must be between 0 and 1, such as 0\.3/],
      [[sonnet, '--seed', 'x'], /must be a whole number/],
      [[sonnet, '--preset', 'codign'], /Allowed choices are coding, support/],
      [[join(dir, 'nowhere.jsonl')], /There is no file/],
      [[sonnet, '--out', join(dir, 'no such folder', 'x.json')], /--out: .* cannot be written/],
    ];
    for (const [args, words] of refusals) {
      const { code, stderr } = await runCli('calibrate', ...args);
      expect(code, args.join(' ')).toBe(2);
      expect(stderr).toMatch(words);
    }
  });
});

describe('agent-cost estimate backtest LOGS', () => {
  test('compares runs of a log by the tokens they sent', async () => {
    const found = JSON.parse((await runCli('backtest', sonnet, gpt, '--json')).stdout);
    expect(found).toMatchObject({ source: 'logs', runs: 130 });
    // Made-up prompts grow by a constant: the model has no error, the naive estimate a large one.
    expect(found.inputTokens.meanAbsPctError).toBeLessThan(1e-9);
    expect(found.inputTokens.naiveMeanAbsPctError).toBeGreaterThan(40);
    expect(found.dollars.runs).toBe(130);
    expect(found.dollars.meanAbsPctError).toBeLessThan(found.dollars.naiveMeanAbsPctError / 4);
    expect(found.groups.map(({ group }: { group: string }) => group).sort()).toEqual(['claude-sonnet-4-6', 'gpt-5.4']);
  });
});

describe('agent-cost report reprice', () => {
  test('--model: the same tokens at other prices, labelled as such, with measurements of both models', async () => {
    const { stdout } = await runCli('reprice', sonnet, '--model', 'gpt-5.4', '--model', 'claude-sonnet-4-6');
    expect(stdout).toMatch(/at the prices of gpt-5\.4/);
    expect(stdout).toMatch(/^Measured on boards/m);
    expect(stdout).toContain('deepswe');
    const { usdAsLogged, models } = JSON.parse(
      (await runCli('reprice', sonnet, '--model', 'gpt-5.4', '--json')).stdout,
    );
    const bill = JSON.parse((await runCli('report', sonnet, '--as-of', '2026-11-10', '--json')).stdout);
    expect(usdAsLogged).toBe(bill.total.usd);
    expect(models[0].ratio).toBeCloseTo(models[0].usd / usdAsLogged, 12);
    const csv = (await runCli('reprice', sonnet, '--model', 'gpt-5.4', '--csv')).stdout;
    expect(csv.split('\r\n')[0]).toBe('repricedAs,logged,calls,usdAsLogged,usd,ratio');
  });

  test('--against: dollars per solved task with an interval, paired by task', async () => {
    const { stdout } = await runCli('reprice', sonnet, '--against', gpt);
    expect(stdout).toMatch(/^per solved task +60 +\$[\d.]+ +\$[\d.]+ +[\d.]+x +[\d.]+x to [\d.]+x$/m);
    expect(stdout).toContain('Per solved task A is cheaper, by more than chance explains.');
    expect(stdout).toContain('Left out: 0 tasks only in A, 10 only in B.');
    const same = await runCli('reprice', sonnet, '--against', sonnet);
    expect(same.stdout).toContain(
      'These 60 tasks do not show which is cheaper per solved task: the interval contains 1.',
    );
  });

  test('accepts own prices and another day', async () => {
    const overlay = join(dir, 'overlay.json');
    writeFileSync(overlay, JSON.stringify({ name: 'contract', rules: [{ model: 'gpt-5.4', discountPct: 50 }] }));
    const ask = async (...args: string[]) =>
      JSON.parse((await runCli('reprice', sonnet, '--model', 'gpt-5.4', '--json', ...args)).stdout);
    const [list, half] = [await ask(), await ask('--overlay', overlay)];
    expect(half.models[0].usd / list.models[0].usd).toBeCloseTo(0.5, 6);
    expect((await ask('--as-of', '2026-12-01')).pricesOn).toBe('2026-12-01');
  });

  test('takes the days of report, for both sides', async () => {
    // The made-up tasks are an hour apart from 2026-10-01T00:00Z on: 24 on the first day, 60 until the third.
    const ask = async (...args: string[]) =>
      JSON.parse((await runCli('reprice', sonnet, '--model', 'gpt-5.4', '--json', ...args)).stdout);
    const billed = async (...args: string[]) => JSON.parse((await runCli('report', sonnet, '--json', ...args)).stdout);
    const [all, first, rest] = [await ask(), await ask('--until', '2026-10-01'), await ask('--since', '2026-10-02')];
    expect(first).toMatchObject({ since: null, until: '2026-10-01' });
    expect(first.calls).toBe((await billed('--until', '2026-10-01')).total.calls);
    expect(first.calls).toBeGreaterThan(0);
    expect(rest.calls).toBeGreaterThan(0);
    expect(first.calls + rest.calls).toBe(all.calls);
    const west = ['--until', '2026-10-01', '--timezone', 'America/New_York'];
    expect((await ask(...west)).calls).toBe((await billed(...west)).total.calls);
    const pairs = async (...args: string[]) =>
      JSON.parse((await runCli('reprice', sonnet, '--against', gpt, '--json', ...args)).stdout).shared;
    expect([await pairs(), await pairs('--since', '2026-10', '--until', '2026-10-01')]).toEqual([60, 24]);
  });

  test('refuses invalid combinations of options', async () => {
    const refusals: [string[], RegExp][] = [
      [[sonnet, '--model', 'gpt-5.4', '--since', 'someday'], /"someday" is no time/],
      [[sonnet], /needs either --model, for other prices, or --against/],
      [[sonnet, '--model', 'gpt-5.4', '--against', gpt], /needs either --model/],
      [[sonnet, '--model', 'gpt-55'], /Unknown model "gpt-55"\. Did you mean "gpt-5\.5"\?/],
      [[sonnet, '--model', 'gpt-5.4', '--host', 'bedrock'], /--host: no price of gpt-5\.4 at bedrock is known/],
    ];
    for (const [args, words] of refusals) {
      const { code, stderr } = await runCli('reprice', ...args);
      expect(code, args.join(' ')).toBe(2);
      expect(stderr).toMatch(words);
    }
  });
});

const commands = blocksOf('docs/runs.md')
  .filter(
    ({ language, text }) =>
      language === 'sh' && /^agent-cost (estimate (?!forecast|.*--calls)|report reprice)/.test(text),
  )
  .flatMap(({ text }) => text.split('\n'));

test('docs/runs.md: the commands work as described, in order', async () => {
  const dir = temporaryDirectory();
  const log = (name: string, seed: number, model: string) =>
    writeFileSync(join(dir, name), logText(madeUpLog({ tasks: 40 }, seed, model)));
  log('runs.jsonl', 1, 'claude-sonnet-4-6');
  log('sonnet.jsonl', 2, 'claude-sonnet-4-6');
  log('gpt.jsonl', 3, 'gpt-5.4');
  expect(commands).toHaveLength(7);
  for (const command of commands) {
    const [program, ...args] = command.split(' ');
    expect(program).toBe('agent-cost');
    const { code, stdout } = await runCliIn(dir, args);
    expect(code, command).toBe(0);
    if (command === 'agent-cost estimate backtest') expect(stdout).toMatch(/^307 recorded runs /);
    expect(stdout.length, command).toBeGreaterThan(200);
  }
  const { request } = JSON.parse(readFileSync(join(dir, 'workflow.json'), 'utf8'));
  expect(request.modelId).toBe('claude-sonnet-4-6');
});
