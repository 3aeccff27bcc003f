/**
 * The command of a build in this process. Its 1.8 MB are compiled once; each run then starts with its own fresh state,
 * as a process would.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { transformSync } from 'esbuild';

type Run = (
  require: NodeJS.Require,
  module: { exports: { finished?: Promise<void> } },
  url: string,
  load: (name: string) => Promise<unknown>,
) => void;

const compiled = new Map<string, Run>();

/** The last statement of the program waits for its end, which a function cannot do at its top level. */
const lastStatement = /\nawait (?=\w+\(\w+\);)(?![\s\S]*\nawait )/;

function compile(path: string): Run {
  const text = readFileSync(path, 'utf8');
  if (!lastStatement.test(text)) throw new Error(`${path} does not end as expected`);
  const { code } = transformSync(text.replace(/^#!.*/, '').replace(lastStatement, '\nexport const finished = '), {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    define: { 'import.meta.url': '__url' },
  });
  const body = code.replaceAll('import("', '__import("');
  return new Script(`((require, module, __url, __import) => {${body}\n})`, { filename: path }).runInThisContext();
}

/** Runs `cli.js` of a build with the arguments of this process, to its end. */
export async function runProgram(dist: string): Promise<void> {
  const path = join(dist, 'cli.js');
  const run = compiled.get(path) ?? compile(path);
  compiled.set(path, run);
  const module: Parameters<Run>[1] = { exports: {} };
  const url = pathToFileURL(path).href;
  run(createRequire(path), module, url, (name) => import(name.startsWith('.') ? new URL(name, url).href : name));
  await module.exports.finished;
}
