/** The programs in `dist`, bundled from `runtime` by esbuild. */
import { join, relative } from 'node:path';
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild';
import type { CatalogFile } from '../../runtime/core/dataset/dataset.ts';
import type { Published } from '../../runtime/http/worker-bundle.ts';
import { embeddedRunsPlugin } from '../data/embedded-runs.ts';
import { noticesFile } from './notices.ts';
import { validatorsPlugin } from './validators.ts';

const root = join(import.meta.dirname, '../..');

/** Where the licences are, for whoever has one program alone. */
const footer = { js: `// Contains code of other packages; their licences: ${noticesFile}` };

const plugins = [validatorsPlugin];

/** Leaves a module out: it is loaded from the program of that name in the same directory. */
const besidePlugin = (module: RegExp, program: string): Plugin => ({
  name: program,
  setup(build) {
    build.onResolve({ filter: module }, () => ({ path: program, external: true }));
  },
});

/** The MCP SDK brings Ajv for questions that a server asks its user; ours asks none. */
const withoutAjvPlugin: Plugin = {
  name: 'without Ajv',
  setup(build) {
    build.onLoad({ filter: /\/sdk\/dist\/esm\/validation\/ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }));
  },
};

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  preserveSymlinks: true, // or the paths of a linked node_modules would get into the bundle
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // CommonJS dependencies call require. Another name than createRequire, which a package may import itself.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  legalComments: 'eof', // what a package writes into its code goes with it; the licences are in a file of their own
  footer,
  plugins,
  metafile: true,
  logLevel: 'silent',
};

/** What was written, below its directory, and every file that went into it, below the project. */
export interface Bundled {
  paths: string[];
  inputs: string[];
}

/** Writes the programs into `dir`. Same sources, same bytes, in any directory. */
export async function bundle(dir: string): Promise<Bundled> {
  const made = [await bundleServer(dir), await bundleCommand(dir), await bundleMcp(dir)];
  return { paths: made.flatMap(({ paths }) => paths).sort(), inputs: made.flatMap(({ inputs }) => inputs) };
}

/** The server's rarely needed parts are files of their own, so that a start does not read them. */
const bundleServer = async (dir: string): Promise<Bundled> =>
  bundledIn(
    dir,
    await build({
      ...common,
      entryPoints: { server: 'runtime/node/start-server.ts' },
      outdir: dir,
      splitting: true,
      chunkNames: 'lib/[name]-[hash]',
    }),
  );

/** The command is not minified: auditors read it. */
const bundleCommand = async (dir: string): Promise<Bundled> =>
  bundledIn(
    dir,
    await build({
      ...common,
      entryPoints: { cli: 'runtime/cli/agent-cost.ts' },
      external: ['@duckdb/node-api'], // a program of its own, which a user installs
      outdir: dir,
      plugins: [besidePlugin(/\/mcp\/serve-stdio\.ts$/, './mcp.js'), embeddedRunsPlugin, ...plugins],
    }),
  );

/** The MCP server of the command, which uses the library beside it. */
export const bundleMcp = async (dir: string): Promise<Bundled> =>
  bundledIn(
    dir,
    await build({
      ...common,
      entryPoints: { mcp: 'runtime/mcp/serve-stdio.ts' },
      loader: { '.md': 'text' },
      outdir: dir,
      minify: true,
      plugins: [besidePlugin(/\/library\/library\.ts$/, './index.js'), withoutAjvPlugin, ...plugins],
    }),
  );

function bundledIn(dir: string, result: BuildResult): Bundled {
  const outputs = Object.keys(result.metafile?.outputs ?? {});
  return { paths: outputs.map((path) => relative(dir, join(root, path))).sort(), inputs: inputsOf(result) };
}

/** For any platform: no Node built-in (esbuild fails on one), and no code made at run time. */
const anywhere: BuildOptions = {
  ...common,
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  banner: {},
};

/** Writes `index.js`, the library, with the catalog inside, and `client.js`, the client of the HTTP API. */
export async function bundleLibrary(dir: string, catalog: CatalogFile): Promise<Bundled> {
  const embedded: Plugin = {
    name: 'embedded catalog',
    setup(build) {
      build.onResolve({ filter: /^virtual:embedded-catalog$/ }, ({ path }) => ({ path, namespace: 'embedded' }));
      // A string that is parsed when it is needed reads faster than the same object as code.
      build.onLoad({ filter: /.*/, namespace: 'embedded' }, () => ({
        contents: `export const embeddedCatalog = ${JSON.stringify(JSON.stringify(catalog))};`,
      }));
    },
  };
  const result = await build({
    ...anywhere,
    entryPoints: { index: 'runtime/library/library.ts', client: 'runtime/library/client.ts' },
    outdir: dir,
    minify: true,
    plugins: [embedded, ...plugins],
  });
  return { paths: ['client.js', 'index.js'], inputs: inputsOf(result) };
}

/** Writes `worker.js`, an ES module for an edge platform: everything a POST needs inside. */
export async function bundleWorker(dir: string, published: Published): Promise<Bundled> {
  // JSON.parse of a string reads faster than the same object as code.
  const text = JSON.stringify(JSON.stringify(published));
  const result = await build({
    ...anywhere,
    stdin: {
      contents: `import { worker } from './runtime/edge/worker.ts';\nexport default worker(JSON.parse(${text}));\n`,
      resolveDir: root,
    },
    outfile: join(dir, 'worker.js'),
    minify: true,
  });
  return { paths: ['worker.js'], inputs: inputsOf(result) };
}

const inputsOf = ({ metafile }: BuildResult): string[] => Object.keys(metafile?.inputs ?? {});
