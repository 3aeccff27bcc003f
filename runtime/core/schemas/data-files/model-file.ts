/** The shape of a model in the file of its provider: facts, lifecycle and dated prices. */
import type { FromSchema } from 'json-schema-to-ts';
import { tiers } from '../request-fields.ts';
import { hitEfficiency, ownOutputCached } from './caching-facts.ts';
import { datedPrice } from './dated-price.ts';
import {
  day,
  dayOrNull,
  slug,
  source,
  sourcedFact,
  strictObject,
  text,
  tokens,
  tokensOrNull,
} from './schema-pieces.ts';

const modelIdOrNull = { ...slug, type: ['string', 'null'] } as const;

/** When a model is deprecated and shut down. Its `status` on a day is derived from these days. */
export const lifecycle = strictObject(
  {
    deprecatedOn: { ...dayOrNull, description: 'Day on which the shutdown became known; null: none is known.' },
    shutDown: {
      ...dayOrNull,
      description: 'First day on which its maker no longer serves it; null: none announced.',
    },
    notBefore: {
      ...dayOrNull,
      description: 'It is not shut down before this day: a guarantee, not a plan. null: none given.',
    },
    successor: { ...modelIdOrNull, description: 'Id of the model its maker recommends instead; null: none named.' },
    billedAs: {
      ...modelIdOrNull,
      description:
        'Id of the model that answers calls to this one after the shutdown, at its own price; null: calls fail.',
    },
    hosts: {
      type: 'array',
      items: strictObject({ host: text, shutDown: day }, ['host', 'shutDown']),
      description: 'Shutdown days of other hosts, which set their own.',
    },
    sources: { type: 'array', minItems: 1, items: sourcedFact },
  },
  ['deprecatedOn', 'shutDown', 'notBefore', 'successor', 'billedAs', 'sources'],
);

const takenOrNull = { type: ['boolean', 'null'], description: 'null: no source says.' } as const;

/** What a model takes besides text. */
export const modelInputs = strictObject(
  { image: takenOrNull, pdf: takenOrNull, sources: { type: 'array', minItems: 1, items: source } },
  ['image', 'pdf', 'sources'],
);
export type ModelInputs = FromSchema<typeof modelInputs>;

export const modelEntry = strictObject(
  {
    id: slug,
    name: text,
    aliases: {
      type: 'array',
      items: { ...slug, pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]*$', description: `${slug.description}; colons too` },
      description: "The maker's own id where it differs, and dated snapshots.",
    },
    tier: { enum: tiers },
    reasoning: {
      type: 'boolean',
      description:
        'false: it does not reason before it answers, so it takes no effort. Omitted: it does, or it is not known.',
    },
    tierReason: text,
    contextWindow: tokens,
    maxOutputTokens: tokensOrNull,
    inputs: {
      ...modelInputs,
      description: 'What it takes besides text. Omitted: as `inputs` of data/imported/models.json says.',
    },
    releaseDate: {
      ...dayOrNull,
      description: 'YYYY-MM-DD, UTC, or null: unknown; then the oldest source of a price is the first day known.',
    },
    lifecycle,
    confidence: {
      enum: ['high', 'medium', 'low', 'imported'],
      description:
        'imported: taken from datasets that agree, or from one alone, as the notes then state; unverified; only in data/imported.',
    },
    notes: { type: 'array', items: text },
    caching: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      description: 'What differs from the maker.',
      properties: { minPrefixTokens: tokensOrNull, hitEfficiency, ownOutputCached, source: sourcedFact },
    },
    prices: { type: 'array', minItems: 1, items: datedPrice, description: 'Append-only, oldest first.' },
  },
  [
    'id',
    'name',
    'aliases',
    'tier',
    'tierReason',
    'contextWindow',
    'maxOutputTokens',
    'releaseDate',
    'confidence',
    'notes',
    'prices',
  ],
);

export type ModelFile = FromSchema<typeof modelEntry>;
