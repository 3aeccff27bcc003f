/** `npm run prices:check`: checks whether the prices are still right. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { isDay } from '../../runtime/core/values/day.ts';
import { printableLines } from '../../runtime/core/values/printable.ts';
import { readCommandLine, scriptCommand, WrongUse } from '../../runtime/io/command-line.ts';
import { checkOutputs, filesIn } from '../../runtime/io/named-files.ts';
import { OutputFailed, writeOutput } from '../../runtime/io/output-file.ts';
import { Progress } from '../../runtime/io/progress.ts';
import { problemLines } from '../build-options.ts';
import { checkData } from '../data/check-data.ts';
import { type DataFile, readData } from '../data/read-data.ts';
import { soldByHosts } from './check/datasets.ts';
import type { Sources } from './check/findings.ts';
import { readLeftOut } from './check/match-model.ts';
import { type Report, report } from './check/report.ts';
import { markdown, spoken } from './check/report-text.ts';
import { check, knownDisagreements } from './check/run-check.ts';
import { gather } from './check/sources.ts';
import { update, writeData } from './check/update.ts';
import { newestOf, readLock } from './import/lock.ts';
import { readPackages } from './import/read-packages.ts';

const root = join(import.meta.dirname, '../..');

const help = `Compares the dataset with providers' price pages, their deprecation pages, and other public datasets.

  npm run prices:check -- [--provider ID]... [--from DIR] [--fetch] [--packages DIR] [--claude-code] [--write]
                          [--json] [--markdown FILE]

  --from DIR       saved pages, named PROVIDER*.html, PROVIDER*.md or PROVIDER*.json, deprecation pages, named
                   PROVIDER-deprecations*, and datasets: models.dev.json, litellm.json, openrouter.json;
                   and Claude Code as npm packs it, anthropic-ai-claude-code-*.tgz
  --fetch          downloads the pages and datasets that are not in DIR, and the newest version of each package in
                   data/imported-packages.json, for names of models and sellers that the dataset does not have
  --packages DIR   looks for such names in packages that are here, laid out as in node_modules, in their pinned versions
  --claude-code    downloads the newest Claude Code with npm (170 MB), which is not run, and reads Anthropic's catalogue
                   of prices in it, as of the day on which it was published
  --provider ID    only this provider, without the names of others; may be given several times
  --on DAY         the day of the saved pages (YYYY-MM-DD), and of the comparison. Without it, the day of a page
                   is the one in its name (PROVIDER-YYYY-MM-DD.html) or else the one it states ("retrieved
                   2026-09-07"), and the comparison is for today. A page without a known day confirms nothing
  --write          updates verifiedOn of prices that a page confirmed, appends a dated price where a page changed;
                   shutdowns of models are only reported: a person updates lifecycle
  --json           prints everything as JSON
  --markdown FILE  writes the report for a pull request
  --data DIR       the data to check; default data
  --help           prints this

Without --from, --fetch and --claude-code only @pydantic/genai-prices is compared, offline. What hosts charge for other makers' models
comes from datasets (npm run prices:import): a page of such a host confirms or contradicts it, and writes nothing.
Exit codes: 0 nothing needs review; 1 something does, or a dataset has a model or seller that is neither listed nor left
out on purpose (data/left-out.json); 2 something could not be checked, or usage error.`;

interface Options {
  providers: string[];
  from: string | null;
  fetch: boolean;
  packages: string | null;
  claudeCode: boolean;
  write: boolean;
  json: boolean;
  markdown: string | null;
  on: string | null;
  data: string;
  today: string;
}

interface Flags {
  provider: string[];
  from?: string;
  fetch: boolean;
  packages?: string;
  claudeCode: boolean;
  write: boolean;
  json: boolean;
  markdown?: string;
  on?: string;
  data: string;
}

const command = scriptCommand('npm run prices:check', help)
  .option('--provider <id>', '', (id: string, earlier: string[]) => [...earlier, id], [])
  .option('--from <dir>')
  .option('--fetch', '', false)
  .option('--packages <dir>')
  .option('--claude-code', '', false)
  .option('--write', '', false)
  .option('--json', '', false)
  .option('--markdown <file>')
  .option('--on <day>')
  .option('--data <dir>', '', join(root, 'data'));

function optionsFrom(values: Flags): Options {
  const today = new Date().toISOString().slice(0, 10);
  const { from, packages, on } = values;
  for (const [option, dir] of Object.entries({ '--from': from, '--packages': packages })) {
    if (dir !== undefined && !(existsSync(dir) && statSync(dir).isDirectory())) {
      throw new WrongUse(`${option} must be a directory (got "${dir}").`);
    }
  }
  if (packages !== undefined && values.provider.length > 0) {
    throw new WrongUse('--packages looks for names of every seller, so it does not go with --provider.');
  }
  if (on !== undefined && !isDay(on)) throw new WrongUse(`--on must be a day such as ${today} (got "${on}").`);
  if (on !== undefined && on > today) throw new WrongUse(`--on: ${on} is in the future.`);
  if (on !== undefined && on !== today && values.fetch) {
    throw new WrongUse(`--on ${on} does not go with --fetch: fetched pages are from today, ${today}.`);
  }
  return {
    providers: values.provider,
    from: from ?? null,
    fetch: values.fetch,
    packages: packages === undefined ? null : resolve(packages),
    claudeCode: values.claudeCode,
    write: values.write,
    json: values.json,
    markdown: values.markdown ?? null,
    on: on ?? null,
    data: resolve(values.data),
    today,
  };
}

/** The providers to check, in order, from data without problems. */
function providersFrom(files: readonly DataFile[], { providers, data, today }: Options) {
  const checked = checkData(files, { asOf: today, today });
  if ('problems' in checked) {
    throw new WrongUse(`The data in ${data} has problems:\n${problemLines(checked.problems)}`);
  }
  const all = checked.data.providers;
  for (const id of providers) {
    if (!all.some((provider) => provider.id === id)) {
      throw new WrongUse(`--provider must be one of ${all.map((one) => one.id).join(', ')} (got "${id}").`);
    }
  }
  const asked: ProviderFile[] = providers.length === 0 ? all : all.filter(({ id }) => providers.includes(id));
  return { asked, all: all.map(({ id }) => id), sold: soldByHosts(all, checked.data.offers) };
}

