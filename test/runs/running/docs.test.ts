/** The blocks of docs/live.md, run as printed on a made-up machine; commands.test.ts runs its hooks. */
import { spawnSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statusText } from '../../../runtime/cli/running/status-text.ts';
import { blocksOf } from '../../docs/documents.ts';
import { startChild } from '../../support/children.ts';
import { testDist } from '../../support/dist.ts';
import { type FakeMachine, fakeMachine, line } from './logs.ts';

const blocks = blocksOf('docs/live.md');
const commands = blocks.filter(({ language }) => language === 'sh').map(({ text }) => text);
const settings = blocks.filter(({ language }) => language === 'json').map(({ text }) => JSON.parse(text));

/** The lines of a shell in which `agent-cost` is the command of the build. */
const inShell = (text: string): string =>
  `agent-cost() { '${process.execPath}' '${join(testDist, 'agent-cost.cjs')}' "$@"; }\n${text}`;

function run({ home }: FakeMachine, text: string, input = '') {
  const env = { PATH: process.env.PATH, HOME: home };
  const { status, stdout, stderr } = spawnSync('bash', ['-ec', inShell(text)], { env, input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** A machine on which Claude Code has spent some calls of $1.500675 today: 100,000 tokens of output at $15 for a million. */
function machineWith(calls: number) {
  const machine = fakeMachine();
  const log = join(machine.project, 's1.jsonl');
  for (let call = 0; call < calls; call++) machine.append(log, line(`m${call}`, { at: Date.now(), output: 100_000 }));
  return { machine, log };
}

test('the blocks of commands are those that are run here', () => {
  expect(commands).toEqual([
    'agent-cost live statusline',
    'agent-cost live',
    'agent-cost live guard --raise 10',
    'agent-cost live guard --budget 20/day && echo go on',
  ]);
  expect(settings.map((one) => Object.keys(one))).toEqual([['statusLine'], ['hooks', 'permissions']]);
});

test('the command of the status line, in the settings of Claude Code and in a terminal', () => {
  const { machine, log } = machineWith(1);
  const { type, command } = settings[0].statusLine;
  expect(type).toBe('command');
  for (const [text, input] of [
    [command, JSON.stringify({ transcript_path: log })],
    [commands[0] as string, ''],
  ] as const) {
    const { status, stdout, stderr } = run(machine, text, input);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^claude-sonnet-4-6 · session \$1\.50 · today \$1\.50 · 90 % cached · /);
  }
});

test('the line shown is what those figures give', () => {
  const shown = blocks.find(({ language }) => language === 'text')?.text;
  const session = {
    ...{ agent: 'Claude Code', session: 's1', project: 'shop', model: 'claude-opus-4-6', calls: 20, unpricedCalls: 0 },
    ...{ usd: 1.84, missingUsd: 0, cachedPct: 93.4, contextTokens: 82_000, forecast: { p50: 2.6, p90: 7.1 } },
    ...{ coldAt: 252_000, writtenAt: 0 },
  };
  const today = { nano: 12_300_000_000, missingNano: 0, unpricedCalls: 0 };
  expect(statusText(session, today, { model: 'Opus 4.6', contextPct: 41, usd: null }, 0)).toBe(shown);
});

test('the guard in a script says go on until the budget of the day is used up, and again once it is raised', () => {
  const [, , raise = '', guard = ''] = commands;
  const { machine, log } = machineWith(13);
  // $19.51, then $21.01
  expect(run(machine, guard)).toMatchObject({ status: 0, stdout: 'go on\n', stderr: expect.stringMatching(/97 %/) });
  appendFileSync(log, line('last', { at: Date.now(), output: 100_000 }));
  expect(run(machine, guard)).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(/105 %/) });
  expect(run(machine, raise)).toMatchObject({ status: 0, stdout: expect.stringMatching(/\$10\.00 higher/) });
  expect(run(machine, guard)).toMatchObject({ status: 0, stdout: 'go on\n', stderr: '' });
});

test('live draws on a terminal until Ctrl-C, and leaves the cursor as it was', async (context) => {
  if (spawnSync('script', ['--version']).status !== 0) context.skip('the script of util-linux is not installed');
  const { machine } = machineWith(1);
  const env = { PATH: process.env.PATH, HOME: machine.home, TERM: 'xterm', SHELL: '/bin/bash' };
  const stdio: ['pipe', 'pipe', 'ignore'] = ['pipe', 'pipe', 'ignore'];
  const terminal = startChild('script', ['-qec', inShell(commands[1] as string), '/dev/null'], { env, stdio });
  const exited = new Promise((resolve) => terminal.once('exit', resolve));
  let shown = '';
  terminal.stdout?.on('data', (text) => {
    const isDrawn = shown.includes('Today:');
    shown += text;
    if (!isDrawn && shown.includes('Today:')) terminal.stdin?.write('\u0003');
  });
  expect(await exited).toBe(0);
  expect(shown).toMatch(/Claude Code +shop +s1 +claude-sonnet-4-6 +\$1\.50/);
  // The cursor and the lines are as they were before.
  expect(shown.lastIndexOf('\u001b[?25h')).toBeGreaterThan(shown.lastIndexOf('\u001b[?25l'));
  expect(shown.lastIndexOf('\u001b[?7h')).toBeGreaterThan(shown.lastIndexOf('\u001b[?7l'));
});
