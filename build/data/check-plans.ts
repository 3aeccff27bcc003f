/** The rules for plans, for names that only plans have, and for measured runs, in addition to their schemas. */

import type { MeasuredFile } from '../../runtime/core/schemas/data-files/measured-file.ts';
import type { PlanNames } from '../../runtime/core/schemas/data-files/names-file.ts';
import type { PlanFacts } from '../../runtime/core/schemas/data-files/plans-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { checkSources } from './check-models.ts';
import type { Days, Report } from './read-data.ts';

export function checkPlans(plans: readonly PlanFacts[], { today }: Days, report: Report): void {
  const ids = new Set<string>();
  plans.forEach(({ id, usdPerMonth, note, windows, sources }, index) => {
    const at = `/plans/${index}`;
    if (ids.has(id)) report(`${at}/id`, `"${id}" is the id of another plan`);
    ids.add(id);
    checkSources(sources, null, today, (pointer, message) => report(at + pointer, message));
    if (usdPerMonth === null && note === undefined) report(at, 'a plan without a price needs a note that explains why');
    windows.forEach(({ amount, unit }, window) => {
      if (amount !== null && unit === null) report(`${at}/windows/${window}/unit`, 'an amount needs its unit');
    });
  });
}

export function checkNames(
  all: readonly PlanNames[],
  providers: readonly ProviderFile[],
  { today }: Days,
  report: Report,
): void {
  const models = providers.flatMap((provider) => provider.models);
  const ids = new Set(models.map(({ id }) => id));
  const taken = new Set(models.flatMap(({ id, aliases }) => [id, ...aliases]));
  all.forEach(({ names, meant, sources }, index) => {
    const at = `/planNames/${index}`;
    names.forEach((name, i) => {
      if (taken.has(name)) report(`${at}/names/${i}`, `"${name}" is the name of a model, or is here twice`);
      taken.add(name);
    });
    meant.forEach((id, i) => {
      if (!ids.has(id)) report(`${at}/meant/${i}`, `no model has the id "${id}"`);
    });
    checkSources(sources, null, today, (pointer, message) => report(at + pointer, message));
  });
}

export function checkMeasured(board: MeasuredFile, path: string, { today }: Days, report: Report): void {
  if (path !== `data/measured/${board.id}.json`) {
    report('/id', `the file of board "${board.id}" must be called data/measured/${board.id}.json`);
  }
  checkSources(board.sources, null, today, report);
  const seen = new Map<string, number>();
  board.rows.forEach((row, index) => {
    const at = `/rows/${index}`;
    if (row.on > today) report(`${at}/on`, `${row.on} is in the future`);
    const { inputTokens, cachedTokens, outputTokens, recordedUsd } = row;
    if (cachedTokens !== null && (inputTokens === null || cachedTokens > inputTokens)) {
      report(`${at}/cachedTokens`, `${cachedTokens} must be at most the input tokens (${inputTokens})`);
    }
    if ((inputTokens === null) !== (outputTokens === null)) {
      report(at, 'inputTokens and outputTokens must both be numbers or both be null');
    }
    if (inputTokens === null && recordedUsd === null && row.calls === null && row.note === null) {
      report(at, 'a run without tokens, dollars and calls needs a note that explains why');
    }
    const key = JSON.stringify([row.model, row.config, row.effort, row.version]);
    const before = seen.get(key);
    if (before !== undefined) report(at, `is the same model, config and effort as row ${before}`);
    seen.set(key, index);
  });
}

/** Model ids must exist in the dataset: a board with an unknown id would silently lose that model's facts. */
export function checkMeasuredModels(board: MeasuredFile, providers: readonly ProviderFile[], report: Report): void {
  const ids = new Set(providers.flatMap(({ models }) => models.map(({ id }) => id)));
  board.rows.forEach(({ modelId }, index) => {
    if (modelId !== null && !ids.has(modelId)) {
      report(`/rows/${index}/modelId`, `"${modelId}" is not the id of a model: use an id, or null`);
    }
  });
}
