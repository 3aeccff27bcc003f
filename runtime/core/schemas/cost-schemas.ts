/** The parts of a cost: tokens, breakdown, tool fees, waste by cause, and the range around it. */

import type { FromSchema } from 'json-schema-to-ts';
import { causes, errorBases, errorQuestions } from './answer-words.ts';
import { type FittedTo, fittedTo } from './estimate-request-schema.ts';
import { arrayOf, named, orNull } from './shape.ts';
import { count, pct, share, tokens, usd, usdOrNull } from './units.ts';

export const toolFees = {
  ...usdOrNull,
  description: 'Web searches, USD a task, included in its cost; null: their fee is unknown, and no sum includes them.',
} as const;

export const tokensPerTask = named('TokensPerTask', 'Tokens of one run of the task, before retries.', {
  input: { ...tokens, description: 'All input tokens, cached ones included.' },
  cachedInput: { ...tokens, description: 'Input tokens read from the cache.' },
  output: tokens,
});

const failureBases = ['caller', 'measured', 'assumed'] as const;

export const failures = named('FailuresAssumed', 'The share of tasks that costPerSuccessfulTask counts as failed.', {
  pct,
  basis: {
    enum: failureBases,
    description: "caller: stated in the request; measured, assumed: the preset's, from recorded runs or a choice.",
  },
});

export const costBreakdown = named(
  'CostBreakdown',
  'Adds up to costPerTask exactly; retries of model calls included.',
  {
    freshInput: { ...usd, description: 'Input not read from the cache, cache writes included.' },
    cachedInput: { ...usd, description: 'Input read from the cache.' },
    output: usd,
    toolFees,
  },
);

export const waste = named('Waste', 'Spend that produced nothing; the causes add up to it exactly.', {
  ...share,
  causes: arrayOf(
    named('WasteCause', 'One cause, switched on after the ones before it; absent: it wastes nothing.', {
      cause: {
        enum: causes.map(({ name }) => name),
        description: causes.map(({ name, description }) => `${name}: ${description}`).join(' '),
      },
      costPerTask: share.costPerTask,
      pct: share.pct,
    }),
  ),
});

const errorPct = { type: ['number', 'null'], minimum: 0 } as const;

const modelError = named(
  'ModelError',
  'How far estimates like this one were from what was recorded; null: nothing of the kind was.',
  {
    dollarsPct: { ...errorPct, description: 'Mean absolute error of dollars, in percent; null: see factor.' },
    inputTokensPct: {
      ...errorPct,
      description: 'Mean absolute error of input tokens, in percent; null: see factor.',
    },
    basis: {
      type: ['string', 'null'],
      enum: [...errorBases, null],
      description:
        'measured: billed runs of this model and kind of work; unseen: agents that were not fitted; otherOwners: real sessions of owners that were not fitted; boards: measured boards; ownRuns: the caller\u2019s own; null: unknown.',
    },
    question: {
      enum: errorQuestions,
      description:
        'formula: the formula, given the shape of a task; fitted: a workflow fitted to own runs; preset: the inputs of the preset as they stand.',
    },
    runs: { ...count, description: 'Recorded runs, or measured rows, behind it.' },
    owners: {
      type: ['integer', 'null'],
      minimum: 0,
      description: 'Owners of repositories, agents or boards behind it.',
    },
    factor: {
      type: ['number', 'null'],
      minimum: 1,
      description: 'Times too high or too low, in the middle; null: told in percent.',
    },
  },
);

export const costRange = named('CostRange', 'How much tasks differ in cost, and how accurate the estimate is.', {
  typicalTask: { ...usd, description: 'USD; half of the tasks cost less.' },
  oneInTen: {
    ...usd,
    description:
      'USD; one task in ten costs more. For sessions whose callDispersion is the preset\u2019s, raised by how much owners that were not fitted differ.',
  },
  // `fittedTo` is there where the question is `fitted`.
  modelError: orNull({ ...modelError, properties: { ...modelError.properties, fittedTo } }),
});

export type CostBreakdown = FromSchema<typeof costBreakdown>;
/** An amount in three figures: USD per task, USD a month, percent of the cost of the task. */
export type Share = Record<keyof typeof share, number>;
/** How far an estimate may be off; `fittedTo` has the caller's own runs, where the question is `fitted`. */
export type ModelError = FromSchema<typeof modelError> & { fittedTo?: FittedTo };
export type CostRange = FromSchema<typeof costRange>;
