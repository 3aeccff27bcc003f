/** WebAssembly from sources in AssemblyScript, for modules named `virtual:assembled/` and the path of the source below `runtime`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import asc from 'assemblyscript/asc';
import type { Plugin } from 'esbuild';

const prefix = 'virtual:assembled/';
const sourceOf = (name: string): string =>
  join(import.meta.dirname, '../../runtime', `${name.slice(prefix.length)}.as`);

/** @throws an Error with what the compiler says */
async function assembled(name: string): Promise<Uint8Array> {
  const source = sourceOf(name);
  const made: Uint8Array[] = [];
  const options = ['--enable', 'simd', '--runtime', 'stub', '--importMemory', '--noAssert', '-O3'];
  const { error, stderr } = await asc.main(['source.ts', '-o', 'program.wasm', ...options], {
    readFile: (file) => (file === 'source.ts' ? readFileSync(source, 'utf8') : null),
    writeFile: (_, content) => void made.push(content as Uint8Array),
  });
  const [program] = made;
  if (error !== null || program === undefined) throw new Error(`${source}: ${stderr}`, { cause: error });
  return program;
}

/** Several programs of a build contain the same one. */
const known = new Map<string, Promise<Uint8Array>>();

function programOf(name: string): Promise<Uint8Array> {
  const program = known.get(name) ?? assembled(name);
  known.set(name, program);
  return program;
}

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
