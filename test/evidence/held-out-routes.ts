/** Whether measured routes hold where they were not measured: one board or all of one benchmark is left out. */

import { bySolved, isNamed } from '../../runtime/core/answers/routes.ts';
import { boardsOf } from '../../runtime/core/benchmarks/facts.ts';
import {
  boardsFor,
  type Compared,
  type ComparedBoard,
  compare,
  comparedBoard,
  comparedOn,
} from '../../runtime/core/benchmarks/proven.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';

export interface HeldOut {
  named: number;
  /** Those of them that cost less per solved task on the left-out board. */
  cheaper: number;
}

export interface HeldOutRoutes {
  /** The cheapest route of each model, if it is on the left-out board. */
  best: HeldOut;
  /** The cheapest route of those on that board. */
  bestThere: HeldOut;
  /** Every route that passes the rule. */
  every: HeldOut;
}

/** @param together whether `other` is left out with `board`; true for the board itself */
export function heldOutRoutes(catalog: Catalog, together: (board: ComparedBoard, other: ComparedBoard) => boolean) {
  const boards = boardsOf(catalog).map(comparedBoard);
  const found: HeldOutRoutes = {
    best: { named: 0, cheaper: 0 },
    bestThere: { named: 0, cheaper: 0 },
    every: { named: 0, cheaper: 0 },
  };
  for (const board of boards) {
    const others = boards.filter((other) => !together(board, other));
    for (const chosen of board.rowOf.keys()) {
      const own = boardsFor(catalog, catalog.preset(board.domain))
        .map(({ id }) => others.find((one) => one.id === id))
        .filter((one) => one !== undefined);
      const routes = [...comparedOn(own, others, chosen).values()].filter(({ modelId, why }) => {
        const model = catalog.find(modelId);
        return why.length === 0 && model !== undefined && isNamed(model);
      });
      const there = routes.filter(({ modelId }) => board.rowOf.has(modelId));
      count(found.best, board, chosen, cheapest(routes));
      count(found.bestThere, board, chosen, cheapest(there));
      count(found.every, board, chosen, there);
    }
  }
  return found;
}

/** Leaves out only the board itself. */
export const alone = (board: ComparedBoard, other: ComparedBoard): boolean => board.id === other.id;

/** Leaves out every board with the same harness or benchmark. */
export const withKin = (board: ComparedBoard, other: ComparedBoard): boolean =>
  board.harness === other.harness || board.benchmark === other.benchmark;

function count(held: HeldOut, board: ComparedBoard, chosen: string, routes: readonly Compared[]): void {
  for (const { modelId } of routes) {
    for (const { solvedRatio } of compare(board, chosen, modelId)) {
      held.named++;
      if (solvedRatio < 1) held.cheaper++;
    }
  }
}

/** The first route of advice, as a list of at most one. */
const cheapest = (routes: readonly Compared[]): readonly Compared[] => routes.toSorted(bySolved).slice(0, 1);
