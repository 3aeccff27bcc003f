/** The program without access to the packages of this project. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testDist } from '../support/dist.ts';

/** The path of a copy of `cli.js` outside the project, which finds no DuckDB; removed after the test. */
export function programAlone(): string {
  const dir = mkdtempSync(join(tmpdir(), 'agent-cost-alone-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const name of readdirSync(testDist)) {
    if (/\.(js|json)$/.test(name)) copyFileSync(join(testDist, name), join(dir, name));
  }
  return join(dir, 'cli.js');
}
