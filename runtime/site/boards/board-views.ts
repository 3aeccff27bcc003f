/** Boards as their pages show them: the API's rows with names, list prices, and the same models on other boards. */
import { boardsOf } from '../../core/benchmarks/facts.ts';
import { rowByModel } from '../../core/benchmarks/pairs.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import type { Board, MeasuredRow } from '../../core/schemas/board-schemas.ts';
import { memoize } from '../../core/values/memoize.ts';

/** A row of GET /measured/{board} with its display names. */
export interface BoardRow extends MeasuredRow {
  /** The row in the address of the page: `gpt-5.6-luna:max`; unique on its board. */
  key: string;
  name: string;
  /** The model, or its name if the dataset does not have it; a line joins the rows of a series. */
  series: string;
  /** Index into `providers` of the board. */
  providerIndex: number;
  /** USD per million tokens, in force; null: not a model of this dataset. */
  listInput: number | null;
  listOutput: number | null;
}

export interface BoardProvider {
  /** Null: models that the dataset does not have. */
  id: string | null;
  name: string;
  /** Rank by rows on all boards, so that a provider looks the same on each; null as with `id`. */
  style: number | null;
}

/** Another board with some of the same models: model id to dollars per solved task. */
export interface OtherBoard {
  id: string;
  name: string;
  harness: string;
  usdPerSolved: Record<string, number>;
}

export interface BoardView extends Omit<Board, 'rows'> {
  rows: BoardRow[];
  providers: BoardProvider[];
  /** Boards with at least three models in common, those with the most first. */
  others: OtherBoard[];
}

/** An order of fewer models means little. */
const fewestInCommon = 3;

/** Every board, the one with the most rows first. */
export const boardViews = memoize((catalog: Catalog): BoardView[] => {
  const boards = boardsOf(catalog);
  const ranks = ranksOn(boards);
  const compared = boards.map((board) => ({ board, rowOf: rowByModel(board.rows) }));
  return compared
    .map(({ board, rowOf }): BoardView => {
      const ids = [...new Set(board.rows.map(({ provider }) => provider))].sort(
        (a, b) => rankOf(ranks, a) - rankOf(ranks, b),
      );
      return {
        ...board,
        rows: board.rows.map((row) => ({
          ...row,
          key: keyOf(row, board.rows),
          ...namesOf(catalog, row),
          providerIndex: ids.indexOf(row.provider),
        })),
        providers: ids.map((id) => ({ id, name: providerName(catalog, id), style: ranks.get(id) ?? null })),
        others: compared
          .filter((other) => other.board !== board)
          .map(({ board: other, rowOf: otherRows }) => ({
            id: other.id,
            name: other.benchmark,
            harness: other.harness,
            usdPerSolved: Object.fromEntries(
              [...otherRows].flatMap(([id, row]) => (rowOf.has(id) ? [[id, row.usdPerSolvedTask as number]] : [])),
            ),
          }))
          .filter(({ usdPerSolved }) => Object.keys(usdPerSolved).length >= fewestInCommon)
          .sort((a, b) => Object.keys(b.usdPerSolved).length - Object.keys(a.usdPerSolved).length),
      };
    })
    .sort((a, b) => b.rows.length - a.rows.length || (a.id < b.id ? -1 : 1));
});

/** The boards of a kind of work. */
interface KindOfWork {
  /** Id of its preset. */
  id: string;
  name: string;
  boards: BoardView[];
}

/** The boards by kind of work, that with the most boards first. */
export function kindsOfWork(catalog: Catalog): KindOfWork[] {
  const views = boardViews(catalog);
  return catalog.presets
    .map(({ id, name }) => ({ id, name, boards: views.filter(({ domain }) => domain === id) }))
    .filter(({ boards }) => boards.length > 0)
    .sort((a, b) => b.boards.length - a.boards.length);
}

const rankOf = (ranks: ReadonlyMap<string | null, number>, provider: string | null): number =>
  ranks.get(provider) ?? ranks.size;

/** The rank of each provider by its number of rows on all boards. */
function ranksOn(boards: readonly Board[]): Map<string | null, number> {
  const rows = new Map<string, number>();
  for (const { provider } of boards.flatMap((board) => board.rows)) {
    if (provider !== null) rows.set(provider, (rows.get(provider) ?? 0) + 1);
  }
  const order = [...rows].sort(([a, more], [b, fewer]) => fewer - more || (a < b ? -1 : 1));
  return new Map(order.map(([id], index) => [id, index]));
}

const providerName = (catalog: Catalog, id: string | null): string =>
  id === null ? 'Not in the price list' : (catalog.providers.find((provider) => provider.id === id)?.name ?? id);

function namesOf(catalog: Catalog, row: MeasuredRow) {
  const model = row.modelId === null ? undefined : catalog.find(row.modelId);
  return {
    name: model?.facts.name ?? row.model,
    series: model?.id ?? row.model,
    listInput: model?.price.input ?? null,
    listOutput: model?.price.output ?? null,
  };
}

/** The model and its effort; if that is ambiguous, also the configuration or a number. */
function keyOf(row: MeasuredRow, rows: readonly MeasuredRow[]): string {
  const short = ({ model, effort }: MeasuredRow): string => slug(effort === null ? model : `${model}:${effort}`);
  const long = (one: MeasuredRow): string => slug(`${short(one)}:${one.config ?? one.on}`);
  const alike = (name: (one: MeasuredRow) => string) => rows.filter((one) => name(one) === name(row));
  if (alike(short).length === 1) return short(row);
  const same = alike(long);
  return same.length === 1 ? long(row) : `${long(row)}:${same.indexOf(row) + 1}`;
}

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9.:]+/g, '-');

/** The page of a board below `dist/public`: the navigation links to that of the first board. */
export function boardPath(catalog: Catalog, board: string): string {
  return boardViews(catalog)[0]?.id === board ? 'measured.html' : `measured/${board}.html`;
}
