/** Which model a name means, and which of its names at a host is used, on made-up lists. */
import { describe, expect, test } from 'vitest';
import { nothing } from '../../build/prices/check/compare-prices.ts';
import { nothingLeftOut } from '../../build/prices/check/match-model.ts';
import { importedRows } from '../../build/prices/import/import-rows.ts';
import type { FeedReader, Lineage, Statement } from '../../build/prices/import/packages.ts';
import { type ReviewedModel, sellers } from '../../build/prices/import/sellers.ts';
import { noOffers, type Offers } from '../../runtime/core/schemas/data-files/offers-file.ts';
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

const open = (provider: string): ReviewedModel => ({
  provider,
  id: 'open-1',
  name: 'Open 1',
  tier: 'mid',
  tierReason: 'Made up',
  aliases: [],
});

const imported = (
  models: Parameters<typeof provider>[0],
  newest: Row[],
  older: Row[],
  reviewed: readonly ReviewedModel[] = [],
  offers: Offers = noOffers,
) =>
  importedRows({
    providers: [provider(models), provider([], 'amazon'), provider([], 'groq')],
    before: { models: { providers: [] }, offers },
    reviewed,
    hosts: sellers().hosts.filter(({ id }) => id === 'bedrock'),
    makers: {},
    readers: new Map([
      ['models.dev', reader('models.dev', '2026-11-10', newest)],
      ['genai-prices', reader('genai-prices', '2026-09-23', older)],
    ]),
    leftOut: nothingLeftOut,
    newest: { lineage: 'models.dev', on: '2026-11-10' },
  });

test('a name that could mean two models is refused', () => {
  const two = [model('nice-1.5'), model('nice-1', { aliases: ['nice-1_5'] })];
  const rows: Row[] = [['anthropic.nice-1-5', 3, 15]];
  const found = imported(two, rows, rows);
  expect(found.offers.offers).toEqual([]);
  expect(found.refused).toEqual([
    { seller: 'bedrock', model: 'anthropic.nice-1-5', why: 'It could mean several models.' },
    { seller: 'bedrock', model: 'anthropic.nice-1-5', why: 'It could mean several models.' },
  ]);
});

test('a model whose name starts like another one is not mistaken for it', () => {
  const rows = imported(
    [model('nice-5'), model('nice-5-5')],
    [['anthropic.nice-5-5', 2, 10]],
    [['anthropic.nice-5', 2, 10]],
  );
  expect(rows.offers.offers.map(({ model, agreement }) => [model, agreement])).toEqual([['nice-5-5', 'single']]);
  expect(rows.refused.map(({ model, why }) => [model, why])).toEqual([
    ['nice-5', 'stale: the newest package does not list it'],
  ]);
});

test('the worldwide price is preferred to those of regions, and a region to none', () => {
  const names = ({ offers }: ReturnType<typeof imported>) =>
    offers.offers.map(({ hostModelId, prices }) => [hostModelId, prices[0]?.input]);
  const all: Row[] = [
    ['us.anthropic.nice-5', 3.3, 16.5],
    ['global.anthropic.nice-5', 3, 15],
    ['eu.anthropic.nice-5', 3.6, 18],
  ];
  expect(names(imported([model('nice-5')], all, all))).toEqual([['global.anthropic.nice-5', 3]]);
  const regional: Row[] = [['regional.anthropic.nice-5-v1:0', 3.3, 16.5]];
  expect(names(imported([model('nice-5')], all, regional))).toEqual([['global.anthropic.nice-5', 3]]);
  expect(names(imported([model('nice-5')], all.slice(0, 1), regional))).toEqual([['us.anthropic.nice-5', 3.3]]);
  expect(names(imported([model('nice-5')], all.slice(2), regional))).toEqual([]);
});

describe('a price that only the newest package states', () => {
  const only = (newest: Row[], older: Row[] = []) => imported([model('nice-5')], newest, older);
  const offered = ({ offers }: ReturnType<typeof imported>) =>
    offers.offers.map(({ hostModelId, agreement, prices }) => [hostModelId, agreement, prices[0]?.sources.length]);

  test('is imported as single, with its one source', () => {
    expect(offered(only([['anthropic.nice-5', 3, 15]]))).toEqual([['anthropic.nice-5', 'single', 1]]);
  });

  test('is refused if the package itself states two prices under two names', () => {
    const newest: Row[] = [
      ['anthropic.nice-5', 3, 15],
      ['anthropic.nice-5-v1:0', 2, 10],
    ];
    expect(only(newest).refused.map(({ why }) => why)).toEqual(['only one lineage lists it, at several prices']);
  });

  test('is marked in the notes of a model that is listed at the host', () => {
    const rows: Row[] = [['meta.open-1', 1, 2]];
    const row = (older: Row[]) => imported([], rows, older, [open('amazon')]).models.providers[0]?.models[0];
    expect(row([])?.confidence).toBe('imported');
    expect(row([])?.notes).toEqual([expect.stringMatching(/^Imported from one dataset alone.*Sold as meta.open-1\.$/)]);
    expect(row(rows)?.notes).toEqual([expect.stringMatching(/^Imported where datasets agree;/)]);
  });
});

