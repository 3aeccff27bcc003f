/**
 * An estimate step by step, so that a person with a calculator can follow it to the last digit. The functions that
 * compute the estimate run again and record their steps; this file only says in which order, under which titles.
 */

import { estimateOf } from '../answers/estimate.ts';
import { provenRoute } from '../answers/measured-route.ts';
import { routeBy, suggestion } from '../answers/recommendations.ts';
import { type ResolvedRequest, resolveRequest } from '../answers/resolved-request.ts';
import type { RecordedRoute } from '../answers/route.ts';
import type { Estimate } from '../answers/schemas/estimate-schema.ts';
import type { Explanation, Section } from '../answers/schemas/explanation-schema.ts';
import type { Suggestion } from '../answers/schemas/routing-schema.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { knownSince, lastSeenOf } from '../dataset/sources.ts';
import { withPricingTerms } from '../dataset/terms.ts';
import { callsPerTimeoutLoop } from '../model/assumptions.ts';
import {
  billOf,
  costPerTaskOf,
  isSameOnAll,
  type ModelBill,
  type Work,
  withFaults,
  workflowOn,
  workOf,
} from '../model/bill.ts';
import { usesCache } from '../model/cache-use.ts';
import { runCost } from '../model/cost.ts';
import { rangeOf } from '../model/cost-range.ts';
import { savingOf } from '../model/levers.ts';
import { retryShare } from '../model/retries.ts';
import { type Strategy, strategies } from '../model/route-strategies.ts';
import { cachingSaving, wasteIn } from '../model/shares.ts';
import { tokensPerTask } from '../model/tokens.ts';
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
import { giveField, givePrices, giveSearchFee, termsInWords } from './given.ts';
import { Ledger } from './ledger.ts';

/**
 * Explains the answer to a request that passed its schema; `compare` is ignored.
 * Throws if a formula gives another number than the program, or if a number of the estimate has no step.
 */
export function explain(catalog: Catalog, request: EstimateRequest): Explanation | ApiError {
  const question = resolveRequest(catalog, { ...request, compare: false });
  if (question instanceof ApiError) return question;
  const { sold, preset, model, workflow } = question;
  const estimate = estimateOf(sold, workOf(preset, workflow), model);
  const sections = sectionsOf(question, request, estimate);
  refuseUnexplained(estimate, sections);
  return {
    datasetVersion: catalog.version,
    pricesAsOf: catalog.asOf,
    presetId: preset.id,
    modelId: model.id,
    price: {
      inForceSince: model.price.from,
      knownSince: knownSince(model.price),
      verifiedOn: model.price.verifiedOn,
      lastSeen: lastSeenOf(model.seen),
      sources: model.price.sources,
      note: model.price.note ?? null,
    },
    sections,
    estimate,
  };
}

/** The computation of `estimateOf`, recorded. */
function sectionsOf(question: ResolvedRequest, request: EstimateRequest, estimate: Estimate): Section[] {
  const { sold, preset, model, workflow } = question;
  const work = workOf(preset, workflow);
  const ledger = Ledger.empty();
  explainInputs(ledger, question, request, estimate);
  /** What runs with other fields, or on other models, start from. */
  const asAsked = ledger.inner();
  givePrices(ledger.section(`Prices of ${model.facts.name}${termsInWords(model)}`), model);
  giveWritePrice(ledger, model, estimate);

  ledger.section('Tokens of one run');
  giveEffort(ledger, estimate);
  const atEffort = workflowOn(workflow, model, ledger);
  const tokens = tokensPerTask(atEffort, preset.id, ledger);
  explainTokensShown(ledger, estimate);
  ledger.section('Cost of one run', cachingNote(estimate, model));
  const run = runCost(tokens, model, workflow, ledger);
  explainAsShown(ledger, 'cachedInput', 'reads', estimate.tokensPerTask.cachedInput, '/tokensPerTask/cachedInput');
  ledger.section('Cost per task, per success and per month');
  const bill = billOf(run, work, model, ledger);
  explainSpendShown(ledger, bill, estimate);
  rangeOf(sold, work, model, bill, ledger.section('How much tasks differ'));

  const runs = faults.map((_, on) => {
    const inner = ledger
      .inner()
      .section(`The same run ${runWith(on)}`)
      .comparison();
    for (const { field } of faults.slice(on)) giveField(inner, field, 0, 'switched off here');
    return runCost(tokensPerTask(withFaults(atEffort, on), preset.id, inner), model, workflow, inner).usd;
  });
  ledger.section('Runs compared');
  for (const [on, usd] of runs.entries()) {
    ledger.given(`RUN${on}`, usd, `cost of the run ${runWith(on)}`, 'USD', 'RUN above');
  }
  wasteIn(work, bill, [...runs, run.usd], ledger.section('Waste, by cause'));
  if (estimate.savings.promptCaching) explainCaching(ledger, work, model, bill);
  for (const place of estimate.levers.keys()) explainLever(ledger, asAsked, place, question, bill, estimate);
  for (const which of ['best', 'bestSameProvider', 'unproven'] as const) {
    const route = estimate.routing[which];
    if (route !== null) explainRoute(ledger, asAsked, which, route, { sold, work, bill });
  }
  return ledger.sections;
}

