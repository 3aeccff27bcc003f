/** The workflow given to a command: a preset, a model, and overridden fields. */
import isEstimateRequest from 'virtual:validator/estimate-request';
import { type ResolvedRequest, resolveRequest } from '../core/answers/resolved-request.ts';
import type { Catalog } from '../core/dataset/catalog.ts';
import { shutDownReason } from '../core/dataset/resolve.ts';
import { ApiError } from '../core/schemas/api-error.ts';
import type { EstimateRequest } from '../core/schemas/estimate-request-schema.ts';
import { describe } from '../core/schemas/problems.ts';
import { fieldDescriptions } from '../core/schemas/request-field-texts.ts';
import { type PresetId, presetIds, workflowFieldNames } from '../core/schemas/request-fields.ts';
import { quote } from '../core/values/did-you-mean.ts';
import { WrongUse } from '../io/command-line.ts';
import { type CatalogOptions, jsonAt, modelNamed } from './catalog-options.ts';
import type { FormOptions } from './output.ts';
import { collect, type OwnCommand, plainExitCodes, readValue, unknown } from './program.ts';

export interface RequestOptions extends CatalogOptions, FormOptions {
  preset?: string;
  file?: string;
  model?: string;
  host?: string;
  set?: string[];
}

const requestHelp = `
Fields for --set:
${workflowFieldNames.map((name) => `  ${name.padEnd(24)}${fieldDescriptions[name]}`).join('\n')}
${plainExitCodes}`;

const presetHelp = `workflow to start from: ${presetIds.join(', ')}`;

export const requestOptions = (to: OwnCommand): OwnCommand =>
  to
    .argument('[preset]', `${presetHelp} (default: coding)`)
    .option('--preset <id>', 'the preset, as an option')
    .option(
      '--file <file>',
      'a workflow as JSON, such as agent-cost estimate calibrate writes; other options override it',
    )
    .option('--model <id>', "model id or alias; default the workflow's model")
    .option('--host <id>', 'host whose prices are used, such as bedrock; default the maker itself')
    .option('--set <field=value>', 'another value for a field of the workflow; repeatable', collect)
    .prices()
    .addHelpText('after', requestHelp);

/** The request from argument and options; throws a WrongUse that names the option, what it accepts and what it got. */
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
  // A host may sell a model that its provider has shut down, so with --host this check does not apply.
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
 * The default model of a preset may not exist yet on an earlier day: then an estimate needs --model, and a ranking,
 * which does not depend on it, takes any. Undefined: use the model of the preset.
 */
function modelInPlaceOfDefault(catalog: Catalog, presetId: PresetId = 'coding', compare = false): string | undefined {
  const { defaultModel } = catalog.preset(presetId);
  if (catalog.find(defaultModel) !== undefined) return undefined;
  if (compare) return catalog.models[0]?.id;
  throw new WrongUse(
    `${defaultModel}, the model of the preset ${presetId}, is not known on ${catalog.asOf}: choose another with --model.`,
  );
}

function checkModel(catalog: Catalog, name: string): void {
  const model = modelNamed(catalog, name, '--model');
  if (catalog.billed(model) !== undefined) return;
  throw new WrongUse(`${shutDownReason(catalog, model)} "agent-cost price model ${model.id}" has the details.`);
}

function overridesFrom(set: readonly string[]): object {
  const overrides: Record<string, unknown> = {};
  for (const pair of set) {
    const [, name, text] = /^(\w+)=(.*)$/.exec(pair) ?? [];
    if (name === undefined || text === undefined) {
      throw new WrongUse(`--set must be a field and a value, such as retryRatePct=5 (got ${quote(pair)}).`);
    }
    if (!(workflowFieldNames as string[]).includes(name)) throw unknown('field', name, workflowFieldNames);
    if (Object.hasOwn(overrides, name)) throw new WrongUse(`${name} was given twice.`);
    overrides[name] = readValue(text);
  }
  return overrides;
}

/** A request with every default filled in; throws a WrongUse with the message of a refusal. */
export const resolved = (catalog: Catalog, request: EstimateRequest): ResolvedRequest =>
  accepted(resolveRequest(catalog, request));

export function accepted<T>(answer: T | ApiError): T {
  if (answer instanceof ApiError) throw new WrongUse(answer.message);
  return answer;
}

/**
 * A workflow file is a request as `POST /api/v1/estimate` accepts it, or an object with one as `request` among other
 * fields, as `agent-cost estimate calibrate` writes it. `$schema`, which editors use to find the schema of a file, is not part
 * of a request.
 * @param file parsed JSON
 * @returns the value to validate as a request
 */
export function requestInFile(file: unknown): unknown {
  if (typeof file !== 'object' || file === null || Array.isArray(file)) return file;
  if ('request' in file) return file.request;
  const { $schema: _, ...request } = file as { $schema?: unknown };
  return request;
}
