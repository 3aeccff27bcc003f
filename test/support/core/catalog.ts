import { checkData } from '../../../build/data/check-data.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import type { Dataset } from '../../../runtime/core/dataset/dataset.ts';
import { catalogOf } from './dated.ts';
import { frozenFiles } from './frozen-data.ts';

/** The day the tests price on. */
export const testDay = '2026-11-20';
/** The current day for the data: none of their dates is later. */
export const frozenOn = '2026-11-21';

/** The frozen dataset, checked as of the day on which it was frozen. */
export const dataset: Dataset = (() => {
  const checked = checkData(frozenFiles, { asOf: testDay, today: frozenOn });
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems, null, 2));
  return checked.data;
})();

export const catalogOn = (asOf: string): Catalog => catalogOf(dataset, asOf);
export const catalog = catalogOn(testDay);
