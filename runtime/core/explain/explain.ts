/** An estimate step by step, so that a person with a calculator can follow it to the last digit. */

import { Refusal } from '../api/envelope.ts';
import { questionOf } from '../api/request.ts';
import type { Estimate, EstimateRequest, PriceRecord } from '../api/schemas.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { Workflow } from '../dataset/dataset.ts';
import { callsPerTimeoutLoop } from '../model/assumptions.ts';
import { workOf } from '../model/bill.ts';
import { estimateOf } from '../model/estimate.ts';
import { allFaults, type Faults } from '../model/tokens.ts';
import { explainBill, explainSaving, explainWaste } from './bill-steps.ts';
import { Ledger, type Section } from './ledger.ts';
import { explainRoute } from './route-steps.ts';
import { explainCost, explainPrices, explainTokens } from './run-steps.ts';

export type { Section, Step } from './ledger.ts';

/** Every number of an estimate with the steps that lead to it. */
export interface Explanation {
  datasetVersion: string;
  pricesAsOf: string;
  presetId: string;
  modelId: string;
  /** Where the prices come from. */
  price: { inForceSince: string | null; verifiedOn: string; sources: PriceRecord['sources']; note: string | null };
  sections: Section[];
  /** What the steps end at: a step's `field` points into it. */
  estimate: Estimate;
}

/** Explains the answer to a request that its schema has accepted; `compare` is ignored. */
export function explain(catalog: Catalog, request: EstimateRequest): Explanation | Refusal {
  const question = questionOf(catalog, request);
  if (question instanceof Refusal) return question;
  const { preset, model, workflow } = question;
  const estimate = estimateOf(catalog, workOf(preset, workflow), model);
  const ledger = Ledger.empty();
  explainInputs(ledger, estimate, request, preset.measured);
  explainPrices(ledger.section(`Prices of ${model.facts.name}`), model, 'estimate');

  ledger.section('Tokens of one run');
  explainTokens(ledger, allFaults, 'estimate');
  ledger.section('Cost of one run', cachingNote(estimate, model, workflow.promptCaching));
  explainCost(ledger, model, workflow.promptCaching, 'estimate');
  ledger.section('Cost per task, per success and per month');
  explainBill(ledger, true);

  explainRuns(ledger, model, workflow.promptCaching);
  explainWaste(ledger.section('Waste, by cause'));
  if (estimate.savings.promptCaching) explainCaching(ledger, model);
  explainRoutes(ledger, catalog, estimate);
  return {
    datasetVersion: catalog.version,
    pricesAsOf: catalog.asOf,
    presetId: preset.id,
    modelId: model.id,
    price: {
      inForceSince: model.price.from,
      verifiedOn: model.price.verifiedOn,
      sources: model.price.sources,
      note: model.price.note ?? null,
    },
    sections: ledger.sections,
    estimate,
  };
}

type Input = [symbol: string, field: Exclude<keyof Workflow, 'promptCaching'>, what: string, unit: string];
const inputs: Input[] = [
  ['V', 'tasksPerMonth', 'tasks a month', 'tasks'],
  ['N', 'modelCallsPerTask', 'model calls when nothing goes wrong', 'calls'],
  ['K', 'toolCallsPerTask', 'tool calls when nothing goes wrong', 'calls'],
  ['H', 'handoffs', 'handoffs to another agent', 'handoffs'],
  ['S', 'systemPromptTokens', 'system prompt', 'tokens'],
  ['T', 'toolSchemaTokens', 'tool definitions', 'tokens'],
  ['R', 'retrievedContextTokens', 'retrieved context', 'tokens'],
  ['O', 'outputTokensPerCall', 'output of a call', 'tokens'],
  ['X', 'toolResultTokens', 'what a tool call appends', 'tokens'],
  ['r_pct', 'retryRatePct', 'calls that are sent again', '%'],
  ['t', 'timeoutLoopsPerTask', 'fruitless loops', 'loops'],
  ['h_pct', 'hallucinatedToolPct', 'tool calls that are invalid', '%'],
  ['f_pct', 'taskFailureRatePct', 'tasks whose result is worthless', '%'],
];

