/** The baseline: what it stores, and the catalogs with which its requests are repriced. */

import type { Catalog } from '../dataset/catalog.ts';
import { catalogOn, withOverlay } from '../dataset/overlay-catalog.ts';
import { costModelVersion } from '../dataset/version.ts';
import { ApiError } from '../schemas/api-error.ts';
import type { Baseline, BaselineWorkflow, BudgetedWork } from '../schemas/data-files/budget-files.ts';
import type { Overlay } from '../schemas/data-files/overlay-file.ts';
import { lookUp } from '../values/look-up.ts';
import type { Cost } from './work-cost.ts';

export type Repricing = ReturnType<typeof repricing>;

/**
 * The baseline, and this program's dataset with its overlay on its day (`earlier`) and on the day being checked (`today`);
 * null: the overlay does not fit it.
 * @param list the catalog being checked (`now`), without an overlay
 */
export function repricing(list: Catalog, now: Catalog, baseline: Baseline) {
  const on = (day: string): Catalog | null => {
    const dated = catalogOn(list, day);
    const own = baseline.overlay === null ? dated : withOverlay(dated, baseline.overlay);
    return own instanceof ApiError ? null : own;
  };
  return { baseline, earlier: on(baseline.pricesAsOf), today: on(now.asOf), now, datasetVersion: datasetOf(list) };
}

/** A workflow of the baseline by its name; null: there is no baseline, or it does not have this workflow. */
export const workInBaseline = (baseline: Baseline | null, name: string): BaselineWorkflow | null =>
  lookUp(baseline?.workflows ?? {}, name) ?? null;

/** The version of the dataset without the day it is priced on. */
export const datasetOf = ({ version }: Catalog): string => version.split('@')[0] as string;

/**
 * The baseline that later checks compare with.
 * @param costs of the workflows, in the same order
 */
export const baselineOf = (
  list: Catalog,
  overlay: Overlay | null,
  works: readonly BudgetedWork[],
  costs: readonly Cost[],
): Baseline => ({
  pricesAsOf: list.asOf,
  datasetVersion: datasetOf(list),
  costModelVersion,
  overlay,
  workflows: Object.fromEntries(
    works.map(({ name, request }, index) => {
      const { perTask, perMonth } = costs[index] as Cost;
      return [name, { request, perTask, perMonth }];
    }),
  ),
});
