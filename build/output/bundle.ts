/** Bundles the programs in `dist` from `runtime` with esbuild. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type BuildOptions, type BuildResult, build, transform } from 'esbuild';
import type { CatalogFile } from '../../runtime/core/dataset/dataset.ts';
import type { Published } from '../../runtime/server/http/dist-format.ts';
import { assembledPlugin } from './assembled.ts';
import {
  besidePlugin,
  catalogBesidePlugin,
  lateFflatePlugin,
  placeholderPlugin,
  recordedRunsPlugin,
  requiredPlugin,
  type Script,
  serveHandlerPlugin,
  virtualPlugin,
  withData,
  withoutAjvPlugin,
  withoutProcessesPlugin,
} from './bundle-plugins.ts';
import { noticesFile } from './notices.ts';
import { programDigests } from './program-digests.ts';
import { validatorsPlugin } from './validators.ts';

const root = join(import.meta.dirname, '../..');

/** Points to the licences, for readers who have only one of the programs. */
const footer = { js: `// Contains code of other packages; their licences: ${noticesFile}` };

const plugins = [assembledPlugin, validatorsPlugin];

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  preserveSymlinks: true, // otherwise the bundle would contain the real paths of a linked node_modules
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // CommonJS dependencies call require. Renamed because a package may import createRequire itself.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  legalComments: 'eof', // keeps notices inside the code of packages; their licences are in a separate file
  footer,
  plugins,
  metafile: true,
  logLevel: 'silent',
};

/** Paths of the files written, relative to their directory, and of all inputs, relative to the project. */
export interface Bundled {
  paths: string[];
  inputs: string[];
}

/**
 * Writes the programs into `dir`. The same sources give the same bytes in any directory, whatever the data.
 * @param library `index.js`, and `assets` of the pages: pages.js knows their code
 */
export async function bundle(dir: string, library: Script, assets: readonly Script[]): Promise<Bundled> {
  const made = [await bundleServer(dir)];
  for (const options of programs(dir, library, assets)) made.push(await bundledIn(dir, options));
  return { paths: made.flatMap(({ paths }) => paths).sort(), inputs: made.flatMap(({ inputs }) => inputs) };
}

/**
 * The server's rarely needed parts are separate files, which are not loaded at startup. esbuild can split ES modules only;
 * each is then made CommonJS, which Node loads sooner, and its own modules with it. `server.js` is its name for people.
 */
async function bundleServer(dir: string): Promise<Bundled> {
  const result = await build({
    ...common,
    entryPoints: { server: 'runtime/server/node/start-server.ts' },
    outdir: dir,
    splitting: true,
    chunkNames: 'lib/[name]-[hash]',
    outExtension: { '.js': '.cjs' },
    banner: {},
    footer: {},
    write: false,
    plugins: [serveHandlerPlugin, ...plugins],
  });
  for (const { path, text } of result.outputFiles) {
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      supported: { 'dynamic-import': false },
      define: { 'import.meta.dirname': '__dirname' },
      minifyWhitespace: true,
      footer: footer.js,
    });
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, code);
  }
  const { paths, inputs } = filesOf(dir, result);
  writeFileSync(
    join(dir, 'server.js'),
    `${common.banner?.js} require(${JSON.stringify('./server.cjs')});\n${footer.js}\n`,
  );
  return { paths: ['server.js', ...paths], inputs };
}

