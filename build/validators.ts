/**
 * Validators generated from the API's schemas. Ajv compiles with `new Function`, which an edge worker and a strict
 * content policy refuse, so the code is generated here and bundled; nothing is generated at run time.
 */
import { default as standaloneCode } from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import { keysFile } from '../runtime/core/keys-file.ts';
import { estimateRequest } from '../runtime/core/schemas.ts';
import { newAjv } from './ajv.ts';

/** The module `virtual:validators` (declared in runtime/validators.d.ts). */
const moduleName = 'virtual:validators';

const validators = { isEstimateRequest: estimateRequest, isKeysFile: keysFile };

/** Its source: one exported function for each of `validators`. */
export function validatorsCode(): string {
  const ajv = newAjv({ allErrors: true, code: { source: true, esm: true } });
  for (const [name, schema] of Object.entries(validators)) ajv.addSchema(schema, name);
  return standaloneCode(ajv, Object.fromEntries(Object.keys(validators).map((name) => [name, name])));
}

/** Resolves the module in esbuild. */
export const validatorsPlugin: Plugin = {
  name: 'validators',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${moduleName}$`) }, ({ path }) => ({ path, namespace: 'validators' }));
    build.onLoad({ filter: /.*/, namespace: 'validators' }, () => ({
      contents: validatorsCode(),
      loader: 'js',
      resolveDir: import.meta.dirname,
    }));
  },
};

/** Resolves the module in Vitest. */
export const validatorsVitePlugin = {
  name: 'validators',
  resolveId: (id: string) => (id === moduleName ? `\0${moduleName}` : null),
  load: (id: string) => (id === `\0${moduleName}` ? validatorsCode() : null),
};
