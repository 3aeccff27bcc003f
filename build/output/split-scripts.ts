/**
 * A page's script in several files, loaded one after the other: the first is all that the first screen needs. What two of
 * them use is in the earlier one. Browsers run modules only from a server, and a page on disk must work too, so esbuild's
 * modules become classic scripts: a shared part leaves its exports in a global.
 */
import { basename } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

export interface Bundled {
  name: string;
  contents: Uint8Array;
}

/** Of the scripts below, in a browser: the exports of each shared part by its name. */
const global = 'globalThis.agentCost';

/** @param entries name and entry of each script, in the order in which they are loaded */
export async function splitScripts(
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
