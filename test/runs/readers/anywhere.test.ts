/** The readers need only the language and TextDecoder, so that they run in a browser's worker and at the edge. */
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { projectRoot } from '../../support/project-root.ts';
import { fixture, fixtures, read } from './read.ts';

const entry = `
  import { newReading } from './runtime/logs/read-report.ts';
  import { readCalls } from './runtime/logs/read-calls.ts';
  async function* once(bytes) { yield Uint8Array.from(bytes); }
  globalThis.readAll = async (bytes) => {
    const reading = newReading();
    const calls = [];
    for await (const batch of readCalls(once(bytes), 'log', reading)) calls.push(...batch);
    return JSON.stringify({ calls, report: reading.files[0] });
  };
`;

test('every fixture reads the same without Node', async () => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: projectRoot, sourcefile: join(projectRoot, 'entry.js') },
    bundle: true,
    platform: 'browser',
    format: 'iife',
    write: false,
  });
  const context = createContext({ TextDecoder, TextEncoder });
  const code = outputFiles[0]?.text ?? '';
  expect(code).not.toMatch(/require\(|\beval\(|new Function\(/);
  runInContext(code, context);
  for (const name of fixtures) {
    const expected = JSON.stringify(await read(fixture(name)));
    expect(await context.readAll([...fixture(name)]), name).toBe(expected);
    expect(await context.readAll([...gzipSync(fixture(name))]), `${name}.gz`).toBe(expected);
  }
});
