/** The models on the work of the page: in an order of the ranking or by a column, narrowed as a person asks. */

import { boardsOf } from '../../core/benchmarks/facts.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import type { Board } from '../../core/schemas/board-schemas.ts';
import { rankingOrders } from '../../core/schemas/request-fields.ts';
import { csv, csvField } from '../../core/values/csv.ts';
import { numberIn } from '../typed-numbers.ts';
import type { Answered } from './evaluate-form.ts';
import type { ListTyped } from './link-state.ts';
import { type Listed, type RankedModels, rankedFor, usualBoard } from './ranked-models.ts';

/** Two of the API's ranking, and three by a column. */
export const orders = [...rankingOrders, 'name', 'share', 'window'] as const;
export type Order = (typeof orders)[number];

/** What a person asks of the list, read from what was typed. */
export interface Asked {
  /** USD a month; null: any. */
  budget: number | null;
  /** Percent. */
  solved: number;
  board: Board | undefined;
  by: Order;
  descending: boolean;
  maker: string;
  tier: string;
  /** Tokens. */
  window: number;
  measuredOnly: boolean;
  /** Fields that hold no number; they are ignored. */
  wrong: Partial<Record<keyof ListTyped, string>>;
}

export function askedOf(catalog: Catalog, { question }: Answered, list: ListTyped): Asked {
  const boardId = list.board ?? usualBoard(catalog, question.preset);
  const board = boardsOf(catalog).find(({ id }) => id === boardId);
  const wrong: Asked['wrong'] = {};
  const amount = (name: 'budget' | 'solved' | 'window', most: number): number | null => {
    const text = (list[name] ?? '').replace(/[$%\s]/g, '');
    if (text === '') return null;
    const value = numberIn(text);
    if (value !== null && value >= 0 && value <= most) return value;
    wrong[name] = name === 'solved' ? 'A number from 0 to 100.' : 'A number, such as 2,000.';
    return null;
  };
  const by = orders.find((order) => order === list.by?.replace(/^-/, ''));
  return {
    budget: amount('budget', Number.POSITIVE_INFINITY),
    solved: amount('solved', 100) ?? 0,
    board,
    by:
      board === undefined && (by === 'solved' || by === 'share')
        ? 'cost'
        : (by ?? (board === undefined ? 'cost' : 'solved')),
    descending: list.by?.startsWith('-') ?? false,
    maker: list.maker ?? '',
    tier: list.tier ?? '',
    window: amount('window', Number.POSITIVE_INFINITY) ?? 0,
    measuredOnly: list.measuredOnly === 'yes',
    wrong,
  };
}

/** The list, and how many models each condition leaves out. */
export interface List {
  rows: readonly Listed[];
  /** Whatever they cost and solve: what a picture shows. */
  whole: readonly Listed[];
  all: number;
  /** The chosen model, in the list or not; undefined: it is not sold on these terms. */
  chosen: Listed | undefined;
  overBudget: number;
  /** Of those over the budget, the cheapest. */
  cheapest: Listed | undefined;
  notMeasured: number;
  solvedLess: number;
  filtered: number;
}

export function listOf(ranked: readonly Listed[], asked: Asked, chosenId: string): List {
  const { budget, solved, maker, tier, window, measuredOnly } = asked;
  const list = { all: ranked.length, overBudget: 0, notMeasured: 0, solvedLess: 0, filtered: 0 };
  let cheapest: Listed | undefined;
  const rows: Listed[] = [];
  const whole: Listed[] = [];
  for (const row of ranked) {
    const { facts, provider } = row.model;
    if (
      (maker !== '' && provider.id !== maker) ||
      (tier !== '' && facts.tier !== tier) ||
      facts.contextWindow < window
    ) {
      list.filtered++;
      continue;
    }
    whole.push(row);
    if (budget !== null && row.monthlySpend > budget) {
      list.overBudget++;
      if (cheapest === undefined || row.monthlySpend < cheapest.monthlySpend) cheapest = row;
    } else if ((measuredOnly && row.measured === null) || (solved > 0 && row.onBoard === null)) list.notMeasured++;
    else if (row.onBoard !== null && row.onBoard.successRate * 100 < solved) list.solvedLess++;
    else rows.push(row);
  }
  const chosen = ranked.find(({ model }) => model.facts.id === chosenId);
  return { rows: sorted(rows, asked), whole, chosen, cheapest, ...list };
}

