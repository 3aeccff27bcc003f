/** The version of a dataset on its day. */
import type { PresetFile } from '../schemas/data-files/presets-file.ts';
import { isDefault, type WorkflowField } from '../schemas/request-fields.ts';
import type { CatalogFile, Dataset } from './dataset.ts';
import { inForceOn } from './unchanged-days.ts';

/**
 * The version of the cost model: raised by one whenever a constant or a formula changes any number, or a choice such as a
 * route, in an estimate, ranking or board of the same data. It is part of every dataset's version.
 */
export const costModelVersion = 21;

/**
 * The version of what is said around the numbers: raised by one whenever a sentence or the shape of an answer changes.
 * No dataset has another name because of it; a snapshot and a receipt state it, since they are compared byte by byte.
 */
export const answersVersion = 14;

/**
 * The dataset on `day`. Its version covers everything that affects a number: the first day on which these numbers hold,
 * and the start of a SHA-256 over that day, the data and the cost model version. A preset's field at its default counts
 * no more than one that is not stated.
 * @param sha256 returns hex digits; every platform has its own
 */
export function datedDataset(data: Dataset, day: string, sha256: (text: string) => string): CatalogFile {
  const { from } = inForceOn(data, day);
  const { providers, presets, measured, offers, evidence, plans, planNames } = data;
  const stated = presets.map(withoutDefaults);
  const all = [
    costModelVersion,
    from,
    providers,
    stated,
    measured,
    offers,
    evidence,
    ...(plans ? [plans] : []),
    ...(planNames ? [{ planNames }] : []),
  ];
  const digest = sha256(JSON.stringify(all));
  return {
    asOf: from,
    version: `${from}-${digest.slice(0, 8)}`,
    costModelVersion,
    data: {
      providers,
      presets,
      measured,
      offers,
      ...(evidence && { evidence }),
      ...(plans && { plans }),
      ...(planNames && { planNames }),
    },
  };
}

/** A preset without the fields that are at their default. */
function withoutDefaults(preset: PresetFile): object {
  const workflow = Object.entries(preset.workflow).filter(([name, value]) => !isDefault(name as WorkflowField, value));
  const names = new Set([...workflow, ...Object.entries(preset.assumptions)].map(([name]) => name));
  const counts = (name: string) => names.has(name);
  const { measured, assumed } = preset;
  return {
    ...preset,
    workflow: Object.fromEntries(workflow),
    measured: measured.filter(counts),
    assumed: assumed.filter(counts),
  };
}
