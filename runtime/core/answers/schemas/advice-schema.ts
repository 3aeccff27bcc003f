/** The shape of advice: what would be cheaper, and how that is known. */
import type { FromSchema } from 'json-schema-to-ts';
import { leverNames } from '../../schemas/answer-words.ts';
import { comparison } from '../../schemas/board-schemas.ts';
import { failures } from '../../schemas/cost-schemas.ts';
import { presetIds, tiers, workflowFieldNames } from '../../schemas/request-fields.ts';
import { arrayOf, named, orNull, strictObject } from '../../schemas/shape.ts';
import { monthly, pct, share, string, strings, usd, usdOrNull } from '../../schemas/units.ts';

const adviceBases = ['measured', 'estimated'] as const;

const basis = {
  enum: adviceBases,
  description:
    'measured: boards of measured runs say that it is cheaper per solved task; estimated: the estimate says so.',
} as const;

const changes = {
  type: 'object',
  description: 'Fields of the request: a POST to /estimate with these has the dollars below, to the last digit.',
} as const;

/** The figures of the estimate after a change. */
const estimated = {
  costPerTask: usd,
  costPerSuccessfulTask: { ...usdOrNull, description: 'USD; null when every task fails.' },
  monthlySpend: monthly,
} as const;

const saving = named('Saving', "The estimate's figure minus that after the change.", share);

const lever = named('Lever', 'One change to the request, and what it would save on the same model.', {
  lever: { enum: leverNames },
  basis,
  description: string,
  changes,
  ...estimated,
  saving,
});

const ratio = { type: 'number', minimum: 0 } as const;

const measuredFields = {
  board: { ...string, description: 'The board that a ranking takes for this model, and these figures are from.' },
  solvedRatio: { ...ratio, description: 'Dollars per solved task there, divided by those of the chosen model.' },
  solvedRatioRange: {
    ...strictObject({ low: ratio, high: ratio }),
    description: 'Of solvedRatio over all boards of this kind of work that have both models.',
  },
  costPerSolvedTask: {
    ...usd,
    description: "USD of a solved task of yours: the chosen model's costPerSuccessfulTask times solvedRatio.",
  },
  savedMonthly: { ...monthly, description: 'USD a month, for as many solved tasks.' },
  savedPct: { ...pct, minimum: -1e6, maximum: 100, description: 'Percent of the cost of a solved task.' },
} as const;

const asMeasured = named('AsMeasured', 'The estimate of the chosen model times what boards measured of another.', {
  ...measuredFields,
  boards: { ...arrayOf(comparison), description: 'The evidence, board by board.' },
});

const route = {
  basis,
  modelId: string,
  modelName: string,
  provider: string,
  tier: { enum: tiers },
  changes,
  ...estimated,
} as const;

const savingOrNull = {
  ...orNull(saving),
  description: 'By list price, the same work and as many failures assumed; null: see asMeasured.',
} as const;

/** One suggestion of a cheaper model, in an estimate. */
export const suggestion = named('Suggestion', 'A cheaper model worth testing; /advice has the evidence.', {
  basis,
  modelId: string,
  costPerTask: usd,
  monthlySpend: monthly,
  saving: savingOrNull,
  asMeasured: {
    ...orNull(named('SuggestedAsMeasured', 'As in /advice, without the evidence.', measuredFields)),
    description: 'null: nothing was measured.',
  },
});

const adviceRoute = named('Route', 'A cheaper model worth testing.', {
  ...route,
  saving: savingOrNull,
  asMeasured: { ...orNull(asMeasured), description: 'null: nothing was measured.' },
  breakEvenFailurePct: { ...pct, description: 'Failure rate of that model at which the estimates cost the same.' },
  note: string,
});

const nearMiss = named('NearMiss', 'A model that was measured to be cheaper, but is not advised.', {
  ...route,
  why: { ...strings, description: 'What speaks against it, a sentence for each reason.' },
  asMeasured,
});

const fieldNames = arrayOf({ enum: workflowFieldNames });

const inputs = named('Inputs', 'Where each value of the workflow comes from.', {
  caller: { ...fieldNames, description: "Not the preset's value." },
  measured: { ...fieldNames, description: "The preset's value, based on recorded runs." },
  assumed: { ...fieldNames, description: "The preset's value, an assumption or a choice." },
});

export const advice = named('Advice', 'What would be cheaper than an estimate, and how that is known.', {
  presetId: { enum: presetIds },
  modelId: string,
  host: { type: ['string', 'null'], description: 'Host whose prices were used; null: the makers themselves.' },
  ...estimated,
  failures,
  inputs,
  levers: {
    ...arrayOf(lever),
    description:
      'What single changes would save: first what was measured, last an effort that was not, else by saving.',
  },
  routes: {
    ...arrayOf(adviceRoute),
    description: 'Measured ones first, in the order of a ranking by solved tasks; then the cheapest by list price.',
  },
  nearMisses: { ...arrayOf(nearMiss), description: 'First those that are cheaper and solve no less.' },
  rule: { ...string, description: 'What makes a route a measured one.' },
});

export type Advice = FromSchema<typeof advice>;
export type Suggestion = FromSchema<typeof suggestion>;
