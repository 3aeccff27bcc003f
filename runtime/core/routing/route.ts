/** A cheaper way to the same result, before it is shown. */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { Comparison } from '../measured/board-shapes.ts';
import type { StrategyName } from './strategies.ts';

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
  /** What speaks for it, by board; empty: nothing measured does. */
  measured: Comparison[];
  /** The least and the most of `perSuccess` over these boards. */
  range: { low: number; high: number } | null;
}
