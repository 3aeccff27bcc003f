/** The shape of a ranking of every model. */
import type { FromSchema } from 'json-schema-to-ts';
import { confidences } from '../../dataset/sources.ts';
import { measuredFact } from '../../schemas/board-schemas.ts';
import { failures, toolFees } from '../../schemas/cost-schemas.ts';
import { termsApplied } from '../../schemas/price-schemas.ts';
import { presetIds, rankingOrders, tiers } from '../../schemas/request-fields.ts';
import { arrayOf, named, orNull, someOf } from '../../schemas/shape.ts';
import { monthly, string, strings, textOrNull, usd, usdOrNull } from '../../schemas/units.ts';
import { effortBases, fits, workAssumptions, workflow } from '../../schemas/workflow-schemas.ts';

const { board, effort, successRate, usdPerSolvedTask } = measuredFact.properties;

const row = named('RankedModel', 'A model on the work.', {
  rank: { type: 'integer', minimum: 1 },
  modelId: string,
  modelName: string,
  provider: string,
  tier: { enum: tiers },
  status: {
    enum: ['active', 'deprecated'],
    description:
      'deprecated: its end is announced or, at a host, its maker has shut it down. As in the estimate of the model.',
  },
  confidence: { enum: confidences, description: 'How far its price can be trusted.' },
  costPerTask: usd,
  costPerSuccessfulTask: { ...usdOrNull, description: 'USD; null when every task fails.' },
  monthlySpend: monthly,
  toolFees,
  fits,
  measured: {
    ...orNull(
      named('RankedAsMeasured', 'What was measured of it on a board of this kind of work.', {
        board,
        effort,
        successRate,
        usdPerSolvedTask,
      }),
    ),
    description: "The preset's board, or another one of this kind that has it; null: it was never measured.",
  },
});

/** Fields that a row has only where they say something. */
const sometimes = {
  costPerSolvedTask: {
    ...usd,
    description:
      "Ordered by solved: USD of a solved task of yours as measured: the chosen model's costPerSuccessfulTask times the board's ratio of dollars per solved task, this model against the chosen one. Absent: no board has both.",
  },
  pricedAt: {
    ...someOf('PricedAt', 'The terms priced, where they are not those asked for.', termsApplied),
  },
  effortBasis: {
    enum: effortBases,
    description:
      'Effort ladder that is used: measured, that of this model; median, that of all measured models. Absent: no effort is asked for, or it does not reason.',
  },
} as const;

export const ranking = named('Ranking', 'Every model on the same work, in one of two orders.', {
  presetId: { enum: presetIds },
  host: { type: ['string', 'null'], description: 'Host whose prices were used; null: the makers themselves.' },
  sort: {
    enum: rankingOrders,
    description:
      'cost: by costPerTask. solved: by dollars per solved task, as measured on tasks of this kind; where no board is of this kind, cost is all there is, as a note says.',
  },
  board: { ...textOrNull, description: 'Board of measured runs that rows take where it has them; null: none.' },
  chosen: {
    ...orNull(
      named('RankedAgainst', 'Ordered by solved: the model that the others are compared with.', {
        modelId: string,
        costPerSuccessfulTask: usdOrNull,
      }),
    ),
    description: 'null: ordered by cost, or it is on no such board, so that rows are ordered by usdPerSolvedTask.',
  },
  workflow,
  assumptions: someOf('RankingAssumptions', 'What the ranking assumes, where it is not the usual.', workAssumptions),
  failures,
  notes: strings,
  models: { type: 'integer', minimum: 0, description: 'How many there are in all.' },
  aboveLine: {
    type: 'integer',
    minimum: 0,
    description:
      'So many come first. Below: by cost, models that hold fewer than half of the tasks, or whose tool fee is unknown; by solved, also those that were never measured beside the others, and those whose end is announced.',
  },
  ranking: arrayOf({ ...row, properties: { ...row.properties, ...sometimes } }),
});

export type Ranking = FromSchema<typeof ranking>;
