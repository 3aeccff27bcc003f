import { join } from 'node:path';
import { expect, test } from 'vitest';
import { soldByHosts } from '../../build/prices/check/datasets.ts';
import { fold, labels, matcher, nothingLeftOut, readLeftOut } from '../../build/prices/check/match-model.ts';
import { dataset } from '../support/core/catalog.ts';
import { shippedData } from '../support/core/shipped-data.ts';
import { projectRoot } from '../support/project-root.ts';
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
const leftOut = {
  ...nothingLeftOut,
  pages: [{ seller: 'anthropic', names: ['Sonnet 4'], reason: 'Made up.' }],
};
const match = matcher(provider(models), leftOut, { 'Sonnet 5': 'claude-sonnet-5' });

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

test('a row that is left out with a reason differs from an unknown one, at that seller alone', () => {
  expect(match('sonnet-4')).toEqual({ kind: 'left out' });
  const elsewhere = matcher(provider(models, 'groq'), leftOut, {});
  expect(elsewhere('sonnet-4')).toEqual({ kind: 'unknown' });
});

test('a label that could be two models matches neither', () => {
  const two = matcher(
    provider([model('one', { aliases: ['same-1'] }), model('two', { name: 'Same 1' })]),
    nothingLeftOut,
    {},
  );
  expect(two('same 1')).toEqual({ kind: 'ambiguous', models: ['one', 'two'] });
  const settled = matcher(
    provider([model('one', { aliases: ['same-1'] }), model('two', { name: 'Same 1' })]),
    nothingLeftOut,
    {
      'Same 1': 'two',
    },
  );
  expect(settled('same 1')).toMatchObject({ kind: 'model', model: { id: 'two' } });
});

test('a label is unknown if the table maps it to a model we do not have', () => {
  expect(matcher(provider([]), nothingLeftOut, { X: 'gone' })('X')).toEqual({ kind: 'unknown' });
});

test('in the shipped dataset every id, alias and name matches only its model', () => {
  for (const one of dataset.providers) {
    const find = matcher(one, nothingLeftOut, {});
    for (const { id, name, aliases } of one.models) {
      for (const label of [id, name, ...aliases])
        expect(find(label), label).toMatchObject({ kind: 'model', model: { id } });
    }
  }
});

test('the label table names only models we have, and has no label that matches without it', () => {
  const { providers, offers } = shippedData();
  const sold = soldByHosts(providers, offers);
  for (const [providerId, { models: rows }] of Object.entries(labels().labels)) {
    const own = providers.find(({ id }) => id === providerId);
    expect(own, providerId).toBeDefined();
    const ours = { ...(own as NonNullable<typeof own>) };
    ours.models = [...ours.models, ...(sold.get(providerId) ?? [])];
    const find = matcher(ours, nothingLeftOut, {});
    for (const [label, id] of Object.entries(rows)) {
      expect(
        ours.models.map((one) => one.id),
        label,
      ).toContain(id);
      expect(find(label).kind, label).toBe('unknown');
    }
    const folded = Object.keys(rows).map(fold);
    expect(new Set(folded).size, providerId).toBe(folded.length);
  }
});

test('a row is left out with its reason, once, and none of a model that is on sale under that name', () => {
  const { providers } = shippedData();
  const { pages } = readLeftOut(join(projectRoot, 'data'));
  expect(pages.length).toBeGreaterThan(10);
  const seen = new Set<string>();
  for (const { seller, names, reason } of pages) {
    const own = providers.find(({ id }) => id === seller);
    expect(own, seller).toBeDefined();
    expect(reason).toMatch(/.{10,}\.$/);
    const find = matcher(own as NonNullable<typeof own>, nothingLeftOut);
    for (const name of names) {
      expect(seen, name).not.toContain(`${seller} ${fold(name)}`);
      seen.add(`${seller} ${fold(name)}`);
      const found = find(name);
      const isNamed =
        found.kind === 'model' && [found.model.id, found.model.name].some((own) => fold(own) === fold(name));
      expect(isNamed && found.model.lifecycle === undefined, name).toBe(false);
    }
  }
});
