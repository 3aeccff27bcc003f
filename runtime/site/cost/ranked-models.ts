/** Every model on the work of the page, in an order of the API's ranking, with what a reader must know of it besides. */

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
import type { RankingOrder } from '../../core/schemas/request-fields.ts';
import { memoize } from '../../core/values/memoize.ts';
import type { Answered } from './evaluate-form.ts';
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
