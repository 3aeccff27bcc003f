/** `--file`: a workflow from a file, as a request or as agent-cost estimate calibrate writes it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCli } from '../../support/run.ts';

const dir = temporaryDirectory();

function fileWith(name: string, content: unknown): string {
  const path = join(dir, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const request = { presetId: 'support', modelId: 'gpt-5.4', modelCallsPerTask: 7.5, tasksPerMonth: 300 };

test('is accepted by estimate, rank and explain, as a request or as calibrate writes it', async () => {
  const set = ['--model', 'gpt-5.4', '--set', 'modelCallsPerTask=7.5', '--set', 'tasksPerMonth=300', '--json'];
  const expected = (await runCli('estimate', 'support', ...set)).stdout;
  for (const content of [
    { $schema: 'a schema', ...request },
    { request, calibration: { notes: [] } },
  ]) {
    const file = fileWith('workflow.json', content);
    expect((await runCli('estimate', '--file', file, '--json')).stdout).toBe(expected);
    expect(JSON.parse((await runCli('explain', '--file', file, '--json')).stdout).estimate).toEqual(
      JSON.parse(expected),
    );
    expect(JSON.parse((await runCli('rank', '--file', file, '--json')).stdout).workflow.modelCallsPerTask).toBe(7.5);
  }
});

test('is accepted by check, as the file of a workflow in agent-cost.json', async () => {
  fileWith('calibrated.json', { request, calibration: { notes: [] } });
  const budgets = fileWith('agent-cost.json', { workflows: { tickets: { file: 'calibrated.json' } } });
  const { code, stdout } = await runCli('check', budgets, '--json');
  expect(code).toBe(0);
  expect(stdout).toContain('"tickets"');
});

test('is overridden by the other options', async () => {
  const file = fileWith('workflow.json', request);
  const args = ['--file', file, '--model', 'claude-sonnet-4-6', '--set', 'tasksPerMonth=5', '--json'];
  const { modelId, workflow } = JSON.parse((await runCli('estimate', ...args)).stdout);
  expect(modelId).toBe('claude-sonnet-4-6');
  expect(workflow).toMatchObject({ tasksPerMonth: 5, modelCallsPerTask: 7.5 });
});

test('is refused with the file, the field, and what is accepted', async () => {
  const refusals: [unknown, string][] = [
    [{ ...request, retryRatePct: 200 }, 'retryRatePct must be between 0 and 100 (got 200)'],
    [{ request: { ...request, cals: 3 } }, 'cals'],
    ['{"presetId"', 'is not JSON'],
    [[], 'must be'],
  ];
  for (const [content, words] of refusals) {
    const file = fileWith('wrong.json', content);
    const { code, stdout, stderr } = await runCli('estimate', '--file', file);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`--file ${file}`);
    expect(stderr).toContain(words);
  }
  const { code, stderr } = await runCli('estimate', '--file', join(dir, 'nowhere.json'));
  expect(code).toBe(2);
  expect(stderr).toMatch(/^--file: the file cannot be read/);
});
