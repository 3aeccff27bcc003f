/** The published files that are not JSON: a feed of changes and a table of prices. */

import { changesOf } from '../core/answers/changes.ts';
import { offersOf } from '../core/answers/host-offers.ts';
import { modelOf } from '../core/answers/models.ts';
import type { Change } from '../core/answers/schemas/change-schema.ts';
import type { Model } from '../core/answers/schemas/model-schemas.ts';
import { boardsOf } from '../core/benchmarks/facts.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { priceRows, pricesText } from '../core/pricing/price-rows.ts';
import type { MeasuredRow } from '../core/schemas/board-schemas.ts';
import type { Offer } from '../core/schemas/offer-schema.ts';
import { csv, csvField } from '../core/values/csv.ts';
import { markup as xml } from '../core/values/markup.ts';
import type { textDocuments } from './routes/documents.ts';
import { apiAddress } from './routes.ts';

/** The text of each document, by path. `siteUrl`: of the site, ends in a slash; null: not known. */
export const documentText: Record<
  (typeof textDocuments)[number]['path'],
  (catalog: Catalog, siteUrl?: string | null) => string
> = {
  '/changes.atom': atomFeed,
  '/models.csv': modelsCsv,
  '/offers.csv': offersCsv,
  '/measured.csv': measuredCsv,
  '/prices.csv': (catalog) => pricesText(priceRows(catalog)),
};

/** Atom 1.0 (RFC 4287). Ids are tag URIs (RFC 4151) built from model and day, so an entry's id never changes. */
function atomFeed(catalog: Catalog, siteUrl: string | null = null): string {
  const api = apiAddress(siteUrl);
  const self = { file: `${api}/changes.atom`, page: { type: 'application/json', href: `${api}/changes` } };
  return atomOf(catalog, api, { id: 'changes', title: 'LLM price changes', ...self }, newsOf(catalog));
}

/** What a feed is called, where it is, and what it is read beside. */
interface Feed {
  /** After `tag:agent-cost,2026:`. */
  id: string;
  title: string;
  file: string;
  page: { type: string; href: string };
}

/** @param api address of the API */
export function atomOf(catalog: Catalog, api: string, { id, title, file, page }: Feed, news: readonly News[]): string {
  const newest = news.find(({ kind, on }) => kind !== 'scheduled' && on <= catalog.asOf);
  const feed = xml`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>tag:agent-cost,2026:${id}</id>
  <title>${title}</title>
  <subtitle>New models, and list prices that changed or are scheduled to change, in USD per 1,000,000 tokens.</subtitle>
  <updated>${newest?.on ?? catalog.asOf}T00:00:00Z</updated>
  <author><name>agent-cost</name></author>
  <link rel="self" type="application/atom+xml" href="${file}"/>
  <link rel="alternate" type="${page.type}" href="${page.href}"/>${news.map(
    (one) => xml`
  <entry>
    <id>tag:agent-cost,2026:${one.id}</id>
    <title>${one.title}</title>
    <updated>${one.known}T00:00:00Z</updated>
    <category term="${one.kind}"/>
    <category term="${one.provider}"/>
    <link rel="alternate" type="application/json" href="${api}/models/${one.modelId}"/>
    <content type="text">${one.sentence}</content>
  </entry>`,
  )}
</feed>
`;
  return feed.text;
}

/** A change, or the end of a model, in words. */
export interface News {
  /** Stays the same when what was announced has come. */
  id: string;
  modelId: string;
  provider: string;
  kind: Change['kind'] | 'ends';
  /** First day (UTC) on which it applies, and the day that a feed dates it by. */
  on: string;
  known: string;
  title: string;
  sentence: string;
}

/** Every release and change of a price, newest first. */
export const newsOf = (catalog: Catalog): News[] =>
  changesOf(catalog).map((change) => ({
    id: `changes/${change.host === null ? '' : `${change.host}/`}${change.modelId}/${change.on}`,
    modelId: change.modelId,
    provider: change.provider,
    kind: change.kind,
    on: change.on,
    known: change.kind === 'scheduled' ? newestSource(change) : change.on,
    title: titleOf(change),
    sentence: sentenceOf(change),
  }));

