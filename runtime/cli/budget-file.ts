/** `agent-cost.json` and the files it names. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import isBaselineFile from 'virtual:validator/baseline-file';
import isBudgetFile from 'virtual:validator/budget-file';
import isEstimateRequest from 'virtual:validator/estimate-request';
import isOverlay from 'virtual:validator/overlay';
import { ApiError } from '../core/schemas/api-error.ts';
import type { Baseline, Budget, BudgetedWork, BudgetFile } from '../core/schemas/data-files/budget-files.ts';
import type { EstimateRequest } from '../core/schemas/estimate-request-schema.ts';
import { describeAll, type Finding } from '../core/schemas/problems.ts';
import { quote } from '../core/values/did-you-mean.ts';
import { WrongUse } from '../io/command-line.ts';
import { followLinks } from '../io/output-file.ts';
import { type CatalogOptions, openPrices, type Prices, today } from './catalog-options.ts';
import type { FormOptions } from './output.ts';
import { checkedJson, defaultFile, jsonOnce } from './own-settings.ts';
import type { OwnCommand } from './program.ts';
import { requestInFile } from './workflow-options.ts';

const defaultBaseline = 'agent-cost.baseline.json';

/** The content of agent-cost.json, with paths relative to the working directory. */
type Budgets = ReturnType<typeof readBudgets>;

export interface BudgetOptions extends CatalogOptions, FormOptions {
  allowOutside?: true;
  baseline?: string;
}

export const budgetOptions = (baselineText: string) => (to: OwnCommand) =>
  to
    .argument('[file]', 'workflows and budgets', defaultFile)
    .option('--baseline <file>', `${baselineText}, instead of the one that FILE names`)
    .option('--allow-outside', 'the files that FILE names may lie outside of its folder: only for a FILE of your own')
    .json()
    .prices('today');

/**
 * What such a command is asked about: budgets, prices of the day, and the baseline.
 * @param mayLackBaseline it is about to be written
 * @throws WrongUse
 */
export function budgetsAsked(file: string, options: BudgetOptions, mayLackBaseline = false) {
  const budgets = readBudgets(file, options);
  const prices = pricesNow(options, budgets.overlay);
  const baseline = readBaseline(options.baseline ?? budgets.baseline);
  if (baseline === null && !mayLackBaseline) refuseUncheckable(file, budgets, options.baseline);
  return { budgets, prices, baseline };
}

/**
 * A file of a stranger, as in a pull request, may only name files below its own folder, after links are followed: what
 * they hold is read, and the baseline is written.
 * @param allowOutside the file is one's own, and may name any
 * @throws WrongUse that names the file and the field
 */
function readBudgets(file: string, { allowOutside }: BudgetOptions) {
  const missing = (why: string) => `The budgets cannot be read (${why}). docs/ci.md shows an agent-cost.json.`;
  const config = checkedJson<BudgetFile>(file, missing, isBudgetFile);
  const resolved = (field: string, path: string): string => {
    const place = isAbsolute(path) ? path : join(dirname(file), path);
    if (allowOutside || isBelow(dirname(file), place)) return place;
    throw new WrongUse(
      `${file}: ${field} leads out of the folder of this file (got ${quote(path)}). If the file is your own: --allow-outside.`,
    );
  };
  if (config.workflows === undefined) throw new WrongUse(`${file}: The field workflows is missing.`);
  const works = Object.entries(config.workflows).map(
    ([name, { preset, request, file: path, budget = {} }]): BudgetedWork => {
      // The name is printed in Markdown tables and lines of text.
      if (!/^[A-Za-z0-9][\w .-]{0,59}$/.test(name)) {
        throw new WrongUse(
          `${file}: the name of a workflow must be letters, digits, spaces and . _ -, at most 60 of them (got ${quote(name)}).`,
        );
      }
      if (path !== undefined) return { name, request: readWorkflow(resolved(`workflows.${name}.file`, path)), budget };
      const asked = preset === undefined ? request : { presetId: preset };
      return { name, request: workIn(asked, file, `/workflows/${name}/request`), budget };
    },
  );
  return {
    works,
    total: (config.budget ?? {}) as Budget,
    overlay: config.overlay === undefined ? undefined : resolved('overlay', config.overlay),
    baseline: resolved('baseline', config.baseline ?? defaultBaseline),
  };
}

