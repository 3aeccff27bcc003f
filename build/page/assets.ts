/** What pages load: scripts from `runtime/page/`, the style sheet and pictures, each a file in `dist/public/assets/`. */
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import type { CatalogFile } from '../../runtime/core/dataset/dataset.ts';
import { validatorsPlugin } from '../output/validators.ts';

const root = join(import.meta.dirname, '../..');

/** The scripts by the name of their file. A part that is loaded when it is first needed is an entry of its own. */
const scripts: Record<string, string> = {
  boards: 'runtime/page/boards/start.ts',
  docs: 'runtime/page/docs/start-docs.ts',
  log: 'runtime/page/log/start-log.ts',
  'log-worker-code': 'runtime/page/log/worker-code.ts',
  models: 'runtime/page/models/start-models.ts',
};

/** Scripts that run in a worker. Their code is `virtual:page-worker/NAME`, for a page on disk can make one only of a Blob. */
const workers: Record<string, string> = {
  'log-worker': 'runtime/page/log/log-worker.ts',
};

const pictures = ['icon.svg', 'icon-32.png', 'icon-180.png', 'share.png'];

export interface Asset {
  /** In `assets/`. */
  name: string;
  content: string | Uint8Array;
}

export interface Assets {
  files: Asset[];
  /** Every file that went into them, below the project. */
  inputs: string[];
}

const common = {
  absWorkingDir: root,
  bundle: true,
  preserveSymlinks: true,
  minify: true,
  platform: 'browser',
  format: 'iife',
  target: 'es2022',
  legalComments: 'eof',
  metafile: true,
  write: false,
  logLevel: 'silent',
} as const satisfies BuildOptions;

/** Makes all of them. Same sources and catalog, same bytes. */
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
  const plugins = [catalogPlugin(catalog), validatorsPlugin];
  const code = await made({ entryPoints: workers, plugins });
  const files = [
    ...(await made({ entryPoints: scripts, plugins: [workersPlugin(code), ...plugins] })),
    ...(await made({ entryPoints: { site: 'build/page/site.css' } })),
    ...(await made({
      entryPoints: pictures.map((name) => `build/page/pictures/${name}`),
      loader: { '.svg': 'copy', '.png': 'copy' },
      entryNames: '[name]',
    })),
  ];
  return { files: files.sort((a, b) => (a.name < b.name ? -1 : 1)), inputs };
}

/** `virtual:page-catalog`: the catalog as JSON text, which is parsed when it is needed. */
const catalogPlugin = (catalog: CatalogFile): Plugin => ({
  name: 'page catalog',
  setup(build) {
    build.onResolve({ filter: /^virtual:page-catalog$/ }, ({ path }) => ({ path, namespace: 'page-catalog' }));
    build.onLoad({ filter: /.*/, namespace: 'page-catalog' }, () => ({
      contents: `export const catalogText = ${JSON.stringify(JSON.stringify(catalog))};`,
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