/** What stands below the line of the ranking stays there, and what has no value is last above it. */
function sorted(rows: Listed[], { by, descending }: Asked): Listed[] {
  const sign = descending ? -1 : 1;
  return rows.sort((a, b) => {
    if (a.isAbove !== b.isAbove) return a.isAbove ? -1 : 1;
    if (by === 'name') return sign * (a.model.facts.name < b.model.facts.name ? -1 : 1);
    const [x, y] = [figureOf(a, by), figureOf(b, by)];
    if (x === null || y === null) return x === y ? a.rank - b.rank : x === null ? 1 : -1;
    return sign * (x - y) || a.rank - b.rank;
  });
}

function figureOf({ model, rank, measured }: Listed, by: Exclude<Order, 'name'>): number | null {
  if (by === 'share') return measured?.successRate ?? null;
  return by === 'window' ? model.facts.contextWindow : rank;
}

/** The models for what a store shows. */
export interface ModelsForWork {
  answered: Answered;
  asked: Asked;
  found: List;
  /** USD of a solved task of the chosen model; null: it is on no board of this kind of work. */
  perSolved: number | null;
  /** The chosen model in the list, be it filtered out or not; undefined: it is not sold on these terms. */
  chosen: Listed | undefined;
}

/** The last rankings: filters and columns do not compute them again. */
let last: { catalog: Catalog; answered: Answered; of: Map<string, RankedModels> } | undefined;

export function modelsFor({ list, catalog, first, isFull }: Shown): ModelsForWork {
  const answered = first.last;
  if (last?.answered !== answered || last.catalog !== catalog) last = { catalog, answered, of: new Map() };
  const asked = askedOf(catalog, answered, list);
  const { by, board = null } = asked;
  const order = by === 'cost' || board === null ? 'cost' : 'solved';
  const soldAt = isFull ? (list.soldAt ?? '') : '';
  const key = `${order} ${board?.id} ${soldAt}`;
  const ranking = last.of.get(key) ?? rankedFor(answered, { order, board, soldAt }, catalog);
  last.of.set(key, ranking);
  const found = listOf(ranking.rows, asked, answered.question.model.facts.id);
  return { answered, asked, found, perSolved: ranking.chosen?.costPerSuccessfulTask ?? null, chosen: found.chosen };
}

/** What of a store the models depend on. */
interface Shown {
  list: ListTyped;
  catalog: Catalog;
  first: { last: Answered };
  isFull: boolean;
}

const columns: readonly [name: string, value: (row: Listed) => string | number | boolean | null][] = [
  ['model', ({ model }) => model.id],
  ['maker', ({ model }) => model.provider.id],
  ['tier', ({ model }) => model.facts.tier],
  ['usdPerTask', ({ costPerTask }) => costPerTask],
  ['usdPerMonth', ({ monthlySpend }) => monthlySpend],
  ['contextWindow', ({ model }) => model.facts.contextWindow],
  ['fits', ({ fits }) => fits],
  ['searchFeeKnown', ({ lacksFee }) => !lacksFee],
  ['board', ({ measured }) => measured?.board ?? null],
  ['solvedShare', ({ measured }) => measured?.successRate ?? null],
  ['usdPerSolvedTaskOnBoard', ({ measured }) => measured?.usdPerSolvedTask ?? null],
  ['usdPerSolvedTask', ({ perSolved }) => perSolved],
  ['ends', ({ ends }) => ends],
  ['priceChanges', ({ changes }) => changes],
];

/** The list as a table, with exact numbers. */
export const listCsv = (rows: readonly Listed[]): string =>
  csv(
    columns.map(([name]) => name),
    rows.map((row) => columns.map(([, value]) => csvField(value(row)))),
  );