test('an offer of a reviewed model needs a price for the model itself', () => {
  const found = imported([], [['meta.open-1', 1, 2]], [], [open('groq')]);
  expect(found.offers.offers).toEqual([]);
  expect(found.refused).toEqual([{ seller: 'bedrock', model: 'open-1', why: 'it has no price at its own provider' }]);
});

test('an agreed price of an unknown model is reported, not imported', () => {
  const rows: Row[] = [['meta.new-model-v1:0', 1, 2]];
  const found = imported([model('nice-5')], rows, rows);
  expect(found.offers.offers).toEqual([]);
  expect(found.unknown).toEqual([{ seller: 'bedrock', model: 'meta.new-model-v1:0', why: '1 / 2', on: '2026-11-10' }]);
});

test('a host that has shut the model down by the day of the newest package is left out', () => {
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

test('a promise, and the pages that a person added, stay while the price does, and end with it', () => {
  const page = { url: 'https://example.com/promotion', on: '2026-09-01', note: 'Until the end of November' };
  const known = {
    from: '2026-09-01',
    holdsUntil: '2026-11-30',
    input: 3,
    output: 15,
    cachedInput: null,
    cacheWrite: null,
    cacheWrite1h: null,
    longContext: [],
    sources: [{ name: 'models.dev 0.9.0 (npm): amazon-bedrock', on: '2026-10-01' }, page],
    verifiedOn: '2026-10-01',
  };
  const offer = {
    host: 'bedrock',
    model: 'nice-1',
    hostModelId: 'anthropic.nice-1',
    contextWindow: 1000,
    agreement: 'agreed' as const,
  };
  const again = (input: number) => {
    const rows: Row[] = [['anthropic.nice-1', input, 15]];
    const offers = { ...noOffers, offers: [{ ...offer, prices: [known] }] };
    return imported([model('nice-1')], rows, rows, [], offers).offers.offers[0]?.prices;
  };
  expect(again(3)).toMatchObject([{ from: '2026-09-01', holdsUntil: '2026-11-30', verifiedOn: '2026-11-10' }]);
  expect(again(3)?.[0]?.sources).toContainEqual(page);
  expect(again(4)).toEqual([known, expect.objectContaining({ from: '2026-11-10', input: 4 })]);
  expect(again(4)?.[1]).not.toHaveProperty('holdsUntil');
});

test('places and offers that people entered from pages stay, beside what the packages state', () => {
  const page = { url: 'https://example.com/regions', on: '2026-09-01' };
  const numbers = {
    ...{ input: 4, output: 18, cachedInput: null, cacheWrite: null, cacheWrite1h: null, longContext: [] },
    sources: [page],
  };
  const offer = { host: 'bedrock', contextWindow: 1000, agreement: 'single' as const };
  const dated = { ...numbers, from: null, verifiedOn: '2026-09-01' };
  const stated = { ...dated, input: 3, places: { 'us-gov': numbers, eu: numbers } };
  const offers = {
    ...noOffers,
    offers: [
      { ...offer, model: 'nice-1', hostModelId: 'anthropic.nice-1', prices: [stated] },
      { ...offer, model: 'nice-2', hostModelId: 'anthropic.nice-2', prices: [dated] },
    ],
  };
  const rows: Row[] = [
    ['global.anthropic.nice-1', 3, 18],
    ['eu.anthropic.nice-1', 5, 20],
  ];
  const [first, second] = imported([model('nice-1'), model('nice-2')], rows, [], [], offers).offers.offers;
  const places = first?.prices.at(-1)?.places;
  expect(places?.['us-gov']).toEqual(numbers);
  // What a package states itself counts.
  expect(places?.eu).toMatchObject({ input: 5, output: 20 });
  expect(second).toEqual(offers.offers[1]);
});
