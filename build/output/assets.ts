/** What pages load: scripts from `runtime/site/`, the style sheet and images, each a file in `dist/public/assets/`. */
import { basename, join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { catalogFrom } from '../../runtime/core/dataset/catalog.ts';
import type { CatalogFile } from '../../runtime/core/dataset/dataset.ts';
import { sentText } from '../../runtime/site/catalog/compact-catalog.ts';
import { pricesInForce } from '../../runtime/site/catalog/prices-in-force.ts';
import type { FirstView } from '../../runtime/site/cost/cost-page.tsx';
import { placeholderPlugin, type Script, withData, withWorker } from './bundle-plugins.ts';
import { validatorsPlugin } from './validators.ts';

const root = join(import.meta.dirname, '../..');
const outdir = join(root, 'assets');

/** The scripts by file name. A part that is loaded on first use is a separate entry. */
const scripts: Record<string, string> = {
  boards: 'runtime/site/boards/start-boards.tsx',
  changes: 'runtime/site/changes/start-changes.tsx',
  charts: 'runtime/site/components/start-charts.ts',
  docs: 'runtime/site/docs/start-docs.ts',
  front: 'runtime/site/cost/start-front.ts',
  log: 'runtime/site/log/start-log.tsx',
  'log-worker-code': 'runtime/site/log/worker-code.ts',
  models: 'runtime/site/models/start-models.tsx',
  moved: 'runtime/site/start-moved.ts',
  tokens: 'runtime/site/tokens/start-tokens.tsx',
  search: 'runtime/site/search/start-search.tsx',
  site: 'runtime/site/start-site.ts',
  data: 'runtime/site/catalog/data.ts',
};

/** The front page's: what its first screen needs, the rest, and the box that finds a model. */
const costScripts = [
  ['cost', 'runtime/site/cost/start-cost.tsx'],
  ['cost-details', 'runtime/site/cost/start-details.tsx'],
  ['cost-model-box', 'runtime/site/cost/start-model-box.tsx'],
] as const;

/** Runs in a worker. `log-worker-code` holds it as text: a page on disk needs that for a Blob. */
const worker = 'runtime/site/log/log-worker.ts';

/** The style sheets by file name: that of every page, and those of pages with many rules of their own. */
const sheets: Record<string, string> = {
  site: 'runtime/site/site.css',
  boards: 'runtime/site/boards/boards.css',
  log: 'runtime/site/log/log.css',
  tokens: 'runtime/site/tokens/tokens.css',
  lists: 'runtime/site/styles/lists.css',
  model: 'runtime/site/model/model.css',
  documents: 'runtime/site/docs/documents.css',
  search: 'runtime/site/search/search.css',
};

const pictures = ['icon.svg', 'icon-32.png', 'icon-180.png', 'share.png'];

export interface Assets {
  /** By name in `assets/`. */
  files: Script[];
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
  // The pages explain nothing: the steps that `explain` records stay out of them, as do the texts of the API's fields.
  dropLabels: ['record', 'documented'],
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
  const made = async (options: BuildOptions): Promise<Bundled[]> => {
    const { outputFiles, metafile } = await build({
      ...common,
      outdir,
      ...options,
      write: false,
    });
    inputs.push(...Object.keys(metafile?.inputs ?? {}));
    return outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  };
  const [code] = await made({ entryPoints: { worker }, plugins });
  const split = await splitScripts({ ...common, outdir, plugins }, costScripts);
  inputs.push(...split.inputs);
  const files = [
    ...split.scripts,
    ...(await made({ entryPoints: scripts, plugins })),
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
  const texts = { catalog: JSON.stringify(catalog), prices: sentText(pricesInForce(catalogFrom(catalog))) };
  const withCode = ({ name, contents }: Bundled): Uint8Array =>
    name === 'log-worker-code.js' ? withWorker(contents, (code as Bundled).contents) : contents;
  return {
    files: files
      .map((file) => withData('public/assets/', file.name, withCode(file), texts))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    firstView: await firstViewOf(program as Bundled, texts.prices),
    inputs,
  };
}

/** Runs the program that draws the front page. */
async function firstViewOf({ contents }: Bundled, prices: string): Promise<FirstView> {
  const address = `data:text/javascript;base64,${Buffer.from(contents).toString('base64')}`;
  const { firstView } = (await import(address)) as { firstView: (prices: string) => FirstView };
  return firstView(prices);
}

/** `virtual:page-catalog` and `virtual:prices-in-force`: JSON text, parsed when needed. */
const plugins = [
  placeholderPlugin('page-catalog', 'catalogText', 'catalog'),
  placeholderPlugin('prices-in-force', 'pricesInForceText', 'prices'),
  placeholderPlugin('page-worker/log-worker', 'code', 'worker'),
  validatorsPlugin,
];

export interface Bundled {
  name: string;
  contents: Uint8Array;
}

/** Of the scripts below, in a browser: the exports of each shared part by its name. */
const global = 'globalThis.agentCost';

/**
 * A page's script in several files, loaded one after the other: the first is all that the first screen needs. What two of
 * them use is in the earlier one. Browsers run modules only from a server, and a page on disk must work too, so esbuild's
 * modules become classic scripts: a shared part leaves its exports in a global.
 * @param entries name and entry of each script, in the order in which they are loaded
 */
async function splitScripts(
  options: BuildOptions & { outdir: string },
  entries: readonly (readonly [name: string, entry: string])[],
): Promise<{ scripts: Bundled[]; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries(entries),
    format: 'esm',
    splitting: true,
    // Comments at the end of a module would be after its exports.
    legalComments: 'none',
    metafile: true,
    write: false,
  });
  const textOf = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const importsOf = new Map(
    Object.entries(metafile.outputs).map(([path, { imports }]) => [
      basename(path),
      imports.map((one) => basename(one.path)),
    ]),
  );
  const written = new Set<string>();
  /** A module after the parts that it needs, as far as no earlier script has them. */
  const withParts = (file: string): string => {
    if (written.has(file)) return '';
    written.add(file);
    return [...(importsOf.get(file) ?? []).map(withParts), asScript(file, textOf.get(file) as string)].join('');
  };
  return {
    scripts: entries.map(([name]) => ({ name: `${name}.js`, contents: Buffer.from(withParts(`${name}.js`)) })),
    inputs: Object.keys(metafile.inputs),
  };
}

/** The exports of a part in the global. */
const exportsOf = (file: string): string => `${global}[${JSON.stringify(file)}]`;

/** A module as a script: its imports are taken from the global, `export{a as b}` becomes a property of it. */
function asScript(file: string, module: string): string {
  const code = module
    .trimEnd()
    .replace(/^(?:import(?:\{[^}]*\}from)?"[^"]*";)+/, (imports) =>
      imports.replace(/import(?:\{([^}]*)\}from)?"([^"]*)";/g, (_, names: string | undefined, path: string) =>
        names === undefined ? '' : `const{${names.replace(/([\w$]+) as /g, '$1:')}}=${exportsOf(basename(path))};`,
      ),
    )
    .replace(
      /export\{([^}]*)\};?$/,
      (_, names: string) =>
        `(${global}??={})[${JSON.stringify(file)}]={${names.replace(/([\w$]+) as ([\w$]+)/g, '$2:$1')}};`,
    );
  if (/^import\b/.test(code) || /\bexport\{[^}]*\};?$/.test(code)) throw new Error(`${file} is no script.`);
  return `(()=>{${code}})();\n`;
}
