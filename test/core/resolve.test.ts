import { describe, expect, test } from 'vitest';
import { isResolved, resolve } from '../../runtime/core/dataset/resolve.ts';
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
    expect(found('gpt-5')).toEqual({ id: 'gpt-5', via: 'exact', host: null, region: null });
    expect(found('gpt-5-2025-08-07')).toEqual({ id: 'gpt-5', via: 'alias', host: null, region: null });
    expect(found('openai/gpt-5')).toEqual({ id: 'gpt-5', via: 'pattern', host: null, region: null });
    expect(found('eu.anthropic.claude-sonnet-4-6')).toEqual({
      id: 'claude-sonnet-4-6',
      via: 'pattern',
      host: 'bedrock',
      region: 'eu',
    });
    expect(found('accounts/fireworks/models/glm-5p3')).toMatchObject({ id: 'glm-5.3', host: 'fireworks' });
    expect(found('accounts/fireworks/routers/glm-5p3')).toMatchObject({ id: 'glm-5.3', host: 'fireworks' });
    expect(found('thinkingmachines/Inkling')).toMatchObject({ id: 'inkling', host: null });
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
      reason: 'It could mean several models.',
      near: ['model-1.5', 'model-1-5'],
    });
    expect(resolve(two, 'model-1-5')).toMatchObject({ via: 'exact' });
  });
});
