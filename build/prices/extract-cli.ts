import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printableLines } from '../../runtime/core/values/printable.ts';
import { WrongUse } from '../../runtime/io/command-line.ts';
import { catalogueOf, isPackage } from './claude-code/catalogue.ts';
import { extract, PageError } from './extract.ts';
import { providers } from './page/providers.ts';

const help = () => `Usage: npm run --silent prices:extract -- PROVIDER FILE

Prints the token prices on a saved price page as JSON rows:
model, input, output, cachedInput, cacheWrite5m, cacheWrite1h, cacheWrite, tier, currency, condition
in the row's currency per million tokens, numbers or null.

PROVIDER  ${providers()
  .map((one) => one.id)
  .join(', ')}
FILE      the page as HTML, or the provider's own Markdown export; for anthropic also the package of Claude Code
          as "npm pack @anthropic-ai/claude-code-linux-x64" saves it, for the price catalogue in it

Exit code 0: the rows are on stdout. 2: the page could not be read without guessing; the reason is on stderr.`;

export interface Outcome {
  code: 0 | 2;
  out: string;
  err: string;
}

const refuse = (reason: string): Outcome => ({ code: 2, out: '', err: `prices:extract: ${reason}` });

/** The command without the process: arguments in, text and exit code out. */
export async function run(args: string[]): Promise<Outcome> {
  try {
    if (args.includes('--help') || args.includes('-h')) return { code: 0, out: help(), err: '' };
    const [provider, file, ...more] = args;
    if (!provider || !file || more.length > 0) return refuse('two arguments are needed: PROVIDER FILE (see --help)');
    return { code: 0, out: JSON.stringify(extract(provider, await textOf(provider, file)), null, 2), err: '' };
  } catch (error) {
    if (error instanceof PageError || error instanceof WrongUse) return refuse(error.message);
    throw error;
  }
}

async function textOf(provider: string, file: string): Promise<string> {
  try {
    if (provider === 'anthropic' && isPackage(basename(file))) return JSON.stringify(await catalogueOf(file));
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof PageError) throw error;
    throw new PageError(`cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { code, out, err } = await run(process.argv.slice(2));
  // Text from a page could contain control characters for the terminal.
  if (out) process.stdout.write(`${printableLines(out)}\n`);
  if (err) process.stderr.write(`${printableLines(err)}\n`);
  process.exitCode = code;
}
