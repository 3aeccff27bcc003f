/** Runs the commands of docs/runs.md about workflows and other models as printed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf } from '../../docs/documents.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCliIn } from '../../support/run.ts';
import { logText, madeUpLog } from './made-up-log.ts';

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
