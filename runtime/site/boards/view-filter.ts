/** Which rows of a board are shown, and how the address of the page states it. */
import type { BoardRow, BoardView } from './board-views.ts';

export interface ViewFilter {
  /** Percent of the tasks that a row must solve, 0 to 100. */
  solves: number;
  /** Ids of providers; empty: all. `none`: models outside the dataset. */
  providers: readonly string[];
  /** Keys of the rows side by side, at most `mostPinned`. */
  pinned: readonly string[];
  /** The board to compare the order with; null: the first of `others`. */
  against: string | null;
}

export const everything: ViewFilter = { solves: 0, providers: [], pinned: [], against: null };

export const mostPinned = 6;

export const providerKey = (id: string | null): string => id ?? 'none';

/** Whether a row passes the filters. */
export const passes = (row: BoardRow, { solves, providers }: ViewFilter): boolean =>
  row.successRate * 100 >= solves && (providers.length === 0 || providers.includes(providerKey(row.provider)));

/** `solves=60&providers=openai,anthropic&pin=glm-5.3-flash:max`; empty if everything is shown. */
export function addressOf({ solves, providers, pinned, against }: ViewFilter): string {
  const parts = [
    solves > 0 ? `solves=${solves}` : '',
    providers.length > 0 ? `providers=${providers.join(',')}` : '',
    pinned.length > 0 ? `pin=${pinned.join(',')}` : '',
    against === null ? '' : `against=${against}`,
  ];
  return parts.filter((part) => part !== '').join('&');
}

/** The reverse of `addressOf`; ignores what the board does not have, so an old link still opens. */
export function filterFrom(address: string, view: BoardView): ViewFilter {
  const query = new URLSearchParams(address);
  const list = (name: string): string[] => [
    ...new Set((query.get(name) ?? '').split(',').filter((item) => item !== '')),
  ];
  const solves = Number(query.get('solves') ?? '0');
  const against = query.get('against');
  return {
    solves: solves >= 0 && solves <= 100 ? solves : 0,
    providers: list('providers').filter((id) => view.providers.some((provider) => providerKey(provider.id) === id)),
    pinned: list('pin')
      .filter((key) => view.rows.some((row) => row.key === key))
      .slice(0, mostPinned),
    against: view.others.some(({ id }) => id === against) ? against : null,
  };
}

/** The row with the fewest dollars per solved task; null: no row has a known cost. */
export const cheapestOf = (rows: readonly BoardRow[]): BoardRow | null =>
  rows.reduce<BoardRow | null>(
    (best, row) =>
      row.usdPerSolvedTask !== null && (best === null || row.usdPerSolvedTask < (best.usdPerSolvedTask as number))
        ? row
        : best,
    null,
  );
