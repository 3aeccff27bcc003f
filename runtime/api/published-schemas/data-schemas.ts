/** The JSON Schemas of the data files: editors read them in `data/schemas`, and every snapshot contains them. */

import { evidenceFile } from '../../core/schemas/data-files/evidence-file.ts';
import { importedModelsFile } from '../../core/schemas/data-files/imported-models-file.ts';
import { measuredFile } from '../../core/schemas/data-files/measured-file.ts';
import { namesFile } from '../../core/schemas/data-files/names-file.ts';
import { offersFile } from '../../core/schemas/data-files/offers-file.ts';
import { plansFile } from '../../core/schemas/data-files/plans-file.ts';
import { presetsFile } from '../../core/schemas/data-files/presets-file.ts';
import { providerFile } from '../../core/schemas/data-files/provider-file.ts';

/** By file name. */
export const dataSchemas = {
  'presets.schema.json': presetsFile,
  'plans.schema.json': plansFile,
  'names.schema.json': namesFile,
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
