/** The programs in `dist`, bundled from `runtime` by esbuild. */
import { join, relative } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import type { CatalogFile } from '../../runtime/http/site.ts';
import type { Published } from '../../runtime/http/worker-bundle.ts';
import { validatorsPlugin } from './validators.ts';

const root = join(import.meta.dirname, '../..');

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  preserveSymlinks: true, // or the paths of a linked node_modules would get into the bundle
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // CommonJS dependencies call require.
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  plugins: [validatorsPlugin],
  metafile: true,
  logLevel: 'silent',
};

/**
 * Writes the programs into `dir` and returns their paths below it. Same sources, same bytes, in any directory.
 * The server's rarely needed parts are files of their own, so that a start does not read them.
 */
export async function bundle(dir: string): Promise<string[]> {
  const results = [
    await build({
      ...common,
      entryPoints: { server: 'runtime/node/start-server.ts' },
      outdir: dir,
      splitting: true,
      chunkNames: 'lib/[name]-[hash]',
    }),
    await build({
      ...common,
      entryPoints: { cli: 'runtime/cli/agent-cost.ts', index: 'runtime/library.ts' },
      outdir: dir,
    }),
  ];
  const outputs = results.flatMap(({ metafile }) => Object.keys(metafile?.outputs ?? {}));
  return outputs.map((path) => relative(dir, join(root, path))).sort();
}

/**
 * Writes `worker.js`, an ES module for an edge platform: no Node built-in (esbuild fails on one), no code made at run
 * time, everything a POST needs inside. `files` are those below `/api/v1`, each with its encodings beside it.
 */
export async function bundleWorker(dir: string, catalog: CatalogFile, files: readonly string[]): Promise<string> {
  const published: Published = { catalog, files };
  // JSON.parse of a string reads faster than the same object as code.
  const text = JSON.stringify(JSON.stringify(published));
  await build({
    ...common,
    stdin: {
      contents: `import { worker } from './runtime/edge/worker.ts';\nexport default worker(JSON.parse(${text}));\n`,
      resolveDir: root,
    },
    outfile: join(dir, 'worker.js'),
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    minify: true,
    banner: {},
  });
  return 'worker.js';
}