/** Adds the names of the packages that the data does not have; a package that cannot be fetched is a failure. */
async function addNames({ data, packages }: Options, files: readonly DataFile[], sources: Sources): Promise<void> {
  const pinned = readLock(data);
  if (pinned.length === 0) {
    sources.notes.push('imported-packages.json names no packages: names of other datasets were not compared');
    return;
  }
  try {
    const locked = packages === null ? newestOf(pinned) : pinned;
    sources.unlisted = (await readPackages(locked, packages, files, readLeftOut(data))).names;
  } catch (error) {
    if (packages !== null) throw error;
    const [reason = ''] = (error as Error).message.split('\n');
    const kind = error instanceof WrongUse ? {} : { kind: 'network' as const };
    sources.failures.push({ provider: null, source: 'packages from npm', reason, ...kind });
  }
}

async function run(options: Options): Promise<Report> {
  const { from, fetch, claudeCode, on, today } = options;
  const files = readData(options.data);
  const { asked, all, sold } = providersFrom(files, options);
  const progress = new Progress(options.json);
  const sources = await gather({ providers: asked, all, from, fetch, claudeCode, on, today }, (what) =>
    progress.step(what),
  );
  if (options.packages !== null || (fetch && options.providers.length === 0)) {
    await addNames(options, files, sources);
    progress.step('names in public datasets');
  }
  progress.end();
  if (from !== null && !fetch && !claudeCode) {
    // A named provider must have a page to check; a directory with nothing to read is a mistake.
    const without = asked.filter(({ id }) => !sources.pages.some((page) => page.provider === id));
    const named = without.filter(({ id }) => options.providers.includes(id));
    for (const { id } of named)
      sources.failures.push({ provider: id, source: from, reason: `it has no page named ${id}*.html or .md` });
    if (sources.pages.length === 0 && sources.datasets.length === 1 && named.length === 0) {
      sources.failures.push({ provider: null, source: from, reason: 'it has neither a page nor a dataset' });
    }
  }
  const checked = check(
    asked,
    sources,
    on ?? today,
    knownDisagreements().disagreements,
    sold,
    readLeftOut(options.data),
  );
  if (!options.write) return report(checked);
  const { files: changed, edits } = update(files, checked);
  const problems = writeData(options.data, files, changed, today);
  return report(checked, problems.length > 0 ? [] : edits, problems);
}

async function main(): Promise<number> {
  const line = readCommandLine<Flags>(command);
  if (line === null) return 0;
  const options = optionsFrom(line.options);
  const { markdown: path, data, from, packages } = options;
  if (path !== null) checkOutputs([{ name: '--markdown', path }], filesIn([data, from, packages]));
  const result = await run(options);
  if (path !== null) writeOutput(path, markdown(result), { option: '--markdown' });
  // Text from a page could contain control characters for the terminal.
  console.log(printableLines(options.json ? JSON.stringify(result, null, 2) : spoken(result)));
  return result.exitCode;
}

process.exitCode = await main().catch((error: Error) => {
  if (error instanceof OutputFailed) console.error(error.message);
  else if (error instanceof WrongUse) console.error(`${error.message}\nRun npm run prices:check -- --help for usage.`);
  else console.error(error.stack);
  return 2;
});