/** The values of `request` and of the preset, and percentages as shares. */
function explainInputs(
  ledger: Ledger,
  { preset, workflow }: ResolvedRequest,
  request: EstimateRequest,
  { assumptions }: Estimate,
): void {
  ledger.section('Inputs', workflowFieldNames.flatMap((name) => settingOf(name, workflow[name])).join(' '));
  for (const name of workflowFieldNames) {
    const basis = `preset ${preset.id}, ${preset.measured.includes(name) ? 'measured' : 'assumed'}`;
    giveField(ledger, name, workflow[name], request[name] === undefined ? basis : 'the request', `/workflow/${name}`);
  }
  for (const name of assumptionFieldNames)
    giveField(ledger, name, assumptions[name], 'the workflow', `/assumptions/${name}`);
  const loop = 'assumption of the cost model';
  ledger.given('L', callsPerTimeoutLoop, 'calls in a loop', 'calls', loop, '/assumptions/callsPerTimeoutLoop');
  retryShare(workflow, ledger);
  const shown = 'the same, as shown';
  const field = '/assumptions/retryMultiplier';
  ledger.step('retries', 'round(m * 1e9) / 1e9', assumptions.retryMultiplier, shown, 'times', field);
}

/** A non-numeric field as a sentence, such as `Prompt caching is on.` */
function settingOf(name: WorkflowField, value: unknown): string[] {
  if (typeof value === 'number') return [];
  const { label } = aboutField[name];
  const state = value === null ? 'not set' : typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
  return [`${label.charAt(0).toUpperCase()}${label.slice(1)} is ${state}.`];
}

/** The price of cache writes, if anything is written. */
function giveWritePrice(ledger: Ledger, { price }: CatalogModel, { pricing, workflow }: Estimate): void {
  const used = pricing.cacheWriteUsedPerMTok;
  if (used === null) return;
  const from = used === price.input ? 'the input price: writes have no price of their own' : 'list price';
  const what = `price of a cache write that is kept for ${workflow.cacheTtl}`;
  ledger.given('p_used', used, what, 'USD per 1M tokens', from, '/pricing/cacheWriteUsedPerMTok');
}

/** What is known of an effort besides its multipliers. */
function giveEffort(ledger: Ledger, { assumptions: { effort } }: Estimate): void {
  if (effort === null) return;
  const { models, successPoints, benchmark } = effort;
  const field = '/assumptions/effort';
  ledger.given('models', models, 'models behind the multipliers', 'models', benchmark, `${field}/models`);
  const what = `more tasks solved at ${effort.effort} than at high; no dollar figure depends on it`;
  ledger.given('points', successPoints, what, 'points', benchmark, `${field}/successPoints`);
}

/** A count of `formula` as the answer shows it, by `roundTokens`. */
const explainAsShown = (
  ledger: Ledger,
  symbol: string,
  formula: string,
  shown: number,
  field: string,
  unit = 'tokens',
) => ledger.step(symbol, `round(${formula} * 1000) / 1000`, shown, `${symbol}, as shown`, unit, field);

function explainTokensShown(ledger: Ledger, { assumptions, tokensPerTask, context }: Estimate): void {
  explainAsShown(ledger, 'calls', 'n', assumptions.callsPerTask, '/assumptions/callsPerTask', 'calls');
  const { webSearchesPerTask } = assumptions;
  explainAsShown(ledger, 'searches', 'j', webSearchesPerTask, '/assumptions/webSearchesPerTask', 'searches');
  explainAsShown(ledger, 'input', 'IN', tokensPerTask.input, '/tokensPerTask/input');
  explainAsShown(ledger, 'output', 'OUT', tokensPerTask.output, '/tokensPerTask/output');
  explainAsShown(ledger, 'peak', 'CTX', context.peakTokens, '/context/peakTokens');
}

function explainSpendShown(ledger: Ledger, { monthlySpend }: ModelBill, { tokensPerTaskWithRetries }: Estimate): void {
  ledger.rounded('day', 'MS * 12 / 365', (monthlySpend * 12) / 365, 1e6, 'daily spend', '/dailySpend');
  ledger.rounded('year', 'MS * 12', monthlySpend * 12, 1e6, 'yearly spend', '/yearlySpend');
  for (const [symbol, name] of [
    ['IN', 'input'],
    ['reads', 'cachedInput'],
    ['OUT', 'output'],
  ] as const) {
    const field = `/tokensPerTaskWithRetries/${name}`;
    explainAsShown(ledger, `m_${name}`, `${symbol} * m`, tokensPerTaskWithRetries[name], field);
  }
}

function cachingNote({ assumptions, workflow }: Estimate, model: CatalogModel): string {
  if (assumptions.cachingApplied) return 'The prompt cache is used.';
  if (model.price.cachedInput === null) return 'The prompt cache is not used: the model has no cached price.';
  if (!usesCache(model, workflow)) return 'The prompt cache is not used: it is off.';
  return 'The prompt cache is not used: no prompt reaches the shortest prefix that is cached.';
}

