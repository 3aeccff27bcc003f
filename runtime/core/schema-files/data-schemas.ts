/** The JSON Schemas of the data files: editors read them in `data/schemas`, and every snapshot carries them. */
import { presetsFile, providerFile } from '../dataset/dataset.ts';
import { measuredFile } from '../measured/measured-file.ts';

/** By file name. */
export const dataSchemas = {
  'presets.schema.json': presetsFile,
  'provider.schema.json': providerFile,
  'measured.schema.json': measuredFile,
} as const;

export const dataSchemaNames = Object.keys(dataSchemas) as (keyof typeof dataSchemas)[];

/** Indented: people read it. */
export const dataSchemaText = (name: keyof typeof dataSchemas): string =>
  `${JSON.stringify(dataSchemas[name], null, 2)}\n`;
