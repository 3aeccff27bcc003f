/** Shapes of the files people edit in `data/`. `data/schemas/*.json` is generated from here. */
import type { FromSchema } from 'json-schema-to-ts';
import type { MeasuredFile } from '../measured/measured-file.ts';

import type { Offers } from '../offers/offers-file.ts';

import type { EvidenceFile } from './evidence-file.ts';
import { datedPrice } from './price-schema.ts';
import {
  type Assumptions,
  assumptionFieldNames,
  assumptionFields,
  presetIds,
  requiredFieldNames,
  tiers,
  type Workflow,
  workflowFieldNames,
  workflowFields,
} from './request-fields.ts';
import {
  closed,
  day,
  dayOrNull,
  slug,
  source,
  sourcedFact,
  sources,
  text,
  tokens,
  tokensOrNull,
} from './schema-pieces.ts';

/** How a hit efficiency is known; of a provider's models it is never `measured`, for that is of one model. */
export const hitBases = ['measured', 'sibling', 'assumed'] as const;

const hitEfficiency = closed(
  {
    value: { type: 'number', minimum: 0, maximum: 1, description: 'Share of the ideal cache hits that really happen.' },
    basis: {
      enum: hitBases,
      description: 'measured: on runs of this very model; sibling: carried over from another model; assumed: neither.',
    },
    source: text,
  },
  ['value', 'basis', 'source'],
);

const ownOutputCached = {
  type: 'number',
  minimum: 0,
  maximum: 1,
  description:
    "Share of a call's output that the next call finds in the cache, known as hitEfficiency beside it is; 0 where it is not given.",
} as const;

const modelIdOrNull = { ...slug, type: ['string', 'null'] } as const;

/** How a model ends. `status` on a day follows from these days. */
const lifecycle = closed(
  {
    deprecatedOn: { ...dayOrNull, description: 'Day on which the shutdown became known; null: none is known.' },
    shutDown: {
      ...dayOrNull,
      description: 'First day on which its provider no longer serves it; null: none announced.',
    },
    notBefore: {
      ...dayOrNull,
      description: 'It is not shut down before this day: a guarantee, not a plan. null: none given.',
    },
    successor: { ...modelIdOrNull, description: 'Id of the model its provider recommends instead; null: none named.' },
    billedAs: {
      ...modelIdOrNull,
      description:
        'Id of the model that answers calls to this one after the shutdown, at its own price; null: calls fail.',
    },
    hosts: {
      type: 'array',
      items: closed({ host: text, shutDown: day }, ['host', 'shutDown']),
      description: 'Shutdown days of other hosts, which set their own.',
    },
    sources: { type: 'array', minItems: 1, items: sourcedFact },
  },
  ['deprecatedOn', 'shutDown', 'notBefore', 'successor', 'billedAs', 'sources'],
);

const model = closed(
  {
    id: slug,
    name: text,
    aliases: {
      type: 'array',
      items: { ...slug, pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]*$', description: `${slug.description}; colons too` },
      description: "The provider's own id where it differs, and dated snapshots.",
    },
    tier: { enum: tiers },
    tierReason: text,
    contextWindow: tokens,
    maxOutputTokens: tokensOrNull,
    releaseDate: {
      ...dayOrNull,
      description: 'YYYY-MM-DD, UTC, or null: unknown; then the oldest source of a price is the first day known.',
    },
    lifecycle,
    confidence: {
      enum: ['high', 'medium', 'low', 'imported'],
      description:
        'imported: taken from datasets that agree, or from one alone, which the notes then say; verified by nobody; only in data/imported.',
    },
    notes: { type: 'array', items: text },
    caching: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      description: 'What differs from the provider.',
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

const modelIds = { type: 'array', minItems: 1, uniqueItems: true, items: slug } as const;

/** What a tool of the provider's own costs beside the tokens. */
const toolFee = closed(
  {
    tool: { enum: ['webSearch', 'codeSession'] },
    usd: { type: 'number', minimum: 0, description: 'USD for `per` `unit`.' },
    per: { type: 'number', exclusiveMinimum: 0 },
    unit: { enum: ['calls', 'minutes'] },
    models: {
      ...modelIds,
      description: 'Whom it concerns; absent: every model of the provider that no other fee names.',
    },
    note: text,
    sources,
  },
  ['tool', 'usd', 'per', 'unit', 'sources'],
);

/** What processing bound to a region costs: every price of the listed models times `multiplier`. */
const regionalPrice = closed(
  {
    region: text,
    multiplier: { type: 'number', exclusiveMinimum: 0, maximum: 5 },
    models: { ...modelIds, description: 'Whom it concerns; absent: every model of the provider.' },
    note: text,
    sources,
  },
  ['region', 'multiplier', 'sources'],
);

/** A released price that was wrong and is corrected: the old value, the new one, and the reason. */
const correction = closed(
  {
    model: slug,
    from: { ...dayOrNull, description: '`from` of the price as it was released.' },
    was: { type: 'object', minProperties: 1, description: 'The fields that change, as they were released.' },
    now: {
      type: ['object', 'null'],
      description: 'The same fields as they are now; null: the whole price is removed.',
    },
    why: text,
    on: day,
    sources,
  },
  ['model', 'from', 'was', 'now', 'why', 'on', 'sources'],
);

export const providerFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'One provider: facts, caching, and its models with dated prices',
  ...closed(
    {
      $schema: { type: 'string' },
      id: { type: 'string', pattern: '^[a-z0-9]+$', maxLength: 40, description: 'lower-case letters and digits' },
      name: text,
      pricingUrl: { type: 'string', format: 'uri' },
      caching: closed(
        {
          mode: {
            enum: ['automatic', 'explicit', 'hint', 'none'],
            description:
              'automatic: discounted without being asked; explicit: the caller marks the prefix; hint: the caller sends a key, best effort; none.',
          },
          description: text,
          minPrefixTokens: { ...tokensOrNull, description: 'Shortest prefix that is cached; null: none known.' },
          hitEfficiency,
          ownOutputCached,
          defaultTtl: { type: ['string', 'null'] },
          sources: { type: 'array', items: sourcedFact },
        },
        ['mode', 'description', 'minPrefixTokens', 'hitEfficiency', 'defaultTtl', 'sources'],
      ),
      domains: {
        type: 'array',
        minItems: 1,
        items: { type: 'string', pattern: '^[a-z0-9.-]+$' },
        description: "Domains of the provider's own pages: a source below one of them was seen at the provider.",
      },
      rules: { type: 'array', items: text },
      toolFees: { type: 'array', items: toolFee },
      regions: { type: 'array', items: regionalPrice },
      corrections: {
        type: 'array',
        items: correction,
        description: 'Every change of a price that was already released, oldest first.',
      },
      models: {
        type: 'array',
        items: model,
        description: 'Empty only for a host of which every model is imported.',
      },
    },
    ['id', 'name', 'pricingUrl', 'domains', 'caching', 'rules', 'models'],
  ),
} as const;

export const importedModelsFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Models imported from public datasets, by provider',
  ...closed(
    {
      $schema: { type: 'string' },
      providers: {
        type: 'array',
        items: closed({ id: text, models: { type: 'array', minItems: 1, items: model } }, ['id', 'models']),
      },
    },
    ['providers'],
  ),
} as const;

