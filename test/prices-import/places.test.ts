/** The price of each place at a seller, on made-up statements. */
import { describe, expect, test } from 'vitest';
import { nothing } from '../../build/prices/check/compare-prices.ts';
import { pricesByPlace } from '../../build/prices/import/agreement.ts';
import type { Lineage, Statement } from '../../build/prices/import/packages.ts';

const days: Record<Lineage, string> = {
  'models.dev': '2026-11-10',
  'genai-prices': '2026-10-23',
  litellm: '2026-08-23',
};

const states = (lineage: Lineage, id: string, input: number, output = input * 5): Statement => ({
  by: { lineage, name: lineage, version: '1.0.0', on: days[lineage] },
  feed: 'made up',
  id,
  stated: { base: { ...nothing, input, output }, upTo: null, bands: null, offPeak: null },
  contextWindow: 1000,
  ends: null,
});
const pi = (place: string, input: number) => states('models.dev', `${place}anthropic.nice-5`, input);
const genai = (place: string, input: number) => states('genai-prices', `${place}anthropic.nice-5-v1:0`, input);

/** The base price with its place, and the others with the number of packages behind them. */
function placed(...statements: Statement[]) {
  const { base, basePlace, places, refused } = pricesByPlace(statements, 'models.dev', true);
  return {
    base: 'refused' in base ? base.refused : [basePlace, base.numbers.input, base.statements.length],
    places: Object.fromEntries([...places].map(([id, one]) => [id, [one.numbers.input, one.statements.length]])),
    refused: refused.map(({ place, why }) => [place, why]),
  };
}

describe('every place that the newest package states is kept', () => {
  test('beside the global price, with the packages that state it', () => {
    const found = placed(pi('global.', 3), pi('us.', 3.3), pi('eu.', 3.6), genai('global.', 3), genai('eu.', 3.6));
    expect(found).toEqual({ base: [null, 3, 2], places: { us: [3.3, 1], eu: [3.6, 2] }, refused: [] });
  });

  test('and without a global price beside that of a single region, else of the United States', () => {
    expect(placed(pi('', 2), pi('us-gov.', 2.4))).toMatchObject({
      base: ['regional', 2, 1],
      places: { 'us-gov': [2.4, 1] },
    });
    expect(placed(pi('us.', 2), pi('apac.', 2.1))).toMatchObject({ base: ['us', 2, 1], places: { apac: [2.1, 1] } });
  });

  test('a contradiction about one place refuses that place alone', () => {
    const found = placed(pi('global.', 3), pi('us.', 3.3), pi('eu.', 3.3), genai('us.', 4), genai('eu.', 3.3));
    expect(found).toEqual({
      base: [null, 3, 1],
      places: { eu: [3.3, 2] },
      refused: [['us', 'they disagree: input is 3.3 or 4']],
    });
  });
});

describe('a statement about all regions', () => {
  test('confirms a place whose price it gives, and refutes none', () => {
    const found = placed(pi('global.', 3), pi('us.', 3.3), pi('jp.', 3.6), genai('regional.', 3.3));
    expect(found.places).toEqual({ us: [3.3, 2], jp: [3.6, 1] });
  });

  test('must agree with the price of a region that is not named', () => {
    const found = placed(pi('global.', 3), pi('', 3.2), pi('us.', 3.3), genai('regional.', 3.3));
    expect(found.refused).toEqual([['regional', 'they disagree: input is 3.2 or 3.3']]);
    expect(placed(pi('global.', 3), pi('', 3.3), genai('regional.', 3.3)).places).toEqual({ regional: [3.3, 2] });
  });
});

test('a name without a place that repeats the global price, where zones cost more, says nothing about a region', () => {
  expect(placed(pi('global.', 3), pi('', 3), pi('us.', 3.3)).places).toEqual({ us: [3.3, 1] });
  expect(placed(pi('global.', 3), pi('', 3), pi('us.', 3)).places).toEqual({ regional: [3, 1], us: [3, 1] });
  // Without a zone nothing says that regions cost more.
  expect(placed(pi('global.', 3), pi('', 3)).places).toEqual({ regional: [3, 1] });
});

test('several names at several prices are one price only where another package has that of the shortest', () => {
  const own = [states('models.dev', 'nice-5', 3), states('models.dev', 'nice-5-fast-preview', 6)];
  const baseOf = (...all: Statement[]) => pricesByPlace(all, 'models.dev', false).base;
  expect(baseOf(...own)).toEqual({ refused: 'only one lineage lists it, at several prices' });
  expect(baseOf(...own, states('genai-prices', 'nice-5', 3))).toMatchObject({ numbers: { input: 3, output: 15 } });
});

test('a seller whose names have no places has one price', () => {
  const found = pricesByPlace([states('models.dev', 'nice-5', 3)], 'models.dev', false);
  expect(found).toMatchObject({ basePlace: null, refused: [] });
  expect(found.places.size).toBe(0);
});
