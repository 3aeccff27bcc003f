/** No prompt and no answer leaves the readers: not in a record, not in a report, not in an error. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixture, fixtures, read } from './read.ts';

/** What the fixtures have wherever a log has a prompt, an answer, a tool's input or its output. */
const secret = 'PROMPT-SECRET';

/** All that a caller gets of a file. */
const told = async (bytes: string | Uint8Array): Promise<string> =>
  JSON.stringify(await read(bytes).catch((error: Error) => [error.name, error.message]));

test('the fixtures have secrets in their content', () => {
  const without = fixtures.filter((name) => !new TextDecoder().decode(fixture(name)).includes(secret));
  expect(without).toEqual(fixtures.filter((name) => /^(anthropic|openai|openrouter)/.test(name)));
});

test('they are in nothing that is handed on', async () => {
  for (const name of fixtures) expect(await told(fixture(name)), name).not.toContain(secret);
});

test('nor when the file is cut anywhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fixtures), fc.nat(), async (name, start) => {
      const text = new TextDecoder().decode(fixture(name));
      const from = start % text.length;
      // A cut through the secret itself leaves a part of it, which is searched for too.
      expect(await told(text.slice(0, from))).not.toMatch(/PROMPT-S|PT-SECRET/);
      expect(await told(text.slice(from))).not.toMatch(/PROMPT-S|PT-SECRET/);
    }),
    { numRuns: 300, seed: 20261121 },
  );
});

test('nor when a count, a time or a model has content in its place', async () => {
  for (const field of ['input_tokens', 'output_tokens', 'cached_tokens', 'timestamp', 'reasoning_tokens']) {
    const row = { model: 'm', input_tokens: 1, output_tokens: 1, [field]: secret };
    const answer = await told(JSON.stringify(row));
    expect(answer).not.toContain(secret);
    expect(answer).toContain(`${field} is not a`);
  }
});

test('nor when content stands where a name belongs: what is as long as a text, or has lines, is no name', async () => {
  const content = `${secret} `.repeat(50);
  for (const text of [content, `${secret}\nand more`]) {
    const row = { model: 'm', input: 1, output: 1, session: text, task: text, project: text, tags: [text], host: text };
    expect(await told(JSON.stringify(row))).not.toContain(secret);
    expect(await told(JSON.stringify({ ...row, model: text }))).toContain('model names no model');
  }
});

test('nor of a text that is no log', async () => {
  for (const text of [secret, `${secret},${secret}\n1,2`, `{"${secret} it is":1}`, `["${secret}"]`, `"${secret}"`]) {
    expect(await told(text), text).not.toContain(secret);
  }
});
