/** No call is billed at the price of a seller that nobody named. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import { catalogFrom, knownModels } from '../../runtime/core/dataset/catalog.ts';
import { catalogAt, isResold, resellerOf } from '../../runtime/core/dataset/host-catalog.ts';
import { sellersAtOwnPrices, sellersOf } from '../../runtime/core/dataset/sellers.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { ApiError } from '../../runtime/core/schemas/api-error.ts';
import type { Call } from '../../runtime/core/schemas/priced-call-schemas.ts';
import { catalog } from '../support/core/catalog.ts';
import { estimate } from '../support/core/made-up.ts';

/** A million tokens in and none out: the price of input. */
const priced = (model: string, fields: Partial<Call> = {}) =>
  priceCall(catalog, { model, input: 1_000_000, ...fields });

describe('open weights that only hosts sell', () => {
  test.each(['gpt-oss-120b', 'openai/gpt-oss-120b', 'gpt-oss-20b'])('%s alone has no price', (name) => {
    const { usd, unpriced, model } = priced(name);
    expect({ usd, model: model !== null }).toEqual({ usd: null, model: true });
    expect(unpriced).toMatch(/is sold by .*\(.*groq.*\): name one as the host/);
  });

  test('a host that stopped selling one has its last price for calls before', () => {
    // Llama 3.3 on Groq: 0.59 in, until its shutdown there.
    expect(priced('llama-3.3-70b-versatile', { on: '2026-06-01' }).usd).toBeNull();
    expect(priced('groq/llama-3.3-70b-versatile', { on: '2026-06-01' }).usd).toBe(0.59);
    expect(priced('groq/llama-3.3-70b-versatile').unpriced).toMatch(/was shut down/);
  });

  test('the sellers are named, with the lowest price', () => {
    // gpt-oss-120b: Bedrock and Groq, both 0.15 / 0.60.
    expect(priced('gpt-oss-120b').unpriced).toContain('sold by 2 hosts from $0.15/$0.60 per 1M tokens in/out (');
  });

  test.each([
    ['groq/openai/gpt-oss-120b', {}, 0.15],
    ['gpt-oss-120b', { host: 'groq' }, 0.15],
    ['gpt-oss-120b', { host: 'bedrock' }, 0.15],
    ['bedrock/gpt-oss-120b', {}, 0.15],
  ] as const)('%s %j is billed at the host that is named', (name, fields, usd) => {
    expect(priced(name, fields).usd).toBe(usd);
  });

  test('the maker of a model sells it by its name, its own host included', () => {
    expect(priced('nova-pro').usd).toBe(0.8);
    expect(priced('bedrock/amazon.nova-pro-v1:0').usd).toBe(0.8);
  });
});

describe('a host that sets its own prices', () => {
  test.each([
    ['deepinfra/deepseek-ai/DeepSeek-V4-Pro', {}],
    ['deepseek-v4-pro', { host: 'together' }],
    ['deepseek-v4-pro', { host: 'together_ai' }],
    ['azure/deepseek-v4-pro', {}],
    ['glm-5.3', { host: 'novita' }],
    ['huggingface/zai-org/GLM-5.3', {}],
  ])("%s %j has no maker's price", (name, fields) => {
    const { usd, unpriced } = priced(name, fields);
    expect(usd).toBeNull();
    expect(unpriced).toMatch(/^No price of .* is known, and that of another seller need not be the same: /);
  });

  test("clouds that sell at the maker's list price do, with a note", () => {
    const { usd, notes } = priced('azure/gpt-5-mini');
    expect(usd).toBe(0.25);
    expect(notes.join()).toMatch(/list price of OpenAI/);
    expect(priced('vertex_ai/claude-opus-4-8').usd).toBe(5);
    expect(priced('azure_ai/claude-opus-4-8').usd).toBe(5);
  });

  test('a host nobody knows leaves the price of the maker, with a note', () => {
    const { usd, notes } = priced('gpt-5', { host: 'my-proxy' });
    expect(usd).toBe(1.25);
    expect(notes.join()).toMatch(/my-proxy sets its own/);
    expect(priced('gpt-oss-120b', { host: 'my-proxy' }).usd).toBeNull();
  });
});

describe('a gateway', () => {
  const { file } = catalog;
  const gateway = {
    ...{ id: 'openrouter', name: 'OpenRouter', pricingUrl: 'https://openrouter.ai/models', provider: null },
    ...{ passesOn: ['gpt-5'], passesOnSeen: '2026-11-10' },
  };
  const { offers } = file.data;
  const listed = catalogFrom({
    ...file,
    data: { ...file.data, offers: { ...offers, hosts: [...offers.hosts, gateway] } },
  });
  const at = (model: string) => priceCall(listed, { model, input: 1_000_000 });

  test("passes a maker's price on, batch included, and the answer says so", () => {
    expect(at('openrouter/openai/gpt-5')).toMatchObject({ usd: 1.25, host: 'openrouter' });
    expect(at('openrouter/openai/gpt-5').notes.join()).toMatch(/passes on the list price of OpenAI.*2026-11-10/);
    expect(at('openrouter/openai/gpt-5:batch').usd).toBe(0.625);
  });

  test('has no price of a model that its list does not have', () => {
    expect(at('openrouter/deepseek/deepseek-v4-pro')).toMatchObject({ usd: null, host: 'openrouter' });
  });
});

