/** The JSON Schemas of the data files: editors read them in `data/schemas`, and every snapshot contains them. */

import { evidenceFile } from '../dataset/files/evidence-file.ts';
import { importedModelsFile } from '../dataset/files/imported-models-file.ts';
import { presetsFile } from '../dataset/files/presets-file.ts';
import { providerFile } from '../dataset/files/provider-file.ts';

import { measuredFile } from '../measured/measured-file.ts';
import { offersFile } from '../offers/offers-file.ts';

/** By file name. */
export const dataSchemas = {
  'presets.schema.json': presetsFile,
  'provider.schema.json': providerFile,
  'measured.schema.json': measuredFile,
  'offers.schema.json': offersFile,
  'imported-models.schema.json': importedModelsFile,
  'evidence.schema.json': evidenceFile,
} as const;

export const dataSchemaNames = Object.keys(dataSchemas) as (keyof typeof dataSchemas)[];

/** Indented: people read it. */
export const dataSchemaText = (name: keyof typeof dataSchemas): string =>
  `${JSON.stringify(dataSchemas[name], null, 2)}\n`;
