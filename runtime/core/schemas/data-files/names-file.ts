/** The shape of `data/names.json`: names of models that only plans and their agents have. */
import type { FromSchema } from 'json-schema-to-ts';
import { slug, sources, strictObject, text } from './schema-pieces.ts';

const planName = strictObject(
  {
    names: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', pattern: '^[a-z0-9][a-z0-9.-]*\\*?$' },
      description: 'In lower case, as logs have them; a star at the end stands for any ending.',
    },
    reason: { ...text, description: 'Why such a name has no price, in a sentence.' },
    meant: {
      type: 'array',
      uniqueItems: true,
      items: slug,
      description: 'Models that the sources take it for: suggested, and never its price.',
    },
    sources,
  },
  ['names', 'reason', 'meant', 'sources'],
);

export const namesFile = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Names of models that only plans have, and what was said of them by whom and when',
  ...strictObject({ $schema: { type: 'string' }, planNames: { type: 'array', items: planName } }, ['planNames']),
} as const;

export type NamesFile = FromSchema<typeof namesFile>;
export type PlanNames = NamesFile['planNames'][number];