/** Names the faults of a run: the first `on` of them. */
const runWith = (on: number): string =>
  on === 0
    ? 'without faults'
    : `with ${faults
        .slice(0, on)
        .map(({ label }) => label)
        .join(' and ')} only`;

function explainCaching(ledger: Ledger, work: Work, model: CatalogModel, bill: ModelBill): void {
  const inner = ledger.inner().section('The same run with prompt caching').comparison();
  const run = runCost(bill.run.tokens, model, { ...work.workflow, promptCaching: true }, inner);
  const cached = billOf(run, work, model, inner);
  ledger.section('What prompt caching would save');
  ledger.given('C_on', cached.costPerTask, 'cost per task with prompt caching', 'USD', 'C above');
  cachingSaving(work, bill, cached, ledger);
}

function explainLever(
  ledger: Ledger,
  asAsked: Ledger,
  place: number,
  { preset, model, workflow }: ResolvedRequest,
  bill: ModelBill,
  { levers }: Estimate,
): void {
  const { lever, description, changes } = levers[place] as Estimate['levers'][number];
  const pointer = `/levers/${place}`;
  const changed = { ...workflow, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) } as Workflow;
  const inner = asAsked.inner().section(`Lever ${lever}: the same run after it`, description);
  for (const [i, { field, from, to }] of changes.entries()) {
    const { symbol, label, unit = '' } = aboutField[field];
    const of = `${pointer}/changes/${i}`;
    if (symbol !== undefined && typeof from === 'number')
      inner.given(`${symbol}_from`, from, `${label}, before`, unit, 'the workflow', `${of}/from`);
    giveField(inner, field, to, `lever ${lever}`, `${of}/to`);
  }
  const priced = withPricingTerms(model, changed);
  const run = inner.comparison();
  givePrices(run, priced);
  const after = costPerTaskOf(preset, changed, priced, run);
  const saved = ledger.inner().section(`Lever ${lever}: what it saves`);
  saved.given('Cl', after, 'cost per task after it', 'USD', 'C above', `${pointer}/costPerTask`);
  savingOf(bill, after, workflow, { steps: saved, pointer });
}

const routeTitles = {
  best: 'Cheapest measured route',
  bestSameProvider: 'Cheapest measured route of the same provider',
  unproven: 'Cheapest route by list price',
};

function explainRoute(
  ledger: Ledger,
  asAsked: Ledger,
  which: keyof typeof routeTitles,
  route: Suggestion,
  { sold, work, bill }: { sold: Catalog; work: Work; bill: ModelBill },
): void {
  const { workflow, preset } = work;
  const model = withPricingTerms(sold.find(route.modelId) as CatalogModel, workflow);
  const title = routeTitles[which];
  const section = () => ledger.inner().section(`${title}: ${route.strategy} to ${model.facts.name}`, route.note);
  const recordedIn = (steps: Ledger): RecordedRoute => ({ steps, pointer: `/routing/${which}` });
  if (route.measured.length > 0) {
    const inner = section();
    if (bill.run.tokens.searches > 0) giveSearchFee(inner, 'p_web2', model);
    const measured = provenRoute(model, work, bill, route, recordedIn(inner));
    suggestion(measured, work, bill, recordedIn(inner));
    return;
  }
  // With an effort, or compactions, models do different work; without, the tokens are those above.
  const isSame = isSameOnAll(workflow);
  const before = isSame ? ledger : asAsked;
  const other = before.inner().section(`${title}: the same run on ${model.facts.name}`).comparison();
  givePrices(other, model);
  const tokens = isSame ? bill.run.tokens : tokensPerTask(workflowOn(workflow, model, other), preset.id, other);
  const otherBill = billOf(runCost(tokens, model, workflow, other), work, model, other);
  const inner = section();
  inner.given('C2', otherBill.costPerTask, 'cost per task on the other model', 'USD', 'C above');
  const strategy: Strategy | undefined = strategies.find(({ name }) => name === route.strategy);
  const found = strategy && routeBy(strategy, model, otherBill, work, bill, recordedIn(inner));
  if (found) suggestion(found, work, bill, recordedIn(inner));
}

/** Numbers that are copied from the data, which names their sources. */
const copied = /^\/(context\/window|pricing\/longContext|routing\/(\w+|nearMisses\/\d+)\/measured)/;

/** Throws if a number of the estimate is not that of a step. */
function refuseUnexplained(estimate: Estimate, sections: readonly Section[]): void {
  const steps = new Map(
    sections.flatMap((section) => section.steps.map(({ field, value }) => [field, value] as const)),
  );
  for (const [pointer, number] of numbersIn(estimate)) {
    if (copied.test(pointer) || steps.get(pointer) === number) continue;
    const found = steps.has(pointer) ? `its steps give ${steps.get(pointer)}` : 'no step leads to it';
    throw new Error(`explain: ${pointer} of the estimate is ${number}, but ${found}`);
  }
}

/** The numbers in a value, each with its JSON pointer. */
function numbersIn(value: unknown, pointer = ''): [string, number][] {
  if (typeof value === 'number') return [[pointer, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => numbersIn(part, `${pointer}/${key}`));
}
