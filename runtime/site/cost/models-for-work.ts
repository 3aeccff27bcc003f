/** Every model on the work of the page, as the API ranks them, narrowed and sorted as a person asks. */

import { ranked } from '../../core/answers/ranking.ts';
import { resolveRequest } from '../../core/answers/resolved-request.ts';
import { boardsOf } from '../../core/benchmarks/facts.ts';
import { rowByModel } from '../../core/benchmarks/pairs.ts';
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { isRegionPriceKnown } from '../../core/dataset/terms.ts';
import { workOf } from '../../core/model/work.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import type { Board, MeasuredRow } from '../../core/schemas/board-schemas.ts';
import type { PresetId } from '../../core/schemas/request-fields.ts';
import { csv, csvField } from '../../core/values/csv.ts';
import { memoize } from '../../core/values/memoize.ts';
import { numberIn } from '../typed-numbers.ts';
import type { Answered } from './evaluate-form.ts';
import type { ListTyped } from './link-state.ts';
import { endOf, nextPriceOf, promisedUntil } from './marks.ts';

/** A model on this work: the figures of its row in the API's ranking. */
export interface Ranked {
  model: CatalogModel;
  /** In the API's ranking. */
  rank: number;
  /** USD. */
  costPerTask: number;
  monthlySpend: number;
  /** Share of the tasks whose largest prompt fits the window. */
  fits: number;
  /** The work searches the web, and the fee for that is not known. */
  lacksFee: boolean;
  /** The price in the region asked for is not known: another stands in for it. */
  lacksRegion: boolean;
  /** The day it ends, the day its price changes, the last day its price is promised; null: none is known. */
  ends: string | null;
  changes: string | null;
  promised: string | null;
}

/** A model in the list, with what was measured for it on the board that was chosen; null: nothing. */
export interface Listed extends Ranked {
  measured: MeasuredRow | null;
}

/**
 * The ranking that `POST /estimate` gives with `compare`, in its order.
 * @param soldAt a host whose prices count and which must sell the model; '': as the request says
 */
export function rankedFor({ request, question }: Answered, soldAt: string, catalog: Catalog): readonly Ranked[] {
  const compared = resolveRequest(catalog, { ...request, compare: true, ...(soldAt !== '' && { host: soldAt }) });
  // A name may state terms that only this model has: then all are ranked on the terms of its answer.
  const { sold, preset, workflow, model } = compared instanceof ApiError ? question : compared;
  return ranked(sold, workOf(preset, workflow), model, 'cost').rows.map(({ model, figures }, place) => ({
    model,
    rank: place + 1,
    costPerTask: figures.costPerTask,
    monthlySpend: figures.monthlySpend,
    fits: figures.fits,
    lacksFee: figures.toolFees === null,
    lacksRegion: !isRegionPriceKnown(model, workflow),
    ...daysOf(sold)(model),
  }));
}

/** What does not depend on the work, computed once for each model. */
const daysOf = memoize((catalog: Catalog) =>
  memoize((model: CatalogModel) => ({
    ends: endOf(model),
    changes: nextPriceOf(model, catalog)?.on ?? null,
    promised: promisedUntil(model, catalog),
  })),
);

/** The boards of a kind of work; an interactive session is coding work. */
const kindOf = (preset: PresetId): PresetId => (preset === 'session' ? 'coding' : preset);

const rowsOn = memoize(({ rows }: Board) => rowByModel(rows));

/** The boards with most models first. */
export const boardsBySize = memoize((catalog: Catalog): readonly Board[] =>
  boardsOf(catalog).toSorted((a, b) => rowsOn(b).size - rowsOn(a).size),
);

/** How many models of the dataset were measured on a board, in dollars too. */
export const measuredOn = (board: Board): number => rowsOn(board).size;

/** The id of the board that is used unless another is chosen: the one of this work with most models; '': there is none. */
export const usualBoard = (catalog: Catalog, preset: PresetId): string =>
  boardsBySize(catalog).find(({ domain }) => domain === kindOf(preset))?.id ?? '';