describe('your own machine', () => {
  test.each([
    ['gpt-oss:120b', {}],
    ['ollama/gpt-oss:20b', {}],
    ['ollama_chat/llama3.2:3b', {}],
    ['llama3.3:70b-instruct-q4_k_m', {}],
    ['hosted_vllm/gpt-oss-120b', {}],
    ['gpt-oss-120b', { host: 'vllm' }],
    ['gpt-5', { host: 'lm_studio' }],
    ['some-model', { host: 'Ollama' }],
  ])('%s %j has no price', (name, fields) => {
    const { usd, host, unpriced } = priced(name, fields);
    expect({ usd, host }).toEqual({ usd: null, host: 'local' });
    expect(unpriced).toMatch(/runs on your own machine/);
  });

  test('costs $0 where the caller says so, known model or not', () => {
    const answer = priced('ollama/gpt-oss:120b', { host: 'local', output: 5 });
    expect(answer).toMatchObject({ usd: 0, unpriced: null, model: 'gpt-oss-120b', pricing: null });
    expect(answer.lines).toMatchObject([
      { part: 'input', quantity: 1_000_000, rate: 0, usd: 0 },
      { part: 'output', quantity: 5, rate: 0, usd: 0 },
    ]);
    expect(answer.notes).toHaveLength(1);
    expect(priced('llama3.2:3b', { host: 'local' })).toMatchObject({ usd: 0, model: null });
  });
});

describe('for any model and any seller', () => {
  const models = knownModels(catalog).map(({ id }) => id);
  const hosts = [null, ...sellersAtOwnPrices, 'my-proxy'];

  test("a price is the maker's under the maker's name, or that of the host named", () => {
    fc.assert(
      fc.property(fc.constantFrom(...models), fc.constantFrom(...hosts), (id, host) => {
        const model = catalog.find(id);
        if (model === undefined || host === 'local') return;
        const { usd } = priced(id, host === null ? {} : { host });
        const there = host === null ? undefined : catalogAt(catalog, host)?.find(id);
        if (there !== undefined) expect(usd).not.toBeNull();
        else if (isResold(catalog, model)) expect(usd).toBeNull();
      }),
    );
  });

  test('the host that resells a model is among its sellers', () => {
    const resold = catalog.models.filter((model) => isResold(catalog, model));
    expect(resold.length).toBeGreaterThan(1);
    for (const model of resold) {
      const hosts = sellersOf(catalog, model.id).map(({ host }) => host);
      expect(hosts).toContain(resellerOf(catalog, model)?.id);
    }
  });
});

describe('an estimate', () => {
  const model = (modelId: string) => {
    const answer = resolveRequest(catalog, { presetId: 'coding', modelId });
    return answer instanceof ApiError
      ? answer.code
      : [answer.model.id, answer.sold.host?.id ?? null, answer.model.price.input];
  };

  test('takes the host in the name, and refuses a name without a seller', () => {
    expect(model('groq/openai/gpt-oss-120b')).toEqual(['gpt-oss-120b', 'groq', 0.15]);
    expect(model('openai/gpt-oss-120b')).toBe('invalid_request');
    expect(model('gpt-oss:120b')).toBe('invalid_request');
    expect(model('deepinfra/deepseek-ai/DeepSeek-V4-Pro')).toBe('invalid_request');
  });

  test("an id of /models is that seller's record, and the answer says whose price it is", () => {
    expect(model('gpt-oss-120b')).toEqual(['gpt-oss-120b', null, 0.15]);
    const notes = (modelId: string, host?: string) =>
      estimate(catalog, { presetId: 'coding', modelId, ...(host && { host }) }).notes.join();
    expect(notes('gpt-oss-120b')).toContain("at Groq: a host's price, not its maker's");
    expect(notes('gpt-oss-120b', 'groq')).not.toContain('not its maker');
    expect(notes('gpt-5')).not.toContain('not its maker');
  });

  test.each(['ollama/gpt-oss:120b', 'openai/gpt-oss-120b', 'hosted_vllm/gpt-5'])(
    'of %s is refused without advice that a workflow cannot follow',
    (modelId) => {
      const { message } = resolveRequest(catalog, { presetId: 'coding', modelId }) as ApiError;
      expect(message).toMatch(/^modelId: /);
      expect(message).not.toMatch(/"local"|--/);
    },
  );
});

test('what answers say names no option of the command line', () => {
  const unpriced = [
    'gpt-oss-120b',
    'ollama/gpt-oss:120b',
    'arn:aws:bedrock:us-east-1:1:application-inference-profile/x',
  ]
    .map((name) => priced(name).unpriced)
    .join(' ');
  expect(unpriced).toContain('"local"');
  expect(unpriced).not.toMatch(/--[a-z]/);
});
