/** Shape of a receipt (question, answer, dataset and program), and the hash of a JSON value. */
import type { FromSchema } from 'json-schema-to-ts';
import { adviceRequest } from '../core/schemas/estimate-request-schema.ts';
import { strictObject } from '../core/schemas/shape.ts';
import { dayPattern } from '../core/values/day.ts';
import { sha256Of } from './sums.ts';

const sha256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const text = { type: 'string', minLength: 1, maxLength: 200 } as const;
const textOrNull = { type: ['string', 'null'], maxLength: 200 } as const;
const day = { type: ['string', 'null'], pattern: dayPattern } as const;
const sha256OrNull = { ...sha256, type: ['string', 'null'] } as const;

/** The inputs of every question besides the dataset: the day of the prices (null: that of the dataset), and the overlay. */
const inputs = { asOf: day, overlaySha256: sha256OrNull } as const;

const estimateQuestion = strictObject({
  command: { const: 'estimate' },
  request: { ...adviceRequest, title: 'EstimateRequest' },
  ...inputs,
} as const);

const reportQuestion = strictObject({
  command: { const: 'report' },
  by: { type: 'array', maxItems: 20, items: text },
  since: day,
  until: day,
  host: textOrNull,
  top: { type: 'integer', minimum: 1, maximum: 1e6 },
  ...inputs,
  /** Names of the user's own under which calls were counted, each with the model that it means. */
  aliases: { type: 'object', additionalProperties: text },
  /** The files, in the order in which they were read. Their names are not kept. */
  logs: {
    type: 'array',
    minItems: 1,
    maxItems: 1e6,
    items: strictObject({ bytes: { type: 'integer', minimum: 0 }, sha256 } as const),
  },
} as const);

export const receipt = {
  title: 'Receipt',
  ...strictObject({
    format: { const: 1 },
    /** Of the catalog as read, before another day or an overlay is applied. */
    datasetVersion: text,
    costModelVersion: { type: 'integer', minimum: 1 },
    answersVersion: { type: 'integer', minimum: 1 },
    program: { ...text, description: 'Version of agent-cost.' },
    question: { oneOf: [estimateQuestion, reportQuestion] },
    questionSha256: { ...sha256, description: 'Of the question as canonical JSON.' },
    answerSha256: {
      ...sha256,
      description: 'Of the answer as canonical JSON: what --json prints, of a report without `reading`.',
    },
  } as const),
  // Receipts from before `answersVersion` was stated stay valid.
  required: ['format', 'datasetVersion', 'costModelVersion', 'program', 'question', 'questionSha256', 'answerSha256'],
} as const;

export type EstimateQuestion = FromSchema<typeof estimateQuestion>;
export type ReportQuestion = FromSchema<typeof reportQuestion>;
export type ReceiptQuestion = EstimateQuestion | ReportQuestion;
export type Receipt = FromSchema<typeof receipt>;

/** JSON without spaces, the keys of every object sorted by code units. */
function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`).join(',')}}`;
}

/** SHA-256 of a JSON value as canonical JSON in UTF-8, in hex. */
export const hashOf = (value: unknown): string => sha256Of(Buffer.from(canonicalJson(value)));
