/** The repository's current data, which change from week to week; most tests use the frozen ones. */
import { join } from 'node:path';
import { checkData } from '../../../build/data/check-data.ts';
import { type DataFile, readData } from '../../../build/data/read-data.ts';
import type { Catalog } from '../../../runtime/core/dataset/catalog.ts';
import type { Dataset } from '../../../runtime/core/dataset/dataset.ts';
import { projectRoot } from '../project-root.ts';
import { catalogOf } from './dated.ts';

export const shippedFiles: readonly DataFile[] = readData(join(projectRoot, 'data'));

/** The newest day on which a fact was verified, YYYY-MM-DD. */
export const newestDay = shippedFiles
  .flatMap(({ text }) => [...text.matchAll(/"(?:verifiedOn|on)": "([\d-]+)"/g)].map(([, day]) => day as string))
  .sort()
  .at(-1) as string;

/** The shipped data on the newest day in them. */
export function shippedData(): Dataset {
  const checked = checkData(shippedFiles, { asOf: newestDay, today: newestDay });
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems, null, 2));
  return checked.data;
}

export const shippedCatalog = (data = shippedData()): Catalog => catalogOf(data, newestDay);
