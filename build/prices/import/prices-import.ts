/** `npm run prices:import`: rebuilds the rows of `data/imported/` from public packages. A person commits them. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { catalogFrom } from '../../../runtime/core/dataset/catalog.ts';
import type { Dataset } from '../../../runtime/core/dataset/dataset.ts';
import { datedDataset } from '../../../runtime/core/dataset/version.ts';
import type { DatedPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { ImportedModelsFile } from '../../../runtime/core/schemas/data-files/imported-models-file.ts';
import { noOffers, type Offers } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { printableLines } from '../../../runtime/core/values/printable.ts';
import { readCommandLine, scriptCommand, WrongUse } from '../../../runtime/io/command-line.ts';
import { OutputFailed, writeOutput } from '../../../runtime/io/output-file.ts';
import { problemLines } from '../../build-options.ts';
import { checkData } from '../../data/check-data.ts';
import { type DataFile, readData } from '../../data/read-data.ts';
import { comparedNames, comparedText } from './compare-names.ts';
import { importedRows, type Refusal, type Rows } from './import-rows.ts';
import { type LeftOut, readLeftOut } from './left-out.ts';
import { newestOf, readLock, writeLock } from './lock.ts';
import { listsOf, readersOf, type Statement, type Unpacked, withPackages } from './packages.ts';
import { reviewedModels } from './reviewed-models.ts';
import { type Host, hosts, makers } from './sellers.ts';
import { undecided, unlisted, unlistedMarkdown, unlistedText } from './unlisted.ts';

const root = join(import.meta.dirname, '../../..');

const help = `Rebuilds the rows of data/imported/: prices on which independent public packages
agree and, marked as such, those that only the newest package states.

  npm run prices:import -- [--check] [--newest] [--packages DIR] [--data DIR] [--verbose] [--markdown FILE]

  --check         writes nothing, and fails if the files differ from what the packages give
  --newest        takes the newest published version of each package, and pins it in data/imported-packages.json
  --packages DIR  reads the packages from here, laid out as in node_modules, instead of fetching them with npm
  --data DIR      the data to import into; default data
  --verbose       lists what is not imported and why, what is left out on purpose (data/left-out.json), names that
                  only old packages have, and how the names of each host are priced by the new data
  --markdown FILE writes what changed, and what nobody decided on yet, for a pull request
  --help          prints this

A package that is more than 45 days older than the newest has no say against it.
Packages: ${readLock()
  .map(({ name, version }) => `${name}@${version}`)
  .join(', ')}.
Exit codes: 0 nothing to decide on; 1 a model or seller is neither listed nor left out on purpose, --check found a
difference, or the rows break a rule of the data; 2 usage error.`;

const modelsPath = 'data/imported/models.json';
const offersPath = 'data/imported/offers.json';

const textOf = (schema: string, rows: object): string =>
  `${JSON.stringify({ $schema: `../schemas/${schema}.schema.json`, ...rows }, null, 2)}\n`;

const parsed = <T>(files: readonly DataFile[], path: string): T | undefined => {
  const file = files.find((one) => one.path === path);
  return file && (JSON.parse(file.text) as T);
};

/** The rows of the packages, and the names that the newest of them has for each host. */
interface Read {
  rows: Rows;
  newest: Pick<Unpacked, 'lineage' | 'on'>;
  atHosts: { host: Host; statements: Statement[] }[];
}

async function readPackages(found: readonly Unpacked[], files: readonly DataFile[], leftOut: LeftOut): Promise<Read> {
  const newest = [...found].sort((a, b) => (a.on < b.on ? 1 : -1))[0] as Unpacked;
  const readers = await readersOf(found, newest.on);
  const atHosts = hosts.map((host) => {
    const feed = host.feeds[newest.lineage];
    return { host, statements: feed === undefined ? [] : (readers.get(newest.lineage)?.(feed) ?? []) };
  });
  const rows = importedRows({
    providers: files
      .filter(({ path }) => path.startsWith('data/providers/'))
      .map(({ text }) => JSON.parse(text) as ProviderFile),
    before: {
      models: parsed<ImportedModelsFile>(files, modelsPath) ?? { providers: [] },
      offers: parsed<Offers>(files, offersPath) ?? noOffers,
    },
    reviewed: reviewedModels,
    hosts,
    makers,
    readers,
    leftOut,
    newest,
  });
  return { rows, newest, atHosts };
}

/** How the names of each host are priced by the new data: a table with a line for each host, and what is not right. */
function comparedHosts(data: Dataset, { newest: { on }, atHosts }: Read): string[] {
  const catalog = catalogFrom(datedDataset(data, on, () => ''));
  return atHosts.flatMap(({ host, statements }) => {
    const found = comparedNames(catalog, statements, `${host.prefix}/`, on);
    return [
      comparedText(host.name, found),
      ...found.refused.map(({ id, why }) => `  refused  ${id}  ${why}`),
      ...found.other.map(({ id, part, ours, theirs }) => `  other    ${id}  ${part} ${ours}, there ${theirs}`),
    ];
  });
}

const listed = (title: string, rows: readonly Refusal[]): string =>
  `${title}:\n${rows.map(({ seller, model, why }) => `  ${seller}  ${model}  ${why}`).join('\n')}`;

interface Flags {
  check: boolean;
  newest: boolean;
  markdown?: string;
  packages?: string;
  data: string;
  verbose: boolean;
}

