/** statusline, live and guard as Claude Code and people run them. */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judge, judgedText } from '../../../runtime/cli/running/guard-state.ts';
import { quickCommand } from '../../../runtime/cli/running/options.ts';
import { dayBegan, runningLogs } from '../../../runtime/cli/running/running-logs.ts';
import { sessionOf } from '../../../runtime/cli/running/session-figures.ts';
import { statusText } from '../../../runtime/cli/running/status-text.ts';
import { sessionInput } from '../../../runtime/cli/running/this-run.ts';
import { projectRoot } from '../../support/project-root.ts';
import { runCliIn } from '../../support/run.ts';
import { fakeMachine, line } from './logs.ts';
import { started } from './started.ts';

const documented = JSON.parse(
  [...readFileSync(join(projectRoot, 'docs/live.md'), 'utf8').matchAll(/```json\n([\s\S]*?)```/g)]
    .map(([, text]) => text as string)
    .find((text) => text.includes('PreToolUse')) as string,
);
const commandOf = (event: string): string[] => documented.hooks[event][0].hooks[0].command.split(' ').slice(1);

test('the status line of Claude Code: dollars, cache and context, without what controls a terminal', () => {
  const { home, project, append } = fakeMachine();
  const log = join(project, 's1.jsonl');
  // 20,000 tokens of output at $15 for a million, and $0.000675 for the prompt.
  append(log, line('a', { at: Date.now() }));
  const input = {
    ...{ hook_event_name: undefined, session_id: 's1', transcript_path: log, cwd: '/home/dev/shop' },
    model: { id: 'claude-sonnet-4-6', display_name: '\u001b[31mSonnet\u0007 4.6' },
    context_window: { used_percentage: 40.6, context_window_size: 200_000 },
  };
  const { status, stdout, stderr } = started(home, ['statusline'], JSON.stringify(input));
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(
    /^Sonnet 4\.6 · session \$0\.30 · today \$0\.30 · 90 % cached · context 41 % · cache cold in (299|300|2\d\d) s\n$/,
  );
});

test.each([1e308, -1e308, -1, 1001, Number.MAX_VALUE, '41', null])(
  'the status line says nothing of a context of %j percent',
  (percent) => {
    const input = sessionInput(JSON.stringify({ context_window: { used_percentage: percent } }));
    expect(input?.told.contextPct).toBeNull();
  },
);

test.each([
  ['no JSON', 'nonsense'],
  ['another JSON', '[1]'],
  ['a log that is not there', JSON.stringify({ transcript_path: '/nowhere/at/all.jsonl' })],
])('the status line is one line and no error where it is given %s', (_, input) => {
  const { status, stdout, stderr } = started(fakeMachine().home, ['statusline'], input);
  expect({ status, stderr, lines: stdout.split('\n').length }).toEqual({ status: 0, stderr: '', lines: 2 });
});

test('guard stops a session within one call of its budget, in the hooks of docs/live.md', () => {
  const { home, project, append } = fakeMachine();
  const log = join(project, 's1.jsonl');
  const hook = (event: string) =>
    started(
      home,
      commandOf(event),
      JSON.stringify({ hook_event_name: event, transcript_path: log, tool_name: 'Bash' }),
    );
  // $1.500675 a call, of $5: two are 60 %, three are 90 %, four are more.
  const call = (id: string) => append(log, line(id, { at: Date.now(), output: 100_000 }));
  call('a');
  call('b');
  expect(hook('PreToolUse')).toEqual({ status: 0, stdout: '', stderr: '' });
  call('c');
  expect(JSON.parse(hook('PreToolUse').stdout).systemMessage).toContain('$4.50 of $5.00 for this session (90 %)');
  expect(hook('PreToolUse').stdout).toBe('');
  expect(JSON.parse(hook('UserPromptSubmit').stdout).systemMessage).toContain('(90 %)');
  call('d');
  const stopped = JSON.parse(hook('PreToolUse').stdout);
  expect(stopped).toMatchObject({ continue: false, hookSpecificOutput: { permissionDecision: 'deny' } });
  expect(stopped.stopReason).toContain('$6.00 of $5.00 for this session (120 %)');
  expect(JSON.parse(hook('UserPromptSubmit').stdout)).toMatchObject({ decision: 'block' });
  expect(started(home, ['guard', '--raise', '10'], '').status).toBe(0);
  expect(hook('PreToolUse')).toEqual({ status: 0, stdout: '', stderr: '' });
});