const fieldNames = {
  type: 'array',
  uniqueItems: true,
  items: { enum: workflowFieldNames as string[] },
} as const;

const preset = closed(
  {
    id: { enum: presetIds },
    name: text,
    description: text,
    defaultModel: text,
    defaultModelReason: text,
    workflow: {
      type: 'object',
      additionalProperties: false,
      required: requiredFieldNames,
      properties: workflowFields,
    },
    assumptions: closed(assumptionFields, assumptionFieldNames),
    measured: { ...fieldNames, description: 'Values that rest on recorded runs.' },
    assumed: { ...fieldNames, description: 'Values that are assumptions.' },
    evidence: {
      type: 'array',
      items: { ...source, required: ['text', 'on'], properties: { text, ...source.properties } },
    },
  },
  [
    'id',
    'name',
    'description',
    'defaultModel',
    'defaultModelReason',
    'workflow',
    'assumptions',
    'measured',
    'assumed',
    'evidence',
  ],
);

export const presetsFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Workflow presets with the evidence behind each number',
  ...closed({ $schema: { type: 'string' }, presets: { type: 'array', minItems: 1, items: preset } }, ['presets']),
} as const;

export type ProviderFile = FromSchema<typeof providerFile>;
export type ImportedModelsFile = FromSchema<typeof importedModelsFile>;
export type ModelFile = ProviderFile['models'][number];
export type DatedPrice = ModelFile['prices'][number];
export type Source = DatedPrice['sources'][number];
export type LongContextPrice = DatedPrice['longContext'][number];
type PresetEntry = FromSchema<typeof presetsFile>['presets'][number];
/** A preset with a value for every field. */
export interface Preset extends Omit<PresetEntry, 'workflow' | 'assumptions'> {
  workflow: Workflow;
  assumptions: Assumptions;
}
/** A preset as its file has it: a field with a default may be left out. */
export interface PresetFile extends Omit<PresetEntry, 'workflow' | 'assumptions'> {
  workflow: Partial<Workflow>;
  assumptions: Assumptions;
}

/** Everything in `data/`, read and checked. */
export interface Dataset {
  /** With the models imported for them, after their own. */
  providers: ProviderFile[];
  presets: PresetFile[];
  /** Boards of measured runs, by id. */
  measured: MeasuredFile[];
  /** What hosts ask for models of others. */
  offers: Offers;
  /** How far the cost model is from recorded runs; absent: not known. */
  evidence?: EvidenceFile;
}

/** The providers with the models imported for them after their own. */
export const withImported = (
  providers: readonly ProviderFile[],
  imported: Pick<ImportedModelsFile, 'providers'>,
): ProviderFile[] =>
  providers.map((provider) => {
    const models = imported.providers.filter(({ id }) => id === provider.id).flatMap((one) => one.models);
    return models.length === 0 ? provider : { ...provider, models: [...provider.models, ...models] };
  });

/** `catalog.json`: a dataset on its day, from which every answer is computed. */
export interface CatalogFile {
  /** YYYY-MM-DD (UTC): the first of the days on which these answers hold. */
  asOf: string;
  /** The name of these numbers: `asOf` and 8 hex digits. */
  version: string;
  /** Of the cost model that `version` names. */
  costModelVersion: number;
  data: Dataset;
}
