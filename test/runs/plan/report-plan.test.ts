/** `agent-cost report --plan`, status line, live and guard, on logs with the quotas of a plan. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCli, runCliIn } from '../../support/run.ts';
import { started } from '../running/started.ts';
import { callsPerPercent, usdPerCall, weeksFrom } from './rollouts.ts';

const folder = (texts: readonly string[]): string => {
  const dir = temporaryDirectory();
  texts.forEach((text, index) => {
    writeFileSync(join(dir, `rollout-${index}.jsonl`), text);
  });
  return dir;
};

// Seven weeks of sixty calls, six dollars and twelve percent each; the last two and a half of them in November.
const weeks = folder(
  weeksFrom(
    '2026-10-05',
    Array.from({ length: 7 }, () => ({ calls: 60 })),
  ),
);
const percent = callsPerPercent * usdPerCall;

test('what a plan is worth: list dollars beside its price, and the dollars of a percent', async () => {
  const { code, stdout } = await runCli('report', weeks, '--plan', 'claude-pro', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).plan).toMatchObject({
    ...{
      plan: { id: 'claude-pro', usdPerMonth: 20 },
      agents: ['Claude Code'],
      month: null,
      calls: 0,
      usd: 0,
      quotas: [],
    },
  });
  const { plan, reading } = JSON.parse((await runCli('report', weeks, '--plan', 'chatgpt-plus', '--json')).stdout);
  // Weeks from 2026-11-02, -09 and -16: three of six dollars.
  expect(plan).toMatchObject({
    agents: ['Codex'],
    month: '2026-11',
    calls: 180,
    usd: 18,
    overPriceUsd: null,
    timesPrice: null,
  });
  const [quota] = plan.quotas;
  expect(quota).toMatchObject({ agent: 'Codex', minutes: 10_080, usedPct: 12, resetsAt: '2026-11-23T00:00:00.000Z' });
  expect(quota.usdPerPct).toMatchObject({ windows: 7, model: 'gpt-4.1-mini', isInterval: true });
  // From one step to another lie whole percents, each five calls of ten cents.
  for (const name of ['low', 'middle', 'high']) expect(quota.usdPerPct[name]).toBeCloseTo(percent, 9);
  expect(reading.files[0]).not.toHaveProperty('limits');
});

test('both ways: times its price, or how much more the plan is', async () => {
  const dir = temporaryDirectory();
  const call = (at: string, output: number) => ({
    ...{ type: 'assistant', timestamp: at, sessionId: 's', requestId: at },
    message: {
      id: at,
      role: 'assistant',
      model: 'claude-sonnet-4-6',
      stop_reason: 'end_turn',
      usage: { input_tokens: 0, output_tokens: output },
    },
  });
  // $15 for a million tokens of output: 30, 15 and 15 dollars.
  const calls = [
    call('2026-11-03T10:00:00Z', 2e6),
    call('2026-11-05T10:00:00Z', 1e6),
    call('2026-11-07T10:00:00Z', 1e6),
  ];
  const path = join(dir, 'session.jsonl');
  writeFileSync(path, calls.map((one) => JSON.stringify(one)).join('\n'));
  const worth = async (plan: string) =>
    JSON.parse((await runCli('report', path, '--plan', plan, '--json')).stdout).plan;
  expect(await worth('claude-pro')).toMatchObject({
    usd: 60,
    timesPrice: 3,
    overPriceUsd: 40,
    reachedOn: '2026-11-03',
  });
  expect(await worth('claude-max-20x')).toMatchObject({
    usd: 60,
    timesPrice: 0.3,
    overPriceUsd: -140,
    reachedOn: null,
  });
  const { stdout } = await runCli('report', path, '--plan', 'claude-pro');
  expect(stdout).toMatch(
    /Claude Pro, \$20\.00 a month: .* \$60\.00 at list price, 3 times its price; .* \$40\.00 more/,
  );
  expect((await runCli('report', path, '--plan', 'claude-max-20x')).stdout).toContain('the plan is $140.00 more');
});

test('CSV and the HTML file have the same as the text', async () => {
  const page = join(temporaryDirectory(), 'report.html');
  const asked = ['report', weeks, '--plan', 'chatgpt-plus'];
  const { stdout } = await runCli(...asked, '--csv', '--html', page);
  const rows = parse(stdout, { columns: true }) as Record<string, string>[];
  expect(rows.find(({ by }) => by === 'plan')).toMatchObject({
    ...{ key: 'chatgpt-plus', calls: '180', usd: '18', month: '2026-11', timesPrice: '' },
  });
  expect(rows.find(({ by }) => by === 'quota')).toMatchObject({
    ...{ key: 'Codex', minutes: '10080', usedPct: '12', 'usdPerPct.windows': '7', 'usdPerPct.isInterval': 'true' },
  });
  const text = (await runCli(...asked)).stdout;
  const lines = text.split('\n').filter((line) => /^(ChatGPT Plus|Codex, week|A percent)/.test(line));
  expect(lines).toHaveLength(3);
  const html = readFileSync(page, 'utf8');
  for (const line of lines) expect(html).toContain(line);
  const plain = parse((await runCli('report', weeks, '--csv')).stdout, { columns: true }) as object[];
  expect(plain[0]).not.toHaveProperty('timesPrice');
});

test('a log suggests a plan and assumes none; an unknown one is refused with those that are known', async () => {
  const { stdout } = await runCli('report', weeks);
  expect(stdout).toContain('report --plan ID');
  expect(JSON.parse((await runCli('report', weeks, '--json')).stdout)).not.toHaveProperty('plan');
  const { code, stderr } = await runCli('report', weeks, '--plan', 'claude-maxx');
  expect(code).toBe(2);
  expect(stderr).toContain('claude-max-5x');
});

test('the plan of agent-cost.json counts where none is named', async () => {
  const dir = temporaryDirectory();
  writeFileSync(join(dir, 'agent-cost.json'), JSON.stringify({ plan: 'chatgpt-pro' }));
  const { stdout } = await runCliIn(dir, ['report', weeks, '--json']);
  expect(JSON.parse(stdout).plan.plan.id).toBe('chatgpt-pro');
  const refused = await runCliIn(dir, ['check']);
  expect([refused.code, refused.stderr.includes('The field workflows is missing')]).toEqual([2, true]);
});

test('what is read a second time, from the index, has the same quotas', async () => {
  const home = temporaryDirectory();
  const sessions = join(home, '.codex', 'sessions', '2026', '10', '05');
  mkdirSync(sessions, { recursive: true });
  writeFileSync(join(sessions, 'rollout-1.jsonl'), weeksFrom('2026-10-05', [{ calls: 300 }])[0] as string);
  const env = { HOME: home, XDG_CACHE_HOME: join(home, 'cache'), AGENT_COST_INDEX: 'on' };
  const report = async () =>
    JSON.parse((await runCliIn(home, ['report', '--plan', 'chatgpt-plus', '--json'], env)).stdout).plan.quotas;
  const [first, second] = [await report(), await report()];
  expect(first[0]).toMatchObject({ usedPct: 60, hasEnded: true });
  expect(second).toEqual(first);
});

/** What Claude Code writes to its status line. */
const told = (week: number, fiveHours = 3) => {
  const seconds = Math.floor(Date.now() / 1000);
  return JSON.stringify({
    ...{ session_id: 's', transcript_path: '/nowhere/s.jsonl' },
    rate_limits: {
      five_hour: { used_percentage: fiveHours, resets_at: seconds + 3600 },
      seven_day: { used_percentage: week, resets_at: seconds + 86_400 },
    },
  });
};

