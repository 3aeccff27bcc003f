/**
 * Validators generated from the API's schemas. Ajv compiles with `new Function`, which an edge worker and a strict
 * content policy refuse, so the code is generated here and bundled; nothing is generated at run time.
 */
import { default as standaloneCode } from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import { estimateRequest } from '../runtime/core/schemas.ts';
import { newAjv } from './ajv.ts';

/** The module `virtual:validators` (declared in runtime/validators.d.ts). */
const moduleName = 'virtual:validators';

/** Its source: `export const isEstimateRequest`. */
export function validatorsCode(): string {
  const ajv = newAjv({ allErrors: true, code: { source: true, esm: true } });
  ajv.addSchema(estimateRequest, 'isEstimateRequest');
  return standaloneCode(ajv, { isEstimateRequest: 'isEstimateRequest' });
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
