import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rawPresets } from '../support/core/raw-data.ts';
import { ask, post } from '../support/server/http.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());

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
const presets = rawPresets.map(({ id, workflow }) => ({ id, workflow }));

test('every preset states them', () => {
  for (const { workflow } of presets) {
    expect(Object.keys(workflow)).toEqual(expect.arrayContaining([...Object.keys(bounds), 'promptCaching']));
  }
});

describe.each(presets)('$id', ({ id, workflow: stated }) => {
  /** With the defaults of fields that the preset does not set. */
  let workflow: Record<string, unknown> = {};
  beforeAll(async () => {
    workflow = (await send({ presetId: id })).data.workflow;
    expect(workflow).toMatchObject(stated);
  });

  test('takes each override alone, echoes it, and leaves the other values unchanged', async () => {
    for (const [field, max] of numbers) {
      for (const value of [0, 1.5, max]) {
        const { status, data } = await send({ presetId: id, [field]: value });
        expect(status, `${field}: ${value}`).toBe(200);
        expect(data.workflow).toEqual({ ...workflow, [field]: value });
      }
    }
    for (const promptCaching of [true, false]) {
      const { status, data } = await send({ presetId: id, promptCaching });
      expect(status).toBe(200);
      expect(data.workflow).toEqual({ ...workflow, promptCaching });
    }
  });

  test('takes every override with compare too', async () => {
    for (const [field] of numbers) {
      const { status, data } = await send({ presetId: id, compare: true, [field]: 1.5 });
      expect(status).toBe(200);
      expect(data.workflow).toEqual({ ...workflow, [field]: 1.5 });
    }
  });
});

test('an override changes the numbers, not only the echo', async () => {
  const { costPerTask, monthlySpend } = (await send({ presetId: 'support' })).data;
  const doubled = (await send({ presetId: 'support', tasksPerMonth: 20_000 })).data;
  expect(doubled.costPerTask).toBe(costPerTask);
  expect(doubled.monthlySpend).toBeCloseTo(2 * monthlySpend, 5);
  for (const [field] of numbers.filter(([field]) => !['tasksPerMonth', 'taskFailureRatePct'].includes(field))) {
    const more = (await send({ presetId: 'support', [field]: 50 + Number(presets[1]?.workflow[field]) })).data;
    expect(more.costPerTask, field).toBeGreaterThan(costPerTask);
  }
});

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
      expect(error.message, value).toMatch(
        new RegExp(`^${field} must be (a number )?between 0 and ${max} \\(got .*\\)\\.$`),
      );
    }
  });

  test('reports the received value', async () => {
    expect((await sendRaw(field, '"5"')).error.message).toBe(
      `${field} must be a number between 0 and ${max} (got "5").`,
    );
    for (const [sent, shown] of [
      ['null', 'null'],
      ['true', 'true'],
    ]) {
      expect((await sendRaw(field, sent as string)).error.message).toContain(`(got ${shown})`);
    }
    expect((await sendRaw(field, '-1')).error.message).toBe(`${field} must be between 0 and ${max} (got -1).`);
  });

  test('takes the smallest number above 0, and -0 as 0', async () => {
    const smallest = await sendRaw(field, '5e-324');
    expect(smallest.status).toBe(200);
    expect(smallest.data.workflow[field]).toBe(5e-324);
    expect(smallest.data.waste.costPerTask, 'a number, not what JSON makes of NaN').toEqual(expect.any(Number));
    const zero = await sendRaw(field, '-0');
    expect(zero.status).toBe(200);
    expect(zero.text).toContain(`"${field}":0`);
    expect(zero.text).toBe((await sendRaw(field, '0')).text);
    expect((await sendRaw(field, '-0.0e5')).text).toBe(zero.text);
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
      for (const { id } of presets) expect(error.message).toContain(id);
    },
  );

  test('presetId with a typo gets the nearest name, by both GET and POST', async () => {
    for (const { error } of [await send({ presetId: 'codign' }), await get('?presetId=codign')]) {
      expect(error.message).toContain('Did you mean "coding"?');
    }
  });

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
