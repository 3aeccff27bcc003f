/** What the commands that compute have in common: the catalog they compute from, and the workflow they are given. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isEstimateRequest } from 'virtual:estimate-request';
import type { Command } from 'commander';
import { WrongUse } from '../common/command-line.ts';
import { didYouMean, quote } from '../core/api/did-you-mean.ts';
import { Refusal } from '../core/api/envelope.ts';
import { printable } from '../core/api/printable.ts';
import { describe } from '../core/api/problems.ts';
import { findModel } from '../core/api/request.ts';
import type { EstimateRequest } from '../core/api/schemas.ts';
import { type Catalog, catalogFrom, OtherCostModel } from '../core/dataset/catalog.ts';
import type { CatalogFile } from '../core/dataset/dataset.ts';
import { type PresetId, presetIds, workflowFieldNames, workflowFields } from '../core/dataset/fields.ts';
import { collect, plainExitCodes, unknown } from './program.ts';

/** `catalog.json` beside the program: the build puts both into one directory, and so does a snapshot. */
const besideProgram = join(dirname(fileURLToPath(import.meta.url)), 'catalog.json');

export interface RequestOptions {
  preset?: string;
  model?: string;
  host?: string;
  set?: string[];
  catalog?: string;
  json?: true;
}

const requestHelp = `
Fields for --set:
${workflowFieldNames.map((name) => `  ${name.padEnd(24)}${workflowFields[name].description}`).join('\n')}
${plainExitCodes}`;

const presetHelp = `workflow to start from: ${presetIds.join(', ')}`;

/** The argument and options of a request; without `--model` where every model is asked for. */
export const withRequestOptions = (command: Command, model: boolean): Command => {
  command.argument('[preset]', `${presetHelp} (default: coding)`).option('--preset <id>', 'the same as an option');
  if (model) command.option('--model <id>', "model id or alias; default the preset's model");
  return command
    .option('--host <id>', 'host whose prices are used, such as bedrock; default the provider itself')
    .option('--set <field=value>', 'another value for a field of the workflow; may be given again', collect)
    .option('--catalog <file>', 'catalog.json to compute from; default the one beside this program')
    .option('--json', 'print JSON, with exact numbers')
    .addHelpText('after', requestHelp);
};

export function openCatalog(file = besideProgram): Catalog {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new WrongUse(`The catalog cannot be read (${(error as Error).message}). --catalog names another.`);
  }
  try {
    // A catalog from elsewhere could hold text that steers the terminal it is shown on.
    const reviver = file === besideProgram ? undefined : (_: string, value: unknown) => escaped(value);
    return catalogFrom(JSON.parse(text, reviver) as CatalogFile);
  } catch (error) {
    if (error instanceof OtherCostModel) throw new WrongUse(`${file} is ${error.message}.`);
    throw new WrongUse(`${file} is not a catalog.json of agent-cost.`);
  }
}

const escaped = (value: unknown): unknown => (typeof value === 'string' ? printable(value) : value);

/** The request that argument and options make; throws a WrongUse that names the option, what it must be and what was given. */
export function requestFrom(
  catalog: Catalog,
  preset: string | undefined,
  { preset: option, model, host, set = [] }: RequestOptions,
): EstimateRequest {
  if (preset !== undefined && option !== undefined && preset !== option) {
    throw new WrongUse(`The preset was given twice: ${quote(preset)} and --preset ${quote(option)}.`);
  }
  const presetId = preset ?? option;
  if (presetId !== undefined) checkPreset(catalog, presetId);
  // A host may sell what its provider has shut down: there the question itself is refused.
  if (model !== undefined && host === undefined) checkModel(catalog, model);
  const request: EstimateRequest = {
    ...(presetId !== undefined && { presetId: presetId as PresetId }),
    ...(host !== undefined && { host }),
    ...(model !== undefined && { modelId: model }),
    ...overridesFrom(set),
  };
  if (isEstimateRequest(request)) return request;
  throw new WrongUse((isEstimateRequest.errors ?? []).map(describe).join(' '));
}

function checkPreset(catalog: Catalog, preset: string): void {
  if ((presetIds as readonly string[]).includes(preset)) return;
  const isModel = catalog.find(preset) !== undefined;
  throw unknown('preset', preset, presetIds, isModel ? ` It is a model: use --model ${preset}.` : undefined);
}

function checkModel(catalog: Catalog, model: string): void {
  const where = '"agent-cost models" lists the ids.';
  if (model === '') throw new WrongUse(`--model must not be empty. ${where}`);
  if (!(findModel(catalog, model) instanceof Refusal)) return;
  const ids = catalog.models.map(({ id }) => id);
  throw new WrongUse(`Unknown model ${quote(model)}.${didYouMean(model, ids)} ${where}`);
}

/** The fields that `--set` overrides. */
function overridesFrom(set: readonly string[]): object {
  const overrides: Record<string, unknown> = {};
  for (const pair of set) {
    const [, name, text] = /^(\w+)=(.*)$/.exec(pair) ?? [];
    if (name === undefined || text === undefined) {
      throw new WrongUse(`--set must be a field and a value, such as retryRatePct=5 (got ${quote(pair)}).`);
    }
    if (!(workflowFieldNames as string[]).includes(name)) throw unknown('field', name, workflowFieldNames);
    if (name in overrides) throw new WrongUse(`${name} was given twice.`);
    overrides[name] = readValue(text);
  }
  return overrides;
}

/** Text that is neither a number nor true, false or null stays text; the schema says what the field accepts. */
function readValue(text: string): unknown {
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text);
  return ['true', 'false', 'null'].includes(text) ? JSON.parse(text) : text;
}

/** The answer, or a WrongUse with the words of the refusal. */
export function accepted<T>(answer: T | Refusal): T {
  if (answer instanceof Refusal) throw new WrongUse(answer.message);
  return answer;
}
