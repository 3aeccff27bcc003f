/** Ajv as this project uses it: errors carry the refused value. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/**
 * A schema of ours is not checked against the schema of schemas, which takes longer to compile than any of them:
 * test/data/schemas.test.ts checks them all. To optimize code that this process runs takes longer than it saves.
 */
export function newAjv(options: { allErrors: boolean; code?: { source: true; esm: true } }): Ajv2020 {
  const ajv = new Ajv2020({
    code: { optimize: false },
    ...options,
    verbose: true,
    allowUnionTypes: true,
    validateSchema: false,
  });
  addFormats.default(ajv, ['date', 'uri']);
  return ajv;
}
