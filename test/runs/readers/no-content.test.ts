/**
 * No prompt and no answer leaves the readers: not in a record, not in a report, not in an error. The readers need only
 * the language and TextDecoder, so that they run in a browser's worker and at the edge.
 */

import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { projectRoot } from '../../support/project-root.ts';
import { rounds } from '../../support/rounds.ts';
import { fixture, fixtures, read } from './read.ts';

/** What the fixtures contain in place of prompts, answers, and inputs and outputs of tools. */
const secret = 'PROMPT-SECRET';

/** Everything that a caller gets from a file. */
const outcome = async (bytes: string | Uint8Array): Promise<string> =>
  JSON.stringify(await read(bytes).catch((error: Error) => [error.name, error.message]));

test('the fixtures have secrets in their content', () => {
  const without = fixtures.filter((name) => !new TextDecoder().decode(fixture(name)).includes(secret));
  expect(without).toEqual(fixtures.filter((name) => /^(anthropic|cursor|expected|openai|openrouter)/.test(name)));
});

test('no result contains them', async () => {
  for (const name of fixtures) expect(await outcome(fixture(name)), name).not.toContain(secret);
});

test('no result contains them when the file is truncated anywhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fixtures), fc.nat(), async (name, start) => {
      const text = new TextDecoder().decode(fixture(name));
      const from = start % text.length;
      // A cut through the secret leaves a part of it, which must not appear either.
      expect(await outcome(text.slice(0, from))).not.toMatch(/PROMPT-S|PT-SECRET/);
      expect(await outcome(text.slice(from))).not.toMatch(/PROMPT-S|PT-SECRET/);
    }),
    { numRuns: rounds(300), seed: 20261121 },
  );
});

test('no result contains content in place of a count or a time', async () => {
  for (const field of ['input_tokens', 'output_tokens', 'cached_tokens', 'timestamp', 'reasoning_tokens']) {
    const row = { model: 'm', input_tokens: 1, output_tokens: 1, [field]: secret };
    const answer = await outcome(JSON.stringify(row));
    expect(answer).not.toContain(secret);
    expect(answer).toContain(`${field} is not a`);
  }
});

test('no result contains content in place of a name: long or multi-line text is not a name', async () => {
  const content = `${secret} `.repeat(50);
  for (const text of [content, `${secret}\nand more`]) {
    const row = { model: 'm', input: 1, output: 1, session: text, task: text, project: text, tags: [text], host: text };
    expect(await outcome(JSON.stringify(row))).not.toContain(secret);
    expect(await outcome(JSON.stringify({ ...row, model: text }))).toContain('model names no model');
  }
});

test('no result contains the content of a text that is not a log', async () => {
  for (const text of [secret, `${secret},${secret}\n1,2`, `{"${secret} it is":1}`, `["${secret}"]`, `"${secret}"`]) {
    expect(await outcome(text), text).not.toContain(secret);
  }
});

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