const command = scriptCommand('npm run prices:import', help)
  .option('--check', '', false)
  .option('--newest', '', false)
  .option('--markdown <file>')
  .option('--packages <dir>')
  .option('--data <dir>', '', join(root, 'data'))
  .option('--verbose', '', false);

async function main(): Promise<number> {
  const line = readCommandLine<Flags>(command);
  if (line === null) return 0;
  const values = line.options;
  if (values.packages !== undefined && !(existsSync(values.packages) && statSync(values.packages).isDirectory())) {
    throw new WrongUse(`--packages must be a directory (got "${values.packages}").`);
  }
  const files = readData(values.data);
  const from = values.packages === undefined ? null : resolve(values.packages);
  if (values.newest && from !== null) throw new WrongUse('--newest asks npm, so it does not go with --packages.');
  const locked = values.newest ? newestOf(readLock()) : readLock();
  const leftOut = readLeftOut(values.data);
  const { lists, ...imported } = await withPackages(locked, from, async (found) => ({
    ...(await readPackages(found, files, leftOut)),
    lists: await listsOf(found),
  }));
  const { rows } = imported;
  const read = new Set(
    [...hosts, ...Object.values(makers).map((feeds) => ({ feeds }))].map(({ feeds }) => feeds['models.dev']),
  );
  const others = new Map([...lists].filter(([feed, models]) => !read.has(feed) && models > 0));
  const newest = locked
    .map(({ on }) => on)
    .sort()
    .at(-1) as string;
  const names = unlisted(rows.unknown, others, leftOut, Object.keys(makers), newest);
  const written: DataFile[] = [
    { path: modelsPath, text: textOf('imported-models', rows.models) },
    { path: offersPath, text: textOf('offers', rows.offers) },
  ];
  const changed = written.filter(({ path, text }) => files.find((file) => file.path === path)?.text !== text);
  const say = (text: string) => console.log(printableLines(text));
  for (const { path, text } of changed) say(`${path}:\n${differencesOf(files, path, text).join('\n')}`);
  const models = rows.models.providers.reduce((sum, one) => sum + one.models.length, 0);
  if (values.verbose) {
    say(listed('Not imported', rows.refused));
  }
  say(
    `${models} models and ${rows.offers.offers.length} offers; ${rows.refused.length} not imported${values.verbose ? '' : ' (--verbose lists them)'}.`,
  );
  say(unlistedText(names, values.verbose));
  const today = new Date().toISOString().slice(0, 10);
  const kept = files.filter(({ path }) => !written.some((one) => one.path === path));
  const checked = checkData([...kept, ...written], { asOf: today, today });
  if ('problems' in checked) {
    console.error(`${problemLines(checked.problems)}\n\nThe rows break rules of the data: nothing was written.`);
    return 1;
  }
  if (values.verbose) {
    say(
      `Names of the newest package, as the new data price them:\n${comparedHosts(checked.data, imported).join('\n')}`,
    );
  }
  if (values.markdown !== undefined) {
    const rows = changed.flatMap(({ path, text }) => differencesOf(files, path, text)).join('\n');
    const imported = rows === '' ? '' : `### Imported prices\n\n\`\`\`text\n${rows}\n\`\`\`\n`;
    writeOutput(values.markdown, `${imported}${unlistedMarkdown(names)}`, { option: '--markdown' });
  }
  const toDecide = undecided(names) === 0 ? 0 : 1;
  if (values.check) return changed.length === 0 ? toDecide : 1;
  if (values.newest && !isDeepStrictEqual(locked, readLock())) writeLock(locked);
  for (const { path, text } of changed) writeOutput(join(values.data, path.replace(/^data\//, '')), text);
  return toDecide;
}

type File = Partial<ImportedModelsFile & Offers>;

function differencesOf(files: readonly DataFile[], path: string, text: string): string[] {
  const before = files.find((file) => file.path === path)?.text;
  return differences(before === undefined ? {} : JSON.parse(before), JSON.parse(text));
}

/** What a new import changes, one line per row: `+` a new row, `-` a removed one, `~` a changed one, with its price in USD per 1,000,000 tokens. */
export function differences(before: File, after: File): string[] {
  const [old, now] = [rowsOf(before), rowsOf(after)];
  const lines = [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    if (was === undefined) return `  + ${name}  ${is?.price}`;
    if (is === undefined) return `  - ${name}  ${was.price}`;
    if (was.price !== is.price) return `  ~ ${name}  ${was.price} -> ${is.price}`;
    return was.text === is.text ? [] : `  ~ ${name}  ${is.price} (names, sources or days)`;
  });
  return lines.length > 0 ? lines : ['  ~ only its hosts or its layout'];
}

function rowsOf({ providers = [], offers = [] }: File): Map<string, { price: string; text: string }> {
  const models = providers.flatMap(({ id, models }) => models.map((model) => [`${id}  ${model.id}`, model] as const));
  const rows = [...models, ...offers.map((offer) => [`${offer.host}  ${offer.model}`, offer] as const)];
  return new Map(
    rows.map(([name, row]) => [name, { price: printed(row.prices.at(-1)), text: JSON.stringify(row) }] as const),
  );
}

const printed = (price: DatedPrice | undefined): string =>
  price === undefined ? '' : `${price.input} / ${price.output}, cached ${price.cachedInput ?? 'none'}`;

process.exitCode = await main().catch((error: Error) => {
  if (error instanceof OutputFailed) console.error(error.message);
  else if (error instanceof WrongUse) console.error(`${error.message}\nRun npm run prices:import -- --help for usage.`);
  else console.error(error.stack);
  return 2;
});
