import { checkData } from '../../../build/data/check-data.ts';
import type { DataFile } from '../../../build/data/read-data.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import type { Dataset } from '../../../runtime/core/dataset/dataset.ts';
import { catalogOf } from './dated.ts';
import { frozenFiles, frozenOn, testDay } from './frozen-data.ts';
import { smallFiles } from './small-data.ts';

export { frozenOn, testDay } from './frozen-data.ts';

/** Checked as of the day on which it was frozen. */
function checked(files: readonly DataFile[]): Dataset {
  const found = checkData(files, { asOf: testDay, today: frozenOn });
  if ('problems' in found) throw new Error(JSON.stringify(found.problems, null, 2));
  return found.data;
}

/** The frozen dataset. */
export const dataset = checked(frozenFiles);

/** A small part of it. */
export const smallDataset = (): Dataset => checked(smallFiles);

const made = new Map<string, Catalog>();

/** The catalog of a day, made once. */
export function catalogOn(asOf: string): Catalog {
  const catalog = made.get(asOf) ?? catalogOf(dataset, asOf);
  made.set(asOf, catalog);
  return catalog;
}
export const catalog = catalogOn(testDay);
