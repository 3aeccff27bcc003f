/** Whatever stands in an argument of a tool, or for its name: an answer or a refusal, never a fault of the program. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listedInputs } from '../../runtime/mcp/tool-schemas.ts';
import { temporaryDirectory } from '../support/copies.ts';
import { strangeNames, strangeValues } from '../support/strange-names.ts';
import { call, connected } from './client.ts';

let client: Client;
const home = temporaryDirectory();
const log = join(home, 'calls.jsonl');
beforeAll(async () => {
  writeFileSync(log, '{"model":"gpt-5.4","input_tokens":1000,"output_tokens":100,"provider":"__proto__"}\n');
  client = await connected({ HOME: home });
});
afterAll(() => client?.close());

/** Enough for every tool to answer. */
const usual = { presetId: 'coding', model: 'gpt-5.4', input: 1000, name: 'gpt-5.4', logs: [log], paths: [log], usd: 5 };

test.each(Object.entries(listedInputs))('%s', async (tool, schema) => {
  const { properties } = schema as { properties: object };
  const known = Object.entries(usual).filter(([name]) => Object.hasOwn(properties, name));
  const all = [...Object.keys(properties), ...strangeNames].flatMap((field) =>
    strangeValues.map((value) => [field, value] as const),
  );
  for (const [field, value] of all) {
    const input = Object.fromEntries([...known, [field, value]]);
    const refusal = await call(client, tool, input).then(
      ({ isError, text }) => {
        expect(text.length, field).toBeGreaterThan(isError ? 10 : 0);
        return null;
      },
      (error: unknown) => error,
    );
    if (refusal !== null) expect(refusal, field).toMatchObject({ code: ErrorCode.InvalidParams });
  }
});
