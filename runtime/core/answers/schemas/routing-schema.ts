/** The shape of a cheaper route. */
import type { FromSchema } from 'json-schema-to-ts';
import { strategyNames } from '../../model/route-strategies.ts';
import { comparison } from '../../schemas/board-schemas.ts';
import { termsApplied } from '../../schemas/price-schemas.ts';
import { tiers } from '../../schemas/request-fields.ts';
import { arrayOf, named, orNull, strictObject } from '../../schemas/shape.ts';
import { monthly, pct, string, strings, usd } from '../../schemas/units.ts';

const suggestion = named('RoutingSuggestion', 'A cheaper route worth testing.', {
  strategy: { enum: strategyNames, description: 'split is no longer suggested: it was never the cheapest route.' },
  modelId: string,
  provider: string,
  tier: { enum: tiers },
  ...termsApplied,
  sharePct: {
    ...pct,
    description: 'Share of the tasks that go to this model, first (escalate) or only (switch).',
  },
  costPerTask: usd,
  costPerSuccessfulTask: usd,
  costPerSuccessfulTaskRange: {
    ...orNull(strictObject({ low: usd, high: usd })),
    description: 'Range over the boards in `measured`; null: nothing was measured.',
  },
  assumedFailureRatePct: { ...pct, description: 'Failure rate of the whole route.' },
  monthlySpend: { ...monthly, description: 'USD a month, for the same number of successful tasks.' },
  monthlySaving: { ...monthly, description: "The chosen model's monthlySpend minus that of this route." },
  savingPct: { ...pct, description: 'Saving per successful task.' },
  breakEvenFailureRatePct: {
    ...pct,
    description: 'Failure rate of the suggested model at which the route stops paying.',
  },
  measured: { ...arrayOf(comparison), description: 'Measurements that support it, by board; empty: none do.' },
  note: string,
});

const nearMiss = named('NearMiss', 'A model that was measured to be cheaper, but not by the rule for a route.', {
  modelId: string,
  provider: string,
  why: { ...strings, description: 'What speaks against it, a sentence for each reason.' },
  measured: { ...arrayOf(comparison), description: 'How it compares on the boards of this kind of work.' },
});

export const routing = named('Routing', 'Cheaper routes; null: none saves 10 % per successful task.', {
  best: {
    ...orNull(suggestion),
    description:
      "Measured alongside the chosen model, at the reasoning effort asked for, on at least two boards of this kind of work, and at least 25 % cheaper per solved task at today's prices on every board that has both.",
  },
  bestSameProvider: { ...orNull(suggestion), description: 'The same, from the same provider.' },
  unproven: {
    ...orNull(suggestion),
    description:
      'The cheapest by list price, assuming the same work and success; no measurement supports it. Never a model that was measured to cost more per solved task, nor one two tiers below that nobody measured at this kind of work. null: there is none.',
  },
  rule: { ...string, description: 'What makes a route a measured one.' },
  nearMisses: {
    ...arrayOf(nearMiss),
    description:
      'Models that cost less per solved task on the middle board of this kind of work, and why each is no measured route; the nearest first, at most three.',
  },
});

export type Suggestion = FromSchema<typeof suggestion>;
