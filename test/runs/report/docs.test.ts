/** The report that docs/runs.md shows is the report on the log that it shows. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf } from '../../docs/documents.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { runCliIn } from '../../support/run.ts';

const blocks = blocksOf('docs/runs.md');

test('docs/runs.md: the report is printed as shown, and its files are written', async () => {
  const dir = temporaryDirectory();
  const shown = blocks.find(({ text }) => text.startsWith('$ agent-cost report'))?.text ?? '';
  const log = blocks.find(({ text }) => text.startsWith('time,model,input,cache_read'))?.text ?? '';
  writeFileSync(join(dir, 'calls.csv'), log);
  const [command = '', ...lines] = shown.split('\n');
  const { code, stdout } = await runCliIn(dir, command.replace('$ agent-cost ', '').split(' '));
  expect({ code, stdout: stdout.trimEnd() }).toEqual({ code: 0, stdout: lines.join('\n') });
  for (const file of ['report.html', 'charges.csv']) expect(existsSync(join(dir, file)), file).toBe(true);
});
