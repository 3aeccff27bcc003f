/** The parts of a cost: tokens, breakdown, tool fees, waste by cause, and the range around it. */
import { causes } from '../../model/waste.ts';
import { arrayOf, named, orNull } from '../../schemas/shape.ts';
import { share, tokens, usd, usdOrNull } from '../../schemas/units.ts';

export const toolFees = {
  ...usdOrNull,
  description: 'Web searches, USD a task, included in its cost; null: their fee is unknown, and no sum includes them.',
} as const;

export const tokensPerTask = named('TokensPerTask', 'Tokens of one run of the task, before retries.', {
  input: { ...tokens, description: 'All input tokens, cached ones included.' },
  cachedInput: { ...tokens, description: 'Input tokens read from the cache.' },
  output: tokens,
});

export const tokensPerTaskWithRetries = named(
  'BilledTokensPerTask',
  'The same with retried calls: what costPerTask pays for.',
  {
    input: tokens,
    cachedInput: tokens,
    output: tokens,
  },
);

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
    named('WasteCause', 'One cause, switched on after the ones before it.', {
      cause: {
        enum: causes.map(({ name }) => name),
        description: causes.map(({ name, description }) => `${name}: ${description}`).join(' '),
      },
      ...share,
    }),
  ),
});

const errorPct = { type: 'number', minimum: 0, description: 'Mean absolute error, in percent.' } as const;

export const costRange = named('CostRange', 'How much tasks differ in cost, and how accurate the estimate is.', {
  typicalTask: { ...usd, description: 'USD; half of the tasks cost less.' },
  oneInTen: { ...usd, description: 'USD; one task in ten costs more.' },
  modelError: orNull(
    named('ModelError', 'Average error of the cost model on recorded runs; null: the data has none.', {
      dollarsPct: errorPct,
      inputTokensPct: errorPct,
      basis: {
        enum: ['measured', 'unseen'],
        description:
          'measured: the runs include this model and kind of work; unseen: the error on agents that the runs do not include.',
      },
    }),
  ),
});
