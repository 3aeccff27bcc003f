/** Shapes of the files people edit in `data/`. `data/schemas/*.json` is generated from here. */
import type { FromSchema } from 'json-schema-to-ts';
import type { MeasuredFile } from '../measured/measured-file.ts';
import {
  type AssumptionField,
  type Assumptions,
  assumptionFieldNames,
  assumptionFields,
  presetIds,
  requiredFieldNames,
  tiers,
  type Workflow,
  type WorkflowField,
  workflowFieldNames,
  workflowFields,
} from './fields.ts';

const day = { type: 'string', format: 'date', description: 'YYYY-MM-DD, UTC.' } as const;
const dayOrNull = {
  type: ['string', 'null'],
  format: 'date',
  description: 'YYYY-MM-DD, UTC, or null: unknown.',
} as const;
const text = { type: 'string', minLength: 1 } as const;
const price = { type: 'number', minimum: 0, description: 'USD per 1,000,000 tokens; 0 is free.' } as const;
const priceOrNull = {
  type: ['number', 'null'],
  minimum: 0,
  description: 'USD per 1,000,000 tokens; null: not offered or unknown, never 0.',
} as const;
const tokens = { type: 'integer', minimum: 1 } as const;
const tokensOrNull = { type: ['integer', 'null'], minimum: 1 } as const;

/** One object shape: every property allowed, `required` as listed. */
const closed = <const P extends object, const R extends readonly (keyof P & string)[]>(properties: P, required: R) =>
  ({ type: 'object', additionalProperties: false, required, properties }) as const;

/** Where a value was read: a URL or a named dataset, and the day it was read. */
const source = {
  type: 'object',
  additionalProperties: false,
  required: ['on'],
  properties: {
    url: { type: 'string', format: 'uri' },
    name: text,
    on: day,
    note: text,
  },
  oneOf: [{ required: ['url'] }, { required: ['name'] }],
} as const;

const sourcedFact = {
  ...source,
  required: ['fact', 'on'],
  properties: { fact: text, ...source.properties },
} as const;

const hitEfficiency = closed(
  {
    value: { type: 'number', minimum: 0, maximum: 1, description: 'Share of the ideal cache hits that really happen.' },
    basis: { enum: ['measured', 'assumed'] },
    source: text,
  },
  ['value', 'basis', 'source'],
);

const longContextPrice = closed(
  {
    above: { ...tokens, description: 'A call whose prompt is longer than this is billed wholly at these prices.' },
    input: price,
    output: price,
    cachedInput: priceOrNull,
    cacheWrite: priceOrNull,
  },
  ['above', 'input', 'output', 'cachedInput', 'cacheWrite'],
);

const offPeakPrice = closed(
  {
    input: price,
    output: price,
    cachedInput: priceOrNull,
    peakUtc: {
      type: 'array',
      minItems: 1,
      items: { type: 'string', pattern: '^\\d\\d:\\d\\d-\\d\\d:\\d\\d$', description: 'hours such as 01:00-04:00' },
    },
    peakDays: text,
  },
  ['input', 'output', 'cachedInput', 'peakUtc', 'peakDays'],
);

const datedPrice = closed(
  {
    from: { ...dayOrNull, description: 'First day of this price (UTC); null: since release or unknown.' },
    input: price,
    output: price,
    cachedInput: priceOrNull,
    cacheWrite: { ...priceOrNull, description: 'Price of writing to the cache; null: no premium over input.' },
    cacheWrite1h: { ...priceOrNull, description: 'Price of a one-hour cache write; null: not offered.' },
    longContext: { type: 'array', items: longContextPrice },
    offPeak: offPeakPrice,
    announced: { const: true, description: 'Taken from an announcement, before it took effect.' },
    note: text,
    sources: { type: 'array', minItems: 1, items: source },
    verifiedOn: { ...day, description: 'Day on which a source last confirmed the number.' },
  },
  ['from', 'input', 'output', 'cachedInput', 'cacheWrite', 'cacheWrite1h', 'longContext', 'sources', 'verifiedOn'],
);

const slug = {
  type: 'string',
  pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  maxLength: 100,
  description: 'a name safe in a URL: letters, digits, dots, underscores, hyphens; a letter or digit first',
} as const;

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
    releaseDate: dayOrNull,
    status: { enum: ['active', 'deprecated'] },
    sunsetDate: dayOrNull,
    confidence: { enum: ['high', 'medium', 'low'] },
    notes: { type: 'array', items: text },
    caching: {
      type: 'object',
      additionalProperties: false,
      minProperties: 1,
      description: 'What differs from the provider.',
      properties: { minPrefixTokens: tokensOrNull, hitEfficiency, source: sourcedFact },
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
    'status',
    'sunsetDate',
    'confidence',
    'notes',
    'prices',
  ],
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
          defaultTtl: { type: ['string', 'null'] },
          sources: { type: 'array', items: sourcedFact },
        },
        ['mode', 'description', 'minPrefixTokens', 'hitEfficiency', 'defaultTtl', 'sources'],
      ),
      rules: { type: 'array', items: text },
      models: { type: 'array', minItems: 1, items: model },
    },
    ['id', 'name', 'pricingUrl', 'caching', 'rules', 'models'],
  ),
} as const;

/** Every field whose value a preset states. */
export const presetFieldNames: readonly (WorkflowField | AssumptionField)[] = [
  ...workflowFieldNames,
  ...assumptionFieldNames,
];

const fieldNames = {
  type: 'array',
  uniqueItems: true,
  items: { enum: presetFieldNames as string[] },
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
export type ModelFile = ProviderFile['models'][number];
export type DatedPrice = ModelFile['prices'][number];
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
  providers: ProviderFile[];
  presets: PresetFile[];
  /** Boards of measured runs, by id. */
  measured: MeasuredFile[];
}

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
