/** Writable copies of the example repositories. */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/copies.ts';
import { testDist } from '../support/dist.ts';
import { projectRoot } from '../support/project-root.ts';
import { type Finished, runCliIn } from '../support/run.ts';

export type Library = typeof import('../../runtime/library/library.ts');
export const library: Library = await import(join(testDist, 'index.js'));

/** A copy of an example, in a directory with a space in its name. */
export function repository(example: string): string {
  const dir = join(temporaryDirectory(), 'a repository');
  overlayWith(dir, example);
  return dir;
}

/** Copies the files of an example over those of a repository. */
export const overlayWith = (dir: string, example: string): void =>
  cpSync(join(projectRoot, 'test/ci-budgets', example), dir, { recursive: true });

export const writeJson = (dir: string, name: string, value: unknown): void =>
  writeFileSync(join(dir, name), JSON.stringify(value));

/** A baseline without workflows. */
export const emptyBaseline = {
  pricesAsOf: '2026-11-20',
  datasetVersion: 'x',
  costModelVersion: 1,
  overlay: null,
  workflows: {},
};

/** `agent-cost ARGS` in a repository. */
export const run = (dir: string, ...args: string[]): Promise<Finished> => runCliIn(dir, args);

/** Whole nano-dollars, because binary fractions do not compare exactly. */
export const nano = (usd: number): number => Math.round(usd * 1e9);

/** Rows of the first Markdown table after a heading, as cells. */
export function rowsAfter(markdown: string, heading: string): string[][] {
  const [, after = ''] = markdown.split(heading);
  const [, table = ''] = /((?:^\|.*\|\n)+)/m.exec(after) ?? [];
  const cells = (line: string) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim());
  return table.trimEnd().split('\n').slice(2).map(cells);
}
