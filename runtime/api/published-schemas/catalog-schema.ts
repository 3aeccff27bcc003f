/** Shape of `catalog.json`. It is open, so that a later version may add fields; known fields must match. */

import { measuredFile } from '../../core/schemas/data-files/measured-file.ts';
import { presetsFile } from '../../core/schemas/data-files/presets-file.ts';
import { providerFile } from '../../core/schemas/data-files/provider-file.ts';
import { arrayOf, strictObject } from '../../core/schemas/shape.ts';
import { withComponents } from './components.ts';

const file = strictObject({
  asOf: { type: 'string', format: 'date' },
  version: { type: 'string' },
  costModelVersion: { type: 'integer', minimum: 1 },
  data: strictObject({
    providers: arrayOf(providerFile),
    presets: presetsFile.properties.presets,
    measured: arrayOf(measuredFile),
  }),
});

export function catalogSchema(): object {
  const components = new Map<string, Record<string, unknown>>();
  const root = withComponents(file, '#/$defs/', components) as object;
  return { ...root, $defs: Object.fromEntries(components) };
}