test('guard lets go where it cannot read, and says so in one line', () => {
  const { home } = fakeMachine();
  const input = JSON.stringify({ hook_event_name: 'UserPromptSubmit', transcript_path: home });
  const { status, stdout } = started(home, ['guard', '--session', '5'], input);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ systemMessage: expect.stringContaining('the session was not checked') });
});

test('guard and status line say of a log that is named and cannot be read that it was not, each time', () => {
  const { home, project, append } = fakeMachine();
  const [none, noLog, log] = ['none', 'no-log', 's1'].map((name) => join(project, `${name}.jsonl`)) as [
    string,
    string,
    string,
  ];
  append(log, line('a', { at: Date.now(), output: 100_000 }));
  append(noLog, 'root:x:0:0:root:/root:/bin/bash\ndaemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin\n');
  // Nobody is writing to it any more.
  utimesSync(noLog, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
  for (const path of [none, noLog, noLog]) {
    const { status, stdout, stderr } = started(home, ['guard', '--session', '1', path], '');
    expect({ status, stdout }, path).toEqual({ status: 0, stdout: '' });
    expect(stderr.split('\n'), path).toEqual([expect.stringContaining(`the session was not checked: ${path}`), '']);
    const shown = started(home, ['statusline', path, '--debug'], '');
    expect(shown.stdout, path).toMatch(/^session: not read · today \$1\.50\n$/);
    expect(shown.stderr, path).toContain(path);
  }
  const hook = (path: string | undefined, ...args: string[]) =>
    started(home, ['guard', ...args], JSON.stringify({ hook_event_name: 'UserPromptSubmit', transcript_path: path }));
  for (const path of [noLog, undefined]) {
    const { status, stdout } = hook(path, '--session', '1');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ systemMessage: expect.stringContaining('the session was not checked') });
  }
  // A session that begins has no log yet, and a day is checked without one.
  expect(hook(none, '--session', '1')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(JSON.parse(hook(undefined, '--budget', '1/day').stdout)).toMatchObject({ decision: 'block' });
  expect(started(home, ['statusline'], JSON.stringify({ transcript_path: none })).stdout).toMatch(/^session \$0 · /);
  expect(started(home, ['statusline'], JSON.stringify({ transcript_path: noLog })).stdout).toMatch(
    /^session: not read/,
  );
});

test.each(['Stop', 'SubagentStop', 'PostToolUse', 'SessionStart'])('guard in a hook of %s ends the turn', (event) => {
  const { home, project, append } = fakeMachine();
  const log = join(project, 's1.jsonl');
  append(log, line('a', { at: Date.now(), output: 100_000 }));
  const input = JSON.stringify({ hook_event_name: event, transcript_path: log });
  const { status, stdout } = started(home, ['guard', '--session', '1'], input);
  expect(status).toBe(0);
  // To "block" the end of an answer would make Claude Code go on.
  expect(JSON.parse(stdout)).toEqual({ continue: false, stopReason: expect.stringContaining('$1.50 of $1.00') });
});

test('guard for scripts: exit code 1 where a budget is used up, 2 for a wrong option', async () => {
  const { home, project, append } = fakeMachine();
  const log = join(project, 's1.jsonl');
  append(log, line('a', { at: Date.now(), output: 100_000 }));
  const guard = (...args: string[]) => runCliIn(home, ['guard', ...args], { HOME: home, USERPROFILE: home });
  expect(await guard('--budget', '20/day', log)).toMatchObject({ code: 0, stderr: '' });
  expect(await guard('--budget', '1.80/day', log)).toMatchObject({ code: 0, stderr: expect.stringMatching(/83 %/) });
  expect(await guard('--budget', '1.50/day', log)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/guard --raise/),
  });
  expect(await guard('--budget', '20', log)).toMatchObject({ code: 2, stderr: expect.stringMatching(/20\/day/) });
  expect(await guard()).toMatchObject({ code: 2 });
});

