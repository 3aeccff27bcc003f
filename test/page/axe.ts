/** Runs axe-core on an open page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations that axe finds, one line for each kind. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const results = await page.evaluate(
    (options) => (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
    { resultTypes: ['violations'] } satisfies RunOptions,
  );
  return results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}, ${nodes.length} times, as ${nodes[0]?.html.slice(0, 200)}`,
  );
}
