/** Every model on the work of the page, in an order of the API's ranking or by a column, narrowed as a person asks. */

import { type RankedRow, ranked } from '../../core/answers/ranking.ts';
import { resolveRequest } from '../../core/answers/resolved-request.ts';
import type { Ranking } from '../../core/answers/schemas/ranking-schema.ts';
import { boardsOf } from '../../core/benchmarks/facts.ts';
import { rowByModel } from '../../core/benchmarks/pairs.ts';
import { boardsFor, rowOn } from '../../core/benchmarks/proven.ts';
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { isRegionPriceKnown } from '../../core/dataset/terms.ts';
import { workFor } from '../../core/model/work.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import type { Board, MeasuredRow } from '../../core/schemas/board-schemas.ts';
import type { Preset } from '../../core/schemas/data-files/presets-file.ts';
import { type RankingOrder, rankingOrders } from '../../core/schemas/request-fields.ts';
import { csv, csvField } from '../../core/values/csv.ts';
import { memoize } from '../../core/values/memoize.ts';
import { numberIn } from '../typed-numbers.ts';
import type { Answered } from './evaluate-form.ts';
import type { ListTyped } from './link-state.ts';
import { endOf, nextPriceOf, promisedUntil } from './warnings.tsx';

type Row = Ranking['ranking'][number];

/** A row of the API's ranking, with what a reader must know of the model besides. */
export interface Listed extends Pick<Row, 'costPerTask' | 'monthlySpend' | 'fits' | 'measured'> {
  model: CatalogModel;
  /** In the API's ranking. */
  rank: number;
  /** Whether it stands above the line: it is on sale, the work fits, and it was measured where that is the order. */
  isAbove: boolean;
  /** USD of a solved task: of yours, or where the chosen model was not measured, that of the board; null: not measured. */
  perSolved: number | null;
  /** Its row on the board that was chosen; null: it is not on that. */
  onBoard: MeasuredRow | null;
  /** The work searches the web, and the fee for that is not known. */
  lacksFee: boolean;
  /** The price in the region asked for is not known: another stands in for it. */
  lacksRegion: boolean;
  /** The day it ends, the day its price changes, the last day its price is promised; null: none is known. */
  ends: string | null;
  changes: string | null;
  promised: string | null;
}

/** A ranking of the API: what is said of all rows, and the rows. */
export interface RankedModels {
  /** What a solved task of the chosen model costs; null: it is on no board of this kind of work. */
  chosen: Ranking['chosen'];
  rows: readonly Listed[];
}

export interface RankingAsked {
  order: RankingOrder;
  /** Whose rows come first, in place of the board of the kind of work; null: no board. */
  board: Board | null;
  /** A host whose prices count and which must sell the model; '': as the request says. */
  soldAt: string;
}

/** The ranking that `POST /estimate` gives with `compare`, in its order. */
export function rankedFor(
  { request, question }: Answered,
  { order, board, soldAt }: RankingAsked,
  catalog: Catalog,
): RankedModels {
  const compared = resolveRequest(catalog, { ...request, compare: true, ...(soldAt !== '' && { host: soldAt }) });
  // A name may state terms that only this model has: then all are ranked on the terms of its answer.
  const asked = compared instanceof ApiError ? question : compared;
  const { sold, workflow } = asked;
  const preset = onBoard(asked.preset, board);
  const work = workFor({ ...asked, preset });
  const solved = ranked(sold, work, asked.model, 'solved');
  const placed = order === 'solved' ? solved : ranked(sold, work, asked.model, 'cost');
  const ofModel = new Map(solved.rows.map((row) => [row.model.id, row]));
  const own = board === null ? undefined : boardsFor(sold, preset)[0];
  const chosen = board === null ? null : solved.about.chosen;
  return {
    chosen,
    rows: placed.rows.map(({ model, figures }, place) => {
      const { measured, figures: beside } = ofModel.get(model.id) as RankedRow;
      const there = measured?.board === board?.id ? (measured?.usdPerSolvedTask ?? null) : null;
      return {
        model,
        rank: place + 1,
        isAbove: place < placed.about.aboveLine,
        costPerTask: figures.costPerTask,
        monthlySpend: figures.monthlySpend,
        fits: figures.fits,
        measured: board === null ? null : measured,
        perSolved: chosen === null ? there : (beside.costPerSolvedTask ?? null),
        onBoard: (own && rowOn(own, model.id, workflow.reasoningEffort)) ?? null,
        lacksFee: figures.toolFees === null,
        lacksRegion: !isRegionPriceKnown(model, workflow),
        ...daysOf(sold)(model),
      };
    }),
  };
}

const onBoard = (preset: Preset, board: Board | null): Preset =>
  board === null || board.id === preset.board ? preset : { ...preset, board: board.id };

/** What does not depend on the work, computed once for each model. */
const daysOf = memoize((catalog: Catalog) =>
  memoize((model: CatalogModel) => ({
    ends: endOf(model),
    changes: nextPriceOf(model, catalog)?.on ?? null,
    promised: promisedUntil(model, catalog),
  })),
);

const rowsOn = memoize(({ rows }: Board) => rowByModel(rows));

/** The boards with most models first. */
export const boardsBySize = memoize((catalog: Catalog): readonly Board[] =>
  boardsOf(catalog).toSorted((a, b) => rowsOn(b).size - rowsOn(a).size),
);

/** How many models of the dataset were measured on a board, in dollars too. */
export const measuredOn = (board: Board): number => rowsOn(board).size;

/** The id of the board that is used unless another is chosen, that of the kind of work; '': there is none. */
export const usualBoard = (catalog: Catalog, preset: Preset): string => boardsFor(catalog, preset)[0]?.id ?? '';

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

/** The list as a table, with exact numbers. */
export const listCsv = (rows: readonly Listed[]): string =>
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
      'usdPerSolvedTask',
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
        measured?.board ?? null,
        measured?.successRate ?? null,
        measured?.usdPerSolvedTask ?? null,
        row.perSolved,
        row.ends,
        row.changes,
      ].map(csvField),
    ),
  );
