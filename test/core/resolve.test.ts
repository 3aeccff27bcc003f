import { describe, expect, test } from 'vitest';
import { isResolved, nearIds, resolve } from '../../runtime/core/dataset/resolve.ts';
import { priceCall } from '../../runtime/core/pricing/price-call.ts';
import { catalog } from '../support/core/catalog.ts';
import { catalogOf } from '../support/core/dated.ts';
import { madeUpDataset } from '../support/core/made-up.ts';
import foreign from './data/foreign-ids.json' with { type: 'json' };

const idOf = (name: string): string | null => {
  const answer = resolve(catalog, name);
  return isResolved(answer) ? answer.model.id : null;
};

const resolved = Object.entries(foreign.resolved as Record<string, string[]>).flatMap(([id, names]) =>
  names.map((name) => [name, id] as const),
);

describe('names of gateways and clouds', () => {
  test('the list has enough of them', () => expect(resolved.length).toBeGreaterThan(400));

  test('find their model and no other', () => {
    expect(resolved.map(([name]) => [name, idOf(name)])).toEqual(resolved);
  });

  test.each(foreign.refused)('%j is refused', (name) => expect(idOf(name)).toBeNull());

  test('each of eight common spellings finds its model', () => {
    expect(idOf('openai/gpt-5')).toBe('gpt-5');
    expect(idOf('azure/gpt-4o')).toBe('gpt-4o');
    expect(idOf('us.anthropic.claude-sonnet-4-6-v1:0')).toBe('claude-sonnet-4-6');
    expect(idOf('anthropic/claude-sonnet-4.6')).toBe('claude-sonnet-4-6');
    expect(idOf('vertex_ai/claude-sonnet-4-5@20250929')).toBe('claude-sonnet-4-5');
    expect(idOf('bedrock/us-east-1/anthropic.claude-sonnet-4-6')).toBe('claude-sonnet-4-6');
    expect(idOf('openrouter/anthropic/claude-4.6-sonnet')).toBe('claude-sonnet-4-6');
    expect(idOf('gpt-5-2025-08-07')).toBe('gpt-5');
  });

  test('return how they were found, and their host and region', () => {
    const found = (name: string) => {
      const answer = resolve(catalog, name);
      if (!isResolved(answer)) throw new Error(name);
      const { model, ...how } = answer;
      return { id: model.id, ...how };
    };
    const none = { host: null, region: null, serviceTier: null };
    expect(found('gpt-5')).toEqual({ id: 'gpt-5', via: 'exact', ...none });
    expect(found('gpt-5-2025-08-07')).toEqual({ id: 'gpt-5', via: 'alias', ...none });
    expect(found('openai/gpt-5')).toEqual({ id: 'gpt-5', via: 'pattern', ...none });
    expect(found('eu.anthropic.claude-sonnet-4-6')).toEqual({
      id: 'claude-sonnet-4-6',
      via: 'pattern',
      host: 'bedrock',
      region: 'eu',
      serviceTier: null,
    });
    expect(found('accounts/fireworks/models/glm-5p3')).toMatchObject({ id: 'glm-5.3', host: 'fireworks' });
    expect(found('accounts/fireworks/routers/glm-5p3')).toMatchObject({ id: 'glm-5.3', host: 'fireworks' });
    expect(found('thinkingmachines/Inkling')).toMatchObject({ id: 'inkling', host: null });
  });
});