test('the status line shows percents and keeps them; live shows them and guard stops at one', () => {
  const home = temporaryDirectory();
  expect(started(home, ['statusline'], told(61.5)).stdout).toMatch(/ · 5 h 3 % · week 61 %\n$/);
  started(home, ['statusline'], told(61.5));
  const kept = readFileSync(join(home, '.local', 'state', 'agent-cost', 'limits.jsonl'), 'utf8')
    .trim()
    .split('\n');
  expect(kept.map((line) => JSON.parse(line).usedPct)).toEqual([3, 61.5]);
  const { quotas } = JSON.parse(started(home, ['live', '--json'], '').stdout);
  expect(quotas.map(({ minutes, usedPct }: { minutes: number; usedPct: number }) => [minutes, usedPct])).toEqual([
    [300, 3],
    [10_080, 61.5],
  ]);
  const guard = (most: string, input = '') => started(home, ['guard', '--window', most], input);
  expect(guard('90%')).toEqual({ status: 0, stdout: '', stderr: '' });
  // From 80 % of 70 % on it warns.
  expect(guard('70%')).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('week quota of Claude Code at 61 %'),
  });
  expect(guard('61%')).toMatchObject({ status: 1, stderr: expect.stringContaining('limit 61 %') });
  const hook = JSON.stringify({
    hook_event_name: 'PreToolUse',
    transcript_path: '/nowhere/s.jsonl',
    tool_name: 'Bash',
  });
  expect(JSON.parse(guard('61%', hook).stdout)).toMatchObject({ continue: false });
  expect(JSON.parse(guard('70%', hook).stdout)).toHaveProperty('systemMessage');
  // Before each tool, it is said once.
  expect(guard('70%', hook).stdout).toBe('');
});

test('guard says that nothing was checked where nobody told of a quota', () => {
  expect(started(temporaryDirectory(), ['guard', '--window', '90%'], '')).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('no quota was checked'),
  });
  expect(started(temporaryDirectory(), ['guard', '--window', '120%'], '').status).toBe(2);
});
