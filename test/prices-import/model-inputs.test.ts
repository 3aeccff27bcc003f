/** What models take besides text, from lists that say different things about them. */
import { expect, test } from 'vitest';
import { nothing, statedOf } from '../../build/prices/check/compare-prices.ts';
import { type SellersNames, statedInputs } from '../../build/prices/import/named-prices.ts';
import type { Statement } from '../../build/prices/import/packages.ts';
import { withImported } from '../../runtime/core/schemas/data-files/imported-models-file.ts';
import { catalog } from '../support/core/catalog.ts';

const list = (seller: string, prefix: string, on: string, takes: Record<string, Statement['takes']>): SellersNames => ({
  seller,
  prefix,
  isGateway: false,
  statements: Object.entries(takes).map(([id, takes]) => ({
    by: { lineage: 'models.dev', name: 'some-list', version: '1.0.0', on },
    feed: seller,
    id,
    stated: statedOf(nothing, []),
    contextWindow: null,
    ends: null,
    ...(takes && { takes }),
  })),
});

test('a host is asked only for what no maker says, and what nobody says stays unknown', () => {
  const inputs = statedInputs(catalog, [
    list('groq', 'groq', '2026-11-02', { 'claude-haiku-4-5': { image: false } }),
    list('anthropic', '', '2026-11-01', { 'claude-haiku-4-5': { image: true }, 'claude-opus-4-5': {} }),
    list('openai', '', '2026-10-01', { 'gpt-4o': { image: true, pdf: true }, 'no-such-model': { image: true } }),
  ]);
  expect(inputs).toEqual([
    { source: { name: 'some-list 1.0.0 (npm): anthropic', on: '2026-11-01' }, image: ['claude-haiku-4-5'] },
    { source: { name: 'some-list 1.0.0 (npm): openai', on: '2026-10-01' }, image: ['gpt-4o'], pdf: ['gpt-4o'] },
  ]);
});

test('the newest source decides where two disagree, and every one that speaks of a model is named', () => {
  const [newer, older] = [
    { name: 'newer', on: '2026-11-01' },
    { name: 'older', on: '2026-10-01' },
  ];
  const providers = catalog.file.data.providers.filter(({ id }) => id === 'openai');
  const models = withImported(providers, {
    providers: [],
    inputs: [
      { source: newer, noImage: ['gpt-4o'] },
      { source: older, image: ['gpt-4o'], pdf: ['gpt-4o'] },
    ],
  }).flatMap((provider) => provider.models);
  const inputsOf = (id: string) => models.find((model) => model.id === id)?.inputs;
  expect(inputsOf('gpt-4o')).toEqual({ image: false, pdf: true, sources: [newer, older] });
  expect(inputsOf('gpt-4o-mini')).toBeUndefined();
});