/** The end of each model that has one. */
export const endsOf = ({ models, shutDown }: Catalog): News[] =>
  [...models, ...shutDown].flatMap(({ id, facts, provider }): News[] => {
    const { lifecycle } = facts;
    if (!lifecycle?.shutDown) return [];
    const successor = lifecycle.successor === null ? '' : ` Its maker recommends ${lifecycle.successor} instead.`;
    return [
      {
        id: `ends/${id}/${lifecycle.shutDown}`,
        modelId: id,
        provider: provider.id,
        kind: 'ends',
        on: lifecycle.shutDown,
        known: lifecycle.deprecatedOn ?? lifecycle.shutDown,
        title: `${facts.name} ends on ${lifecycle.shutDown}`,
        sentence: `From ${lifecycle.shutDown}: calls to ${facts.name} fail.${successor}`,
      },
    ];
  });

/** A scheduled change is dated by the day it became known. */
const newestSource = ({ sources }: Change): string =>
  sources
    .map(({ on }) => on)
    .sort()
    .at(-1) as string;

function titleOf({ kind, modelName, on, host }: Change): string {
  const there = host === null ? '' : ` at ${host}`;
  return {
    released: `${modelName} is released${there}`,
    changed: `Price of ${modelName}${there} changed`,
    scheduled: `Price of ${modelName}${there} will change on ${on}`,
  }[kind];
}

function sentenceOf({ before, after, on, longContextChanged, alsoChanged, note }: Change): string {
  const fields = [
    ['input', 'inputPerMTok'],
    ['output', 'outputPerMTok'],
    ['cached input', 'cachedInputPerMTok'],
    ['cache write', 'cacheWritePerMTok'],
  ] as const;
  const parts = fields.flatMap(([label, field]) => {
    const now = usd(after[field]);
    if (before === null) return after[field] === null ? [] : `${label} ${now}`;
    return before[field] === after[field] ? [] : `${label} ${usd(before[field])} to ${now}`;
  });
  if (longContextChanged) parts.push('long-context prices changed');
  parts.push(...alsoChanged);
  return `From ${on}: ${parts.join(', ')}.${note === null ? '' : ` ${note}`}`;
}

const usd = (price: number | null): string => (price === null ? 'none' : `$${price}`);

/** The columns of `models.csv`. */
export const columns = [
  'id',
  'name',
  'provider',
  'tier',
  'inputPerMTok',
  'outputPerMTok',
  'cachedInputPerMTok',
  'cacheWritePerMTok',
  'contextWindow',
  'maxOutputTokens',
  'status',
  'priceFrom',
  'verifiedOn',
  'seenAtProvider',
  'seenInDatasets',
  'priceHoldsUntil',
  'confidence',
] as const satisfies (keyof Model)[];

/** RFC 4180: CRLF, a header line, quotes where needed. */
function modelsCsv(catalog: Catalog): string {
  const rows = catalog.models.map((model) => {
    const fields = modelOf(model);
    return columns.map((column) => csvField(fields[column]));
  });
  return csv(columns, rows);
}

/** The columns of `offers.csv`; fields that are lists in JSON are left out. */
const offerColumns = [
  'host',
  'hostName',
  'modelId',
  'provider',
  'hostModelId',
  'inputPerMTok',
  'outputPerMTok',
  'cachedInputPerMTok',
  'cacheWritePerMTok',
  'contextWindow',
  'priceFrom',
  'verifiedOn',
  'agreement',
  'pricingUrl',
] as const satisfies (keyof Offer)[];

function offersCsv(catalog: Catalog): string {
  const rows = offersOf(catalog).map((offer) => [
    ...offerColumns.map((column) => csvField(offer[column])),
    csvField(offer.lineages.join(' ')),
  ]);
  return csv([...offerColumns, 'lineages'], rows);
}

/** The columns of `measured.csv` after the id of the board. */
export const measuredColumns = [
  'rank',
  'model',
  'modelId',
  'config',
  'effort',
  'successRate',
  'usdPerTask',
  'usdBasis',
  'usdPerSolvedTask',
  'sameWorkUsdPerTask',
  'onFront',
  'on',
  'attempts',
  'calls',
  'inputTokens',
  'cachedTokens',
  'outputTokens',
  'recordedUsdPerTask',
  'note',
  'priceRatio',
] as const satisfies (keyof MeasuredRow)[];

function measuredCsv(catalog: Catalog): string {
  const rows = boardsOf(catalog).flatMap(({ id, rows }) =>
    rows.map((row) => [id, ...measuredColumns.map((column) => csvField(row[column]))]),
  );
  return csv(['board', ...measuredColumns], rows);
}
