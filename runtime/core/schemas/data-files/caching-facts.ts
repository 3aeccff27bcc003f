/** How prompt caching works at a provider, and what differs for one of its models. */
import { sourcedFact, strictObject, text, tokensOrNull } from './schema-pieces.ts';

/** Where a hit efficiency comes from. A provider's default is never `measured`: only single models are. */
export const hitBases = ['measured', 'sibling', 'assumed'] as const;

export const hitEfficiency = strictObject(
  {
    value: {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description: 'Share of the ideal cache hits that actually occur.',
    },
    basis: {
      enum: hitBases,
      description: 'measured: on runs of this model; sibling: carried over from another model; assumed: neither.',
    },
    source: text,
  },
  ['value', 'basis', 'source'],
);

export const ownOutputCached = {
  type: 'number',
  minimum: 0,
  maximum: 1,
  description:
    "Share of a call's output that the next call finds in the cache, with the same basis as hitEfficiency; 0 if omitted.",
} as const;

export const providerCaching = strictObject(
  {
    mode: {
      enum: ['automatic', 'explicit', 'hint', 'none'],
      description:
        'automatic: discounted without a request for it; explicit: the caller marks the prefix; hint: the caller sends a key, best effort; none.',
    },
    description: text,
    minPrefixTokens: { ...tokensOrNull, description: 'Shortest prefix that is cached; null: none known.' },
    hitEfficiency,
    ownOutputCached,
    defaultTtl: { type: ['string', 'null'] },
    sources: { type: 'array', items: sourcedFact },
  },
  ['mode', 'description', 'minPrefixTokens', 'hitEfficiency', 'defaultTtl', 'sources'],
);
