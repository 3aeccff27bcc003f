import { describe, expect, test } from 'vitest';
import { rawPresets } from '../support/core/raw-data.ts';
import { serverForTests } from '../support/server/for-tests.ts';
import { ask, post } from '../support/server/http.ts';

const server = serverForTests();

async function send(body: unknown) {
  const { status, text } = await post(server.base, '/api/v1/estimate', body);
  return { status, text, ...JSON.parse(text) };
}
async function get(query: string) {
  const { status, text } = await ask(server.base, `/api/v1/estimate${query}`);
  return { status, text, ...JSON.parse(text) };
}

/** Required upper bounds of the overrides, stated independently of the code; `promptCaching` is a boolean. */
const bounds: Record<string, number> = {
  tasksPerMonth: 1e9,
  modelCallsPerTask: 1000,
  toolCallsPerTask: 1000,
  handoffs: 100,
  systemPromptTokens: 2_000_000,
  toolSchemaTokens: 2_000_000,
  retrievedContextTokens: 2_000_000,
  outputTokensPerCall: 2_000_000,
  toolResultTokens: 2_000_000,
  retryRatePct: 100,
  timeoutLoopsPerTask: 100,
  hallucinatedToolPct: 100,
  taskFailureRatePct: 100,
};
const numbers = Object.entries(bounds);
const presets = rawPresets.map(({ id }) => id);

/** Sends a field with this JSON as its value. */
const sendRaw = (field: string, value: string) => send(`{${JSON.stringify(field)}:${value}}`);

describe.each(numbers)('%s', (field, max) => {
  const wrong = [
    '-1',
    '-0.001',
    '"5"',
    '""',
    'null',
    'true',
    'false',
    '[1]',
    '[]',
    '{}',
    '1e999',
    '-1e999',
    `${max + 1}`,
  ];

  test('refuses wrong values and names the field, the received value and the bound', async () => {
    for (const value of [...wrong, `${max}.001`]) {
      const { status, error } = await sendRaw(field, value);
      expect({ status, code: error?.code }, value).toEqual({ status: 400, code: 'invalid_request' });
      const kind = /^-?[\d.]+$/.test(value) ? '' : 'a number ';
      expect(error.message, value).toMatch(
        new RegExp(`^${field} must be ${kind}between 0 and ${max} \\(got .*\\)\\.$`),
      );
    }
    for (const sent of ['"5"', 'null', 'true', '-1']) {
      expect((await sendRaw(field, sent)).error.message).toContain(`(got ${sent})`);
    }
  });
});

describe('other fields', () => {
  test.each(['0', '1', '"true"', 'null', '[]', '{}'])('promptCaching and compare refuse %s', async (value) => {
    for (const field of ['promptCaching', 'compare']) {
      const { status, error } = await sendRaw(field, value);
      expect(status).toBe(400);
      expect(error.code).toBe('invalid_request');
      expect(error.message).toMatch(new RegExp(`^${field}: .* is not a boolean\\.$`));
    }
  });

  test.each(['null', '5', '""', '"Coding"', '["coding"]', '{}', 'true', '"constructor"', '"coding "'])(
    'presetId refuses %s and lists the presets',
    async (value) => {
      const { status, error } = await sendRaw('presetId', value);
      expect(status).toBe(400);
      expect(error.code).toBe('invalid_request');
      expect(error.message).toMatch(/^Unknown preset ".*"\..* Presets: |^presetId must be one of .* \(got .*\)\.$/);
      for (const id of presets) expect(error.message).toContain(id);
    },
  );

  test.each(['null', '5', '["gpt-4.1"]', 'true', '{}'])('modelId refuses %s', async (value) => {
    const { status, error } = await sendRaw('modelId', value);
    expect(status).toBe(400);
    expect(error.message).toMatch(/^modelId must be a string \(got .*\)\.$/);
  });

  test('an unknown one is refused, with the accepted fields and the nearest one', async () => {
    const { status, error } = await send({ retryRate: 5 });
    expect(status).toBe(400);
    expect(error.code).toBe('invalid_request');
    expect(error.message).toContain('Unknown field "retryRate"');
    for (const field of ['presetId', 'modelId', 'compare', ...Object.keys(bounds)]) {
      expect(error.message).toContain(field);
    }
    expect(error.message).toContain('Did you mean "retryRatePct"?');
    expect((await send({ TASKSPERMONTH: 5 })).error.message).toContain('Did you mean "tasksPerMonth"?');
  });

  test('all problems are reported together', async () => {
    const { error } = await send({ handoffs: -1, retryRatePct: 101, promptCaching: 1, nonsense: 1 });
    for (const field of ['handoffs', 'retryRatePct', 'promptCaching', 'nonsense'])
      expect(error.message).toContain(field);
  });
});

describe('GET /estimate', () => {
  test.each([...Object.keys(bounds), 'promptCaching'])('does not take %s and advises POST', async (field) => {
    const { status, error } = await get(`?presetId=coding&${field}=1`);
    expect(status).toBe(400);
    expect(error.code).toBe('invalid_request');
    expect(error.message).toContain(`"${field}"`);
    expect(error.message).toMatch(/overrides by POST/);
  });

  test('refuses any other parameter, and suggests the nearest name', async () => {
    const { status, error } = await get('?preset=coding');
    expect(status).toBe(400);
    expect(error.message).toContain('Did you mean "presetId"?');
    expect((await get('?utm_source=x&_=1')).status).toBe(200);
    expect((await get('?PresetId=coding')).status).toBe(400);
  });

  test('decodes a plus-encoded value', async () => {
    expect((await get('?modelId=gpt+9.9')).error.message).toContain('"gpt 9.9"');
  });
});

test('a message quotes only a short part of the received value', async () => {
  const long = 'x'.repeat(10_000);
  for (const { error } of [await send({ modelId: long }), await send({ [long]: 1 }), await send({ presetId: long })]) {
    expect(error.message.length).toBeLessThan(1000);
  }
});
