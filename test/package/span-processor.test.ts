/** `costProcessor` of the library, in the place of a span processor of OpenTelemetry's SDK. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { testDist } from '../support/dist.ts';

let library: typeof import('../../runtime/library/library.ts');
beforeAll(async () => {
  library = await import(pathToFileURL(join(testDist, 'index.js')).href);
});

/** 2026-11-20T10:00:00Z */
const startTime = [1_795_168_800, 0] as const;

test('adds what a call cost to the attributes of its span', () => {
  const attributes: Record<string, unknown> = {
    'gen_ai.request.model': 'claude-sonnet-4-6',
    'gen_ai.usage.input_tokens': 47_000,
    'gen_ai.usage.cache_read.input_tokens': 45_000,
    'gen_ai.usage.output_tokens': 850,
  };
  library.costProcessor().onEnd({ attributes, startTime });
  // 2,000 fresh x 3 + 45,000 from the cache x .3 + 850 x 15 millionths of a dollar
  expect(attributes).toMatchObject({
    'gen_ai.usage.cost.amount': 0.03225,
    'gen_ai.usage.cost.currency': 'USD',
    'gen_ai.usage.cost.source': 'local',
    'agent_cost.price.on': '2026-11-20',
  });
});

test('a price of the caller counts', () => {
  const overlay = { name: 'contract', rules: [{ model: 'claude-sonnet-4-6', discountPct: 10 }] };
  const attributes: Record<string, unknown> = {
    'gen_ai.request.model': 'claude-sonnet-4-6',
    'gen_ai.usage.output_tokens': 1000,
  };
  library.costProcessor({ overlay }).onEnd({ attributes, startTime });
  // 1,000 x 15 millionths less 10 %
  expect(attributes['gen_ai.usage.cost.amount']).toBe(0.0135);
});

test.each([{}, { 'http.method': 'GET' }, { 'gen_ai.usage.input_tokens': 'many' }])(
  'leaves a span that is no call alone, and does not throw: %j',
  async (given) => {
    const attributes: Record<string, unknown> = { ...given };
    const processor = library.costProcessor();
    processor.onStart();
    processor.onEnd({ attributes, startTime });
    await Promise.all([processor.forceFlush(), processor.shutdown()]);
    expect(attributes).not.toHaveProperty(['gen_ai.usage.cost.amount']);
  },
);
