/** How reliable the sources of a price are: whose pages they are, and which of them are independent. */
import type { DatedPrice, Source } from '../schemas/data-files/dated-price.ts';
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import type { ProviderFile } from '../schemas/data-files/provider-file.ts';
import { daysBetween } from '../values/day.ts';

/** Where a provider publishes. */
type Publisher = Pick<ProviderFile, 'domains' | 'ownPages'>;

/** Whether `source` is one of the provider's own pages. */
export function isOwnPage({ domains, ownPages }: Publisher, { url }: Source): boolean {
  if (url === undefined) return false;
  if (ownPages?.some((start) => url.startsWith(start))) return true;
  const host = hostOf(url);
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

/**
 * The source to show for a price, of which `lastSeenOf` gives the day: the provider's own page that was seen last, else
 * whatever was, a page before a named dataset of the same day.
 */
export function mainSource(provider: Publisher, sources: readonly Source[]): Source | undefined {
  const own = sources.filter((source) => isOwnPage(provider, source));
  const rank = ({ on, url }: Source): string => `${on} ${url === undefined ? 0 : 1}`;
  const [first, ...others] = own.length > 0 ? own : sources;
  return first && others.reduce((best, one) => (rank(one) > rank(best) ? one : best), first);
}

/** The address of a source, else its name; null: there is none. */
export const nameOfSource = (source: Source | undefined): string | null => source?.url ?? source?.name ?? null;

const hostOf = (url: string): string => /^[a-z]+:\/\/([^/?#:]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';

/** Days on which a price was last seen; null: never. */
export interface Seen {
  atProvider: string | null;
  inDatasets: string | null;
}

/** The newest day among sources that are the provider's own pages, and among all others. */
export function seen(provider: Publisher, { sources }: Pick<DatedPrice, 'sources'>): Seen {
  const newest = (own: boolean): string | null =>
    sources
      .filter((source) => isOwnPage(provider, source) === own)
      .map(({ on }) => on)
      .sort()
      .at(-1) ?? null;
  return { atProvider: newest(true), inDatasets: newest(false) };
}

/** Where a price was seen, and when. */
export interface LastSeen {
  /** YYYY-MM-DD (UTC): the last day on which it was seen there. */
  on: string;
  /** provider: on a page of its own provider, which verifies it. dataset: never there, only at third parties. */
  where: 'provider' | 'dataset';
}

/** The best that is known of a price: its own provider's page if it was ever seen there, otherwise datasets. */
export const lastSeenOf = ({ atProvider, inDatasets }: Seen): LastSeen =>
  atProvider === null ? { on: inDatasets as string, where: 'dataset' } : { on: atProvider, where: 'provider' };

/** The same as part of a sentence. Only a price that was seen at its own provider is called verified. */
export const lastSeenInWords = ({ on, where }: LastSeen): string =>
  where === 'provider' ? `seen at the maker on ${on}` : `seen in datasets on ${on}, not verified`;

/** The same for a cell of a table. */
export const lastSeenInShort = ({ on, where }: LastSeen): string =>
  `${on} ${where === 'provider' ? 'at the maker' : 'in datasets'}`;

/** Datasets derived from one another count as one. pi-ai's catalogue is fed by models.dev. */
const lineages: readonly (readonly [pattern: RegExp, lineage: string])[] = [
  [/pi-ai|models\.dev/i, 'models.dev'],
  [/litellm/i, 'litellm'],
  [/genai-prices/i, 'genai-prices'],
  [/simonw/i, 'simonw/llm-prices'],
  // What Anthropic says in its program is not independent of what it says on its page.
  [/npmjs\.com\/package\/@anthropic-ai\//, 'platform.claude.com'],
];

/** The lineage of a source. Sources of one lineage count once: the feeds of one package, the pages of one site. */
export function lineageOf({ url, name }: Source): string {
  const text = url ?? name ?? '';
  const known = lineages.find(([pattern]) => pattern.test(text));
  if (known) return known[1];
  if (url === undefined) return text;
  const host = hostOf(url);
  // GitHub hosts unrelated work, so each repository is its own lineage.
  return host === 'github.com' ? `${host}/${/github\.com\/([^/]+\/[^/?#]+)/i.exec(url)?.[1]?.toLowerCase()}` : host;
}

/** The lineages of the sources of a price, each once, in order. */
export const lineagesOf = ({ sources }: Pick<DatedPrice, 'sources'>): string[] => [...new Set(sources.map(lineageOf))];

const carriedConfidences = ['low', 'medium', 'high'] as const;
export const confidences = ['high', 'medium', 'low', 'imported'] as const satisfies ModelFile['confidence'][];
export type Confidence = ModelFile['confidence'];

/** High confidence needs a look at the provider's own pages that is at most this many days old. */
const freshDays = 60;

/**
 * How far a price can be trusted on a day: the confidence in the data, limited to what its sources support (three
 * independent ones: high; two: medium; one: low), to medium without a look at the provider's own pages in the 60 days
 * before, and to low once the price's promise has expired. Imported prices stay `imported`: no one verified them.
 * @param lapsed whether the promise has expired
 * @param day YYYY-MM-DD (UTC); a look after it counts as well
 */
export function confidenceIn(
  { confidence }: Pick<ModelFile, 'confidence'>,
  price: DatedPrice,
  { atProvider }: Seen,
  lapsed: boolean,
  day: string,
): Confidence {
  if (confidence === 'imported') return confidence;
  const isFresh = atProvider !== null && daysBetween(atProvider, day) <= freshDays;
  const carried = lapsed ? 0 : Math.min(lineagesOf(price).length, isFresh ? 3 : 2) - 1;
  return carriedConfidences[Math.min(carried, carriedConfidences.indexOf(confidence))] as Confidence;
}

/** The first day on which a cited source gave this price. */
export const knownSince = ({ sources, verifiedOn }: DatedPrice): string =>
  [verifiedOn, ...sources.map(({ on }) => on)].sort()[0] as string;
