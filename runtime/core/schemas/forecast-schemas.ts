/** Shapes of a forecast: of a session that runs. */
import type { FromSchema } from 'json-schema-to-ts';
import { named, orNull, strictObject } from './shape.ts';
import { count } from './units.ts';

const amount = { type: 'number', minimum: 0 } as const;
const pct = { type: 'number', minimum: 0, maximum: 100 } as const;

/** How forecasts did on recorded sessions. */
export const triedForecast = strictObject({
  calls: { type: 'integer', minimum: 1, description: 'After so many calls.' },
  sessions: { ...count, description: 'Sessions that made as many.' },
  p90HeldPct: { ...pct, description: 'Sessions that cost no more than their p90.' },
  p90HeldByOwnerPct: {
    type: 'array',
    items: pct,
    description: 'The same of each owner with ten of them and more, ascending; their mean counts owners alike.',
  },
  p50HeldPct: { ...pct, description: 'Sessions that cost no more than their p50.' },
  medianErrorPct: { ...amount, description: 'Median absolute error of the p50.' },
  naiveMedianErrorPct: {
    ...amount,
    description: 'The same of the mean cost of a call so far times the usual calls of a session.',
  },
});

const atEnd = (description: string) => ({
  description,
  ...strictObject({
    usd: { ...orNull(amount), description: 'USD; null: a call has no price.' },
    calls: count,
    tokens: { ...count, description: 'Input and output.' },
  }),
});

export const sessionForecast = named('SessionForecast', 'What a session that runs will have cost at its end.', {
  soFar: atEnd('What it cost so far.'),
  p50: atEnd('Half of the sessions that got so far end at or below it; each figure is a quantile of its own.'),
  p90: atEnd('Nine of ten do.'),
  basis: {
    description: 'What it rests on.',
    ...strictObject({
      sessions: { ...count, description: 'Recorded sessions of other people.' },
      owners: { ...count, description: 'Whose they are.' },
      own: { ...count, description: 'Earlier sessions of one\u2019s own that got so far.' },
      tried: {
        ...orNull(triedForecast),
        description:
          'Such forecasts after as many calls, or down to half as many, on owners left out; null: none were tried there.',
      },
      note: { type: ['string', 'null'], description: 'What so few owners do not promise; null: they are enough.' },
    }),
  },
});

export type SessionForecast = FromSchema<typeof sessionForecast>;
