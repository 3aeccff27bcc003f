/** Ajv as this project uses it: errors carry the refused value. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

export function newAjv(options: { allErrors: boolean; code?: { source: true; esm: true } }): Ajv2020 {
  const ajv = new Ajv2020({ ...options, verbose: true, allowUnionTypes: true });
  addFormats.default(ajv, ['date', 'uri']);
  return ajv;
}
