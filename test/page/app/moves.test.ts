/** Which model a move names, on models made up for it. */
import { expect, test } from 'vitest';
import type { Listed } from '../../../runtime/site/cost/models-for-work.ts';
import { affordable, modelMove } from '../../../runtime/site/cost/moves.ts';

interface Made {
  maker: string;
  usd: number;
  /** Share solved; null: not measured. */
  solved: number | null;
  ends?: string;
}

const made = (id: string, { maker, usd, solved, ends }: Made): Listed =>
  ({
    model: { id, provider: { id: maker } },
    rank: 1,
    costPerTask: usd,
    monthlySpend: usd,
    fits: 1,
    lacksFee: false,
    lacksRegion: false,
    ends: ends ?? null,
    measured: solved === null ? null : { successRate: solved },
  }) as unknown as Listed;

const chosen = made('own', { maker: 'a', usd: 100, solved: 0.5 });
const whole = [
  chosen,
  made('same-better', { maker: 'a', usd: 60, solved: 0.6 }),
  made('same-worse', { maker: 'a', usd: 10, solved: 0.2 }),
  made('other-alike', { maker: 'b', usd: 30, solved: 0.5 }),
  made('other-unknown', { maker: 'b', usd: 1, solved: null }),
  made('other-ending', { maker: 'b', usd: 20, solved: 0.9, ends: '2027-01-01' }),
  made('dearer', { maker: 'b', usd: 200, solved: 0.9 }),
];
const named = (of: readonly Listed[], own: Listed, maker: string | null) => {
  const move = modelMove({ whole: of }, own, maker);
  return move && [move.row.model.id, move.isNoWorse];
};

test('the cheapest that solved no less, never one that nobody measured or that ends', () => {
  expect(named(whole, chosen, 'a')).toEqual(['same-better', true]);
  expect(named(whole, chosen, null)).toEqual(['other-alike', true]);
});

test('where none solved as much for less, the one that solved most, and that it solves less', () => {
  const best = made('own', { maker: 'a', usd: 100, solved: 0.95 });
  expect(named([best, ...whole.slice(1)], best, 'a')).toEqual(['same-better', false]);
  expect(named([chosen], chosen, null)).toBeNull();
});

test('where the chosen model was not measured, the one that solved most among the cheaper', () => {
  const unknown = made('own', { maker: 'a', usd: 50, solved: null });
  expect(named([unknown, ...whole.slice(1)], unknown, null)).toEqual(['other-alike', true]);
});

test('a budget is held against the estimate and its upper quarter of the measured models', () => {
  const found = affordable({ whole }, 60, 2);
  // own 100, same-better 60, same-worse 10, other-alike 30, dearer 200; doubled only 10 and 30 are within.
  expect([found.measured, found.within.map(({ model }) => model.id), found.safe]).toEqual([
    5,
    ['same-worse', 'other-alike', 'same-better'],
    2,
  ]);
  expect(affordable({ whole }, 5, null)).toMatchObject({ within: [], safe: 0, nearest: { monthlySpend: 10 } });
});
