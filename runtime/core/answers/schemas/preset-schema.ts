/** The shape of a preset. */
import type { FromSchema } from 'json-schema-to-ts';
import { presetIds } from '../../schemas/request-fields.ts';
import { arrayOf, named } from '../../schemas/shape.ts';
import { day, string, strings, textOrNull } from '../../schemas/units.ts';
import { presetAssumptions, workflow } from '../../schemas/workflow-schemas.ts';

export const preset = named('Preset', 'A ready-made workflow with the evidence behind its numbers.', {
  id: { enum: presetIds },
  name: string,
  description: string,
  defaultModel: string,
  defaultModelReason: string,
  board: {
    ...textOrNull,
    description: 'Board of measured runs that rankings and advice take first, where it has the models; null: none.',
  },
  workflow,
  assumptions: named(
    'PresetAssumptions',
    'Fields of the workflow that were assumptions only in earlier versions.',
    presetAssumptions,
  ),
  measured: { ...strings, description: 'Fields based on recorded runs.' },
  assumed: { ...strings, description: 'Fields that are assumptions.' },
  evidence: arrayOf({
    title: 'Evidence',
    type: 'object',
    additionalProperties: false,
    required: ['text', 'on'],
    properties: { text: string, url: string, name: string, on: day, note: string },
  }),
});

export type PublishedPreset = FromSchema<typeof preset>;