function explainInputs(
  ledger: Ledger,
  { presetId, workflow, assumptions }: Estimate,
  request: EstimateRequest,
  measured: readonly string[],
): void {
  ledger.section('Inputs', `Prompt caching is ${workflow.promptCaching ? 'on' : 'off'}.`);
  const basis = (field: string) => `preset ${presetId}, ${measured.includes(field) ? 'measured' : 'assumed'}`;
  for (const [symbol, field, what, unit] of inputs) {
    const from = request[field] === undefined ? basis(field) : 'the request';
    ledger.given(symbol, workflow[field], what, unit, from, `/workflow/${field}`);
  }
  const { callDispersion: d, userTokensPerCall: U } = assumptions;
  const spread = 'squared coefficient of variation of calls per task';
  ledger.given('d', d, spread, '', basis('callDispersion'), '/assumptions/callDispersion');
  ledger.given(
    'U',
    U,
    'what a user adds per call',
    'tokens',
    basis('userTokensPerCall'),
    '/assumptions/userTokensPerCall',
  );
  const loop = 'assumption of the cost model';
  ledger.given('L', callsPerTimeoutLoop, 'calls in a loop', 'calls', loop, '/assumptions/callsPerTimeoutLoop');
  ledger.step('r', 'r_pct / 100', 'calls that are sent again', 'share');
  ledger.step('h', 'h_pct / 100', 'tool calls that are invalid', 'share');
  ledger.step('f', 'f_pct / 100', 'tasks that fail', 'share');
  ledger.step('rho', 'r + r * r', 'calls added by retries: a client tries again at most twice', 'share');
  ledger.step('m', '1 + rho', 'retries as a factor', 'times');
  ledger.step('retries', 'round(m * 1e9) / 1e9', 'the same, as shown', 'times', '/assumptions/retryMultiplier');
}

function cachingNote({ assumptions }: Estimate, model: CatalogModel, asked: boolean): string {
  if (assumptions.cachingApplied) return 'The prompt cache is used.';
  if (!asked) return 'The prompt cache is not used: it is off.';
  if (model.price.cachedInput === null) return 'The prompt cache is not used: the model has no cached price.';
  return 'The prompt cache is not used: no prompt reaches the shortest prefix that is cached.';
}

/** The runs that waste is the difference to: LOOP0 without faults, LOOP1 with invalid tool calls only. */
function explainRuns(ledger: Ledger, model: CatalogModel, promptCaching: boolean): void {
  const run = (title: string, faults: Faults): number => {
    const inner = ledger.inner().section(title);
    explainTokens(inner, faults, null);
    explainCost(inner, model, promptCaching, null);
    return inner.get('LOOP');
  };
  const faultless = run('The same run without faults', { hallucinatedTools: false, timeoutLoops: false });
  const tools = run('The same run with invalid tool calls only', { hallucinatedTools: true, timeoutLoops: false });
  ledger.section('Runs compared');
  ledger.given('LOOP0', faultless, 'cost of the run without faults', 'USD', 'LOOP above');
  ledger.given('LOOP1', tools, 'cost of the run with invalid tool calls only', 'USD', 'LOOP above');
}

function explainCaching(ledger: Ledger, model: CatalogModel): void {
  const inner = ledger.inner().section('The same run with prompt caching');
  explainCost(inner, model, true, null);
  explainBill(inner, false);
  ledger.section('What prompt caching would save');
  ledger.given('C_on', inner.get('C'), 'cost per task with prompt caching', 'USD', 'C above');
  explainSaving(ledger);
}

function explainRoutes(ledger: Ledger, catalog: Catalog, { routing, workflow }: Estimate): void {
  for (const which of ['best', 'bestSameProvider'] as const) {
    const suggestion = routing[which];
    const model = suggestion && catalog.find(suggestion.modelId);
    if (!suggestion || !model) continue;
    const title = which === 'best' ? 'Cheapest route' : 'Cheapest route of the same provider';
    const other = ledger.inner().section(`${title}: the same run on ${model.facts.name}`);
    explainPrices(other, model, null);
    explainCost(other, model, workflow.promptCaching, null);
    explainBill(other, false);
    const inner = ledger.inner().section(`${title}: ${suggestion.strategy} to ${model.facts.name}`, suggestion.note);
    for (const symbol of ['C', 'LOOP', 'context']) {
      inner.given(`${symbol}2`, other.get(symbol), `${symbol} of the other model`, 'USD', `${symbol} above`);
    }
    explainRoute(inner, suggestion, `/routing/${which}`);
  }
}
