/** The shape of a ranking of every model. */
import type { FromSchema } from 'json-schema-to-ts';
import { confidences } from '../../dataset/sources.ts';
import { measuredFact, sameWork } from '../../schemas/board-schemas.ts';
import { termsApplied } from '../../schemas/price-schemas.ts';
import { presetIds, tiers } from '../../schemas/request-fields.ts';
import { arrayOf, named } from '../../schemas/shape.ts';
import { boolean, monthly, share, string, usd, usdOrNull } from '../../schemas/units.ts';
import { toolFees } from './cost-schemas.ts';
import { effortBases, workAssumptions, workflow } from './workflow-schemas.ts';

export const ranking = named('Ranking', 'Every model on the same work, cheapest first.', {
  presetId: { enum: presetIds },
  host: { type: ['string', 'null'], description: 'Host whose prices were used; null: the providers themselves.' },
  workflow,
  assumptions: named('RankingAssumptions', 'What the ranking assumes.', workAssumptions),
  sameWork,
  ranking: arrayOf(
    named(
      'RankedModel',
      'Models whose context window is too small come last, preceded by those whose web search fee is unknown.',
      {
        rank: { type: 'integer', minimum: 1 },
        modelId: string,
        provider: string,
        tier: { enum: tiers },
        status: {
          enum: ['active', 'deprecated'],
          description:
            'deprecated: its end is announced or, at a host, its provider has shut it down. As in the estimate of the model.',
        },
        ...termsApplied,
        confidence: { enum: confidences, description: 'How far its price can be trusted.' },
        measured: {
          ...arrayOf(measuredFact),
          description: 'What was measured for the model, by board; empty: nothing.',
        },
        costPerTask: usd,
        costPerSuccessfulTask: { ...usdOrNull, description: 'USD; null when every task fails.' },
        monthlySpend: monthly,
        waste: named('RankedWaste', 'Spend that produced nothing.', share),
        toolFees,
        multipleOfCheapest: {
          type: ['number', 'null'],
          minimum: 0,
          description: 'Cost divided by that of rank 1; null when rank 1 costs nothing.',
        },
        fitsContext: boolean,
        effortBasis: {
          type: ['string', 'null'],
          enum: [...effortBases, null],
          description:
            'Effort ladder that is used: measured, that of this model; median, that of all measured models. null: no effort is requested.',
        },
      },
    ),
  ),
});

export type Ranking = FromSchema<typeof ranking>;
