/** An estimate step by step, so that a person with a calculator can follow it to the last digit. */

import { estimateOf } from '../answers/estimate.ts';
import { resolveRequest } from '../answers/resolved-request.ts';
import type { Estimate } from '../answers/schemas/estimate-schema.ts';
import type { Explanation } from '../answers/schemas/explanation-schema.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { knownSince } from '../dataset/sources.ts';
import { withPricingTerms } from '../dataset/terms.ts';
import { callsPerTimeoutLoop } from '../model/assumptions.ts';
import { effortOn, type Work, workOf } from '../model/bill.ts';
import { usesCache } from '../model/cache-use.ts';
import { faults } from '../model/waste.ts';
import { ApiError } from '../schemas/api-error.ts';
import type { EstimateRequest } from '../schemas/estimate-request-schema.ts';
import {
  aboutField,
  assumptionFieldNames,
  type Workflow,
  type WorkflowField,
  workflowFieldNames,
} from '../schemas/request-fields.ts';
import { explainBill, explainSaving, explainWaste } from './bill-steps.ts';
import { explainRetries, explainShare, giveField } from './input-steps.ts';
import { Ledger } from './ledger.ts';
import { explainLevers } from './lever-steps.ts';
import { explainMeasuredRoute, explainRoute } from './route-steps.ts';
import {
  explainCost,
  explainEffort,
  explainOtherFees,
  explainPrices,
  explainRange,
  explainTokens,
  keepAsAsked,
  termsInWords,
} from './run-steps.ts';

/** Explains the answer to a request that passed its schema; `compare` is ignored. */
export function explain(catalog: Catalog, request: EstimateRequest): Explanation | ApiError {
  const question = resolveRequest(catalog, { ...request, compare: false });
  if (question instanceof ApiError) return question;
  const { sold, preset, model, workflow } = question;
  const work = workOf(preset, workflow);
  const estimate = estimateOf(sold, work, model);
  const ledger = Ledger.empty();
  explainInputs(ledger, estimate, request, preset.measured);
  explainPrices(ledger.section(`Prices of ${model.facts.name}${termsInWords(model)}`), model, 'estimate');
  explainWritePrice(ledger, estimate);

  ledger.section('Tokens of one run');
  if (estimate.assumptions.effort !== null) {
    keepAsAsked(ledger);
    explainEffort(ledger, estimate.assumptions.effort, 'estimate');
  }
  explainTokens(ledger, preset.id, 'estimate');
  ledger.section('Cost of one run', cachingNote(estimate, model));
  explainCost(ledger, model, workflow, 'estimate');
  ledger.section('Cost per task, per success and per month');
  explainBill(ledger, true, estimate.costBreakdown.toolFees !== null);
  explainRange(ledger.section('How much tasks differ'), model, workflow);
  explainError(ledger, estimate);

  explainRuns(ledger, model, estimate);
  explainWaste(ledger.section('Waste, by cause'));
  if (estimate.savings.promptCaching) explainCaching(ledger, model, workflow);
  explainLevers(ledger, model, estimate);
  explainRoutes(ledger, sold, estimate, work);
  return {
    datasetVersion: catalog.version,
    pricesAsOf: catalog.asOf,
    presetId: preset.id,
    modelId: model.id,
    price: {
      inForceSince: model.price.from,
      knownSince: knownSince(model.price),
      verifiedOn: model.price.verifiedOn,
      sources: model.price.sources,
      note: model.price.note ?? null,
    },
    sections: ledger.sections,
    estimate,
  };
}

/** How far the cost model was from recorded runs. */
function explainError(ledger: Ledger, { range: { modelError } }: Estimate): void {
  if (modelError === null) return;
  const { dollarsPct, inputTokensPct, basis } = modelError;
  const from = `recorded runs, ${basis}`;
  const give = (name: 'dollarsPct' | 'inputTokensPct', value: number, what: string) =>
    ledger.given(name, value, `mean error of ${what}`, '%', from, `/range/modelError/${name}`);
  give('dollarsPct', dollarsPct, 'dollars');
  give('inputTokensPct', inputTokensPct, 'input tokens');
}

/** The values of `request` and of the preset, and percentages as shares. */
function explainInputs(
  ledger: Ledger,
  { presetId, workflow, assumptions }: Estimate,
  request: EstimateRequest,
  measured: readonly string[],
): void {
  ledger.section('Inputs', workflowFieldNames.flatMap((name) => settingOf(name, workflow[name])).join(' '));
  const basis = (name: string) => `preset ${presetId}, ${measured.includes(name) ? 'measured' : 'assumed'}`;
  for (const name of workflowFieldNames) {
    giveField(
      ledger,
      name,
      workflow[name],
      request[name] === undefined ? basis(name) : 'the request',
      `/workflow/${name}`,
    );
  }
  for (const name of assumptionFieldNames)
    giveField(ledger, name, assumptions[name], 'the workflow', `/assumptions/${name}`);
  const loop = 'assumption of the cost model';
  ledger.given('L', callsPerTimeoutLoop, 'calls in a loop', 'calls', loop, '/assumptions/callsPerTimeoutLoop');
  for (const name of workflowFieldNames) explainShare(ledger, name, workflow[name]);
  explainRetries(ledger);
  ledger.step('retries', 'round(m * 1e9) / 1e9', 'the same, as shown', 'times', '/assumptions/retryMultiplier');
}

