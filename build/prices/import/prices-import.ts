/** `npm run prices:import`: rebuilds the rows of `data/imported/` from public packages. A person commits them. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { catalogFrom } from '../../../runtime/core/dataset/catalog.ts';
import type { Dataset } from '../../../runtime/core/dataset/dataset.ts';
import { datedDataset } from '../../../runtime/core/dataset/version.ts';
import type { DatedPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { ImportedModelsFile } from '../../../runtime/core/schemas/data-files/imported-models-file.ts';
import type { Offers } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import { printableLines } from '../../../runtime/core/values/printable.ts';
import { readCommandLine, scriptCommand, WrongUse } from '../../../runtime/io/command-line.ts';
import { checkOutputs, filesIn } from '../../../runtime/io/named-files.ts';
import { OutputFailed, writeOutput } from '../../../runtime/io/output-file.ts';
import { problemLines } from '../../build-options.ts';
import { checkData } from '../../data/check-data.ts';
import { type DataFile, readData } from '../../data/read-data.ts';
import { type LeftOut, readLeftOut } from '../check/match-model.ts';
import { undecided, unlistedText } from '../check/unlisted.ts';
import { comparedNames, comparedText, refusedText, type StatedNames, statedNames } from './compare-names.ts';
import type { Refusal, Rows } from './import-rows.ts';
import { comparedLists, listsText, newestOf, newNames, readLock, readNameLists, toldIn, writeLock } from './lock.ts';
import { namedPrices, statedInputs } from './named-prices.ts';
import { withPackages } from './packages.ts';
import { modelsPath, offersPath, parsed, type Read, readPackages } from './read-packages.ts';

const root = join(import.meta.dirname, '../../..');

const help = `Rebuilds the rows of data/imported/: prices on which independent public packages
agree and, marked as such, those that only the newest package states.

  npm run prices:import -- [--check] [--newest] [--packages DIR] [--data DIR] [--names] [--verbose] [--markdown FILE]

  --check         writes nothing, and fails if the files differ from what the packages give
  --newest        takes the newest published version of each package, and pins it in data/imported-packages.json
  --packages DIR  reads the packages from here, laid out as in node_modules, instead of fetching them with npm
  --data DIR      the data to import into; default data
  --verbose       lists what is not imported and why, what is left out on purpose (data/left-out.json), names that
                  only old packages have, and how the names of each host are priced by the new data
  --names         prints how many names of each host are priced as its list has them, and why the others are refused
  --markdown FILE writes what changed, for a pull request; prices:check --markdown has what nobody decided on yet
  --help          prints this

A package that is more than 45 days older than the newest has no say against it. Of packages that have names alone it
prints those that nothing prices: "new" until --newest has pinned them.
Packages: ${readLock(join(root, 'data'))
  .map(({ name, version }) => `${name}@${version}`)
  .join(', ')}.
Exit codes: 0 nothing to decide on; 1 a model or seller is neither listed nor left out on purpose, a name without a price
is new, a price of a list is missing without a reason, --check found a difference, or the rows break a rule of the data; 2 usage error.`;

const textOf = (schema: string, rows: object): string =>
  `${JSON.stringify({ $schema: `../schemas/${schema}.schema.json`, ...rows }, null, 2)}\n`;

/**
 * The rows with the names that none of them prices, and what models take; as they are where they break a rule, which the
 * check will say.
 */
function withNamed(
  { models, offers }: Rows,
  files: readonly DataFile[],
  { lists, newest: { on } }: Read,
  leftOut: LeftOut,
): Pick<Rows, 'models' | 'offers'> {
  const { today, kept } = keptOf(files);
  const checked = checkData([...kept, ...importedFiles(models, offers)], { asOf: today, today });
  if ('problems' in checked) return { models, offers };
  const catalog = catalogFrom(datedDataset(checked.data, on, () => ''));
  const named = namedPrices(catalog, lists, parsed<Offers>(files, offersPath)?.named ?? [], leftOut);
  const inputs = statedInputs(catalog, lists);
  return {
    models: { ...models, ...(inputs.length > 0 && { inputs }) },
    offers: { ...offers, ...(named.length > 0 && { named }) },
  };
}

const importedFiles = (models: Rows['models'], offers: Offers): DataFile[] => [
  { path: modelsPath, text: textOf('imported-models', models) },
  { path: offersPath, text: textOf('offers', offers) },
];

/** The data files that an import leaves as they are, and the day on which it runs. */
const keptOf = (files: readonly DataFile[]) => ({
  today: new Date().toISOString().slice(0, 10),
  kept: files.filter(({ path }) => path !== modelsPath && path !== offersPath),
});

/**
 * How the names of each host are priced by the new data: a table with a line for each host, and what is not right.
 * @param isFull every name that is refused, instead of counts by reason
 */
