/** The completion scripts, run in real shells. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { commandList } from '../../runtime/cli/command-list.ts';
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
  const help = async (...words: string[]) => (await runCliIn(dir, [...words, '--help'])).stdout;
  for (const path of Object.keys(commandList)) {
    const [, options = ''] = (await help(...path.split(' '))).split('\nOptions:\n');
    const flags = options.split('\n\n')[0]?.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm) ?? [];
    helped.push({ path, options: [...flags].map(([, flag = '']) => flag).sort() });
  }
});

/** Every command with its options, as the help lists them. */
const helped: { path: string; options: string[] }[] = [];

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
      [['pr'], ['price']],
      [['verify', 'd'], ['diff']],
      [
        ['estimate', 'r'],
        ['rag', 'rank', 'research'],
      ],
      [
        ['keys', 'r'],
        ['remove', 'rotate'],
      ],
      [['price', '--t'], ['--tier']],
      [['price', 'gpt-4o', '--tier', 'b'], ['batch']],
      [
        ['price', 'models', '--tier', 'f'],
        ['fast', 'frontier'],
      ],
      [
        ['price', 'model', 'gpt-4o'],
        ['gpt-4o', 'gpt-4o-mini'],
      ],
      [['estimate', '--model', 'claude-sonnet-4-6'], ['claude-sonnet-4-6']],
      [['estimate', 'rank', 'cod'], ['coding']],
      [['estimate', 'measured', 'deeps'], ['deepswe']],
      [['price', 'models', '--provider', 'anth'], ['anthropic']],
      [['completion', 'f'], ['fish']],
      [['price', 'gpt-4o', '--input', ''], []],
    ];
    const lines = expected.map(([words]) => words);
    const found = completionsOf(shell, lines).map((words, at) => [lines[at], words.sort()]);
    expect(found).toEqual(expected);
  });

  test('completes files, including names with spaces', (context) => {
    if (reason !== null) context.skip(reason);
    expect(complete('estimate', 'rank', '--overlay', 'my').map((name) => name.replace(/\/$/, ''))).toEqual([
      'my prices',
    ]);
  });

  test('knows every command and every option of the help', (context) => {
    if (reason !== null) context.skip(reason);
    const names = (path: string) =>
      Object.keys(commandList).filter((one) => one.startsWith(path) && !one.slice(path.length).includes(' '));
    expect(complete('').sort()).toEqual([...names(''), 'help'].sort());
    expect(complete('verify', '').sort()).toEqual(expect.arrayContaining(['diff', 'list', 'timestamp']));
    const offered = completionsOf(
      shell,
      helped.map(({ path }) => [...path.split(' '), '--']),
    );
    expect(helped.map(({ path }, at) => ({ path, options: offered[at]?.sort() }))).toEqual(helped);
  });
});
