import { expect, test } from 'vitest';
import { labels } from '../../build/prices/check/labels.ts';
import { fold, matcher } from '../../build/prices/check/match-model.ts';
import { soldByHosts } from '../../build/prices/check/sold-by-hosts.ts';
import { dataset } from '../support/core/catalog.ts';
import { shippedData } from '../support/core/shipped-data.ts';
import { model, provider } from './support.ts';

const models = [
  model('claude-sonnet-5', { name: 'Claude Sonnet 5' }),
  model('claude-sonnet-5-5', {
    name: 'Claude Sonnet 5.5',
    aliases: ['claude-sonnet-5.5', 'claude-sonnet-5-5-20260928'],
  }),
  model('gpt-4.1', { name: 'GPT-4.1' }),
  model('o3', { name: 'o3' }),
];
const match = matcher(provider(models), { 'Sonnet 5': 'claude-sonnet-5', 'Sonnet 4': null });

test.each([
  ['claude-sonnet-5', 'claude-sonnet-5'],
  ['Claude Sonnet 5', 'claude-sonnet-5'],
  ['CLAUDE_SONNET_5', 'claude-sonnet-5'],
  ['  claude   sonnet - 5 ', 'claude-sonnet-5'],
  ['claude-sonnet-5-5', 'claude-sonnet-5-5'],
  ['Claude Sonnet 5.5', 'claude-sonnet-5-5'],
  ['claude-sonnet-5-5-20260928', 'claude-sonnet-5-5'],
  ['gpt-4-1', 'gpt-4.1'],
  ['sonnet 5', 'claude-sonnet-5'],
])('%j is %s', (label, id) => {
  expect(match(label)).toMatchObject({ kind: 'model', model: { id } });
});

test.each([
  // Prefixes and suffixes do not match.
  'claude-sonnet-5-5-5',
  'claude-sonnet-5 fast',
  'claude-sonnet',
  'claude-sonnet-50',
  'new claude-sonnet-5',
  'claude-sonnet-5-20260928',
  'gpt-4.1-mini',
  // Separators are neither removed nor inserted.
  'gpt-41',
  'gpt4.1',
  'o-3',
  'claude-sonnet55',
  '',
])('%j matches none of them', (label) => {
  expect(match(label)).toEqual({ kind: 'unknown' });
});

test('a label that is deliberately left out differs from an unknown one', () => {
  expect(match('sonnet-4')).toEqual({ kind: 'left out' });
});

test('a label that could be two models matches neither', () => {
  const two = matcher(provider([model('one', { aliases: ['same-1'] }), model('two', { name: 'Same 1' })]), {});
  expect(two('same 1')).toEqual({ kind: 'ambiguous', models: ['one', 'two'] });
  const settled = matcher(provider([model('one', { aliases: ['same-1'] }), model('two', { name: 'Same 1' })]), {
    'Same 1': 'two',
  });
  expect(settled('same 1')).toMatchObject({ kind: 'model', model: { id: 'two' } });
});

test('a label is unknown if the table maps it to a model we do not have', () => {
  expect(matcher(provider([]), { X: 'gone' })('X')).toEqual({ kind: 'unknown' });
});

test('in the shipped dataset every id, alias and name matches only its model', () => {
  for (const one of dataset.providers) {
    const find = matcher(one, {});
    for (const { id, name, aliases } of one.models) {
      for (const label of [id, name, ...aliases])
        expect(find(label), label).toMatchObject({ kind: 'model', model: { id } });
    }
  }
});

test('the label table names only models we have, and has no label that matches without it', () => {
  const { providers, offers } = shippedData();
  const sold = soldByHosts(providers, offers);
  for (const [providerId, rows] of Object.entries(labels)) {
    const own = providers.find(({ id }) => id === providerId);
    expect(own, providerId).toBeDefined();
    const ours = { ...(own as NonNullable<typeof own>) };
    ours.models = [...ours.models, ...(sold.get(providerId) ?? [])];
    const find = matcher(ours, {});
    for (const [label, id] of Object.entries(rows)) {
      if (id !== null)
        expect(
          ours.models.map((one) => one.id),
          label,
        ).toContain(id);
      const found = find(label);
      const isOnlyAnAlias =
        found.kind === 'model' && ![found.model.id, found.model.name].some((own) => fold(own) === fold(label));
      // Of a model that has ended or will, the row of a page is left out on purpose.
      const isEnding = found.kind === 'model' && found.model.lifecycle !== undefined;
      expect(found.kind === 'unknown' || (id === null && (isOnlyAnAlias || isEnding)), label).toBe(true);
    }
    const folded = Object.keys(rows).map(fold);
    expect(new Set(folded).size, providerId).toBe(folded.length);
  }
});
