/** What guard remembers, in a file that others can write, too. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { dayBegan } from '../../../runtime/cli/running/running-logs.ts';
import { fakeMachine, line } from './logs.ts';
import { started, startedAside } from './started.ts';

/** A session that cost $1.500675 today, and the file of guard. */
function spent() {
  const machine = fakeMachine();
  const log = join(machine.project, 's1.jsonl');
  machine.append(log, line('a', { at: Date.now(), output: 100_000 }));
  const file = join(machine.home, '.local/state/agent-cost/guard.json');
  mkdirSync(dirname(file), { recursive: true });
  const hook = (...args: string[]) => {
    const input = JSON.stringify({ hook_event_name: 'PreToolUse', transcript_path: log });
    return started(machine.home, ['guard', ...args], input);
  };
  return { ...machine, log, file, hook };
}

/** The day here, as guard has it. */
function today(): string {
  const date = new Date(dayBegan(Date.now()));
  return new Date(date.getTime() - 60_000 * date.getTimezoneOffset()).toISOString().slice(0, 10);
}

/** The id of a process that has ended. */
const ended = (): number => Number(execFileSync(process.execPath, ['-p', 'process.pid']));

test.each([
  ['whose owner is gone', () => `${ended()} ${hostname()}\n`, 0],
  ['without an owner, of three seconds', () => '', 3],
  ['of another machine, of three seconds', () => '1 elsewhere\n', 3],
])('a lock %s is taken over', async (_, text, seconds) => {
  const { home, file } = spent();
  const lock = `${file}.lock`;
  writeFileSync(lock, text());
  const then = Date.now() / 1000 - seconds;
  utimesSync(lock, then, then);
  const raised = await Promise.all(Array.from({ length: 4 }, () => startedAside(home, ['guard', '--raise', '1'])));
  expect(raised).toEqual([0, 0, 0, 0]);
  expect(JSON.parse(readFileSync(file, 'utf8')).raisedUsd).toBe(4);
  expect(existsSync(lock)).toBe(false);
});

test.runIf(process.platform === 'linux')('a file that is a pipe is named, and the hook goes on', () => {
  const { home, file, hook } = spent();
  execFileSync('mkfifo', [file]);
  const { status, stdout } = hook('--budget', '20/day');
  expect(status).toBe(0);
  expect(JSON.parse(stdout).systemMessage).toContain(`${file} is a pipe, not a regular file`);
  expect(JSON.parse(hook('--budget', '1/day').stdout)).toMatchObject({ continue: false });
  const raised = started(home, ['guard', '--raise', '1'], '');
  expect(raised.status).toBe(1);
  expect(raised.stderr).toMatch(/^.*guard\.json is a pipe.*\n$/);
});

test.each(['1e999', '1e300', '11', '-5', '"5"', 'null', '[]'])(
  'raised by %s, a budget of a dollar is what it was',
  (usd) => {
    const { file, hook } = spent();
    writeFileSync(file, `{"day":"${today()}","raisedUsd":${usd},"said":[]}`);
    expect(JSON.parse(hook('--budget', '1/day').stdout)).toMatchObject({ continue: false });
    // Ten times $1.80 are $18: a raise of $11 counts, and what is no amount is told.
    writeFileSync(file, `{"day":"${today()}","raisedUsd":${usd},"said":[]}`);
    const { stdout } = hook('--budget', '1.80/day');
    if (usd === '11') expect(stdout).toBe('');
    else expect(JSON.parse(stdout).systemMessage).toMatch(/\(83 %\).*guard\.json/);
  },
);

test('a warning that was given is given again where less is counted than then', () => {
  const { file, hook } = spent();
  const warned = (usd: unknown) => {
    writeFileSync(file, JSON.stringify({ day: today(), raisedUsd: 0, said: [{ of: 'day 1.8', usd }] }));
    return hook('--budget', '1.80/day').stdout;
  };
  expect(warned(1.5)).toBe('');
  expect(JSON.parse(warned(1.75)).systemMessage).toContain('$1.75 of an earlier warning');
  expect(JSON.parse(warned('1.5')).systemMessage).toContain('(83 %)');
});
