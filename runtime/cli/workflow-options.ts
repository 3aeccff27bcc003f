/** What the commands that compute have in common: the catalog they compute from, and the workflow they are given. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isEstimateRequest } from 'virtual:estimate-request';
import type { Command } from 'commander';
import { Refusal } from '../core/api/envelope.ts';
import { describe } from '../core/api/problems.ts';
import type { EstimateRequest } from '../core/api/schemas.ts';
import { type Catalog, catalogFrom } from '../core/dataset/catalog.ts';
import type { Dataset } from '../core/dataset/dataset.ts';
import { workflowFieldNames, workflowFields } from '../core/dataset/fields.ts';
import { collect, WrongUse } from './program.ts';

/** `catalog.json` beside the program: the build puts both into one directory, and so does a snapshot. */
const besideProgram = join(dirname(fileURLToPath(import.meta.url)), 'catalog.json');

export interface RequestOptions {
  preset?: string;
  model?: string;
  set?: string[];
  catalog?: string;
  json?: true;
}

export const requestHelp = `
Fields for --set, each a number from 0 but the last:
${workflowFieldNames.map((name) => `  ${name.padEnd(24)}${workflowFields[name].description}`).join('\n')}`;

/** The options of a request, but for the model where there is none to choose. */
export const withRequestOptions = (command: Command, model: boolean): Command => {
  command.option('--preset <id>', 'workflow to start from: coding, support, research, rag, voice', 'coding');
  if (model) command.option('--model <id>', "model id or alias; default the preset's model");
  return command
    .option('--set <field=value>', 'another value for a field of the workflow; may be given again', collect)
    .option('--catalog <file>', 'catalog.json to compute from; default the one beside this program')
    .option('--json', 'print JSON')
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
    const { asOf, data } = JSON.parse(text) as { asOf: string; data: Dataset };
    return catalogFrom(data, asOf);
  } catch {
    throw new WrongUse(`${file} is not a catalog.json of agent-cost.`);
  }
}

/** The request that the options make; throws a WrongUse that names the field, what came and what is accepted. */
export function requestFrom({ preset, model, set = [] }: RequestOptions): EstimateRequest {
  const request: Record<string, unknown> = {
    ...(preset !== undefined && { presetId: preset }),
    ...(model !== undefined && { modelId: model }),
  };
  for (const pair of set) {
    const [, field, value] = /^(\w+)=(.*)$/.exec(pair) ?? [];
    if (field === undefined || value === undefined) {
      throw new WrongUse(`--set: "${pair}" came; accepted is a field and a value, such as retryRatePct=5.`);
    }
    if (!(workflowFieldNames as string[]).includes(field)) {
      throw new WrongUse(`--set: "${field}" is not a field; accepted are ${workflowFieldNames.join(', ')}.`);
    }
    if (request[field] !== undefined) throw new WrongUse(`--set: ${field} came twice.`);
    request[field] = readValue(value);
  }
  if (isEstimateRequest(request)) return request as EstimateRequest;
  throw new WrongUse((isEstimateRequest.errors ?? []).map(describe).join(' '));
}

/** Text that is neither a number nor true or false stays text, and is refused with its name. */
function readValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

/** The answer, or a WrongUse with the words of the refusal. */
export function accepted<T>(answer: T | Refusal): T {
  if (answer instanceof Refusal) throw new WrongUse(answer.message);
  return answer;
}
