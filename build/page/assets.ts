/** What pages load: scripts from `runtime/site/`, the style sheet and images, each a file in `dist/public/assets/`. */
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { catalogFrom } from '../../runtime/core/dataset/catalog.ts';
import type { CatalogFile } from '../../runtime/core/dataset/dataset.ts';
import { sentText } from '../../runtime/site/catalog/compact-catalog.ts';
import { pricesInForce } from '../../runtime/site/catalog/prices-in-force.ts';
import type { FirstView } from '../../runtime/site/cost/cost-page.tsx';
import { validatorsPlugin } from '../output/validators.ts';

const root = join(import.meta.dirname, '../..');

/** The scripts by file name. A part that is loaded on first use is a separate entry. */
const scripts: Record<string, string> = {
  boards: 'runtime/site/boards/start-boards.tsx',
  docs: 'runtime/site/docs/start-docs.ts',
  log: 'runtime/site/log/start-log.tsx',
  'log-worker-code': 'runtime/site/log/worker-code.ts',
  models: 'runtime/site/models/start-models.tsx',
  cost: 'runtime/site/cost/start-cost.tsx',
  tokens: 'runtime/site/tokens/start-tokens.tsx',
  data: 'runtime/site/catalog/data.ts',
};

/** Scripts that run in a worker. `virtual:page-worker/NAME` holds their code: a page on disk needs it for a Blob. */
const workers: Record<string, string> = {
  'log-worker': 'runtime/site/log/log-worker.ts',
};

/** The style sheets by file name: that of every page, and those of pages with many rules of their own. */
const sheets: Record<string, string> = {
  site: 'runtime/site/site.css',
  boards: 'runtime/site/boards/boards.css',
  log: 'runtime/site/log/log.css',
};

const pictures = ['icon.svg', 'icon-32.png', 'icon-180.png', 'share.png'];

export interface Asset {
  /** In `assets/`. */
  name: string;
  content: string | Uint8Array;
}

export interface Assets {
  files: Asset[];
  /** The front page before its script runs: HTML by element id. */
  firstView: FirstView;
  /** Every source file of the assets, relative to the project. */
  inputs: string[];
}

const common = {
  absWorkingDir: root,
  bundle: true,
  preserveSymlinks: true,
  minify: true,
  // The pages explain nothing: the steps that `explain` records stay out of them.
  dropLabels: ['record'],
  platform: 'browser',
  format: 'iife',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'eof',
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** Builds all assets. Deterministic: the same sources and catalog give the same bytes. */
export async function assets(catalog: CatalogFile): Promise<Assets> {
  const inputs: string[] = [];
  const made = async (options: BuildOptions): Promise<Asset[]> => {
    const { outputFiles, metafile } = await build({
      ...common,
      outdir: join(root, 'assets'),
      ...options,
      write: false,
    });
    inputs.push(...Object.keys(metafile?.inputs ?? {}));
    return outputFiles.map(({ path, contents }) => ({ name: basename(path), content: contents }));
  };
  const plugins = [...dataPlugins(catalog), validatorsPlugin];
  const code = await made({ entryPoints: workers, plugins });
  const files = [
    ...(await made({ entryPoints: scripts, plugins: [workersPlugin(code), ...plugins] })),
    ...(await made({ entryPoints: sheets })),
    ...(await made({
      entryPoints: pictures.map((name) => `runtime/site/pictures/${name}`),
      loader: { '.svg': 'copy', '.png': 'copy' },
      entryNames: '[name]',
    })),
  ];
  const [program] = await made({
    entryPoints: { firstView: 'runtime/site/cost/first-view.tsx' },
    format: 'esm',
    platform: 'node',
    plugins,
  });
  return {
    files: files.sort((a, b) => (a.name < b.name ? -1 : 1)),
    firstView: await firstViewOf(program as Asset),
    inputs,
  };
}

/** Runs the program that draws the front page. */
async function firstViewOf({ content }: Asset): Promise<FirstView> {
  const address = `data:text/javascript;base64,${Buffer.from(content).toString('base64')}`;
  const { firstView } = (await import(address)) as { firstView: () => FirstView };
  return firstView();
}

/** `virtual:page-catalog` and `virtual:prices-in-force`: data as JSON text, parsed when needed. */
const dataPlugins = (catalog: CatalogFile): Plugin[] => [
  textPlugin('page-catalog', 'catalogText', JSON.stringify(catalog)),
  textPlugin('prices-in-force', 'pricesInForceText', sentText(pricesInForce(catalogFrom(catalog)))),
];

const textPlugin = (module: string, name: string, text: string): Plugin => ({
  name: module,
  setup(build) {
    build.onResolve({ filter: new RegExp(`^virtual:${module}$`) }, ({ path }) => ({ path, namespace: module }));
    build.onLoad({ filter: /.*/, namespace: module }, () => ({
      contents: `export const ${name} = ${JSON.stringify(text)};`,
    }));
  },
});

const workersPlugin = (code: readonly Asset[]): Plugin => ({
  name: 'page workers',
  setup(build) {
    build.onResolve({ filter: /^virtual:page-worker\// }, ({ path }) => ({ path, namespace: 'page-worker' }));
    build.onLoad({ filter: /.*/, namespace: 'page-worker' }, ({ path }) => {
      const found = code.find(({ name }) => name === `${basename(path)}.js`);
      return {
        contents: `export const code = ${JSON.stringify(Buffer.from(found?.content ?? '').toString())};`,
      };
    });
  },
});
