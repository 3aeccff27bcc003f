/** Every rule the data must keep. Lists every problem with file, JSON pointer and expectation. */
import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { describe, type Finding } from '../../runtime/core/api/problems.ts';
import {
  type Dataset,
  type DatedPrice,
  type ModelFile,
  type PresetFile,
  type ProviderFile,
  presetsFile,
  providerFile,
} from '../../runtime/core/dataset/dataset.ts';
import { presetIds, requiredFieldNames } from '../../runtime/core/dataset/fields.ts';
import { type MeasuredFile, measuredFile } from '../../runtime/core/measured/measured-file.ts';
import { priceOn } from '../../runtime/core/model/prices.ts';
import { newAjv } from './ajv.ts';
import { checkMeasured, checkMeasuredModels } from './check-measured.ts';
import type { DataFile } from './read-data.ts';

/** Words that are paths of the API, so no model may be called so. */
const reserved = ['all', 'by-provider', 'by-tier', 'compare'];

export interface DataProblem {
  file: string;
  /** JSON pointer; '' is the whole file. */
  pointer: string;
  message: string;
}

export interface Days {
  /** The day of the build's prices. */
  asOf: string;
  /** The day it is. Both YYYY-MM-DD, UTC. */
  today: string;
}

/** The checked dataset, or every problem found. */
export function checkData(files: readonly DataFile[], days: Days): { data: Dataset } | { problems: DataProblem[] } {
  const problems: DataProblem[] = [];
  const providers: ProviderFile[] = [];
  let presets: PresetFile[] = [];
  const ajv = newAjv({ allErrors: true });
  const isProvider = ajv.compile<ProviderFile>(providerFile);
  const isPresets = ajv.compile<{ presets: PresetFile[] }>(presetsFile);
  const isMeasured = ajv.compile<MeasuredFile>(measuredFile);
  const measured: MeasuredFile[] = [];

  const names = new Map<string, string>();
  let unread = 0;
  for (const file of files) {
    const report: Report = (pointer, message) => problems.push({ file: file.path, pointer, message });
    const value = parse(file, report);
    const isValid =
      file.path === 'data/presets.json' ? isPresets : file.path.startsWith('data/measured/') ? isMeasured : isProvider;
    if (!isValid(value)) {
      unread++;
      if (value !== undefined) reportFindings(isValid.errors, value, report);
    } else if ('presets' in value) presets = value.presets;
    else if ('rows' in value) {
      measured.push(value);
      checkMeasured(value, file.path, days, report);
    } else {
      providers.push(value);
      checkProvider(value, file.path, names, days, report);
    }
  }
  // Presets refer to models, so they are judged only when every file could be read.
  if (unread === 0) {
    checkPresets(presets, providers, days, (pointer, message) =>
      problems.push({ file: 'data/presets.json', pointer, message }),
    );
    for (const file of measured) {
      checkMeasuredModels(file, providers, (pointer, message) =>
        problems.push({ file: `data/measured/${file.id}.json`, pointer, message }),
      );
    }
  }
  return problems.length > 0 ? { problems } : { data: { providers, presets, measured } };
}

export type Report = (pointer: string, message: string) => void;

function parse(file: DataFile, report: Report): unknown {
  try {
    return JSON.parse(file.text);
  } catch (error) {
    report('', `not JSON: ${syntaxError(file.text) ?? (error as Error).message}`);
    return undefined;
  }
}

