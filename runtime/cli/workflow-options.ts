/** The workflow that a command is given: a preset, a model, and other values of fields. */
import { isEstimateRequest } from 'virtual:estimate-request';
import type { Command } from 'commander';
import { WrongUse } from '../common/command-line.ts';
import { quote } from '../core/api/did-you-mean.ts';
import { Refusal } from '../core/api/envelope.ts';
import { describe } from '../core/api/problems.ts';
import type { EstimateRequest } from '../core/api/schemas/estimate-request-schema.ts';
import { requestInFile } from '../core/budgets/workflow-file.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { type PresetId, presetIds, workflowFieldNames, workflowFields } from '../core/dataset/request-fields.ts';
import { shutDownReason } from '../core/dataset/resolve.ts';
import type { FormOptions } from './answer-forms.ts';
import { type CatalogOptions, jsonAt, modelNamed, withCatalogOptions } from './catalog-options.ts';
import { collect, plainExitCodes, unknown } from './program.ts';

export interface RequestOptions extends CatalogOptions, FormOptions {
  preset?: string;
  file?: string;
  model?: string;
  host?: string;
  set?: string[];
}

const requestHelp = `
Fields for --set:
${workflowFieldNames.map((name) => `  ${name.padEnd(24)}${workflowFields[name].description}`).join('\n')}
${plainExitCodes}`;

const presetHelp = `workflow to start from: ${presetIds.join(', ')}`;

/** The argument and options of a request; without `--model` where every model is asked for. */
export const withRequestOptions = (command: Command, model: boolean): Command => {
  command.argument('[preset]', `${presetHelp} (default: coding)`).option('--preset <id>', 'the same as an option');
  command.option('--file <file>', 'a workflow as JSON, such as agent-cost calibrate writes; other options override it');
  if (model) command.option('--model <id>', "model id or alias; default the workflow's model");
  command
    .option('--host <id>', 'host whose prices are used, such as bedrock; default the provider itself')
    .option('--set <field=value>', 'another value for a field of the workflow; may be given again', collect);
  return withCatalogOptions(command).addHelpText('after', requestHelp);
};

/** The request that argument and options make; throws a WrongUse that names the option, what it must be and what was given. */
export function requestFrom(
  catalog: Catalog,
  preset: string | undefined,
  { preset: option, file, model, host, set = [] }: RequestOptions,
  compare = false,
): EstimateRequest {
  if (preset !== undefined && option !== undefined && preset !== option) {
    throw new WrongUse(`The preset was given twice: ${quote(preset)} and --preset ${quote(option)}.`);
  }
  const workflow = file === undefined ? {} : workflowIn(file);
  const presetId = preset ?? option ?? workflow.presetId;
  if (presetId !== undefined) checkPreset(catalog, presetId);
  // A host may sell what its provider has shut down: there the question itself is refused.
  if (model !== undefined && host === undefined) checkModel(catalog, model);
  const modelId =
    model ?? workflow.modelId ?? modelInPlaceOfDefault(catalog, presetId as PresetId | undefined, compare);
  const request: EstimateRequest = {
    ...workflow,
    ...(presetId !== undefined && { presetId: presetId as PresetId }),
    ...(host !== undefined && { host }),
    ...(modelId !== undefined && { modelId }),
    ...overridesFrom(set),
  };
  if (isEstimateRequest(request)) return request;
  throw new WrongUse((isEstimateRequest.errors ?? []).map(describe).join(' '));
}

/** The request in a workflow file. */
function workflowIn(file: string): EstimateRequest {
  const request = requestInFile(jsonAt(file, '--file'));
  if (isEstimateRequest(request)) return request as EstimateRequest;
  throw new WrongUse(`--file ${file}: ${(isEstimateRequest.errors ?? []).map(describe).join(' ')}`);
}

function checkPreset(catalog: Catalog, preset: string): void {
  if ((presetIds as readonly string[]).includes(preset)) return;
  const isModel = catalog.find(preset) !== undefined;
  throw unknown('preset', preset, presetIds, isModel ? ` It is a model: use --model ${preset}.` : undefined);
}

/**
 * A preset names a model of today, which may not have been there on an earlier day: an estimate needs another one, and a
 * ranking is the same whatever model is named. Undefined: the model of the preset.
 */
function modelInPlaceOfDefault(catalog: Catalog, presetId: PresetId = 'coding', compare = false): string | undefined {
  const { defaultModel } = catalog.preset(presetId);
  if (catalog.find(defaultModel) !== undefined) return undefined;
  if (compare) return catalog.models[0]?.id;
  throw new WrongUse(
    `${defaultModel}, the model of the preset ${presetId}, is not known on ${catalog.asOf}: --model names another.`,
  );
}

function checkModel(catalog: Catalog, name: string): void {
  const model = modelNamed(catalog, name, '--model');
  if (catalog.billed(model) !== undefined) return;
  throw new WrongUse(`${shutDownReason(model)} "agent-cost model ${model.id}" has its story.`);
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
export function readValue(text: string): unknown {
  if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text);
  return ['true', 'false', 'null'].includes(text) ? JSON.parse(text) : text;
}

/** The answer, or a WrongUse with the words of the refusal. */
export function accepted<T>(answer: T | Refusal): T {
  if (answer instanceof Refusal) throw new WrongUse(answer.message);
  return answer;
}
