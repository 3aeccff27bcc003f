/** Writes data/schemas from the shapes in runtime/core/dataset/dataset.ts, so that editors complete and check the data files. */
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { presetsFile, providerFile } from '../../runtime/core/dataset/dataset.ts';
import { measuredFile } from '../../runtime/core/measured/measured-file.ts';

/** Text of each schema file, by name. */
export const dataSchemas: Record<string, string> = {
  'provider.schema.json': `${JSON.stringify(providerFile, null, 2)}\n`,
  'presets.schema.json': `${JSON.stringify(presetsFile, null, 2)}\n`,
  'measured.schema.json': `${JSON.stringify(measuredFile, null, 2)}\n`,
};

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const dir = join(import.meta.dirname, '../../data/schemas');
  mkdirSync(dir, { recursive: true });
  for (const [name, text] of Object.entries(dataSchemas)) writeFileSync(join(dir, name), text);
  console.log(`Wrote ${Object.keys(dataSchemas).join(' and ')} to data/schemas.`);
}
