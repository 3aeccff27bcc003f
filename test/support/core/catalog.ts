import { checkData } from '../../../build/data/check-data.ts';
import { readData } from '../../../build/data/read-data.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import type { Dataset } from '../../../runtime/core/dataset/dataset.ts';
import { catalogOf } from './dated.ts';

/** The day the tests price on: the newest day the shipped data was gathered. */
export const testDay = '2026-11-20';

/** The shipped dataset, checked. */
export const dataset: Dataset = (() => {
  const checked = checkData(readData('data'), { asOf: testDay, today: testDay });
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems, null, 2));
  return checked.data;
})();

export const catalogOn = (asOf: string): Catalog => catalogOf(dataset, asOf);
export const catalog = catalogOn(testDay);
