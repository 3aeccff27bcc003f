/** Ctrl-C during a report. */
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startChild } from '../../support/children.ts';
import { temporaryDirectory } from '../../support/copies.ts';
import { testDist } from '../../support/dist.ts';
import { until } from '../../support/server/until.ts';

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it and leaves no partial file', async (signal) => {
  const dir = temporaryDirectory();
  const args = [join(testDist, 'cli.js'), 'report', '-', '--html', 'report.html', '--focus', 'charges.csv'];
  const child = startChild(process.execPath, args, { cwd: dir, stdio: ['pipe', 'ignore', 'ignore'] });
  const gone = once(child, 'exit');
  await until(() => readdirSync(dir).length === 2);
  child.kill(signal);
  expect(await gone).toEqual([null, signal]);
  expect(readdirSync(dir)).toEqual([]);
});
