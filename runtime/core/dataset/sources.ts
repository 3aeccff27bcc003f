/** What the sources of a price are worth: whose page they are, and which of them are one. */
import type { DatedPrice, Source } from './files/dated-price.ts';
import type { ModelFile } from './files/model-file.ts';
import type { ProviderFile } from './files/provider-file.ts';

/** Whether `source` is a page of the provider's own. */
export function isOwnPage({ domains }: Pick<ProviderFile, 'domains'>, { url }: Source): boolean {
  if (url === undefined) return false;
  const host = hostOf(url);
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

/** The source to show for a price: a page of the provider's own, else any page, else the name of a dataset. */
export function mainSource(provider: Pick<ProviderFile, 'domains'>, sources: readonly Source[]): Source | undefined {
  return (
    sources.find((source) => isOwnPage(provider, source)) ?? sources.find(({ url }) => url !== undefined) ?? sources[0]
  );
}

const hostOf = (url: string): string => /^[a-z]+:\/\/([^/?#:]*)/i.exec(url)?.[1]?.toLowerCase() ?? '';

/** Days on which a price was last seen; null: never. */
export interface Seen {
  atProvider: string | null;
  inDatasets: string | null;
}

/** The newest day of the provider's own pages among the sources, and that of all others. */
export function seen(provider: Pick<ProviderFile, 'domains'>, { sources }: Pick<DatedPrice, 'sources'>): Seen {
  const newest = (own: boolean): string | null =>
    sources
      .filter((source) => isOwnPage(provider, source) === own)
      .map(({ on }) => on)
      .sort()
      .at(-1) ?? null;
  return { atProvider: newest(true), inDatasets: newest(false) };
}

/** Datasets that are made from one another count as one. pi-ai's catalogue is fed by models.dev. */
const lineages: readonly (readonly [pattern: RegExp, lineage: string])[] = [
  [/pi-ai|models\.dev/i, 'models.dev'],
  [/litellm/i, 'litellm'],
  [/genai-prices/i, 'genai-prices'],
  [/simonw/i, 'simonw/llm-prices'],
];

/** Sources of one lineage count once, however many they are: the feeds of one package, the pages of one site. */
export function lineageOf({ url, name }: Source): string {
  const text = url ?? name ?? '';
  const known = lineages.find(([pattern]) => pattern.test(text));
  if (known) return known[1];
  if (url === undefined) return text;
  const host = hostOf(url);
  // Of a site that hosts everybody's work, each author is one.
  return host === 'github.com' ? `${host}/${/github\.com\/([^/]+\/[^/?#]+)/i.exec(url)?.[1]?.toLowerCase()}` : host;
}

/** The independent sources of a price, each once, in their order. */
export const lineagesOf = ({ sources }: Pick<DatedPrice, 'sources'>): string[] => [...new Set(sources.map(lineageOf))];

const carriedConfidences = ['low', 'medium', 'high'] as const;
export const confidences = ['high', 'medium', 'low', 'imported'] as const satisfies ModelFile['confidence'][];
export type Confidence = ModelFile['confidence'];

/**
 * How far a price can be trusted: the confidence in the data, at most what its sources support (three independent
 * ones: high; two: medium; one: low), and low once the day for which it was promised has passed. What is imported stays
 * marked as that: nobody verified it.
 */
export function confidenceIn(
  { confidence }: Pick<ModelFile, 'confidence'>,
  price: DatedPrice,
  lapsed: boolean,
): Confidence {
  if (confidence === 'imported') return confidence;
  const carried = lapsed ? 0 : Math.min(lineagesOf(price).length, 3) - 1;
  return carriedConfidences[Math.min(carried, carriedConfidences.indexOf(confidence))] as Confidence;
}

/** The first day on which a source that is cited gave this price. */
export const knownSince = ({ sources, verifiedOn }: DatedPrice): string =>
  [verifiedOn, ...sources.map(({ on }) => on)].sort()[0] as string;
