/** Checks every rule of the data. Lists every problem with its file, line, JSON pointer and what is expected. */

import type { Dataset } from '../../runtime/core/dataset/dataset.ts';
import { type EvidenceFile, evidenceFile } from '../../runtime/core/schemas/data-files/evidence-file.ts';
import {
  type ImportedModelsFile,
  importedModelsFile,
  withImported,
} from '../../runtime/core/schemas/data-files/imported-models-file.ts';
import { type MeasuredFile, measuredFile } from '../../runtime/core/schemas/data-files/measured-file.ts';
import { type NamesFile, namesFile, type PlanNames } from '../../runtime/core/schemas/data-files/names-file.ts';
import {
  noOffers,
  type Offers,
  type OffersFile,
  offersFile,
} from '../../runtime/core/schemas/data-files/offers-file.ts';
import { type PlanFacts, type PlansFile, plansFile } from '../../runtime/core/schemas/data-files/plans-file.ts';
import { type PresetFile, presetsFile } from '../../runtime/core/schemas/data-files/presets-file.ts';
import { type ProviderFile, providerFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { describe, type Finding } from '../../runtime/core/schemas/problems.ts';
import { newAjv } from './ajv.ts';
import { checkImported, checkOffers, importedProviders } from './check-imported.ts';
import { checkModels } from './check-models.ts';
import { checkMeasured, checkMeasuredModels, checkNames, checkPlans } from './check-plans.ts';
import { checkPresets, presetWarnings } from './check-presets.ts';
import { checkPlausible } from './plausible.ts';
import { type DataFile, type DataProblem, type Days, lineAt, type Report, syntaxError } from './read-data.ts';

export type Checked = { data: Dataset; warnings: DataProblem[] } | { problems: DataProblem[] };

let compiled: ReturnType<typeof compile> | undefined;

/** One for each kind of file. Compiled once for a process: that takes ten times as long as everything that is checked. */
const validators = () => {
  compiled ??= compile();
  return compiled;
};

function compile() {
  const ajv = newAjv({ allErrors: true });
  return {
    isProvider: ajv.compile<ProviderFile>(providerFile),
    isPresets: ajv.compile<{ presets: PresetFile[] }>(presetsFile),
    isPlans: ajv.compile<PlansFile>(plansFile),
    isNames: ajv.compile<NamesFile>(namesFile),
    isMeasured: ajv.compile<MeasuredFile>(measuredFile),
    isOffers: ajv.compile<OffersFile>(offersFile),
    isImported: ajv.compile<ImportedModelsFile>(importedModelsFile),
    isEvidence: ajv.compile<EvidenceFile>(evidenceFile),
  };
}

/** The checked dataset with its warnings, or every problem found. */
export function checkData(files: readonly DataFile[], days: Days): Checked {
  const problems: DataProblem[] = [];
  const warnings: DataProblem[] = [];
  const paths = new Map<ProviderFile, string>();
  let presets: PresetFile[] = [];
  const { isProvider, isPresets, isPlans, isNames, isMeasured, isOffers, isImported, isEvidence } = validators();
  let plans: PlanFacts[] | undefined;
  let planNames: PlanNames[] | undefined;
  const measured: MeasuredFile[] = [];
  let offers: Offers = noOffers;
  let imported: ImportedModelsFile = { providers: [] };
  let evidence: EvidenceFile | undefined;
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
      {
        [presetsPath]: isPresets,
        [plansPath]: isPlans,
        [namesPath]: isNames,
        [offersPath]: isOffers,
        [importedPath]: isImported,
        [evidencePath]: isEvidence,
      }[file.path] ?? (file.path.startsWith('data/measured/') ? isMeasured : isProvider);
    if (!isValid(value)) {
      unread++;
      if (value !== undefined) reportFindings(isValid.errors, value, report);
    } else if ('presets' in value) presets = value.presets;
    else if ('plans' in value) {
      plans = value.plans;
      checkPlans(plans, days, report);
    } else if ('planNames' in value) planNames = value.planNames;
    else if ('offers' in value) offers = withoutSchema(value);
    else if ('providers' in value) imported = value;
    else if ('dollars' in value) evidence = value;
    else if ('rows' in value) {
      measured.push(value);
      checkMeasured(value, file.path, days, report);
    } else {
      paths.set(value, file.path);
      const expected = `data/providers/${value.id}.json`;
      if (file.path !== expected) report('/id', `the file of provider "${value.id}" must be called ${expected}`);
    }
  }
  const own = [...paths.keys()];
  const reportImported = reportTo(problems, importedPath);
  const places = new Map<ProviderFile, Report>([
    ...own.map((provider) => [provider, reportTo(problems, paths.get(provider) as string)] as const),
    ...importedProviders(own, imported, reportImported),
  ]);
  const reportFor = (provider: ProviderFile): Report => places.get(provider) as Report;
  if (unread === 0) checkImported(own, imported, reportFor, reportImported);
  checkModels([...places.keys()], days, reportFor, unread === 0);
  checkPlausible([...places.keys()], reportFor);
  const providers = withImported(own, imported);
  // Presets refer to models, so they are checked only if every file could be read.
  if (unread === 0) {
    checkPresets(presets, providers, days, reportTo(problems, presetsPath));
    presetWarnings(presets, providers, days, reportTo(warnings, presetsPath));
    checkOffers(offers, providers, days, reportTo(problems, offersPath));
    checkNames(planNames ?? [], providers, days, reportTo(problems, namesPath));
    for (const file of measured)
      checkMeasuredModels(file, providers, reportTo(problems, `data/measured/${file.id}.json`));
  }
  return problems.length > 0
    ? { problems }
    : {
        data: {
          ...{ providers, presets, measured, offers, ...(evidence && { evidence }) },
          ...(plans && { plans }),
          ...(planNames && { planNames }),
        },
        warnings,
      };
}

const withoutSchema = ({ $schema: _, ...offers }: OffersFile): Offers => offers;

const plansPath = 'data/plans.json';
const namesPath = 'data/names.json';
const presetsPath = 'data/presets.json';
const evidencePath = 'data/evidence/model-error.json';
const offersPath = 'data/imported/offers.json';
const importedPath = 'data/imported/models.json';

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
    // The oneOf or anyOf itself reports what is wrong with its branches.
    if (/\/(oneOf|anyOf)\/\d/.test(finding.schemaPath)) continue;
    const model = modelAt(finding.instancePath, root);
    report(finding.instancePath, `${describe({ ...finding, instancePath: '' })}${model && ` (${model})`}`);
  }
}

/** The id of the model a pointer leads into, so that readers need not count array entries. */
function modelAt(pointer: string, root: unknown): string {
  const index = /^\/models\/(\d+)/.exec(pointer)?.[1];
  const id = index && (root as { models?: { id?: unknown }[] }).models?.[Number(index)]?.id;
  return typeof id === 'string' ? id : '';
}
