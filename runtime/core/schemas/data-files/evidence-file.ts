/** Shape of `data/evidence/model-error.json`: how far the cost model is from recorded runs. */
import type { FromSchema } from 'json-schema-to-ts';
import { triedForecast } from '../forecast-schemas.ts';
import { presetIds } from '../request-fields.ts';
import { strictObject } from '../shape.ts';

const runs = { type: 'integer', minimum: 1 } as const;
const owners = { type: 'integer', minimum: 1, description: 'Owners of repositories, agents or boards.' } as const;
const errorPct = { type: 'number', minimum: 0, maximum: 100 } as const;

const share = { type: 'number', minimum: 0, maximum: 1 } as const;
const positive = { type: 'number', minimum: 0 } as const;
const factors = (what: string) =>
  ({
    type: 'array',
    minItems: 1,
    items: positive,
    description: `${what} of the rest of a session over those forecast for its own number of calls: equally likely values.`,
  }) as const;

const numberOrNull = { anyOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] } as const;
const nameOrNull = (description: string) =>
  ({ anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }], description }) as const;

/** How recorded sessions went on after their first calls. */
const forecast = {
  ...strictObject({
    sessions: { ...runs, description: 'Recorded interactive sessions.' },
    owners,
    lasting: {
      type: 'array',
      minItems: 10,
      description: 'The share of the sessions of an owner not seen before that make at least so many calls, falling.',
      items: strictObject({ calls: { type: 'number', minimum: 1 }, share }),
    },
    ownWorth: { ...positive, description: 'As many sessions of one\u2019s own count as much as all recorded ones.' },
    usualWorth: { ...positive, description: 'As many calls of a session count as much as what is usual.' },
    growth: { ...positive, description: 'Usual growth of the prompt from call to call, in tokens.' },
    output: { ...positive, description: 'Usual output tokens of a call.' },
    coldShare: { ...share, description: 'Usual share of the calls after the first that find a cold cache.' },
    readShare: { ...share, description: 'Usual share of the prompt before that a warm call reads from the cache.' },
    compaction: {
      type: 'array',
      description:
        'Where transcripts are compacted, in tokens, by agent as logs name it (null: any other); the last rule that applies holds.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['agent', 'at', 'to'],
        properties: {
          agent: nameOrNull('Agent.'),
          fromVersion: nameOrNull('Holds for this version of the agent and later ones; null: for all.'),
          windowFrom: {
            ...numberOrNull,
            description: 'Holds for models with at least this window at one price for all prompts; null: for all.',
          },
          at: { ...numberOrNull, description: 'The longest prompt before a compaction; null: there is none.' },
          to: { ...numberOrNull, description: 'The prompt after it.' },
          compactions: { type: 'integer', minimum: 0, description: 'Recorded ones.' },
          sessions: { type: 'integer', minimum: 0, description: 'Recorded sessions that the rule applies to.' },
          largestPrompt: { ...positive, description: 'The longest prompt of them.' },
        },
      },
    },
    usdFactors: factors('Dollars'),
    tokenFactors: factors('Tokens'),
    p90Factor: {
      type: 'number',
      minimum: 1,
      description:
        'The dollars to come at p90 are so many times those forecast: nine of ten sessions of owners left out cost no more, each owner counted alike.',
    },
    tried: {
      type: 'array',
      description: 'The forecast after so many calls, tried on sessions of owners that it was not fitted to.',
      items: triedForecast,
    },
  }),
  description: 'For the forecast of a session that runs.',
} as const;

export const evidenceFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Error of the cost model on recorded runs, in percent; computed by npm run evidence -- --write',
  type: 'object',
  additionalProperties: false,
  required: ['inputTokens', 'dollars'],
  properties: {
    $schema: { type: 'string' },
    inputTokens: strictObject({ runs, errorPct: { ...errorPct, description: 'Mean absolute error of a run.' } }),
    dollars: strictObject({
      runs,
      errorPct: { ...errorPct, description: 'Mean absolute error of a run: other tasks of agents that were seen.' },
      groupsPct: { ...errorPct, description: 'The same of the mean of a group of runs.' },
      newAgentPct: { ...errorPct, description: 'Mean absolute error of a run by an agent that was never seen.' },
    }),
    formula: {
      type: 'array',
      description:
        'The formula, given the shape of a run, by kind of work. A kind of work that is absent was not recorded.',
      items: strictObject({
        kindOfWork: { enum: presetIds },
        models: { type: 'array', items: { type: 'string' }, description: 'Models whose own runs were billed.' },
        runs,
        owners,
        inputTokensPct: { ...errorPct, description: 'Mean absolute error of a run.' },
        dollarsPct: { ...errorPct, description: 'The same of dollars, on those models.' },
        unseenDollarsPct: { ...errorPct, description: 'The same on agents, or owners, that were not fitted.' },
      }),
    },
    presetFactors: {
      type: 'array',
      description: 'The presets as they stand against what was measured of the same kind of work.',
      items: strictObject({
        kindOfWork: { enum: presetIds },
        runs: { ...runs, description: 'Rows of boards, or runs of sessions.' },
        owners,
        factor: { type: 'number', minimum: 1, description: 'Times too high or too low: the middle board, or owner.' },
      }),
    },
    ranges: {
      type: 'array',
      description:
        'How much owners differ from each other, in the range of a kind of work. Absent: not more than its tasks do.',
      items: strictObject({
        kindOfWork: { enum: presetIds },
        runs,
        owners,
        oneInTenFactor: {
          ...positive,
          description:
            'Nine of ten runs, each owner left out once, cost no more than so many times the p90 with the spread of calls of the other owners.',
        },
      }),
    },
    keptAside: {
      ...strictObject({
        sessions: runs,
        owners,
        inputTokensPct: { ...errorPct, description: 'Mean absolute error of a run, given its shape.' },
        cacheGivenDollarsPct: { ...errorPct, description: 'The same of dollars, given what the cache held.' },
        dollarsPct: { ...errorPct, description: 'The same, told nothing of the cache.' },
        fittedDollarsPct: {
          ...errorPct,
          description: 'The same, with the cache fitted to other sessions of the owner.',
        },
        timesFormula: {
          ...positive,
          description: 'So many times the errors of that version on our own sessions, about.',
        },
      }),
      description:
        'What a second party found on sessions it kept aside, of owners never seen here, with the version of 2026-11-24. Not computed here.',
    },
    forecast,
    coldCalls: strictObject({
      worth: {
        ...positive,
        description:
          'What was recorded counts as so many of the calls of an owner who was not: by how much the shares of owners differ (empirical Bayes).',
      },
      counts: {
        type: 'array',
        description:
          'Calls of recorded sessions that follow another one without a compaction, and those that found a cold cache: by agent as logs name it (null: all of them), life of the last write, and pause since the call before.',
        items: strictObject({
          agent: nameOrNull('Agent.'),
          life: { enum: ['5m', '1h', 'automatic'] },
          untilMinutes: { ...numberOrNull, description: 'Longest pause, in minutes; null: longer than the others.' },
          calls: runs,
          cold: { type: 'integer', minimum: 0 },
        }),
      },
    }),
    sessionCache: {
      ...strictObject({
        eta: { ...share, description: 'Share of the hits of a perfect cache that happen.' },
        w: { ...share, description: 'Share of the first prompt that another session left in the cache.' },
        c: { ...share, description: 'Share of the own output that is cached.' },
      }),
      description: 'The cache of recorded sessions, for a log that has no other run of a model to fit it to.',
    },
  },
} as const;

export type EvidenceFile = FromSchema<typeof evidenceFile>;