export const orders = ['best', 'name', 'month', 'task', 'solved', 'persolved', 'window'] as const;
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
  const boardId = list.board ?? usualBoard(catalog, question.preset.id);
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
  const by = (list.by ?? 'best').replace(/^-/, '');
  return {
    budget: amount('budget', Number.POSITIVE_INFINITY),
    solved: amount('solved', 100) ?? 0,
    board,
    by: orders.find((order) => order === by) ?? 'best',
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

export function listOf(ranked: readonly Ranked[], asked: Asked, chosenId: string): List {
  const { budget, solved, board, maker, tier, window, measuredOnly } = asked;
  const measuredBy = board && rowsOn(board);
  const list = { all: ranked.length, overBudget: 0, notMeasured: 0, solvedLess: 0, filtered: 0 };
  let chosen: Listed | undefined;
  let cheapest: Listed | undefined;
  const rows: Listed[] = [];
  const whole: Listed[] = [];
  for (const one of ranked) {
    const { facts, provider } = one.model;
    const row: Listed = { ...one, measured: measuredBy?.get(facts.id) ?? null };
    if (facts.id === chosenId) chosen = row;
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
    } else if (row.measured === null && (measuredOnly || solved > 0)) list.notMeasured++;
    else if (row.measured !== null && row.measured.successRate * 100 < solved) list.solvedLess++;
    else rows.push(row);
  }
  return { rows: sorted(rows, asked), whole, chosen, cheapest, ...list };
}

/** What does not fit comes last, and after that what has no value; equals stay in the order of the API's ranking. */
function sorted(rows: Listed[], { by, descending }: Asked): Listed[] {
  const sign = descending ? -1 : 1;
  return rows.sort((a, b) => {
    const [fits, otherFits] = [a.fits >= 0.5, b.fits >= 0.5];
    if (fits !== otherFits) return fits ? -1 : 1;
    if (by === 'name') return sign * (a.model.facts.name < b.model.facts.name ? -1 : 1);
    const [x, y] = [figureOf(a, by), figureOf(b, by)];
    if (x === null || y === null) return x === y ? a.rank - b.rank : x === null ? 1 : -1;
    return sign * (x - y) || a.rank - b.rank;
  });
}

function figureOf({ model, costPerTask, monthlySpend, measured }: Listed, by: Exclude<Order, 'name'>): number | null {
  switch (by) {
    case 'month':
      return monthlySpend;
    case 'task':
      return costPerTask;
    case 'solved':
      return measured?.successRate ?? null;
    case 'window':
      return model.facts.contextWindow;
    default:
      return measured?.usdPerSolvedTask ?? null;
  }
}

/** The models for what a store shows. */
export interface ModelsForWork {
  answered: Answered;
  asked: Asked;
  found: List;
  /** The chosen model in the list, be it filtered out or not; undefined: it is not sold on these terms. */
  chosen: Listed | undefined;
}

/** The ranking of the last question: filters and orders do not compute it again. */
let last: { catalog: Catalog; answered: Answered; soldAt: string; ranked: readonly Ranked[] } | undefined;

export function modelsFor({ list, catalog, first, isFull }: Shown): ModelsForWork {
  const answered = first.last;
  const soldAt = isFull ? (list.soldAt ?? '') : '';
  if (last?.answered !== answered || last.soldAt !== soldAt || last.catalog !== catalog)
    last = { catalog, answered, soldAt, ranked: rankedFor(answered, soldAt, catalog) };
  const asked = askedOf(catalog, answered, list);
  const found = listOf(last.ranked, asked, answered.question.model.facts.id);
  return { answered, asked, found, chosen: found.chosen };
}

/** What of a store the models depend on. */
interface Shown {
  list: ListTyped;
  catalog: Catalog;
  first: { last: Answered };
  isFull: boolean;
}

/** The list as a table, with exact numbers. */
export const listCsv = (rows: readonly Listed[], board: Board | undefined): string =>
  csv(
    [
      'model',
      'maker',
      'tier',
      'usdPerTask',
      'usdPerMonth',
      'contextWindow',
      'fits',
      'searchFeeKnown',
      'board',
      'solvedShare',
      'usdPerSolvedTaskOnBoard',
      'ends',
      'priceChanges',
    ],
    rows.map(({ model, measured, ...row }) =>
      [
        model.id,
        model.provider.id,
        model.facts.tier,
        row.costPerTask,
        row.monthlySpend,
        model.facts.contextWindow,
        row.fits,
        !row.lacksFee,
        board?.id ?? null,
        measured?.successRate ?? null,
        measured?.usdPerSolvedTask ?? null,
        row.ends,
        row.changes,
      ].map(csvField),
    ),
  );
