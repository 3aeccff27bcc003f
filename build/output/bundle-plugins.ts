/**
 * What each program leaves out, replaces or takes in, as plugins of esbuild; and the data that scripts hold, put in after
 * esbuild has bundled them around a placeholder: so their code is the same for any data.
 */
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import {
  type EmbeddedData,
  embeddings,
  placeholder,
  withText,
  withUsualQuotes,
} from '../../runtime/audit/embedded-text.ts';
import { lookUp } from '../../runtime/core/values/look-up.ts';
import { recordedRows } from '../data/read-data.ts';

const root = join(import.meta.dirname, '../..');

/** A module `virtual:NAME` with this text. */
export const virtualPlugin = (name: string, contents: () => string): Plugin => ({
  name,
  setup(build) {
    build.onResolve({ filter: new RegExp(`^virtual:${name}$`) }, ({ path }) => ({ path, namespace: name }));
    build.onLoad({ filter: /.*/, namespace: name }, () => ({ contents: contents() }));
  },
});

/** The recorded runs of `data/evidence/`. A string parsed on demand loads faster than the same object as code. */
export const recordedRunsPlugin = virtualPlugin('recorded-runs', () => {
  const rows = recordedRows(join(root, 'data'));
  return `export const recordedRuns = ${JSON.stringify(JSON.stringify(rows))};`;
});

/** Leaves a module out of the bundle: `program`, in the same directory, is loaded in its place. */
export const besidePlugin = (module: RegExp, program: string): Plugin => ({
  name: program,
  setup(build) {
    build.onResolve({ filter: module }, () => ({ path: program, external: true }));
  },
});

/** The MCP SDK uses Ajv only for questions that a server asks its user; ours asks none. */
export const withoutAjvPlugin: Plugin = {
  name: 'without Ajv',
  setup(build) {
    build.onLoad({ filter: /\/sdk\/dist\/esm\/validation\/ajv-provider\.js$/ }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }));
  },
};

/**
 * serve-handler gets every Content-Type from us and never lists a folder: without the list of all media types it is a
 * quarter as large. It is given a path and not a URL, so it does not need url.parse either, of which newer versions of
 * Node warn.
 */
export const serveHandlerPlugin: Plugin = {
  name: 'serve-handler',
  setup(build) {
    build.onLoad({ filter: /\/mime-db\/db\.json$/ }, () => ({ contents: '{}', loader: 'json' }));
    build.onResolve({ filter: /^url$/ }, ({ importer }) =>
      /\/serve-handler\//.test(importer) ? { path: 'url', namespace: 'path-only' } : undefined,
    );
    build.onLoad({ filter: /^url$/, namespace: 'path-only' }, () => ({
      contents: 'exports.parse = (pathname) => ({ pathname });',
      loader: 'js',
    }));
  },
};

/**
 * Leaves a module out of a program in CommonJS and requires `program`, in the same directory, when it is imported: for an
 * `import()` Node would load its loader of modules first.
 */
export const requiredPlugin = (module: RegExp, program: string): Plugin => ({
  name: program,
  setup(build) {
    const namespace = `required ${program}`;
    build.onResolve({ filter: module }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: program, namespace },
    );
    build.onLoad({ filter: /.*/, namespace }, () => ({ contents: `module.exports = require('${program}');` }));
    build.onResolve({ filter: /.*/, namespace }, () => ({ path: program, external: true }));
  },
});

/** fflate makes its tables as soon as it is loaded, which a log that is not compressed need not wait for. */
export const lateFflatePlugin: Plugin = {
  name: 'late fflate',
  setup(build) {
    build.onResolve({ filter: /^fflate$/ }, ({ namespace }) =>
      namespace === 'only' ? undefined : { path: 'fflate', namespace: 'late' },
    );
    build.onLoad({ filter: /.*/, namespace: 'late' }, () => ({
      contents: "export function Gunzip(...given) { return new (require('Gunzip').Gunzip)(...given); }",
    }));
    // What requires fflate itself has all of it.
    build.onResolve({ filter: /^Gunzip$/, namespace: 'late' }, ({ path }) => ({ path, namespace: 'only' }));
    build.onLoad({ filter: /.*/, namespace: 'only' }, () => ({
      contents: "export { Gunzip } from 'fflate';",
      resolveDir: root,
    }));
  },
};

/** Commander can run other programs as subcommands; ours has none, and Node takes long to load what starts them. */
export const withoutProcessesPlugin: Plugin = {
  name: 'without processes',
  setup(build) {
    build.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /\/commander\//.test(importer) ? { path: 'nothing', namespace: 'nothing' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '' }));
  },
};

/** The catalog of the library where it need not be within: read from the file beside it, on first use. */
export const catalogBesidePlugin: Plugin = {
  name: 'catalog beside',
  setup(build) {
    const [path, namespace] = ['./catalog.json', 'catalog beside'];
    build.onResolve({ filter: /^virtual:embedded-catalog$/ }, () => ({ path, namespace }));
    build.onResolve({ filter: /.*/, namespace }, () => ({ path, external: true }));
    build.onLoad({ filter: /.*/, namespace }, () => ({
      contents: `module.exports = { get embeddedCatalog() { return JSON.stringify(require('${path}')); } };`,
    }));
  },
};

export interface Script {
  /** File name in its directory. */
  name: string;
  content: Uint8Array;
  /** The content with placeholders for the data it holds. */
  code: Uint8Array;
}

/** The module `virtual:MODULE`, whose only export is the placeholder of `text`. */
export const placeholderPlugin = (module: string, exported: string, text: string): Plugin =>
  virtualPlugin(module, () => `export const ${exported} = ${JSON.stringify(placeholder(text))};`);

/**
 * The script with its data.
 * @param dir of the script in a snapshot, with a trailing slash
 * @param code as esbuild made it; throws if it holds a placeholder where `embeddings` names none, or none where it does
 */
export function withData(dir: string, name: string, bundled: Uint8Array, texts: Record<EmbeddedData, string>): Script {
  const embedding = lookUp(embeddings, dir + name);
  if (embedding === undefined) {
    const left = Object.keys(texts).find((text) => Buffer.from(bundled).includes(placeholder(text)));
    if (left !== undefined) throw new Error(`${name} holds the ${left}: add it to runtime/audit/embedded-text.ts.`);
    return { name, content: bundled, code: bundled };
  }
  const { data, depth } = embedding;
  const code = withUsualQuotes(bundled, data);
  return { name, content: withText(code, data, depth, texts[data]), code };
}

/** A script with the code of another one as text, in place of the placeholder `worker`. */
export const withWorker = (bundled: Uint8Array, worker: Uint8Array): Buffer =>
  withText(
    withUsualQuotes(bundled, 'worker'),
    'worker',
    0,
    Buffer.from(withUsualQuotes(worker, 'catalog')).toString('utf8'),
  );
