/** Measurements of two models on the same boards. */

import { boardsOf } from '../../core/benchmarks/facts.ts';
import { compare, comparedBoard } from '../../core/benchmarks/proven.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import type { Comparison } from '../../core/schemas/board-schemas.ts';

/** `chosen...` is the model that was logged. */
export interface SharedBoard extends Comparison {
  logged: string;
}

/** One for each board that has both models; none if they are the same model. */
export const sharedBoards = (catalog: Catalog, logged: string, other: string): SharedBoard[] =>
  logged === other
    ? []
    : boardsOf(catalog).flatMap((board) =>
        compare(comparedBoard(board), logged, other).map((comparison) => ({ logged, ...comparison })),
      );