/** Where a text stops being JSON, and what is wrong there. */
function syntaxError(text: string): string | undefined {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  if (errors[0] === undefined) return undefined;
  const { offset, error } = errors[0];
  const before = text.slice(0, offset).split('\n');
  // PropertyNameExpected: property name expected
  const what = printParseErrorCode(error)
    .replace(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`)
    .toLowerCase();
  const found = offset < text.length ? JSON.stringify(text.charAt(offset)) : 'the end of the file';
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}: ${what} (got ${found})`;
}

function reportFindings(findings: unknown, root: unknown, report: Report): void {
  for (const finding of findings as Finding[]) {
    // The branches of an alternative are told by the alternative itself.
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

function checkProvider(
  provider: ProviderFile,
  path: string,
  names: Map<string, string>,
  days: Days,
  report: Report,
): void {
  if (path !== `data/providers/${provider.id}.json`) {
    report('/id', `the file of provider "${provider.id}" is called data/providers/${provider.id}.json`);
  }
  if (provider.id === 'none') report('/id', '"none" is a path of the API: choose another id');
  provider.models.forEach((model, index) => {
    const at = `/models/${index}`;
    [model.id, ...model.aliases].forEach((name, n) => {
      const pointer = n === 0 ? `${at}/id` : `${at}/aliases/${n - 1}`;
      if (reserved.includes(name.toLowerCase())) report(pointer, `"${name}" is a path of the API: choose another name`);
      const taken = names.get(name.toLowerCase());
      if (taken)
        report(pointer, `"${name}" is already an id or alias of ${taken}: names are unique, whatever their case`);
      else names.set(name.toLowerCase(), `${model.id} (${path})`);
    });
    checkPrices(model, days, (pointer, message) => report(at + pointer, `${message} (${model.id})`));
  });
}

function checkPrices(model: ModelFile, { today }: Days, report: Report): void {
  model.prices.forEach((price, index) => {
    const at = `/prices/${index}`;
    const before = model.prices[index - 1];
    if (index > 0 && price.from === null) report(`${at}/from`, 'only the first price may have no date');
    if (before?.from && price.from && price.from <= before.from) {
      report(
        `${at}/from`,
        `${price.from} is not after ${before.from}, the price before it: prices are listed oldest first`,
      );
    }
    if (price.verifiedOn > today) report(`${at}/verifiedOn`, `${price.verifiedOn} is in the future`);
    if (price.from && price.verifiedOn < price.from && !price.announced) {
      report(
        `${at}/verifiedOn`,
        `${price.verifiedOn} is before ${price.from}, when the price began; an announced price says "announced": true`,
      );
    }
    price.sources.forEach(({ on }, n) => {
      if (on > today) report(`${at}/sources/${n}/on`, `${on} is in the future`);
    });
    checkCached(price, at, report);
    if (price.offPeak) checkCached(price.offPeak, `${at}/offPeak`, report);
    price.longContext.forEach((band, n) => {
      const band_ = `${at}/longContext/${n}`;
      checkCached(band, band_, report);
      const lower = price.longContext[n - 1]?.above ?? 0;
      if (band.above <= lower) report(`${band_}/above`, `${band.above} is not above ${lower}, the threshold before it`);
      if (band.above > model.contextWindow) {
        report(
          `${band_}/above`,
          `${band.above} is above the context window of ${model.contextWindow}: no prompt could reach it`,
        );
      }
    });
  });
}

function checkCached(
  { input, cachedInput }: Pick<DatedPrice, 'input' | 'cachedInput'>,
  at: string,
  report: Report,
): void {
  if (cachedInput !== null && cachedInput > input) {
    report(
      `${at}/cachedInput`,
      `${cachedInput} is above the input price of ${input}: a cached token costs at most a fresh one`,
    );
  }
}

function checkPresets(
  presets: readonly PresetFile[],
  providers: readonly ProviderFile[],
  { asOf }: Days,
  report: Report,
): void {
  for (const id of presetIds) {
    const times = presets.filter((preset) => preset.id === id).length;
    if (times !== 1) report('/presets', `preset "${id}" stands here ${times} times: expected once`);
  }
  const models = providers.flatMap(({ models }) => models);
  presets.forEach((preset, index) => {
    const at = `/presets/${index}`;
    const model = models.find(({ id }) => id === preset.defaultModel);
    if (model === undefined) {
      report(`${at}/defaultModel`, `"${preset.defaultModel}" is not the id of a model`);
    } else if (priceOn(model.prices, asOf) === undefined || (model.releaseDate !== null && model.releaseDate > asOf)) {
      report(`${at}/defaultModel`, `"${model.id}" has no price on ${asOf}: choose a later --as-of or another default`);
    }
    const { workflow, assumptions } = preset;
    for (const field of new Set([...requiredFieldNames, ...Object.keys({ ...workflow, ...assumptions })])) {
      const times = [...preset.measured, ...preset.assumed].filter((name) => name === field).length;
      if (times !== 1)
        report(at, `${field} stands ${times} times in measured and assumed together: expected once (${preset.id})`);
    }
  });
}
