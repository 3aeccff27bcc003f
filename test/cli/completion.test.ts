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
  const help = async (...args: string[]) => (await runCliIn(dir, [...args, '--help'])).stdout;
  const [main = ''] = (await help()).split('First steps:');
  for (const [, name = ''] of main.matchAll(/^ {2}([a-z-]+) (?=.* {2}\S)/gm)) {
    const [, options = ''] = name === 'help' ? [] : (await help(name)).split('\nOptions:\n');
    const flags = options.split('\n\n')[0]?.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm) ?? [];
    helped.push({ name, options: [...flags].map(([, flag = '']) => flag).sort() });
  }
});

/** Every command with its options, as the help lists them. */
const helped: { name: string; options: string[] }[] = [];

/** The words after `agent-cost`, the last of them possibly unfinished. */
type Words = readonly string[];

const quoted = (words: Words): string => words.map((word) => `'${word}'`).join(' ');

/** What a shell does once, and then for each line to complete. */
const scripts = {
  bash: {
    first: 'source completion.bash',
    each: (words: Words) =>
      `COMP_WORDS=(agent-cost ${quoted(words)}); COMP_CWORD=${words.length}; COMPREPLY=(); _agent_cost; printf '%s\\n' "\${COMPREPLY[@]}"`,
  },
  // Outside its line editor zsh lacks the builtins that show candidates: these replacements print them.
  zsh: {
    first: `compdef() { : }; compadd() { shift; print -l -- $@ }; _describe() { print -l -- \${(P)2%%:*} }; _files() { print -l -- *(/) }
       source ./completion.zsh`,
    each: (words: Words) => `words=(agent-cost ${quoted(words)}); CURRENT=$#words; _agent_cost`,
  },
  fish: {
    first: 'source completion.fish',
    each: (words: Words) => `complete -C ${quoted([['agent-cost', ...words].join(' ')])}`,
  },
};

/** The completions of each line, by one run of the shell: to start one for each would take most of the time. */
function completionsOf(shell: keyof typeof scripts, lines: readonly Words[]): string[][] {
  const { first, each } = scripts[shell];
  const script = [first, ...lines.flatMap((words) => [each(words), 'echo ----'])].join('\n');
  const args = shell === 'zsh' ? ['-f', '-c', script] : ['-c', script];
  const printed = execFileSync(shell, args, { cwd: dir, encoding: 'utf8', env: { ...process.env, HOME: dir } });
  return printed.split('----\n').flatMap((text, at) => {
    const words = lines[at];
    if (words === undefined) return [];
    const found = text.split('\n').filter((line) => line !== '');
    if (shell === 'zsh') return [found.filter((word) => word.startsWith(words.at(-1) ?? ''))];
    return [shell === 'fish' ? found.map((line) => line.replace(/\t.*/, '')) : found];
  });
}

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  const complete = (...words: string[]) => completionsOf(shell, [words])[0] ?? [];
  const reason = shell === 'bash' ? null : missing(shell satisfies SystemProgram);

  test('completes commands, options and values', (context) => {
    if (reason !== null) context.skip(reason);
    const expected: [Words, string[]][] = [
      [['pr'], ['presets', 'price']],
      [
        ['keys', 'r'],
        ['remove', 'rotate'],
      ],
      [['price', '--t'], ['--tier']],
      [['price', 'gpt-4o', '--tier', 'b'], ['batch']],
      [
        ['models', '--tier', 'f'],
        ['fast', 'frontier'],
      ],
      [
        ['model', 'gpt-4o'],
        ['gpt-4o', 'gpt-4o-mini'],
      ],
      [['estimate', '--model', 'claude-sonnet-4-6'], ['claude-sonnet-4-6']],
      [['rank', 'cod'], ['coding']],
      [['measured', 'deeps'], ['deepswe']],
      [['models', '--provider', 'anth'], ['anthropic']],
      [['completion', 'f'], ['fish']],
      [['price', 'gpt-4o', '--input', ''], []],
    ];
    const lines = expected.map(([words]) => words);
    const found = completionsOf(shell, lines).map((words, at) => [lines[at], words.sort()]);
    expect(found).toEqual(expected);
  });

  test('completes files, including names with spaces', (context) => {
    if (reason !== null) context.skip(reason);
    expect(complete('rank', '--overlay', 'my').map((name) => name.replace(/\/$/, ''))).toEqual(['my prices']);
  });

  test('knows every command and every option of the help', (context) => {
    if (reason !== null) context.skip(reason);
    expect(helped.length).toBeGreaterThan(14);
    expect(complete('').sort()).toEqual(helped.map(({ name }) => name).sort());
    const explained = helped.filter(({ name }) => name !== 'help');
    const offered = completionsOf(
      shell,
      explained.map(({ name }) => [name, '--']),
    );
    expect(explained.map(({ name }, at) => ({ name, options: offered[at]?.sort() }))).toEqual(explained);
  });
});

test('another shell: exit code 2, and a message with the supported shells', async () => {
  const { code, stderr } = await runCliIn(dir, ['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(stderr).toMatch(/Allowed choices are bash, zsh, fish/);
});
