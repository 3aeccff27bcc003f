/** WebAssembly from sources in AssemblyScript, for modules named `virtual:assembled/` and the path of the source below `runtime`. */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Plugin } from 'esbuild';
import { valueAt } from '../../runtime/core/values/memoize.ts';

const prefix = 'virtual:assembled/';
const sourceOf = (name: string): string =>
  join(import.meta.dirname, '../../runtime', `${name.slice(prefix.length)}.as`);

/** @throws an Error with what the compiler says */
async function assembled(name: string): Promise<Uint8Array> {
  const compiler = new Worker(new URL('./assemble.mjs', import.meta.url), { workerData: sourceOf(name), execArgv: [] });
  const [program] = await once(compiler, 'message');
  return program;
}

/** Several programs of a build contain the same one. */
const known = new Map<string, Promise<Uint8Array>>();

const programOf = (name: string): Promise<Uint8Array> => valueAt(known, name, () => assembled(name));

/** Resolves the modules in esbuild. */
export const assembledPlugin: Plugin = {
  name: 'assembled',
  setup(build) {
    build.onResolve({ filter: /^virtual:assembled\// }, ({ path }) => ({ path, namespace: 'assembled' }));
    build.onLoad({ filter: /.*/, namespace: 'assembled' }, async ({ path }) => ({
      contents: await programOf(path),
      loader: 'binary',
    }));
  },
};

/** Resolves the modules in Vitest. */
export const assembledVitePlugin = {
  name: 'assembled',
  resolveId: (id: string) => (id.startsWith(prefix) ? `\0${id}` : null),
  load: async (id: string) =>
    id.startsWith(`\0${prefix}`) ? `export default Uint8Array.from([${(await programOf(id.slice(1))).join()}]);` : null,
};
