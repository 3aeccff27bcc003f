/** Every rule the data must keep. Lists every problem with file, line, JSON pointer and expectation. */
import { describe, type Finding } from '../../runtime/core/api/problems.ts';
import {
  type Dataset,
  type PresetFile,
  type ProviderFile,
  presetsFile,
  providerFile,
} from '../../runtime/core/dataset/dataset.ts';
import { type MeasuredFile, measuredFile } from '../../runtime/core/measured/measured-file.ts';
import { newAjv } from './ajv.ts';
import { checkMeasured, checkMeasuredModels } from './check-measured.ts';
import { checkModels } from './check-models.ts';
import { checkPresets, presetWarnings } from './check-presets.ts';
import type { DataProblem, Days, Report } from './data-problem.ts';
import { lineAt, syntaxError } from './json-place.ts';
import { checkPlausible } from './plausible.ts';
import type { DataFile } from './read-data.ts';

export type Checked = { data: Dataset; warnings: DataProblem[] } | { problems: DataProblem[] };

/** The checked dataset with what should be looked at, or every problem found. */
export function checkData(files: readonly DataFile[], days: Days): Checked {
  const problems: DataProblem[] = [];
  const warnings: DataProblem[] = [];
  const paths = new Map<ProviderFile, string>();
  let presets: PresetFile[] = [];
  const ajv = newAjv({ allErrors: true });
  const isProvider = ajv.compile<ProviderFile>(providerFile);
  const isPresets = ajv.compile<{ presets: PresetFile[] }>(presetsFile);
  const isMeasured = ajv.compile<MeasuredFile>(measuredFile);
  const measured: MeasuredFile[] = [];
  const reportTo =
    (list: DataProblem[], path: string): Report =>
    (pointer, message) =>
      list.push({
        file: path,
        pointer,
        line: lineAt(
          files.find((file) => file.path === path),
          pointer,
        ),
        message,
      });

  let unread = 0;
  for (const file of files) {
    const report = reportTo(problems, file.path);
    const value = parse(file, report);
    const isValid =
      file.path === presetsPath ? isPresets : file.path.startsWith('data/measured/') ? isMeasured : isProvider;
    if (!isValid(value)) {
      unread++;
      if (value !== undefined) reportFindings(isValid.errors, value, report);
    } else if ('presets' in value) presets = value.presets;
    else if ('rows' in value) {
      measured.push(value);
      checkMeasured(value, file.path, days, report);
    } else {
      paths.set(value, file.path);
      const expected = `data/providers/${value.id}.json`;
      if (file.path !== expected) report('/id', `the file of provider "${value.id}" is called ${expected}`);
    }
  }
  const providers = [...paths.keys()];
  const reportFor = (provider: ProviderFile): Report => reportTo(problems, paths.get(provider) as string);
  checkModels(providers, days, reportFor, unread === 0);
  checkPlausible(providers, reportFor);
  // Presets refer to models, so they are judged only when every file could be read.
  if (unread === 0) {
    checkPresets(presets, providers, days, reportTo(problems, presetsPath));
    presetWarnings(presets, providers, days, reportTo(warnings, presetsPath));
    for (const file of measured)
      checkMeasuredModels(file, providers, reportTo(problems, `data/measured/${file.id}.json`));
  }
  return problems.length > 0 ? { problems } : { data: { providers, presets, measured }, warnings };
}

const presetsPath = 'data/presets.json';

function parse(file: DataFile, report: Report): unknown {
  try {
    return JSON.parse(file.text);
  } catch (error) {
    report('', `not JSON: ${syntaxError(file.text) ?? (error as Error).message}`);
    return undefined;
  }
}

function reportFindings(findings: unknown, root: unknown, report: Report): void {
  for (const finding of findings as Finding[]) {
    // The alternative itself reports what is wrong with its branches.
    if (/\/(oneOf|anyOf)\/\d/.test(finding.schemaPath)) continue;
    const model = modelAt(finding.instancePath, root);
    report(finding.instancePath, `${describe({ ...finding, instancePath: '' })}${model && ` (${model})`}`);
  }
}

/** The id of the model a pointer leads into, so that nobody has to count. */
function modelAt(pointer: string, root: unknown): string {
  const index = /^\/models\/(\d+)/.exec(pointer)?.[1];
  const id = index && (root as { models?: { id?: unknown }[] }).models?.[Number(index)]?.id;
  return typeof id === 'string' ? id : '';
}
