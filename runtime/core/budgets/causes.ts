/** Why the cost of a workflow differs from its baseline: causes that add up to the difference. */

import type { Catalog } from '../dataset/catalog.ts';
import { costModelVersion } from '../dataset/version.ts';
import { ApiError } from '../schemas/api-error.ts';
import type { BaselineWorkflow } from '../schemas/data-files/budget-files.ts';
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import type { EstimateRequest } from '../schemas/estimate-request-schema.ts';
import { workflowFieldNames } from '../schemas/request-fields.ts';
import { shortDollars } from '../values/money.ts';
import type { Repricing } from './baseline.ts';
import { type Cost, costOf, stepsBetween, type WorkCost } from './work-cost.ts';

/** dataset: corrections and the cost model; price: dated list prices; overlay: own prices; model: model or host. */
export type CauseName = 'dataset' | 'price' | 'overlay' | 'model' | 'workflow';

/** A part of the difference, in USD. It has several causes if the costs in between are unknown. */
export interface Cause extends Cost {
  causes: CauseName[];
  what: string;
}

/**
 * Prices the old request with this dataset on its old day, then at today's list prices, then with today's overlay; then
 * changes its model, then the rest of the workflow. Each step is a cause. A step that cannot be priced, for example
 * because its model was shut down, is merged with the next.
 */
export function causesOf(at: Repricing, before: BaselineWorkflow, request: EstimateRequest, after: WorkCost): Cause[] {
  const { earlier, today, now } = at;
  const old = before.request;
  const { modelId, host } = request;
  const newModel = { ...old, modelId: modelId ?? after.question.preset.defaultModel, host: host ?? null };
  const price = (catalog: Catalog | null, asked: EstimateRequest) => (catalog === null ? null : costOf(catalog, asked));
  const steps: { cause: CauseName; cost: WorkCost | ApiError | null }[] = [
    { cause: 'dataset', cost: price(earlier, old) },
    { cause: 'price', cost: price(today, old) },
    { cause: 'overlay', cost: price(now, old) },
    { cause: 'model', cost: price(now, newModel) },
    { cause: 'workflow', cost: after },
  ];
  const states: { causes: CauseName[]; refused: string[]; cost: Cost; from: WorkCost | null; to: WorkCost }[] = [];
  let [causes, refused]: [CauseName[], string[]] = [[], []];
  let last: WorkCost | null = null;
  for (const { cause, cost } of steps) {
    causes.push(cause);
    if (cost instanceof ApiError) refused.push(cost.message);
    if (cost === null || cost instanceof ApiError) continue;
    states.push({ causes, refused, cost, from: last, to: cost });
    [causes, refused] = [[], []];
    last = cost;
  }
  const differences = stepsBetween([before, ...states.map(({ cost }) => cost)]);
  return states.flatMap(({ causes, refused, from, to }, index) => {
    const { perTask, perMonth } = differences[index] as Cost;
    if (perTask === 0 && perMonth === 0) return [];
    const words = causes.flatMap((cause) => wordsFor(cause, at, from, to)).join('; ');
    return { causes, what: [...new Set([...refused, words])].join(' '), perTask, perMonth };
  });
}

/** What differs between two prices of one workflow, in a few words per difference. */
function wordsFor(cause: CauseName, at: Repricing, from: WorkCost | null, to: WorkCost): string[] {
  switch (cause) {
    case 'dataset':
      return datasetWords(at);
    case 'price':
    case 'overlay':
      return from?.question.model.id === to.question.model.id ? priceWords(from, to) : [];
    case 'model':
      return from === null ? [] : modelWords(from, to);
    case 'workflow':
      return from === null ? [] : workflowWords(from, to);
  }
}

function datasetWords({ baseline, datasetVersion }: Repricing): string[] {
  const words = [
    ...(baseline.costModelVersion === costModelVersion
      ? []
      : [`cost model ${baseline.costModelVersion} to ${costModelVersion}`]),
    ...(baseline.datasetVersion === datasetVersion ? [] : [`dataset ${baseline.datasetVersion} to ${datasetVersion}`]),
  ];
  return words.length > 0 ? words : ['the baseline does not match its dataset and cost model'];
}

const priceFields = {
  input: 'input',
  output: 'output',
  cachedInput: 'cached input',
  cacheWrite: 'cache write',
  cacheWrite1h: 'cache write for 1 h',
} as const;

/** `gpt-5.4: input $2.50 to $3.00, output $10 to $12 from 2026-12-01` */
export function priceWords(from: WorkCost, to: WorkCost): string[] {
  const [before, after] = [from.question.model, to.question.model];
  if (after.inPlaceOf !== null && before.inPlaceOf === null) {
    return [`${before.id} was shut down and is billed as ${after.facts.id}`];
  }
  const changed = changedPrices(before.price, after.price);
  const on = after.price.from;
  const since = on === null || on === before.price.from ? '' : ` from ${on} on`;
  const words = changed.length === 0 ? `other prices` : `${changed.join(', ')} per 1,000,000 tokens`;
  return [`${after.id}: ${words}${since}`];
}

function changedPrices(before: DatedPrice, after: DatedPrice): string[] {
  const shown = (price: number | null | undefined) => (price == null ? 'none' : shortDollars(price));
  return Object.entries(priceFields).flatMap(([name, label]) => {
    const [old, own] = [before[name as keyof typeof priceFields], after[name as keyof typeof priceFields]];
    return (old ?? null) === (own ?? null) ? [] : [`${label} ${shown(old)} to ${shown(own)}`];
  });
}

function modelWords({ question: from }: WorkCost, { question: to }: WorkCost): string[] {
  const named = ({ model, sold }: WorkCost['question']) =>
    `${model.id}${sold.host === null ? '' : ` at ${sold.host.id}`}`;
  return named(from) === named(to) ? [] : [`${named(from)} to ${named(to)}`];
}

/** Every field that differs, with both values. */
function workflowWords({ question: from }: WorkCost, { question: to }: WorkCost): string[] {
  const preset = from.preset.id === to.preset.id ? [] : [`preset ${from.preset.id} to ${to.preset.id}`];
  const fields = workflowFieldNames.flatMap((name) => {
    const [old, own] = [from.workflow[name], to.workflow[name]];
    return old === own ? [] : [`${name} ${old} to ${own}`];
  });
  return [[...preset, ...fields].join(', ')].filter((words) => words !== '');
}
