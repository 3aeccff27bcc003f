/** Shapes of measured runs in the API. */
import type { FromSchema } from 'json-schema-to-ts';
import { measuredFile } from './data-files/measured-file.ts';
import { efforts } from './levels.ts';
import { presetIds } from './request-fields.ts';
import { arrayOf, named, orNull, strictObject } from './shape.ts';
import { string, usd, usdOrNull } from './units.ts';

const file = measuredFile.properties;
const run = file.rows.items.properties;
const share = { type: 'number', minimum: 0, maximum: 1 } as const;

const measuredFields = {
  effort: { type: ['string', 'null'], enum: [...efforts, null], description: run.effort.description },
  successRate: run.successRate,
  usdPerTask: { ...usdOrNull, description: 'USD of one attempt; null: neither dollars nor tokens were recorded.' },
  usdPerSolvedTask: {
    ...usdOrNull,
    description: 'USD of one attempt divided by the success rate; null: nothing was solved.',
  },
} as const;

const rank = {
  type: ['integer', 'null'],
  minimum: 1,
  description: 'By dollars per solved task, on this board alone; null: none known.',
} as const;

export const measuredFact = named('MeasuredFact', 'What was measured for a model on one board.', {
  board: { ...string, description: 'Id for /measured/{id}.' },
  benchmark: file.benchmark,
  harness: file.harness,
  ...measuredFields,
  rank,
  of: { type: 'integer', minimum: 0, description: 'Rows that have a rank on this board.' },
});

const pairsFields = {
  models: { type: 'integer', minimum: 2 },
  pairs: { type: 'integer', minimum: 1 },
  wrongOrder: { type: 'integer', minimum: 0 },
  wrongOrderPct: { type: 'number', minimum: 0, maximum: 100 },
} as const;

const priceRatio = {
  type: ['number', 'null'],
  minimum: 0,
  description:
    'For dollars recorded without tokens: what the preset of this kind of work costs on the model at the prices in force, over what it cost at those of the day of the run. null: not used.',
} as const;

export const measuredRow = named('MeasuredRow', 'One model at one effort on the tasks of the board.', {
  rank,
  model: run.model,
  modelId: run.modelId,
  provider: { type: ['string', 'null'] },
  config: run.config,
  ...measuredFields,
  successInterval: orNull(strictObject({ low: share, high: share })),
  usdBasis: {
    type: ['string', 'null'],
    enum: ['repriced', 'scaled', 'recorded', null],
    description:
      'repriced: recorded tokens at the prices in force; scaled: recorded dollars times priceRatio; recorded: dollars of that day, whose prices are not known.',
  },
  priceRatio,
  usdPerSolvedInterval: orNull(
    strictObject({ low: { type: 'number', minimum: 0 }, high: { ...usdOrNull, description: 'null: no upper bound.' } }),
  ),
  recordedUsdPerTask: { ...usdOrNull, description: run.recordedUsd.description },
  sameWorkUsdPerTask: {
    ...usdOrNull,
    description: "Cost per task of the board's kind of work by list price, assuming the same work for every model.",
  },
  onFront: { type: 'boolean', description: 'No other row solves as much for as few dollars per solved task.' },
  on: run.on,
  attempts: run.attempts,
  tasks: run.tasks,
  calls: run.calls,
  inputTokens: run.inputTokens,
  cachedTokens: run.cachedTokens,
  assumedCachedShare: {
    type: ['number', 'null'],
    minimum: 0,
    maximum: 1,
    description: 'Share of the input assumed to be cached where it was not recorded.',
  },
  outputTokens: run.outputTokens,
  note: run.note,
});

const effort = { type: ['string', 'null'], enum: [...efforts, null] } as const;

export const comparison = named('MeasuredComparison', 'A model beside the chosen one on one board, at todays prices.', {
  board: { ...string, description: 'Id for /measured/{id}.' },
  effort: { ...effort, description: 'Reasoning effort of the run; null: not stated.' },
  chosenEffort: { ...effort, description: 'Of the chosen model.' },
  successRate: share,
  chosenSuccessRate: { ...share, description: 'Of the chosen model.' },
  usdPerSolvedTask: { ...usd, description: 'USD of one attempt on the board divided by the success rate.' },
  chosenUsdPerSolvedTask: { ...usd, description: 'Of the chosen model.' },
  solvedRatio: { ...usd, description: 'Dollars per solved task divided by those of the chosen model.' },
});

const boardFields = {
  id: { type: 'string' },
  name: { type: 'string' },
  benchmark: { type: 'string' },
  domain: { enum: presetIds, description: file.domain.description },
  harness: { type: 'string' },
  unit: file.unit,
  tasks: file.tasks,
  runs: file.runs,
  licence: file.licence,
  sources: file.sources,
  notes: { type: 'array', items: { type: 'string' } },
  pairs: orNull(
    named(
      'PairsInWrongOrder',
      'How often the order by list price, assuming the same work, differs from the measured one.',
      pairsFields,
    ),
  ),
} as const;

export const board = named('MeasuredBoard', 'A benchmark in one harness: rows by dollars per solved task.', {
  ...boardFields,
  rows: arrayOf(measuredRow),
});

export const boardSummary = named('MeasuredBoardSummary', 'A board without its rows.', {
  ...boardFields,
  rowCount: { type: 'integer', minimum: 0 },
  modelCount: { type: 'integer', minimum: 0, description: 'Models of this dataset among the rows.' },
});

export type MeasuredFact = FromSchema<typeof measuredFact>;
export type Comparison = FromSchema<typeof comparison>;
export type MeasuredRow = FromSchema<typeof measuredRow>;
export type Board = FromSchema<typeof board>;
export type BoardSummary = FromSchema<typeof boardSummary>;