describe('what else stands in a name', () => {
  const found = (name: string) => {
    const answer = resolve(catalog, name);
    return isResolved(answer) ? [answer.model.id, answer.host, answer.serviceTier] : null;
  };

  test.each([
    ['openai/gpt-5-batch', 'gpt-5', 'batch'],
    ['openai/gpt-5:batch', 'gpt-5', 'batch'],
    ['anthropic/claude-opus-4.8-fast', 'claude-opus-4-8', 'priority'],
    ['openai/gpt-5.3-codex-fast', 'gpt-5.3-codex', 'priority'],
    ['gpt-5-mini-flex', 'gpt-5-mini', 'flex'],
    ['spacexai/grok-4.20-reasoning-batch', 'grok-4.20', 'batch'],
  ])('%s is %s at the level %s', (name, model, tier) => expect(found(name)).toEqual([model, null, tier]));

  test('a model whose own name ends in -fast is that model', () => {
    const two = catalogOf(
      madeUpDataset([
        { id: 'model-1', input: 1 },
        { id: 'model-1-fast', input: 2 },
      ]),
      '2026-06-01',
    );
    expect(resolve(two, 'zai/model-1-fast')).toMatchObject({ model: { id: 'model-1-fast' }, serviceTier: null });
  });

  test.each([
    ['claude-opus-4-6[1m]', 'claude-opus-4-6', null],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0[1m]', 'claude-sonnet-4-5', 'bedrock'],
    ['vertex_ai/claude-sonnet-4-6@default', 'claude-sonnet-4-6', 'vertex'],
    ['bedrock/invoke/us.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5', 'bedrock'],
    ['bedrock/converse/anthropic.claude-opus-4-8', 'claude-opus-4-8', 'bedrock'],
    [
      'bedrock/arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-4-6',
      'claude-sonnet-4-6',
      'bedrock',
    ],
    ['gemini-2.5-flash-001', 'gemini-2.5-flash', null],
    ['vertex_ai/gemini-2.5-pro-001', 'gemini-2.5-pro', 'vertex'],
    ['perplexity/sonar-pro', 'sonar-pro', null],
    ['stepfun/step-3.7-flash', 'step-3.7-flash', null],
    ['inception/mercury-3', 'mercury-3', null],
    ['tencent/hy4', 'hy4', null],
    ['bytedance-seed/seed-2-1-turbo', 'seed-2.1-turbo', null],
    ['spacexai/grok-4.7', 'grok-4.7', null],
  ])('%s is %s', (name, model, host) => expect(found(name)).toEqual([model, host, null]));

  test('a level is priced as such, whether the name says it or the call', () => {
    // gpt-5: batch 0.625 in and 5 out, priority 2.5 and 20, per million.
    const call = { input: 1_000_000, output: 100_000 };
    expect(priceCall(catalog, { ...call, model: 'openai/gpt-5:batch' })).toMatchObject({
      usd: 1.125,
      serviceTier: 'batch',
    });
    expect(priceCall(catalog, { ...call, model: 'openai/gpt-5-fast' })).toMatchObject({
      usd: 4.5,
      serviceTier: 'priority',
    });
    expect(priceCall(catalog, { ...call, model: 'openai/gpt-5-fast', serviceTier: 'batch' }).usd).toBe(1.125);
    expect(priceCall(catalog, { ...call, model: 'gpt-5' })).toMatchObject({ usd: 2.25, serviceTier: 'standard' });
  });
});

describe('a name that is nearly right', () => {
  const near = (name: string): string[] => {
    const answer = resolve(catalog, name);
    if (isResolved(answer)) throw new Error(`${name} is ${answer.model.id}`);
    expect(priceCall(catalog, { model: name, input: 1 })).toMatchObject({ usd: null, model: null });
    return nearIds(catalog, name, answer);
  };
  const days = (ids: readonly string[]) => ids.map((id) => catalog.find(id)?.facts.releaseDate);

  test.each(['sonnet', 'opus', 'gemini flash', 'claude', 'gpt'])('%j has candidates, newest first', (name) => {
    const found = near(name);
    expect(found.length).toBeGreaterThan(1);
    expect(days(found)).toEqual(days(found).sort().reverse());
  });

  test('they are those of the family and no other', () => {
    for (const id of near('sonnet')) expect(id).toMatch(/^claude-.*sonnet/);
    for (const id of near('gemini flash')) expect(id).toMatch(/^gemini-.*flash/);
    expect(near('sonnet 4')).toEqual(['claude-sonnet-4-6', 'claude-sonnet-4-5']);
  });

  test.each([
    ['gpt5', 'gpt-5'],
    ['sonnet4.6', 'claude-sonnet-4-6'],
    ['Sonnet 4.6', 'claude-sonnet-4-6'],
    ['anthropic opus 4.8', 'claude-opus-4-8'],
    ['gemini25flashlite', 'gemini-2.5-flash-lite'],
  ])('%j can only be %s', (name, id) => expect(near(name)).toEqual([id]));

  test('no candidate is made up', () => {
    for (const name of ['xyz', '5', 'sonnet 99', '', 'my company gpt']) expect(near(name)).toEqual([]);
  });

  test('a model that is shut down is named where no other has the words', () => {
    expect(near('o4mini')).toEqual(['o4-mini']);
  });
});

describe('a refusal', () => {
  const refusal = (name: string) => {
    const answer = resolve(catalog, name);
    if (isResolved(answer)) throw new Error(`${name} is ${answer.model.id}`);
    return answer;
  };

  test('of "latest" suggests the current model', () => {
    expect(refusal('openai/gpt-5-latest')).toMatchObject({
      reason: expect.stringContaining('latest'),
      near: ['gpt-5'],
    });
  });

  test('of a variant names the variant', () => {
    expect(refusal('openai/gpt-5:free')).toMatchObject({ reason: expect.stringContaining('":free"'), near: ['gpt-5'] });
  });

  test('a snapshot with its own price does not resolve to the model', () => {
    expect(idOf('gpt-4o-2024-05-13')).not.toBe('gpt-4o');
    expect(idOf('azure/gpt-4o-2024-08-06')).toBe('gpt-4o');
  });

  test('is the answer if two models could be meant', () => {
    const two = catalogOf(
      madeUpDataset([
        { id: 'model-1.5', input: 1 },
        { id: 'model-1-5', input: 2 },
      ]),
      '2026-06-01',
    );
    expect(resolve(two, 'openai/model-1_5')).toEqual({
      host: null,
      reason: 'It could mean several models.',
      near: ['model-1.5', 'model-1-5'],
    });
    expect(resolve(two, 'model-1-5')).toMatchObject({ via: 'exact' });
  });
});
