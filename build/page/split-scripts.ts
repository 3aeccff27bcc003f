/**
 * A page's script in two files: the first is all that the first screen needs, the second is loaded once that is drawn.
 * What both use is in the first. Browsers run modules only from a server, and a page on disk must work too, so esbuild's
 * modules become classic scripts: the shared part leaves its exports in a global.
 */
import { basename } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

export interface Bundled {
  name: string;
  contents: Uint8Array;
}

/** Of the scripts below, in a browser. */
const global = 'globalThis.agentCost';

/**
 * @param first name and entry of the script that the page loads
 * @param second of the one that the first loads
 */
export async function splitScripts(
  options: BuildOptions & { outdir: string },
  first: readonly [name: string, entry: string],
  second: readonly [name: string, entry: string],
): Promise<{ scripts: Bundled[]; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries([first, second]),
    format: 'esm',
    splitting: true,
    // Comments at the end of a module would be after its exports.
    legalComments: 'none',
    metafile: true,
    write: false,
  });
  const textOf = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
  const own = (name: string): string => textOf.get(`${name}.js`) as string;
  const shared = [...textOf].filter(([name]) => name !== `${first[0]}.js` && name !== `${second[0]}.js`);
  const [chunk] = shared;
  if (chunk === undefined || shared.length > 1) throw new Error(`${first[0]} and ${second[0]} share no single part.`);
  return {
    scripts: [
      { name: `${first[0]}.js`, contents: Buffer.from(exporting(chunk[1]) + importing(own(first[0]))) },
      { name: `${second[0]}.js`, contents: Buffer.from(importing(own(second[0]))) },
    ],
    inputs: Object.keys(metafile?.inputs ?? {}),
  };
}

/** The shared part as a script: `export{a as b}` becomes a property of the global. */
function exporting(module: string): string {
  const [, code, names] = /^([\s\S]*)export\{([^}]*)\};?\s*$/.exec(module) ?? [];
  if (code === undefined || names === undefined) throw new Error('The shared part ends with no exports.');
  const properties = names.split(',').map((name) => {
    const [, local, exported] = /^\s*([\w$]+)(?: as ([\w$]+))?\s*$/.exec(name) ?? [];
    return `${exported ?? local}:${local}`;
  });
  return `(()=>{${code}${global}={${properties.join()}}})();\n`;
}

/** A script that imports from the shared part: `import{b as c}from"..."` becomes a destructured global. */
function importing(module: string): string {
  const code = module.replace(/^import\{([^}]*)\}from"[^"]*";/, (_, names: string) => {
    const properties = names.split(',').map((name) => name.trim().replace(' as ', ':'));
    return `const{${properties.join()}}=${global};`;
  });
  if (/^import\b/.test(code)) throw new Error('An import is not from the shared part.');
  return `(()=>{${code.trimEnd()}})();\n`;
}