/** Whether a path, which need not exist, ends below a folder after all links are followed. */
function isBelow(folder: string, path: string): boolean {
  if (!existsSync(folder)) return true;
  const end = followLinks(path);
  const place = existsSync(dirname(end)) ? join(realpathSync(dirname(end)), basename(end)) : resolve(end);
  const way = relative(realpathSync(folder), place);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * The fields of an estimate, checked.
 * @param place their JSON pointer in the file, such as /workflows/triage/request
 */
function workIn(value: unknown, file: string, place: string): EstimateRequest {
  if (!isEstimateRequest(value)) throw new WrongUse(`${file}: ${describeAll(placed(isEstimateRequest.errors, place))}`);
  if ('compare' in Object(value)) {
    throw new WrongUse(
      `${file}: ${place.slice(1).replaceAll('/', '.') || 'The workflow'} must not have the field compare: a budget is for one model.`,
    );
  }
  return value as EstimateRequest;
}

const placed = (findings: Finding[] | null | undefined, place: string): Finding[] =>
  (findings ?? []).map((finding) => ({ ...finding, instancePath: place + finding.instancePath }));

const readWorkflow = (file: string): EstimateRequest =>
  workIn(requestInFile(jsonOnce(file, (why) => `The workflow cannot be read (${why}).`)), file, '');

/** null: the file does not exist. @throws WrongUse */
function readBaseline(file: string): Baseline | null {
  if (!existsSync(file)) return null;
  const baseline = checkedJson<Baseline>(file, (why) => `The baseline cannot be read (${why}).`, isBaselineFile);
  for (const [name, { request }] of Object.entries(baseline.workflows)) {
    workIn(request, file, `/workflows/${name}/request`);
  }
  if (baseline.overlay === null || isOverlay(baseline.overlay)) return baseline;
  throw new WrongUse(`${file}: ${describeAll(placed(isOverlay.errors, '/overlay'))}`);
}

/**
 * Refuses a growth limit without a baseline, because it could never be exceeded.
 * @param option the baseline that was asked for with --baseline. @throws WrongUse that names the limit, or the option
 */
function refuseUncheckable(file: string, { works, total, baseline }: Budgets, option: string | undefined): void {
  if (option !== undefined) throw new WrongUse(`--baseline: there is no file ${option}.`);
  const all = [
    ...works.map(({ name, budget }) => [`workflows.${name}.budget`, budget] as const),
    ['budget', total] as const,
  ];
  for (const [place, budget] of all) {
    const name = (['perTaskGrowthPct', 'perMonthGrowthPct'] as const).find((one) => budget[one] !== undefined);
    if (name === undefined) continue;
    throw new WrongUse(
      `${file}: ${place}.${name} needs a baseline, and there is no file ${baseline}: agent-cost check --update writes it.`,
    );
  }
}

/**
 * The prices of a day, by default today: a budget is about current spending, whenever the catalog was made.
 */
function pricesNow(options: CatalogOptions, overlay: string | undefined): Prices {
  const dated = { ...options, asOf: options.asOf ?? today() };
  return options.overlay === undefined && overlay !== undefined
    ? openPrices({ ...dated, overlay }, 'overlay')
    : openPrices(dated);
}

/** The result. @throws WrongUse that names the file and the workflow that cannot be priced */
export function pricedOf<T>(file: string, found: T | ApiError): T {
  if (found instanceof ApiError) throw new WrongUse(`${file}: ${found.message}`);
  return found;
}
