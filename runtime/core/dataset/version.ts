/** The version of a dataset on its day. */
import type { CatalogFile, Dataset } from './dataset.ts';
import { inForceOn } from './unchanged-days.ts';

/**
 * The version of the cost model: raised by one whenever a constant, a formula or a sentence changes any estimate, ranking or
 * board of the same data. It is part of every dataset's version.
 */
export const costModelVersion = 14;

/**
 * The dataset on `day`. Its version covers everything that affects an answer: the first day on which these answers
 * hold, and the start of a SHA-256 over that day, the data and the cost model version.
 * @param sha256 returns hex digits; every platform has its own
 */
export function datedDataset(data: Dataset, day: string, sha256: (text: string) => string): CatalogFile {
  const { from } = inForceOn(data, day);
  const { providers, presets, measured, offers, evidence } = data;
  const digest = sha256(JSON.stringify([costModelVersion, from, providers, presets, measured, offers, evidence]));
  return {
    asOf: from,
    version: `${from}-${digest.slice(0, 8)}`,
    costModelVersion,
    data: { providers, presets, measured, offers, ...(evidence && { evidence }) },
  };
}
