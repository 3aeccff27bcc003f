/** A cheaper way to the same result, before it is formatted for an answer. */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { StrategyName } from '../model/route-strategies.ts';
import type { Comparison } from '../schemas/board-schemas.ts';

export interface Route {
  strategy: StrategyName;
  /** What it assumes, in a sentence or two. */
  note: string;
  model: CatalogModel;
  /** USD per task, rounded. */
  costPerTask: number;
  /** Share of tasks that fail. */
  failureShare: number;
  /** USD per successful task, rounded. */
  perSuccess: number;
  /** Share of tasks that `model` may fail before the route stops paying. */
  breakEven: number;
  /** The measurements that support it, by board; empty: none do. */
  measured: Comparison[];
  /** The range of `perSuccess` over these boards. */
  range: { low: number; high: number } | null;
}
