/** Runs axe-core on an open page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that look at colours. */
const ofColours = ['color-contrast', 'link-in-text-block'];

/** The violations that axe finds on an open page, one line for each kind; with `rules`, by these alone. */
export async function axeFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe);
  const results = await page.evaluate(
    (options) => (globalThis as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
    { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) } satisfies RunOptions,
  );
  return results.violations.map(
    ({ id, help, nodes }) => `${id}: ${help}, ${nodes.length} times, as ${nodes[0]?.html.slice(0, 200)}`,
  );
}

/** The same of a page in light colours, and then in dark ones, which differ in colours alone. */
export async function axeFaultsInBothThemes(page: Page): Promise<string[]> {
  const light = await axeFaults(page);
  // With reduced motion, colours change at once.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const dark = await axeFaults(page, ofColours);
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}