/** What sets each other program apart, one after the other: pages.js holds the digest of cli.js. */
function* programs(dir: string, library: Script, assets: readonly Script[]): Generator<BuildOptions> {
  // The command is not minified, because auditors read it.
  yield {
    entryPoints: { cli: 'runtime/cli/agent-cost.ts' },
    external: ['@duckdb/node-api'], // optional; users install it themselves
    plugins: [
      besidePlugin(/\/mcp\/serve-stdio\.ts$/, './mcp.js'),
      besidePlugin(/\/audit\/program-files\.ts$/, './pages.js'),
      recordedRunsPlugin,
      ...plugins,
    ],
  };
  /*
   * What starts the command, and all that a status line and a hook need, in three parts, the thread that reads logs, `live` and
   * `price`: most of their time goes into loading, so what reads a log is loaded only where one was written, and what looks a
   * price up only for a model and a day that were not seen before. Node loads CommonJS sooner than a module.
   */
  yield {
    entryPoints: {
      'agent-cost': 'runtime/cli/start.ts',
      'read-log': 'runtime/cli/running/grown-log.ts',
      'look-up-prices': 'runtime/cli/running/looked-up-prices.ts',
      'log-reader': 'runtime/cli/running/log-reader.ts',
      live: 'runtime/cli/live-alone.ts',
      price: 'runtime/cli/price-alone.ts',
    },
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    banner: { js: "const thisModule = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': 'thisModule' },
    minify: true,
    plugins: [
      besidePlugin(/^\.\/agent-cost\.ts$/, './cli.js'),
      requiredPlugin(/^\.\/grown-log\.ts$/, './read-log.cjs'),
      requiredPlugin(/^\.\/looked-up-prices\.ts$/, './look-up-prices.cjs'),
      requiredPlugin(/\/live-alone\.ts$/, './live.cjs'),
      requiredPlugin(/\/price-alone\.ts$/, './price.cjs'),
      lateFflatePlugin,
      withoutProcessesPlugin,
      ...plugins,
    ],
  };
  // What `verify` makes again besides the API's JSON. Not minified either; the digests are of the files that this build writes.
  const known = JSON.stringify(programDigests(dir, library, assets), null, 1);
  yield {
    entryPoints: { pages: 'runtime/audit/program-files.ts' },
    dropLabels: ['record'], // no page explains
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [virtualPlugin('program-files', () => `export const known = ${known};`), ...plugins],
  };
  yield mcpServer;
  // The library for programs in CommonJS, without the catalog a second time.
  yield {
    ...anywhere,
    entryPoints: { index: 'runtime/library/library.ts', client: 'runtime/library/client.ts' },
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    minify: true,
    plugins: [catalogBesidePlugin, ...plugins],
  };
}

/** The MCP server of the command, which loads the library next to it. */
const mcpServer: BuildOptions = {
  entryPoints: { mcp: 'runtime/mcp/serve-stdio.ts' },
  loader: { '.md': 'text' },
  dropLabels: ['record'], // no tool explains
  minify: true,
  plugins: [besidePlugin(/\/library\/library\.ts$/, './index.js'), withoutAjvPlugin, ...plugins],
};

export const bundleMcp = (dir: string): Promise<Bundled> => bundledIn(dir, mcpServer);

const bundledIn = async (dir: string, options: BuildOptions): Promise<Bundled> =>
  filesOf(dir, await build({ ...common, ...options, outdir: dir }));

function filesOf(dir: string, result: BuildResult): Bundled {
  const outputs = Object.keys(result.metafile?.outputs ?? {});
  return { paths: outputs.map((path) => relative(dir, join(root, path))).sort(), inputs: inputsOf(result) };
}

/** For any platform: no Node built-ins (esbuild fails on one) and no code generated at run time. */
const anywhere: BuildOptions = {
  ...common,
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  banner: {},
};

export interface Library {
  /** The library with the catalog embedded. */
  index: Script;
  /** The client of the HTTP API. */
  client: Script;
  inputs: string[];
}

/** `index.js` and `client.js`. */
export async function bundleLibrary(catalog: CatalogFile): Promise<Library> {
  const result = await build({
    ...anywhere,
    entryPoints: { index: 'runtime/library/library.ts', client: 'runtime/library/client.ts' },
    outdir: 'library',
    write: false,
    minify: true,
    // A string parsed on demand loads faster than the same object as code.
    plugins: [placeholderPlugin('embedded-catalog', 'embeddedCatalog', 'catalog'), ...plugins],
  });
  const texts = { catalog: JSON.stringify(catalog), prices: '' };
  const script = (name: string): Script => {
    const found = result.outputFiles?.find(({ path }) => basename(path) === name);
    return withData('', name, found?.contents as Uint8Array, texts);
  };
  return { index: script('index.js'), client: script('client.js'), inputs: inputsOf(result) };
}

/** Writes `worker.js`, an ES module for edge platforms with everything a POST needs embedded. */
export async function bundleWorker(dir: string, published: Published): Promise<Bundled> {
  // JSON.parse of a string is faster than the same object as code.
  const text = JSON.stringify(JSON.stringify(published));
  const result = await build({
    ...anywhere,
    stdin: {
      contents: `import { worker } from './runtime/server/edge/worker.ts';\nexport default worker(JSON.parse(${text}));\n`,
      resolveDir: root,
    },
    outfile: join(dir, 'worker.js'),
    minify: true,
    // It explains nothing: the steps that `explain` records stay out of it.
    dropLabels: ['record'],
  });
  return { paths: ['worker.js'], inputs: inputsOf(result) };
}

const inputsOf = ({ metafile }: BuildResult): string[] => Object.keys(metafile?.inputs ?? {});
