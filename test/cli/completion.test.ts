/** The completion scripts, run in real shells. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/copies.ts';
import { runCliIn } from '../support/run.ts';
import { missing, type SystemProgram } from '../support/system-packages.ts';

const dir = temporaryDirectory();
beforeAll(async () => {
  mkdirSync(join(dir, 'my prices'));
  writeFileSync(join(dir, 'my prices/contract.json'), '');
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout, stderr } = await runCliIn(dir, ['completion', shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    writeFileSync(join(dir, `completion.${shell}`), stdout);
  }
});

const run = (program: string, args: string[]): string[] =>
  execFileSync(program, args, { cwd: dir, encoding: 'utf8', env: { ...process.env, HOME: dir } })
    .split('\n')
    .filter((line) => line !== '');

/** The completions of each shell for the last, possibly unfinished word after `agent-cost`. */
const offered = {
  bash: (...words: string[]) =>
    run('bash', [
      '-c',
      `source completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _agent_cost; printf '%s\\n' "\${COMPREPLY[@]}"`,
      'bash',
      'agent-cost',
      ...words,
    ]),
  // Outside its line editor zsh lacks the builtins that show candidates: these replacements print them.
  zsh: (...words: string[]) =>
    run('zsh', [
      '-f',
      '-c',
      `compdef() { : }; compadd() { shift; print -l -- $@ }; _describe() { print -l -- \${(P)2%%:*} }; _files() { print -l -- *(/) }
       source ./completion.zsh; words=("$@"); CURRENT=$#words; _agent_cost`,
      'zsh',
      'agent-cost',
      ...words,
    ]).filter((word) => word.startsWith(words.at(-1) ?? '')),
  fish: (...words: string[]) =>
    run('fish', ['-c', 'source completion.fish; complete -C "$argv"', 'agent-cost', ...words]).map((line) =>
      line.replace(/\t.*/, ''),
    ),
};

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  const complete = offered[shell];
  const reason = shell === 'bash' ? null : missing(shell satisfies SystemProgram);

  test('completes commands, options and values', (context) => {
    if (reason !== null) context.skip(reason);
    expect(complete('pr').sort()).toEqual(['presets', 'price']);
    expect(complete('keys', 'r').sort()).toEqual(['remove', 'rotate']);
    expect(complete('price', '--t')).toEqual(['--tier']);
    expect(complete('price', 'gpt-4o', '--tier', 'b')).toEqual(['batch']);
    expect(complete('models', '--tier', 'f').sort()).toEqual(['fast', 'frontier']);
    expect(complete('model', 'gpt-4o').sort()).toEqual(['gpt-4o', 'gpt-4o-mini']);
    expect(complete('estimate', '--model', 'claude-sonnet-4-6')).toEqual(['claude-sonnet-4-6']);
    expect(complete('rank', 'cod')).toEqual(['coding']);
    expect(complete('measured', 'deeps')).toEqual(['deepswe']);
    expect(complete('models', '--provider', 'anth')).toEqual(['anthropic']);
    expect(complete('completion', 'f')).toEqual(['fish']);
    expect(complete('price', 'gpt-4o', '--input', '')).toEqual([]);
  });

  test('completes files, including names with spaces', (context) => {
    if (reason !== null) context.skip(reason);
    expect(complete('rank', '--overlay', 'my').map((name) => name.replace(/\/$/, ''))).toEqual(['my prices']);
  });

  test('knows every command and every option of the help', async (context) => {
    if (reason !== null) context.skip(reason);
    const help = async (...args: string[]) => (await runCliIn(dir, [...args, '--help'])).stdout;
    const [main = ''] = (await help()).split('First steps:');
    const commands = [...main.matchAll(/^ {2}([a-z-]+) (?=.* {2}\S)/gm)].map(([, name = '']) => name);
    expect(commands.length).toBeGreaterThan(14);
    expect(complete('').sort()).toEqual(commands.sort());
    for (const name of commands.filter((one) => one !== 'help')) {
      const [, options = ''] = (await help(name)).split('\nOptions:\n');
      const flags = [...(options.split('\n\n')[0]?.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm) ?? [])].map(
        ([, flag]) => flag,
      );
      expect({ name, options: complete(name, '--').sort() }).toEqual({ name, options: flags.sort() });
    }
  }, 60_000);
});

test('another shell: exit code 2, and a message with the supported shells', async () => {
  const { code, stderr } = await runCliIn(dir, ['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/Allowed choices are bash, zsh, fish/);
});
