/** `agent-cost price` has a program of its own, which answers as the whole command does. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDist } from '../support/dist.ts';

const answer = (program: string, args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(testDist, program), ...args], {
    ...{ input, encoding: 'utf8', env: { ...process.env, COLUMNS: '' } },
  });
  // Each names itself as it was started.
  const text = (printed: string) => printed.replaceAll(/node \S*(cli\.js|agent-cost\.cjs)/g, 'agent-cost');
  return { status, stdout: text(stdout), stderr: text(stderr) };
};

test.each([
  [0, ['claude-sonnet-4-6', '--input', '1200', '--cached-input', '45000', '--output', '850']],
  [0, ['gpt-4o', '--json']],
  [0, ['--file', '-', '--csv']],
  [0, ['--help']],
  [0, ['-V']],
  [2, ['gpt-4o', '--inputs', '3']],
  [2, []],
  [3, ['no-such-model', '--input', '1']],
])('price ends with %i and says the same with %j', (status, args) => {
  const call = '{"model":"gpt-4o","input":10000,"output":2000}\n';
  const alone = answer('agent-cost.cjs', ['price', ...args], call);
  expect(alone).toEqual(answer('cli.js', ['price', ...args], call));
  expect(alone.status).toBe(status);
});

test('it is the program that answers', () => {
  expect(readFileSync(join(testDist, 'agent-cost.cjs'), 'utf8')).toContain('require("./price.cjs")');
});
