/** Shape of `catalog.json`. It is open, so that a later version may add fields; known fields must match. */
import { arrayOf, closed } from '../api/shape.ts';
import { presetsFile } from '../dataset/files/presets-file.ts';
import { providerFile } from '../dataset/files/provider-file.ts';
import { measuredFile } from '../measured/measured-file.ts';
import { withComponents } from './components.ts';

const file = closed({
  asOf: { type: 'string', format: 'date' },
  version: { type: 'string' },
  costModelVersion: { type: 'integer', minimum: 1 },
  data: closed({
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
