/** Shapes of a model: in lists, and in detail with its history, fees, lifecycle and offers. */
import type { FromSchema } from 'json-schema-to-ts';
import { confidences } from '../../dataset/sources.ts';
import { byUnit, toolUnits } from '../../schemas/billable-units.ts';
import { hitEfficiency, ownOutputCached, providerCaching } from '../../schemas/data-files/caching-facts.ts';
import { lifecycle as fileLifecycle, modelInputs } from '../../schemas/data-files/model-file.ts';
import { correction as fileCorrection, toolFee as fileToolFee } from '../../schemas/data-files/provider-file.ts';
import { offer } from '../../schemas/offer-schema.ts';
import { lastSeen, priceRecord, source, tokenPrices, verifiedOn } from '../../schemas/price-schemas.ts';
import { tiers } from '../../schemas/request-fields.ts';
import { arrayOf, named, orNull } from '../../schemas/shape.ts';
import { count, dayOrNull, string, strings, textOrNull, tokensOrNull, usdOrNull } from '../../schemas/units.ts';

const modelFields = {
  id: { ...string, description: 'URL-safe model id.' },
  name: string,
  provider: { ...string, description: 'Maker id.' },
  tier: { enum: tiers },
  ...tokenPrices,
  contextWindow: { ...count, description: 'Tokens.' },
  maxOutputTokens: { ...tokensOrNull, description: 'Tokens; null: no limit stated.' },
  status: { enum: ['active', 'deprecated'] },
  priceFrom: { ...dayOrNull, description: 'First day of the price in force; null: since release or unknown.' },
  verifiedOn,
  confidence: {
    enum: confidences,
    description:
      'How far the price in force can be trusted. high: three independent sources, and seen at its maker in the 60 days before pricesAsOf. imported: taken where independent datasets agree, or from one alone, as the notes then state; unverified, and never suggested as a route.',
  },
  seenAtProvider: {
    ...dayOrNull,
    description: 'Day on which it was last seen on a page of its maker; null: never.',
  },
  seenInDatasets: {
    ...dayOrNull,
    description: 'Day on which it was last seen in a dataset or at a third party; null: never.',
  },
  lastSeen,
  priceHoldsUntil: {
    ...dayOrNull,
    description: 'Last day for which the price in force is promised; null: no end known.',
  },
} as const;

export const model = named('Model', 'A model and its list prices in force.', modelFields);

const toolFee = named('ToolFee', 'USD for `per` `unit` of a tool.', {
  tool: fileToolFee.properties.tool,
  usd: fileToolFee.properties.usd,
  per: { type: 'number', minimum: 0 },
  unit: fileToolFee.properties.unit,
  note: textOrNull,
  sources: arrayOf(source),
});
const regionalPrice = named('RegionalPrice', 'Every price of the model times `multiplier`.', {
  region: string,
  multiplier: { type: 'number', minimum: 0 },
  note: textOrNull,
  sources: arrayOf(source),
});
const correction = { title: 'Correction', ...fileCorrection } as const;
const lifecycle = orNull(
  named('Lifecycle', 'Deprecation and shutdown, with the source of each fact.', fileLifecycle.properties),
);

export const modelDetail = named('ModelDetail', 'One model: prices in force, history, scheduled changes, sources.', {
  ...modelFields,
  status: {
    enum: ['active', 'deprecated', 'shutDown'],
    description: 'shutDown: no longer served; then the price is its last one.',
  },
  aliases: strings,
  tierReason: string,
  releaseDate: dayOrNull,
  sunsetDate: { ...dayOrNull, description: 'First day on which it is no longer served; null: none announced.' },
  lifecycle,
  inputs: {
    ...orNull(named('ModelInputs', 'What a model takes besides text, and who says so.', modelInputs.properties)),
    description: 'null: no source says.',
  },
  notes: strings,
  pricingUrl: string,
  caching: named('ModelCaching', 'How prompt caching works for this model.', {
    mode: providerCaching.properties.mode,
    minPrefixTokens: { ...tokensOrNull, description: 'Shortest prefix that is cached; null: none known.' },
    hitEfficiency: { title: 'HitEfficiency', ...hitEfficiency },
    ownOutputCached,
  }),
  ...byUnit(toolUnits, 'priceField', ({ priced: description }) => ({ ...usdOrNull, description })),
  toolFees: { ...arrayOf(toolFee), description: "What the maker's own tools cost in addition to tokens." },
  regions: { ...arrayOf(regionalPrice), description: 'What processing bound to a region costs.' },
  corrections: { ...arrayOf(correction), description: 'Published prices that were wrong, and their corrections.' },
  prices: { ...arrayOf(priceRecord), description: 'Every price, oldest first.' },
  offers: { ...arrayOf(offer), description: 'Its prices at other hosts; never part of its own prices.' },
});

export type Model = FromSchema<typeof model>;
export type ModelDetail = FromSchema<typeof modelDetail>;
