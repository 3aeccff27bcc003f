/** Shape of `data/measured/*.json`: what models did on the same tasks in one harness. */
import type { FromSchema } from 'json-schema-to-ts';
import { efforts } from '../levels.ts';
import { presetIds } from '../request-fields.ts';
import { strictObject } from '../shape.ts';

const day = { type: 'string', format: 'date', description: 'YYYY-MM-DD, UTC.' } as const;
const text = { type: 'string', minLength: 1 } as const;
const textOrNull = { type: ['string', 'null'], minLength: 1 } as const;
const countOrNull = { type: ['integer', 'null'], minimum: 1 } as const;
const meanOrNull = { type: ['number', 'null'], minimum: 0 } as const;

const row = strictObject({
  model: { ...text, description: 'The model as the benchmark names it.' },
  modelId: { ...textOrNull, description: 'The id of the model in this dataset; null: it is not in the dataset.' },
  config: { ...textOrNull, description: 'What the benchmark calls this run.' },
  effort: { enum: [...efforts, null], description: 'Reasoning effort; null: the default or not stated.' },
  on: { ...day, description: 'Day of the run, or on which its numbers were published.' },
  attempts: { ...countOrNull, description: 'Runs behind the means; null: not stated.' },
  tasks: { ...countOrNull, description: 'Distinct tasks among them; null: not stated.' },
  successRate: { type: 'number', minimum: 0, maximum: 1, description: 'Share of attempts that solved their task.' },
  calls: { ...meanOrNull, description: 'Mean model calls of an attempt; null: not recorded.' },
  inputTokens: { ...meanOrNull, description: 'Mean input tokens of an attempt, cached ones included.' },
  cachedTokens: { ...meanOrNull, description: 'Those of them read from a cache; null: not recorded, which is not 0.' },
  outputTokens: { ...meanOrNull, description: 'Mean output tokens of an attempt, reasoning included.' },
  recordedUsd: { ...meanOrNull, description: 'Mean dollars of an attempt as recorded, at the prices of that day.' },
  version: { ...textOrNull, description: 'Version of the harness, where rows differ in it.' },
  note: textOrNull,
});

export const measuredFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'One board: what models did on the same tasks in one harness',
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'name',
    'benchmark',
    'domain',
    'harness',
    'unit',
    'tasks',
    'runs',
    'licence',
    'sources',
    'notes',
    'rows',
  ],
  properties: {
    $schema: { type: 'string' },
    id: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]*$', maxLength: 60, description: 'lower-case words and hyphens' },
    name: text,
    benchmark: text,
    domain: { enum: presetIds, description: 'The preset whose kind of work this is.' },
    harness: text,
    unit: { enum: ['attempt', 'task', 'conversation'], description: 'What each mean is taken over.' },
    tasks: { ...countOrNull, description: 'Tasks on the board.' },
    runs: { ...text, description: 'How often each task was run.' },
    licence: {
      ...textOrNull,
      description: 'Licence of the source; null: none stated. Only numbers are taken from it.',
    },
    sources: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'on'],
        properties: { name: text, on: day, note: text },
      },
    },
    notes: { type: 'array', items: text },
    rows: { type: 'array', minItems: 2, items: row },
  },
} as const;

export type MeasuredFile = FromSchema<typeof measuredFile>;
export type MeasuredRun = MeasuredFile['rows'][number];
