/**
 * Validators generated from the API's schemas. Ajv compiles with `new Function`, which an edge worker and a strict
 * content policy refuse, so the code is generated here and bundled; nothing is generated at run time.
 */
import { default as standaloneCode } from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import { receipt } from '../../runtime/audit/receipt.ts';
import { baselineFile, budgetFileOfRequests } from '../../runtime/core/schemas/data-files/budget-files.ts';
import { overlay } from '../../runtime/core/schemas/data-files/overlay-file.ts';
import { adviceRequest, estimateRequest } from '../../runtime/core/schemas/estimate-request-schema.ts';
import { callRequest } from '../../runtime/core/schemas/priced-call-schemas.ts';
import { lookUp } from '../../runtime/core/values/look-up.ts';
import { memoize } from '../../runtime/core/values/memoize.ts';
import { toolOptions } from '../../runtime/mcp/tool-schemas.ts';
import { keysFile } from '../../runtime/server/auth/keys-file.ts';
import { newAjv } from '../data/ajv.ts';

/** The modules (declared in runtime/validators.d.ts), one validator each, so that each can be loaded separately. */
export const schemas: Record<string, { name: string; schema: object }> = {
  'virtual:call': { name: 'isCall', schema: callRequest },
  'virtual:overlay': { name: 'isOverlay', schema: overlay },
  'virtual:budget-file': { name: 'isBudgetFile', schema: budgetFileOfRequests },
  'virtual:baseline-file': { name: 'isBaselineFile', schema: baselineFile },
  'virtual:estimate-request': { name: 'isEstimateRequest', schema: estimateRequest },
  'virtual:advice-request': { name: 'isAdviceRequest', schema: adviceRequest },
  'virtual:receipt': { name: 'isReceipt', schema: receipt },
  'virtual:keys-file': { name: 'isKeysFile', schema: keysFile },
  ...Object.fromEntries(
    Object.entries(toolOptions).map(([tool, schema]) => [`virtual:tool-${tool}`, { name: 'isInput', schema }]),
  ),
};

/** Several programs of a build contain the same validators. */
const codeOf = memoize(({ name, schema }: (typeof schemas)[string]): string => {
  const ajv = newAjv({ allErrors: true, code: { source: true, esm: true } });
  ajv.addSchema(schema, name);
  return standaloneCode(ajv, { [name]: name });
});

/** The source of a module with one exported function; null: there is no such module. */
function validatorCode(module: string): string | null {
  const found = lookUp(schemas, module);
  return found === undefined ? null : codeOf(found);
}

/** Resolves the modules in esbuild. */
export const validatorsPlugin: Plugin = {
  name: 'validators',
  setup(build) {
    build.onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path, namespace: 'validators' }));
    build.onLoad({ filter: /.*/, namespace: 'validators' }, ({ path }) => ({
      contents: validatorCode(path) ?? '',
      loader: 'js',
      resolveDir: import.meta.dirname,
    }));
  },
};

/** Resolves the modules in Vitest. */
export const validatorsVitePlugin = {
  name: 'validators',
  resolveId: (id: string) => (Object.hasOwn(schemas, id) ? `\0${id}` : null),
  load: (id: string) => (id.startsWith('\0virtual:') ? validatorCode(id.slice(1)) : null),
};