function comparedHosts(data: Dataset, { newest: { on }, atHosts }: Read, isFull: boolean): string[] {
  const catalog = catalogFrom(datedDataset(data, on, () => ''));
  return atHosts.flatMap(({ host, statements }) => {
    const found = comparedNames(catalog, statements, `${host.prefix}/`, on);
    return [
      comparedText(host.name, found),
      ...(isFull ? found.refused.map(({ id, why }) => `  refused  ${id}  ${why}`) : refusedText(found)),
      ...found.other.map(({ id, part, ours, theirs }) => `  other    ${id}  ${part} ${ours}, there ${theirs}`),
    ];
  });
}

const listed = (title: string, rows: readonly Refusal[]): string =>
  `${title}:\n${rows.map(({ seller, model, why }) => `  ${seller}  ${model}  ${why}`).join('\n')}`;

/** How many prices that lists state are priced here on their day; `all`: the reasons of those that are not, too. */
function statedText({ priced, told, missing }: StatedNames, all: boolean): string {
  const line = (what: string) => (one: Refusal) => `  ${what}  ${one.seller}  ${one.model}  ${one.why}`;
  return [
    `${priced + told.length + missing.length} prices in all lists: ${priced} priced on the day of the list, ${told.length} not taken for a reason, ${missing.length} missing.`,
    ...missing.map(line('missing')),
    ...(all ? told.map(line('not taken')) : []),
  ].join('\n');
}

interface Flags {
  check: boolean;
  newest: boolean;
  markdown?: string;
  packages?: string;
  data: string;
  names: boolean;
  verbose: boolean;
}

const command = scriptCommand('npm run prices:import', help)
  .option('--check', '', false)
  .option('--newest', '', false)
  .option('--markdown <file>')
  .option('--packages <dir>')
  .option('--data <dir>', '', join(root, 'data'))
  .option('--names', '', false)
  .option('--verbose', '', false);

async function main(): Promise<number> {
  const line = readCommandLine<Flags>(command);
  if (line === null) return 0;
  const values = line.options;
  if (values.packages !== undefined && !(existsSync(values.packages) && statSync(values.packages).isDirectory())) {
    throw new WrongUse(`--packages must be a directory (got "${values.packages}").`);
  }
  const { markdown } = values;
  if (markdown !== undefined)
    checkOutputs([{ name: '--markdown', path: markdown }], filesIn([values.data, values.packages]));
  const files = readData(values.data);
  const from = values.packages === undefined ? null : resolve(values.packages);
  if (values.newest && from !== null) throw new WrongUse('--newest asks npm, so it does not go with --packages.');
  const pinned = readLock(values.data);
  if (pinned.length === 0) throw new WrongUse(`${values.data}/imported-packages.json names no packages.`);
  const locked = values.newest ? newestOf(pinned) : pinned;
  const told = readNameLists(values.data);
  const leftOut = readLeftOut(values.data);
  const imported = await readPackages(locked, from, files, leftOut);
  const { rows, names } = imported;
  const whole = withNamed(rows, files, imported, leftOut);
  const written = importedFiles(whole.models, whole.offers);
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
  const { today, kept } = keptOf(files);
  const checked = checkData([...kept, ...written], { asOf: today, today });
  if ('problems' in checked) {
    console.error(`${problemLines(checked.problems)}\n\nThe rows break rules of the data: nothing was written.`);
    return 1;
  }
  const catalog = catalogFrom(datedDataset(checked.data, today, () => ''));
  const stated = statedNames(catalog, imported.lists, leftOut);
  say(statedText(stated, values.verbose));
  const lists = await withPackages(values.newest ? newestOf(told) : told, from, async (found) =>
    comparedLists(catalog, found),
  );
  if (lists.length > 0) say(listsText(lists).join('\n'));
  if (values.verbose || values.names) {
    const table = comparedHosts(checked.data, imported, values.verbose);
    say(`Names of the newest package, as the new data price them:\n${table.join('\n')}`);
  }
  if (markdown !== undefined) {
    const rows = changed.flatMap(({ path, text }) => differencesOf(files, path, text)).join('\n');
    const news = newNames(lists) === 0 ? '' : listsText(lists).join('\n');
    writeOutput(markdown, `${section('Imported prices', rows)}${section('Names without a price', news)}`, {
      option: '--markdown',
    });
  }
  const toDecide = undecided(names) + newNames(lists) + stated.missing.length === 0 ? 0 : 1;
  if (values.check) return changed.length === 0 ? toDecide : 1;
  if (values.newest && !isDeepStrictEqual([locked, toldIn(lists)], [pinned, told])) {
    writeLock(values.data, locked, toldIn(lists));
  }
  for (const { path, text } of changed) writeOutput(join(values.data, path.replace(/^data\//, '')), text);
  return toDecide;
}

/** A part of the report for a pull request; '' without text. */
const section = (title: string, text: string): string =>
  text === '' ? '' : `### ${title}\n\n\`\`\`text\n${text}\n\`\`\`\n`;

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