/** The price of cache writes, if anything is written. */
function explainWritePrice(ledger: Ledger, { pricing: { cacheWriteUsedPerMTok: used }, workflow }: Estimate): void {
  if (used === null) return;
  const from = used === ledger.get('p_in') ? 'the input price: writes have no price of their own' : 'list price';
  const what = `price of a cache write that is kept for ${workflow.cacheTtl}`;
  ledger.given('p_used', used, what, 'USD per 1M tokens', from, '/pricing/cacheWriteUsedPerMTok');
}

/** A non-numeric field as a sentence, such as `Prompt caching is on.` */
function settingOf(name: WorkflowField, value: unknown): string[] {
  if (typeof value === 'number') return [];
  const { label } = aboutField[name];
  const state = value === null ? 'not set' : typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
  return [`${label.charAt(0).toUpperCase()}${label.slice(1)} is ${state}.`];
}

function cachingNote({ assumptions, workflow }: Estimate, model: CatalogModel): string {
  if (assumptions.cachingApplied) return 'The prompt cache is used.';
  if (model.price.cachedInput === null) return 'The prompt cache is not used: the model has no cached price.';
  if (!usesCache(model, workflow)) return 'The prompt cache is not used: it is off.';
  return 'The prompt cache is not used: no prompt reaches the shortest prefix that is cached.';
}

/** The runs against which waste is measured: RUN0 without faults, RUN1 with the first fault only, and so on. */
function explainRuns(ledger: Ledger, model: CatalogModel, { presetId, workflow }: Estimate): void {
  const costs = faults.map((_, on) => {
    const inner = ledger.inner().section(`The same run ${runWith(on)}`);
    for (const { field } of faults.slice(on)) {
      const { symbol = '', label, unit = '' } = aboutField[field];
      inner.given(symbol, 0, label, unit, 'switched off here');
      explainShare(inner, field, 0);
    }
    explainTokens(inner, presetId, null);
    explainCost(inner, model, workflow, null);
    return inner.get('RUN');
  });
  ledger.section('Runs compared');
  costs.forEach((usd, on) => {
    ledger.given(`RUN${on}`, usd, `cost of the run ${runWith(on)}`, 'USD', 'RUN above');
  });
}

/** Names the faults of a run: the first `on` of them. */
const runWith = (on: number): string =>
  on === 0
    ? 'without faults'
    : `with ${faults
        .slice(0, on)
        .map(({ label }) => label)
        .join(' and ')} only`;

function explainCaching(ledger: Ledger, model: CatalogModel, workflow: Workflow): void {
  const inner = ledger.inner().section('The same run with prompt caching');
  explainCost(inner, model, { ...workflow, promptCaching: true }, null);
  explainBill(inner, false);
  ledger.section('What prompt caching would save');
  ledger.given('C_on', inner.get('C'), 'cost per task with prompt caching', 'USD', 'C above');
  explainSaving(ledger);
}

const routeTitles = {
  best: 'Cheapest measured route',
  bestSameProvider: 'Cheapest measured route of the same provider',
  unproven: 'Cheapest route by list price',
};

function explainRoutes(ledger: Ledger, catalog: Catalog, { presetId, routing, workflow }: Estimate, work: Work): void {
  for (const which of ['best', 'bestSameProvider', 'unproven'] as const) {
    const suggestion = routing[which];
    const listed = suggestion && catalog.find(suggestion.modelId);
    if (!suggestion || !listed) continue;
    const model = withPricingTerms(listed, workflow);
    const title = routeTitles[which];
    const name = `${title}: ${suggestion.strategy} to ${model.facts.name}`;
    if (suggestion.measured.length > 0) {
      const measured = ledger.inner().section(name, suggestion.note);
      explainOtherFees(measured, model);
      explainMeasuredRoute(measured, suggestion, `/routing/${which}`);
      continue;
    }
    const other = ledger.inner().section(`${title}: the same run on ${model.facts.name}`);
    explainPrices(other, model, null);
    const effort = effortOn(work, model);
    if (effort !== null) {
      explainEffort(other, effort, null);
      explainTokens(other, presetId, null);
    }
    explainCost(other, model, workflow, null);
    explainBill(other, false);
    const inner = ledger.inner().section(name, suggestion.note);
    inner.given('C2', other.get('C'), 'cost per task on the other model', 'USD', 'C above');
    explainRoute(inner, suggestion, `/routing/${which}`);
  }
}
