/** The shape of `data/presets.json`: ready-made workflows with the evidence behind their numbers. */
import type { FromSchema } from 'json-schema-to-ts';
import {
  type Assumptions,
  assumptionFieldNames,
  assumptionFields,
  presetIds,
  requiredFieldNames,
  type Workflow,
  workflowFieldNames,
  workflowFields,
} from '../request-fields.ts';
import { source, strictObject, text } from './schema-pieces.ts';

const fieldNames = {
  type: 'array',
  uniqueItems: true,
  items: { enum: workflowFieldNames as string[] },
} as const;

const preset = strictObject(
  {
    id: { enum: presetIds },
    name: text,
    description: text,
    defaultModel: text,
    defaultModelReason: text,
    board: {
      type: ['string', 'null'],
      description:
        'Board of measured runs that rankings and advice for this kind of work take first; null: there is none. Absent: that with most models.',
    },
    workflow: {
      type: 'object',
      additionalProperties: false,
      required: requiredFieldNames,
      properties: workflowFields,
    },
    assumptions: strictObject(assumptionFields, assumptionFieldNames),
    measured: { ...fieldNames, description: 'Values based on recorded runs.' },
    assumed: { ...fieldNames, description: 'Values that are assumptions.' },
    evidence: {
      type: 'array',
      items: { ...source, required: ['text', 'on'], properties: { text, ...source.properties } },
    },
  },
  [
    'id',
    'name',
    'description',
    'defaultModel',
    'defaultModelReason',
    'workflow',
    'assumptions',
    'measured',
    'assumed',
    'evidence',
  ],
);

export const presetsFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Workflow presets with the evidence behind each number',
  ...strictObject({ $schema: { type: 'string' }, presets: { type: 'array', minItems: 1, items: preset } }, ['presets']),
} as const;

type PresetEntry = FromSchema<typeof presetsFile>['presets'][number];
/** A preset with a value for every field. */
export interface Preset extends Omit<PresetEntry, 'workflow' | 'assumptions' | 'board'> {
  board: string | null;
  workflow: Workflow;
  assumptions: Assumptions;
}
/** A preset as in its file: fields with a default may be left out. */
export interface PresetFile extends Omit<PresetEntry, 'workflow' | 'assumptions'> {
  workflow: Partial<Workflow>;
  assumptions: Assumptions;
}
