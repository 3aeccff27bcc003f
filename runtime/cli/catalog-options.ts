/** Which prices a command uses: a catalog, a day, and a user's own prices on top. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import isOverlay from 'virtual:validator/overlay';
import { type Catalog, type CatalogModel, catalogFrom, OtherCostModel } from '../core/dataset/catalog.ts';
import type { CatalogFile } from '../core/dataset/dataset.ts';
import { catalogAt, hostsSelling } from '../core/dataset/host-catalog.ts';
import { catalogOn, overlaidModels, withOverlay } from '../core/dataset/overlay-catalog.ts';
import { ageInWords, priceAge } from '../core/dataset/price-age.ts';
import { isResolved, resolve, unresolvedReason } from '../core/dataset/resolve.ts';
import { ApiError } from '../core/schemas/api-error.ts';
import type { Overlay } from '../core/schemas/data-files/overlay-file.ts';
import { describeAll } from '../core/schemas/problems.ts';
import { quote } from '../core/values/did-you-mean.ts';
import { printable } from '../core/values/printable.ts';
import { NotJson, parseJson } from '../core/values/strict-json.ts';
import { WrongUse } from '../io/command-line.ts';
import { mostBytes, readInput } from '../io/input-file.ts';
import { filesNamed, type NamedFile } from '../io/named-files.ts';

/** `catalog.json` next to the program: builds and snapshots have both in one directory. */
const besideProgram = join(dirname(fileURLToPath(import.meta.url)), 'catalog.json');

export interface CatalogOptions {
  asOf?: string;
  overlay?: string;
  catalog?: string;
}

/** The files that they name, which no output may replace. */
export const catalogFiles = ({ overlay, catalog }: CatalogOptions): NamedFile[] =>
  filesNamed({ '--overlay': overlay, '--catalog': catalog });

export const today = (): string => new Date().toISOString().slice(0, 10);

export const ageToday = (catalog: Catalog): string => ageInWords(priceAge(catalog, today()));

export type Prices = ReturnType<typeof pricesFrom>;
export type Overlaid = NonNullable<Prices['overlay']>;

/** @throws WrongUse that names the option, or the field that names the overlay */
export const openPrices = (options: CatalogOptions, field?: string): Prices =>
  pricesFrom(openCatalog(options.catalog), options, field);

/**
 * @returns the catalog to use; the overlay, with the ids of the models whose price in force it changed, and its content
 * (null: they are list prices); the same day at list prices; and the version of the catalog as read
 */
export function pricesFrom(
  read: Catalog,
  { asOf, overlay: path }: Pick<CatalogOptions, 'asOf' | 'overlay'>,
  field = '--overlay',
) {
  const list = asOf === undefined ? read : catalogOn(read, asOf);
  const datasetVersion = read.version;
  if (list.models.length === 0) throw new WrongUse(`--as-of: no model is known on ${list.asOf}.`);
  if (path === undefined) return { catalog: list, overlay: null, list, own: null, datasetVersion };
  const own = readOverlay(path, field);
  const catalog = withOverlay(list, own);
  if (catalog instanceof ApiError) throw new WrongUse(`${field} ${path}: ${catalog.message}`);
  return { catalog, overlay: { name: own.name, models: overlaidModels(catalog) }, list, own, datasetVersion };
}

export function openCatalog(file = besideProgram): Catalog {
  const problem = (why: string) => `The catalog cannot be read (${why}). Use --catalog for another one.`;
  const text = textOf(file, problem, mostBytes.data);
  try {
    // A catalog from elsewhere could contain terminal control characters.
    const reviver = file === besideProgram ? undefined : (_: string, value: unknown) => escaped(value);
    const read = JSON.parse(text, reviver) as CatalogFile;
    if (typeof read.costModelVersion !== 'number') throw new Error('It is not a catalog.');
    return catalogFrom(read);
  } catch (error) {
    if (error instanceof OtherCostModel) throw new WrongUse(`${file} is ${error.message}.`);
    throw new WrongUse(`${file} is not a catalog.json of agent-cost.`);
  }
}

function readOverlay(file: string, field: string): Overlay {
  const overlay = jsonAt(file, field);
  if (isOverlay(overlay)) return overlay as Overlay;
  throw new WrongUse(`${field} ${file}: ${describeAll(isOverlay.errors ?? [])}`);
}

export const jsonAt = (file: string, field: string): unknown =>
  jsonIn(
    textOf(file, (why) => `${field}: the file cannot be read (${why}).`),
    `${field} ${file}`,
  );

/** @param where begins the message. @throws WrongUse, which repeats nothing of the text */
export function jsonIn(text: string, where: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw error instanceof NotJson ? new WrongUse(`${where} is not JSON: ${error.message}.`) : error;
  }
}

/**
 * The text of a file, read whole.
 * @param file 0: standard input
 * @param problem makes a message of the reason
 * @param most bytes
 * @throws WrongUse
 */
export function textOf(file: string | 0, problem: (why: string) => string, most: number = mostBytes.settings): string {
  try {
    return readInput(file, most).toString('utf8');
  } catch (error) {
    throw new WrongUse(problem((error as Error).message));
  }
}

const escaped = (value: unknown): unknown => (typeof value === 'string' ? printable(value) : value);

export const overlayLines = (overlay: Overlaid | null): string[] =>
  overlay === null
    ? []
    : ['', `Prices of the overlay ${quote(overlay.name)}, not list prices: ${overlay.models.join(', ') || 'none'}.`];

/** The model of a name, shut down or not; throws a WrongUse with suggestions. `what`: the argument or option. */
export function modelNamed(catalog: Catalog, name: string, what = 'The model'): CatalogModel {
  const found = resolve(catalog, name);
  if (isResolved(found)) return found.model;
  const problem = name === '' ? `${what} must not be empty.` : unresolvedReason(catalog, name, found);
  throw new WrongUse(`${problem} "agent-cost price models" lists the ids.`);
}

/**
 * The model as sold by its provider or by the host.
 * @param modelField what an error calls the two names
 * @throws WrongUse
 */
export function modelSold(
  catalog: Catalog,
  name: string,
  host: string | undefined,
  [modelField, hostField]: readonly [string, string] = ['--model', '--host'],
): CatalogModel {
  const { id } = modelNamed(catalog, name, modelField);
  const sold = host === undefined ? catalog : catalogAt(catalog, host);
  const model = sold?.models.find((one) => one.id === id);
  if (model !== undefined) return model;
  if (host === undefined)
    throw new WrongUse(`${modelField}: ${id} is no longer sold. "agent-cost price model ${id}" has the details.`);
  const hosts = hostsSelling(catalog, id);
  throw new WrongUse(
    `${hostField}: no price of ${id} at ${host} is known. ${hosts.length === 0 ? 'No host is known to offer it.' : `Hosts that offer it: ${hosts.join(', ')}.`}`,
  );
}
