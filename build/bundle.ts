/** The programs in `dist`, bundled from `runtime` by esbuild. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { validatorsPlugin } from './validators.ts';

const root = join(import.meta.dirname, '..');

/** Writes the programs into `dir` and returns their paths below it. Same sources, same bytes, in any directory. */
export async function bundle(dir: string): Promise<string[]> {
  await build({
    absWorkingDir: root,
    entryPoints: { server: 'runtime/node/main.ts', cli: 'runtime/cli/main.ts' },
    outdir: dir,
    bundle: true,
    preserveSymlinks: true, // or the paths of a linked node_modules would get into the bundle
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // CommonJS dependencies call require.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [validatorsPlugin],
    logLevel: 'silent',
  });
  return ['server.js', 'cli.js'];
}
