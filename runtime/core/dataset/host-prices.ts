/** A model as a host sells it. */
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import type { HostFile, OfferFile, Offers } from '../schemas/data-files/offers-file.ts';

type Lifecycle = NonNullable<ModelFile['lifecycle']>;

/**
 * How a model ends at a host: on the host's own day or, if that is not known, deprecated from the day on which its
 * provider shuts it down. Undefined: no end is known.
 */
function lifecycleAt(atProvider: Lifecycle, shutDown: string | null): Lifecycle | undefined {
  if (shutDown === null && atProvider.shutDown === null) return undefined;
  const deprecatedOn = shutDown === null ? atProvider.shutDown : atProvider.deprecatedOn;
  return { ...atProvider, deprecatedOn, shutDown, successor: null, billedAs: null };
}

/** The facts of a model with the host's own prices, context window, shutdown and confidence. */
function soldAt(facts: ModelFile, host: HostFile, offer: OfferFile): ModelFile {
  const { lifecycle: atProvider, ...others } = facts;
  const end = atProvider?.hosts?.find((one) => one.host === host.name);
  const here = atProvider && lifecycleAt(atProvider, end?.shutDown ?? null);
  // A price that rests partly on one dataset has low confidence; the others are limited by their sources.
  const known = offer.agreement === 'single' ? 'low' : 'high';
  return {
    ...others,
    name: withoutSeller(facts.name),
    ...(here && { lifecycle: here }),
    contextWindow: offer.contextWindow,
    // Known from the day of the oldest source that states the price.
    releaseDate: null,
    confidence: facts.confidence === 'imported' ? 'imported' : known,
    prices: offer.prices,
  };
}

/** A name of open weights says who sells them (`gpt-oss-120b on Groq`): not that of an offer, whose seller is another. */
const withoutSeller = (name: string): string => name.replace(/ on [A-Z]\S*$/, '');

/** Every offer of a known model, with the facts of the model as the host sells it. */
export function soldByHosts(models: readonly ModelFile[], { hosts, offers }: Offers): Sold[] {
  const modelOf = new Map(models.map((model) => [model.id, model]));
  const hostOf = new Map(hosts.map((host) => [host.id, host]));
  return offers.flatMap((offer) => {
    const [facts, host] = [modelOf.get(offer.model), hostOf.get(offer.host)];
    return facts && host ? [{ host, offer, facts: soldAt(facts, host, offer) }] : [];
  });
}

export interface Sold {
  host: HostFile;
  offer: OfferFile;
  facts: ModelFile;
}
