/** Which model a name means, and which of its names at a host is taken, on made-up lists. */
import { expect, test } from 'vitest';
import { nothing } from '../../build/prices/check/compare-prices.ts';
import { importedRows } from '../../build/prices/import/import-rows.ts';
import type { Lineage } from '../../build/prices/import/packages.ts';
import { hosts } from '../../build/prices/import/sellers.ts';
import type { FeedReader, Statement } from '../../build/prices/import/statement.ts';
import { noOffers } from '../../runtime/core/offers/offers-file.ts';
import { model, provider } from '../prices-check/support.ts';

type Row = [id: string, input: number, output: number];

const reader =
  (lineage: Lineage, on: string, rows: Row[]): FeedReader =>
  (feed) =>
    rows.map(([id, input, output]): Statement => {
      const base = { ...nothing, input, output };
      const by = { lineage, name: lineage, version: '1.0.0', on };
      return {
        by,
        feed,
        id,
        stated: { base, upTo: null, bands: null, offPeak: null },
        contextWindow: 1000,
        ends: null,
      };
    });

const imported = (models: Parameters<typeof provider>[0], newest: Row[], older: Row[]) =>
  importedRows({
    providers: [provider(models)],
    before: { models: { providers: [] }, offers: noOffers },
    reviewed: [],
    hosts: hosts.filter(({ id }) => id === 'bedrock'),
    makers: {},
    readers: new Map([
      ['models.dev', reader('models.dev', '2026-11-10', newest)],
      ['genai-prices', reader('genai-prices', '2026-09-23', older)],
    ]),
    newest: { lineage: 'models.dev', on: '2026-11-10' },
  });

test('a name that could mean two models is refused', () => {
  const two = [model('nice-1.5'), model('nice-1', { aliases: ['nice-1_5'] })];
  const rows: Row[] = [['anthropic.nice-1-5', 3, 15]];
  const found = imported(two, rows, rows);
  expect(found.offers.offers).toEqual([]);
  expect(found.refused).toEqual([
    { seller: 'bedrock', model: 'anthropic.nice-1-5', why: 'Several models could be meant.' },
    { seller: 'bedrock', model: 'anthropic.nice-1-5', why: 'Several models could be meant.' },
  ]);
});

test('a model whose name begins like another one is not taken for it', () => {
  const rows = imported(
    [model('nice-5'), model('nice-5-5')],
    [['anthropic.nice-5-5', 2, 10]],
    [['anthropic.nice-5', 2, 10]],
  );
  expect(rows.offers.offers).toEqual([]);
  expect(rows.refused.map(({ model, why }) => [model, why])).toEqual([
    ['nice-5', 'stale: the newest package does not list it'],
    ['nice-5-5', 'one lineage alone lists it'],
  ]);
});

test('the worldwide price comes before those of regions, and a region before none', () => {
  const names = ({ offers }: ReturnType<typeof imported>) =>
    offers.offers.map(({ hostModelId, prices }) => [hostModelId, prices[0]?.input]);
  const all: Row[] = [
    ['us.anthropic.nice-5', 3.3, 16.5],
    ['global.anthropic.nice-5', 3, 15],
    ['eu.anthropic.nice-5', 3.6, 18],
  ];
  expect(names(imported([model('nice-5')], all, all))).toEqual([['global.anthropic.nice-5', 3]]);
  const regional: Row[] = [['regional.anthropic.nice-5-v1:0', 3.3, 16.5]];
  expect(names(imported([model('nice-5')], all, regional))).toEqual([['us.anthropic.nice-5', 3.3]]);
  expect(names(imported([model('nice-5')], all.slice(2), regional))).toEqual([]);
});

test('an agreed price of a name that is no model is shown to a person, and not imported', () => {
  const rows: Row[] = [['meta.new-model-v1:0', 1, 2]];
  const found = imported([model('nice-5')], rows, rows);
  expect(found.offers.offers).toEqual([]);
  expect(found.unknown).toEqual([{ seller: 'bedrock', model: 'meta.new-model-v1:0', why: '1 / 2' }]);
});

test('a host that has stopped by the day of the newest package is left out', () => {
  const ends = (shutDown: string) =>
    model('nice-5', {
      lifecycle: {
        deprecatedOn: null,
        shutDown: null,
        notBefore: null,
        successor: null,
        billedAs: null,
        hosts: [{ host: 'Amazon Bedrock', shutDown }],
        sources: [{ fact: 'Made up', name: 'made up', on: '2026-05-01' }],
      },
    });
  const rows: Row[] = [['anthropic.nice-5', 3, 15]];
  expect(imported([ends('2026-11-10')], rows, rows).offers.offers).toHaveLength(0);
  expect(imported([ends('2026-11-11')], rows, rows).offers.offers).toHaveLength(1);
});
