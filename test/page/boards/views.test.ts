import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boardOf as workedOut } from '../../../runtime/core/benchmarks/board.ts';
import { linearScale, logScale } from '../../../runtime/site/boards/axes.tsx';
import { type BoardRow, boardViews } from '../../../runtime/site/boards/board-views.ts';
import { filteredViews } from '../../../runtime/site/boards/filtered-views.tsx';
import { dollars, ordinal, usdInterval } from '../../../runtime/site/boards/formatting.ts';
import { orderByListPrice, orderOnBoth, placeByList, placesBy } from '../../../runtime/site/boards/orders.tsx';
import {
  addressOf,
  cheapestOf,
  everything,
  filterFrom,
  passes,
  providerKey,
  type ViewFilter,
} from '../../../runtime/site/boards/view-filter.ts';
import { htmlOf } from '../../../runtime/site/layout.tsx';
import { catalog } from '../../support/core/catalog.ts';

const views = boardViews(catalog);
const view = (id: string) => {
  const found = views.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no board ${id}`);
  return found;
};

describe('a board on the page', () => {
  test('has the rows of the API, each with a unique key for the address', () => {
    expect(views).toHaveLength(catalog.measured.length);
    for (const file of catalog.measured) {
      const { rows } = workedOut(catalog, file);
      const shown = view(file.id).rows;
      expect(shown).toEqual(rows.map((row) => expect.objectContaining(row)));
      expect(new Set(shown.map(({ key }) => key)).size).toBe(rows.length);
      for (const { key } of shown) expect(key).toMatch(/^[a-z0-9.:-]+$/);
    }
  });

  test('says why the cheapest run has no list price', () => {
    const deepswe = view('deepswe');
    const best = { ...(cheapestOf(deepswe.rows) as BoardRow), note: 'sold no longer' };
    expect([best.model, best.modelId]).toEqual(['deepseek-v4-flash', null]);
    const sentence = (row: BoardRow) => htmlOf(filteredViews({ ...deepswe, rows: [row] }, everything).cheapest);
    expect(sentence(best)).toContain('not in the price list (sold no longer)');
    expect(sentence({ ...best, modelId: 'gpt-4o' })).not.toContain('price list');
  });

  test('shows a provider the same way on every board', () => {
    const styles = new Map<string | null, number | null>();
    for (const { id, style } of views.flatMap(({ providers }) => providers)) {
      expect(styles.get(id) ?? style).toBe(style);
      styles.set(id, style);
    }
    expect(new Set([...styles].filter(([id]) => id !== null).map(([, style]) => style)).size).toBe(styles.size - 1);
  });

  test('finds the cheapest row that solves a minimum share', () => {
    const rows = view('deepswe').rows;
    for (const solves of [0, 30, 60, 70, 74]) {
      const enough = rows.filter((row) => row.usdPerSolvedTask !== null && row.successRate * 100 >= solves);
      const least = Math.min(...enough.map((row) => row.usdPerSolvedTask as number));
      const shown = { solves, providers: [], pinned: [], against: null };
      expect(cheapestOf(rows.filter((row) => passes(row, shown)))?.usdPerSolvedTask).toBe(least);
    }
    expect(cheapestOf([])).toBeNull();
  });
});

describe('what is shown', () => {
  test('is restored from its address', () => {
    for (const board of views) {
      const providers = board.providers.map(({ id }) => providerKey(id));
      const keys = board.rows.map(({ key }) => key);
      const others = board.others.map(({ id }) => id);
      const state: fc.Arbitrary<ViewFilter> = fc.record({
        solves: fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
        providers: fc.shuffledSubarray(providers),
        pinned: fc.shuffledSubarray(keys, { maxLength: Math.min(6, keys.length) }),
        against: fc.constantFrom(null, ...others),
      });
      fc.assert(
        fc.property(state, (shown) => {
          expect(filterFrom(addressOf(shown), board)).toEqual(shown);
        }),
        { numRuns: 50 },
      );
    }
  });

  test('ignores what the board does not have in an address', () => {
    const board = view('deepswe');
    const everything = { solves: 0, providers: [], pinned: [], against: null };
    expect(filterFrom('solves=abc&providers=nobody&pin=no-such-row,&against=deepswe', board)).toEqual(everything);
    expect(filterFrom('solves=-1', board)).toEqual(everything);
    expect(filterFrom('solves=101', board)).toEqual(everything);
    const keys = board.rows.map(({ key }) => key);
    expect(filterFrom(`pin=${keys.join(',')}`, board).pinned).toEqual(keys.slice(0, 6));
    expect(filterFrom(`pin=${keys[0]},${keys[0]}`, board).pinned).toEqual([keys[0]]);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { solves, pinned } = filterFrom(text, board);
        return solves >= 0 && solves <= 100 && pinned.length <= 6;
      }),
    );
  });
});

describe('orders', () => {
  /** Pairs in opposite order; equal values do not count. */
  function crossings(models: readonly { left: number; right: number }[]): number {
    let crossed = 0;
    for (const [index, a] of models.entries()) {
      for (const b of models.slice(index + 1)) if ((a.left - b.left) * (a.right - b.right) < 0) crossed++;
    }
    return crossed;
  }

  test('by list price cross as often as the API states', () => {
    for (const board of views) {
      if (board.pairs === null) continue;
      expect(crossings(orderByListPrice(board)), board.id).toBe(board.pairs.wrongOrder);
    }
  });

  test('of two boards have the same models, each with the dollars of its board', () => {
    const [terminus, openclaw] = [view('terminal-bench-2-terminus-2'), view('terminal-bench-2-openclaw')];
    const other = terminus.others.find(({ id }) => id === openclaw.id);
    if (other === undefined) throw new Error('no models in common');
    const { models, pairs } = orderOnBoth(terminus, other);
    expect(models.length).toBeGreaterThan(10);
    for (const { key, left, right } of models) {
      const row = terminus.rows.find((one) => one.key === key);
      expect(row?.usdPerSolvedTask).toBe(right);
      expect(
        openclaw.rows.filter(({ modelId }) => modelId === row?.modelId).map((one) => one.usdPerSolvedTask),
      ).toContain(left);
    }
    expect(pairs?.wrongOrder).toBe(crossings(models));
  });

  test('number places from the cheapest', () => {
    const models = orderByListPrice(view('deepswe'));
    const places = placesBy(models, ({ right }) => right);
    const cheapest = models.reduce((a, b) => (b.right < a.right ? b : a));
    expect(places.get(cheapest.key)).toBe(1);
    expect([...places.values()].sort((a, b) => a - b)).toEqual(models.map((_, index) => index + 1));
    const placeOf = placeByList(view('deepswe'));
    const row = view('deepswe').rows.find(({ key }) => key === cheapest.key);
    expect(row && placeOf(row)).toMatchObject({ measured: 1, of: models.length });
    const unknown = view('deepswe').rows.find(({ modelId }) => modelId === null);
    expect(unknown && placeOf(unknown)).toBeNull();
  });
});

describe('scales', () => {
  test('have round ticks within the range, at the right positions', () => {
    // 0.2 to 20 are two powers of ten over 200 units: 100 units each; 2 is one power above 0.2.
    const log = logScale([0.2, 20], [0, 200], 25);
    // 5 is a factor of 2 from 10: 30.1 units; 1.5 is a third more than 2: 12.5 units, too close.
    expect(log.ticks).toEqual([0.2, 0.5, 1, 2, 5, 10, 20]);
    expect(log.at(2)).toBeCloseTo(100, 9);
    expect(logScale([0.2, 20], [0, 200], 50).ticks).toEqual([1, 10]);
    expect(logScale([1.05, 1.77], [0, 200], 20).ticks).toEqual([1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7]);
    const linear = linearScale([0.25, 0.75], [300, 100], 0.1);
    expect(linear.ticks.map((tick) => tick.toFixed(1))).toEqual(['0.3', '0.4', '0.5', '0.6', '0.7']);
    expect(linear.at(0.5)).toBeCloseTo(200, 9);
  });

  test('keep the order of values', () => {
    const value = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const log = logScale([1e-6, 1e6], [0, 1000], 20);
        expect(log.ticks.length).toBeGreaterThan(1);
        return a < b ? log.at(a) <= log.at(b) : log.at(a) >= log.at(b);
      }),
    );
  });
});

describe('text', () => {
  test('never shows an unknown value as 0', () => {
    expect(dollars(null)).toBe('–');
    expect(dollars(0)).toBe('$0');
    const row = view('deepswe').rows[0];
    expect(row && usdInterval({ ...row, usdPerSolvedInterval: null })).toBe('–');
    expect(row && usdInterval({ ...row, usdPerSolvedInterval: { low: 2, high: null } })).toBe('$2.00 or more');
  });

  test('writes places as ordinals', () => {
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111].map(ordinal)).toEqual(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th'.split(' '),
    );
  });
});
