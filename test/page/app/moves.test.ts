/** Which model a move names, on models made up for it. */
import { expect, test } from 'vitest';
import type { Advice } from '../../../runtime/core/answers/schemas/advice-schema.ts';
import { affordable, modelMove } from '../../../runtime/site/cost/moves.ts';
import type { Listed } from '../../../runtime/site/cost/ranked-models.ts';

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
    onBoard: solved === null ? null : { successRate: solved },
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

const route = (modelId: string, provider: string, costPerTask: number) => ({ modelId, provider, costPerTask });
const advice = (routes: object[], nearMisses: object[]) =>
  ({ costPerTask: 100, routes, nearMisses }) as unknown as Advice;

test('the move to any maker is the first route of advice, that to the same maker one the estimate makes cheaper', () => {
  const of = advice(
    [route('other', 'b', 120), route('own-dearer', 'a', 130), route('own', 'a', 60)],
    [route('near', 'a', 10)],
  );
  expect(modelMove(of, null)?.modelId).toBe('other');
  expect(modelMove(of, 'a')?.modelId).toBe('own');
});

test('where advice has no route, the first near miss is named, and where it has none of the maker, nothing', () => {
  const of = advice([], [route('near', 'b', 10), route('near-own', 'a', 20)]);
  expect(modelMove(of, null)?.modelId).toBe('near');
  expect(modelMove(of, 'a')?.modelId).toBe('near-own');
  expect(modelMove(of, 'c')).toBeNull();
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
