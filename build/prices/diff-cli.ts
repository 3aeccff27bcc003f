/** `npm run prices:diff -- A B`: a Markdown price diff between two versions of the dataset. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Difference, diffPrices } from '../../runtime/core/answers/price-diff.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { printableLines } from '../../runtime/core/values/printable.ts';
import { markdownTable } from '../../runtime/core/values/text-table.ts';
import { readCommandLine, scriptCommand, WrongUse } from '../../runtime/io/command-line.ts';
import { readData } from '../data/read-data.ts';

const help = `Prints what differs between two versions of the prices, as Markdown.

  npm run --silent prices:diff -- A B [--json]

A and B are each a data directory, a dist directory, or a git revision (such as HEAD~1).
Exit codes: 0 nothing differs; 1 something does; 2 one of them cannot be read.`;

/** The provider files of a version. Throws an error with the reason if they cannot be read. */
function versionAt(where: string): ProviderFile[] {
  if (existsSync(join(where, 'catalog.json'))) {
    return (JSON.parse(readFileSync(join(where, 'catalog.json'), 'utf8')) as { data: { providers: ProviderFile[] } })
      .data.providers;
  }
  const files = existsSync(join(where, 'providers')) ? readData(where) : filesAtRevision(where);
  return files.filter(({ path }) => path.includes('providers/')).map(({ text }) => JSON.parse(text) as ProviderFile);
}

function filesAtRevision(revision: string): { path: string; text: string }[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const paths = git('ls-tree', '--name-only', revision, 'data/providers/')
      .split('\n')
      .filter((path) => path.endsWith('.json'));
    if (paths.length === 0) throw new Error('no data');
    return paths.map((path) => ({ path, text: git('show', `${revision}:${path}`) }));
  } catch {
    throw new Error(
      `"${revision}" is neither a data directory, nor a dist directory, nor a git revision with data/providers.`,
    );
  }
}

/** A Markdown table, or a sentence if nothing differs. */
function markdown(differences: readonly Difference[], a: string, b: string): string {
  const title = `## Prices: ${a} to ${b}\n\n`;
  if (differences.length === 0) return `${title}No price differs.\n`;
  const header = ['provider', 'model', 'from', 'what', 'before', 'after'];
  const rows = differences.map(({ provider, model, from, what, before, after }) => [
    provider,
    model,
    from ?? 'release',
    what,
    before,
    after,
  ]);
  return `${title}USD per 1,000,000 tokens.\n\n${markdownTable(header, rows)}\n`;
}

try {
  const command = scriptCommand('npm run prices:diff', help).argument('<a>').argument('<b>').option('--json');
  const line = readCommandLine<{ json?: true }>(command);
  if (line !== null) {
    const [a = '', b = ''] = line.words;
    const differences = diffPrices(versionAt(a), versionAt(b));
    process.stdout.write(
      printableLines(line.options.json ? `${JSON.stringify(differences)}\n` : markdown(differences, a, b)),
    );
    process.exitCode = differences.length > 0 ? 1 : 0;
  }
} catch (error) {
  const usage = error instanceof WrongUse ? '\nRun npm run prices:diff -- --help for usage.' : '';
  console.error(`${(error as Error).message}${usage}`);
  process.exitCode = 2;
}