test('a hook with a mistyped option stops nobody: only exit code 2 would', () => {
  const { home } = fakeMachine();
  const input = JSON.stringify({ hook_event_name: 'PreToolUse', transcript_path: '/nowhere/at/all.jsonl' });
  for (const args of [['--budget', '20'], ['--sesion', '5'], []]) {
    const { status, stdout, stderr } = started(home, ['guard', ...args], input);
    expect({ status, stdout }, args.join(' ')).toEqual({ status: 1, stdout: '' });
    expect(stderr).not.toBe('');
  }
  expect(started(home, ['guard', '--budget', '20'], '').status).toBe(2);
});

test('the status line of a Codex rollout that grows', async () => {
  const { home, codex, append, asked } = fakeMachine();
  const log = join(codex, 'rollout-2026-11-23T00-00-00-c1.jsonl');
  const lines = readFileSync(join(import.meta.dirname, '../readers/fixtures/codex.jsonl'), 'utf8')
    .replaceAll(/2026-11-20T10:0\d:\d\d\.\d+Z/g, new Date().toISOString())
    .replace(', "service_tier": "flex"', '')
    .split(/(?<=\n)/);
  append(log, lines.slice(0, -1).join(''));
  const first = sessionOf((await runningLogs(asked())).logs, log);
  // gpt-5 at $1.25, cached $0.125, output $10 for a million: 2,000, 6,000 and 300 tokens are $0.00625; 1,000, 8,000 and 100
  // are $0.00325; a search is $0.01.
  expect(first).toMatchObject({ agent: 'Codex', session: 'c1', calls: 2, model: 'gpt-5', contextTokens: 9100 });
  expect(first?.usd).toBeCloseTo(0.0195, 9);
  append(log, lines.at(-1) as string);
  // gpt-5-mini at $0.25 and $2: 1,000 and 50 tokens are $0.00035. 14,000 of 18,000 were read from the cache.
  const { logs } = await runningLogs(asked());
  expect(sessionOf(logs, log)?.usd).toBeCloseTo(0.01985, 9);
  const { status, stdout } = started(home, ['statusline'], '');
  expect(status).toBe(0);
  expect(stdout).toMatch(/^gpt-5-mini · session \$0\.019\d+ · today \$0\.019\d+ · 77 % cached · context 1,050\n$/);
});

test('live lists the running sessions with their figures', async () => {
  const { home, project, append } = fakeMachine();
  append(join(project, 's1.jsonl'), line('a', { at: Date.now() }));
  const env = { HOME: home, USERPROFILE: home };
  const { today, sessions, problems } = JSON.parse((await runCliIn(home, ['live', '--json'], env)).stdout);
  // 20,000 x $15 / 1M + 1,000 x $0.30 / 1M + 100 x $3.75 / 1M
  expect(today).toEqual({ usd: 0.300675, missingUsd: 0, unpricedCalls: 0 });
  expect(sessions).toEqual([
    expect.objectContaining({ agent: 'Claude Code', session: 's1', usd: 0.300675, calls: 1, contextTokens: 21_100 }),
  ]);
  expect(problems).toEqual([]);
  const { code, stdout } = await runCliIn(home, ['live', '--once'], env);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^agent +project +session .*\nClaude Code +shop +s1 +claude-sonnet-4-6 +\$0\.30 /);
});

test('live tells projects of the same name apart, as report does', async () => {
  const { home, project, append } = fakeMachine();
  for (const folder of ['secret', 'other']) {
    const text = line(folder, { at: Date.now(), session: folder }).replace(
      '/home/dev/shop',
      `/home/dev/${folder}/proj`,
    );
    append(join(project, `${folder}.jsonl`), text);
  }
  const { stdout } = await runCliIn(home, ['live', '--once'], { HOME: home, USERPROFILE: home });
  for (const folder of ['secret', 'other'])
    expect(stdout).toMatch(new RegExp(`^Claude Code +${folder}/proj +${folder} `, 'm'));
});

