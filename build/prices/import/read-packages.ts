/** What the pinned packages give for the data: rows to import, and every name they have that the data lacks. */
import type { ImportedModelsFile } from '../../../runtime/core/schemas/data-files/imported-models-file.ts';
import { noOffers, type Offers } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import type { DataFile } from '../../data/read-data.ts';
import type { LeftOut } from '../check/match-model.ts';
import { type Unlisted, unlisted } from '../check/unlisted.ts';
import { importedRows, type Rows } from './import-rows.ts';
import type { Locked } from './lock.ts';
import type { SellersNames } from './named-prices.ts';
import {
  type FeedReader,
  type Lineage,
  listsOf,
  readersOf,
  type Statement,
  type Unpacked,
  withPackages,
} from './packages.ts';
import { type Feeds, type Host, reviewed, sellers } from './sellers.ts';

export const modelsPath = 'data/imported/models.json';
export const offersPath = 'data/imported/offers.json';

export const parsed = <T>(files: readonly DataFile[], path: string): T | undefined => {
  const file = files.find((one) => one.path === path);
  return file && (JSON.parse(file.text) as T);
};

export interface Read {
  rows: Rows;
  newest: Pick<Unpacked, 'lineage' | 'on'>;
  /** The names that the newest package has for each host. */
  atHosts: { host: Host; statements: Statement[] }[];
  /** What all packages state, by seller. */
  lists: SellersNames[];
  /** The names that the data does not have. */
  names: Unlisted;
}

/**
 * Reads the packages.
 * @param from a directory laid out as node_modules; null: they are fetched with npm
 * @throws WrongUse if a package is missing, or is not the one of the lock
 */
export const readPackages = (
  locked: readonly Locked[],
  from: string | null,
  files: readonly DataFile[],
  leftOut: LeftOut,
): Promise<Read> => withPackages(locked, from, (found) => readUnpacked(found, files, leftOut));

async function readUnpacked(found: readonly Unpacked[], files: readonly DataFile[], leftOut: LeftOut): Promise<Read> {
  const newest = [...found].sort((a, b) => (a.on < b.on ? 1 : -1))[0] as Unpacked;
  const readers = await readersOf(found, newest.on);
  const { hosts, makers } = sellers();
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
    reviewed: reviewed().models,
    hosts,
    makers,
    readers,
    leftOut,
    newest,
  });
  const read = new Set([...hosts.map(({ feeds }) => feeds), ...Object.values(makers)].map((one) => one['models.dev']));
  const others = new Map([...(await listsOf(found))].filter(([feed, models]) => !read.has(feed) && models > 0));
  const names = unlisted(rows.unknown, others, leftOut, Object.keys(makers), newest.on);
  return { rows, newest, atHosts, lists: sellersNames(readers), names };
}

/** What all packages state, by seller: at hosts, then of makers' own lists. */
export function sellersNames(readers: ReadonlyMap<Lineage, FeedReader>): SellersNames[] {
  const { hosts, makers } = sellers();
  const all = (feeds: Feeds) =>
    Object.entries(feeds).flatMap(([lineage, feed]) => readers.get(lineage as Lineage)?.(feed) ?? []);
  return [
    ...hosts.map(({ id, prefix, feeds, isGateway = false }) => {
      return { seller: id, prefix: `${prefix}/`, statements: all(feeds), isGateway };
    }),
    ...Object.entries(makers).map(([id, feeds]) => {
      return { seller: id, prefix: '', statements: all(feeds), isGateway: false };
    }),
  ];
}
