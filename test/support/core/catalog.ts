import { checkData } from '../../../build/data/check-data.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import type { Dataset } from '../../../runtime/core/dataset/dataset.ts';
import { catalogOf } from './dated.ts';
import { frozenFiles, frozenOn, testDay } from './frozen-data.ts';

export { frozenOn, testDay } from './frozen-data.ts';

/** The frozen dataset, checked as of the day on which it was frozen. */
export const dataset: Dataset = (() => {
  const checked = checkData(frozenFiles, { asOf: testDay, today: frozenOn });
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems, null, 2));
  return checked.data;
})();

export const catalogOn = (asOf: string): Catalog => catalogOf(dataset, asOf);
export const catalog = catalogOn(testDay);
