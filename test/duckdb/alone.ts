/** The program without the packages of this project beside it. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testDist } from '../support/dist.ts';

/** The path of a `cli.js` that finds no DuckDB, outside of the project; it is removed after the test. */
export function programAlone(): string {
  const dir = mkdtempSync(join(tmpdir(), 'agent-cost-alone-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const name of readdirSync(testDist)) {
    if (/\.(js|json)$/.test(name)) copyFileSync(join(testDist, name), join(dir, name));
  }
  return join(dir, 'cli.js');
}
