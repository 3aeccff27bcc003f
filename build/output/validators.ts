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

const toolNames = Object.keys(toolOptions);

/** By the name of a module `virtual:validator/NAME`, which has one validator, so that each can be loaded separately. */
export const schemas: Readonly<Record<string, object>> = {
  call: callRequest,
  overlay,
  'budget-file': budgetFileOfRequests,
  'baseline-file': baselineFile,
  'estimate-request': estimateRequest,
  'advice-request': adviceRequest,
  receipt,
  'keys-file': keysFile,
  ...Object.fromEntries(Object.entries(toolOptions).map(([tool, schema]) => [`tool-${tool}`, schema])),
};

/** Several programs of a build contain the same validators. */
const codeOf = memoize((schema: object): string => {
  const ajv = newAjv({ allErrors: true, code: { source: true, esm: true } });
  return standaloneCode(ajv, ajv.compile(schema));
});

/** The validators of all tools by their names. */
const toolInputs = `${toolNames.map((tool) => `import ${tool} from 'virtual:validator/tool-${tool}';`).join('\n')}
export const isInput = { ${toolNames.join(', ')} };
`;

/** The source of a module that runtime/validators.d.ts declares; null: there is no such module. */
function validatorCode(module: string): string | null {
  if (module === 'virtual:tool-inputs') return toolInputs;
  const schema = lookUp(schemas, module.replace('virtual:validator/', ''));
  return schema === undefined ? null : codeOf(schema);
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
  resolveId: (id: string) => (id.startsWith('virtual:') && validatorCode(id) !== null ? `\0${id}` : null),
  load: (id: string) => (id.startsWith('\0virtual:') ? validatorCode(id.slice(1)) : null),
};
