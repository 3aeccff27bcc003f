/** Runs a program of the build to completion, as a user would. */

import { execFile } from 'node:child_process';
import { Console } from 'node:console';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import { transformSync } from 'esbuild';
import { testDist } from './dist.ts';

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
async function runProgram(dist: string): Promise<void> {
  const path = join(dist, 'cli.js');
  const run = compiled.get(path) ?? compile(path);
  compiled.set(path, run);
  const module: Parameters<Run>[1] = { exports: {} };
  const url = pathToFileURL(path).href;
  run(createRequire(path), module, url, (name) => import(name.startsWith('.') ? new URL(name, url).href : name));
  await module.exports.finished;
}

export interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

const settings = { COLUMNS: '', PORT: '0', HOST: '127.0.0.1', AGENT_COST_INDEX: 'off' };

function run(program: string, args: string[], env: Record<string, string>): Promise<Finished> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...settings, ...env }, timeout: 60_000, killSignal: 'SIGKILL' as const };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, stdout, stderr });
    });
  });
}

/**
 * Arguments for Node that make the program run as another user, subject to permissions, if the tests run as root.
 * (Started as another user, it could not even read a Node that is installed below /root.)
 */
export const asNobody: readonly string[] =
  process.getuid?.() === 0
    ? ['--import', 'data:text/javascript,process.setgroups([]);process.setgid(65534);process.setuid(65534)']
    : [];

/** `agent-cost ARGS` in a process of its own, for what depends on that. */
export const startCli = (...args: string[]): Promise<Finished> => run(join(testDist, 'cli.js'), args, {});

/** `agent-cost ARGS` */
export const runCli = (...args: string[]): Promise<Finished> => runCliIn(process.cwd(), args);

/**
 * `agent-cost ARGS` of a build in a directory, in this process: to start Node would take longer than nearly every
 * command. The commands that a test starts at the same time run one after another.
 */
export function runCliIn(
  cwd: string,
  args: readonly string[],
  env: Record<string, string> = {},
  dist = testDist,
): Promise<Finished> {
  const finished = lastCommand.then(() => commandHere(dist, cwd, args, env));
  lastCommand = finished.catch(() => {});
  return finished;
}

let lastCommand: Promise<unknown> = Promise.resolve();

/** Lends the command what it takes from its process, and gives everything back. */
async function commandHere(
  dist: string,
  cwd: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Finished> {
  const { argv, exitCode, env: ownEnv, stdout, stderr } = process;
  const [ownFolder, out, err] = [process.cwd(), capture(stdout), capture(stderr)];
  const ownConsole = globalThis.console;
  process.argv = [process.execPath, 'agent-cost', ...args];
  process.exitCode = undefined;
  process.env = { ...ownEnv, ...settings, ...env };
  process.chdir(cwd);
  // Vitest's own console does not write to the streams of the process.
  globalThis.console = new Console(stdout, stderr);
  try {
    await runProgram(dist);
    return { code: Number(process.exitCode ?? 0), stdout: out.text(), stderr: err.text() };
  } finally {
    globalThis.console = ownConsole;
    process.chdir(ownFolder);
    Object.assign(process, { argv, env: ownEnv, exitCode });
    out.restore();
    err.restore();
  }
}

/** Keeps what is written to a stream, and drops the listeners that are added meanwhile. */
function capture(stream: NodeJS.WriteStream) {
  const { write } = stream;
  const before = stream.listeners('error');
  let text = '';
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  }) as typeof write;
  const restore = () => {
    stream.write = write;
    for (const listener of stream.listeners('error')) {
      if (!before.includes(listener)) stream.off('error', listener as () => void);
    }
  };
  return { text: () => text, restore };
}

/** `node dist/server.cjs ARGS`, for when it is expected to exit; code -1 if it still runs after a minute. */
export const runServer = (env: Record<string, string>, dist = testDist, ...args: string[]): Promise<Finished> =>
  run(join(dist, 'server.cjs'), args, env);