test('a session of five calls and more has a forecast, which is not below what it cost', async () => {
  const machine = fakeMachine();
  const log = join(machine.project, 's1.jsonl');
  const at = dayBegan(Date.now());
  for (let call = 0; call < 12; call++) machine.append(log, line(`m${call}`, { at: at + 60_000 * call }));
  const { logs, today } = await runningLogs(machine.asked({ named: [log] }));
  const session = sessionOf(logs, log);
  expect(session?.forecast?.p50).toBeGreaterThanOrEqual(session?.usd as number);
  expect(session?.forecast?.p90).toBeGreaterThanOrEqual(session?.forecast?.p50 as number);
  expect(statusText(session, today, { model: null, contextPct: null, usd: null }, at)).toMatch(
    / · half end under \$\S+, 9 of 10 under \$\S+ · /,
  );
});

test('limits count what is estimated and say so', () => {
  const use = { usd: 3, missingUsd: 1.5, unpricedCalls: 2 };
  const judged = judge({ of: 'day', usd: 5 }, use, 0);
  expect(judged.verdict).toBe('warn');
  expect(judgedText(judged)).toMatch(/^\$4\.50 of \$5\.00 for today \(90 %\); \$1\.50 of it .*; 2 calls have no price/);
  expect(judge({ of: 'day', usd: 4.5 }, use, 0).verdict).toBe('stop');
  expect(judge({ of: 'day', usd: 4.5 }, use, 2).verdict).toBe('ok');
});

test('only plain commands are started without the whole program', () => {
  const quick = (...args: string[]) => quickCommand(args);
  expect(quick('statusline')).toEqual({ name: 'statusline', log: undefined, options: { debug: false } });
  expect(quick('guard', '--budget', '20/day', '--session', '5')).toMatchObject({ options: { budget: 20, session: 5 } });
  expect(quick('guard', '--session', '5', 'a.jsonl')).toMatchObject({ log: 'a.jsonl', options: { session: 5 } });
  for (const args of [
    ['report'],
    ['statusline', '--help'],
    ['guard'],
    ['guard', '--budget', '20'],
    ['guard', '--raise', '5'],
  ])
    expect(quick(...args)).toBeNull();
});

test('an input names a log only by an absolute path', () => {
  expect(sessionInput('{"transcript_path":"a.jsonl"}')?.log).toBeNull();
  expect(sessionInput('{"transcript_path":7}')?.log).toBeNull();
  expect(sessionInput('null')).toBeNull();
});

test('a guard state that is damaged raises nothing', () => {
  const { home, project, append } = fakeMachine();
  const log = join(project, 's1.jsonl');
  append(log, line('a', { at: Date.now(), output: 100_000 }));
  mkdirSync(join(home, '.local/state/agent-cost'), { recursive: true });
  writeFileSync(join(home, '.local/state/agent-cost/guard.json'), '{"day":');
  expect(started(home, ['guard', '--session', '1', log], '').status).toBe(1);
});

test('without a readable log the status line shows what the agent itself reckons, and says whose it is', () => {
  const { home } = fakeMachine();
  const input = (usd: number) =>
    JSON.stringify({ transcript_path: '/nowhere/at/all.jsonl', cost: { total_cost_usd: usd } });
  expect(started(home, ['statusline'], input(1.2)).stdout).toMatch(/session \$1\.20 by its agent's own count/);
  // One that has just begun.
  expect(started(home, ['statusline'], input(0)).stdout).toMatch(/session \$0 · /);
  const today = { nano: 0, missingNano: 0, unpricedCalls: 0 };
  expect(statusText('not read', today, { model: null, contextPct: null, usd: null }, 0)).toMatch(/^session: not read/);
});
