/** Checks presets against the models they name. */

import { firstKnownDay, statusOn } from '../../runtime/core/dataset/lifecycle.ts';
import { priceOn } from '../../runtime/core/dataset/price-on-day.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import type { PresetFile } from '../../runtime/core/schemas/data-files/presets-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { presetIds, requiredFieldNames } from '../../runtime/core/schemas/request-fields.ts';
import type { Days, Report } from './read-data.ts';

export function checkPresets(
  presets: readonly PresetFile[],
  providers: readonly ProviderFile[],
  { asOf }: Days,
  report: Report,
): void {
  for (const id of presetIds) {
    const times = presets.filter((preset) => preset.id === id).length;
    if (times !== 1) report('/presets', `preset "${id}" is listed ${times} times: expected once`);
  }
  presets.forEach((preset, index) => {
    const at = `/presets/${index}`;
    const wrong = defaultProblem(defaultOf(preset, providers), preset.defaultModel, asOf);
    if (wrong !== null) report(`${at}/defaultModel`, wrong);
    const { workflow, assumptions } = preset;
    for (const field of new Set([...requiredFieldNames, ...Object.keys({ ...workflow, ...assumptions })])) {
      const times = [...preset.measured, ...preset.assumed].filter((name) => name === field).length;
      if (times !== 1)
        report(at, `${field} is listed ${times} times in measured and assumed together: expected once (${preset.id})`);
    }
  });
}

const defaultOf = ({ defaultModel }: PresetFile, providers: readonly ProviderFile[]): ModelFile | undefined =>
  providers.flatMap(({ models }) => models).find(({ id }) => id === defaultModel);

function defaultProblem(model: ModelFile | undefined, name: string, asOf: string): string | null {
  if (model === undefined) return `"${name}" is not the id of a model`;
  if (priceOn(model.prices, asOf) === undefined || firstKnownDay(model) > asOf) {
    return `"${name}" has no price on ${asOf}: choose a later --as-of or another default`;
  }
  if (statusOn(model, asOf) !== 'shutDown') return null;
  return `"${name}" was shut down on ${model.lifecycle?.shutDown}: choose a default that is on sale on ${asOf}`;
}

/** A default model must be on sale for this many days after the day of the build. */
const daysOnSale = 90;

/** Reports default models that are shut down soon. */
export function presetWarnings(
  presets: readonly PresetFile[],
  providers: readonly ProviderFile[],
  { asOf }: Days,
  report: Report,
): void {
  const last = new Date(Date.parse(asOf) + daysOnSale * 86_400_000).toISOString().slice(0, 10);
  presets.forEach((preset, index) => {
    const shutDown = defaultOf(preset, providers)?.lifecycle?.shutDown;
    if (!shutDown || shutDown >= last) return;
    report(
      `/presets/${index}/defaultModel`,
      `"${preset.defaultModel}", the default of ${preset.id}, is shut down on ${shutDown}: expected a model on sale for at least ${daysOnSale} more days; choose another default`,
    );
  });
}
