/**
 * An estimate as bytes: what `JSON.stringify(estimateOf(...))` gives, in two fifths of the time (9 us in place of
 * 23). No object is built for it. Its JSON stands here as templates with a hole for every number; what depends only on the model or the preset is
 * made once for each and kept as long as they are. `estimateOf` is the definition: tests hold every byte against it.
 */

import type { Suggestion } from '../api/schemas.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { Preset } from '../dataset/dataset.ts';
import { workflowFieldNames } from '../dataset/fields.ts';
import { partOf, type Share, type Work } from '../model/bill.ts';
import { figuresOf, modelAssumptions, presetAssumptions, pricingOf, retryMultiplier } from '../model/estimate.ts';
import { roundTokens } from '../model/money.ts';
import { routeNotes } from '../model/routing.ts';
import { causes } from '../model/waste.ts';
import { once } from './memoize.ts';
import { type Fragment, fragment, type Printer, type Template, template } from './print.ts';

const share = '"costPerTask":#,"monthly":#,"pct":#';
const numbersOfWorkflow = workflowFieldNames.filter((name) => name !== 'promptCaching');

const templates = {
  workflow: template(`,"workflow":{${numbersOfWorkflow.map((name) => `"${name}":#`).join(',')},"promptCaching":`),
  assumptions: template(',"callsPerTask":#,"retryMultiplier":#'),
  bill: template(
    `},"costPerTask":#,"costPerSuccessfulTask":#,"monthlySpend":#,"tokensPerTask":{"input":#,"cachedInput":#,"output":#},"costBreakdown":{"freshInput":#,"cachedInput":#,"output":#},"waste":{${share},"causes":[`,
  ),
  causes: causes.map((cause, i) => template(`${i === 0 ? '' : ','}{"cause":"${cause}",${share}}`)),
  share: template(`{${share}}`),
  context: template('},"context":{"peakTokens":#'),
  route: template(
    ',"sharePct":#,"costPerTask":#,"costPerSuccessfulTask":#,"assumedFailureRatePct":#,"monthlySaving":#,"savingPct":#,"breakEvenFailureRatePct":#',
  ),
};

const texts = {
  null: fragment('null'),
  savings: fragment(']},"savings":{"promptCaching":'),
  routing: fragment('},"routing":{"best":'),
  bestSameProvider: fragment(',"bestSameProvider":'),
  comma: fragment(','),
  end: fragment(']}'),
};

/** The fields of an object without its braces, with a comma before. */
const fields = (object: object): string => `,${JSON.stringify(object).slice(1, -1)}`;

/** What depends on the strategy of a route: its first field and its last. */
const strategyTexts = Object.fromEntries(
  Object.entries(routeNotes).map(([strategy, note]) => [
    strategy,
    { start: fragment(JSON.stringify({ strategy }).slice(0, -1)), end: fragment(`${fields({ note })}}`) },
  ]),
) as Record<Suggestion['strategy'], { start: Fragment; end: Fragment }>;

const textsOf = (model: CatalogModel) => ({
  name: fragment(fields({ modelId: model.id, provider: model.provider.id })),
  nameAndTier: fragment(fields({ modelId: model.id, provider: model.provider.id, tier: model.facts.tier })),
  caching: fragment(`${fields(modelAssumptions(model))},"cachingApplied":`),
  window: fragment(`,"window":${model.facts.contextWindow},"fits":`),
  pricing: fragment(`},"pricing":${JSON.stringify(pricingOf(model))},"notes":[`),
});

const presetTextsOf = (preset: Preset) => ({
  id: fragment(`{"presetId":${JSON.stringify(preset.id)}`),
  assumptions: fragment(`},"assumptions":{${fields(presetAssumptions(preset)).slice(1)}`),
});

export const modelTexts = once(textsOf);
export const presetTexts = once(presetTextsOf);

export function printEstimate(out: Printer, catalog: Catalog, work: Work, model: CatalogModel): void {
  const { bill, waste, promptCaching, fits, routing, notes } = figuresOf(catalog, work, model);
  const { tokens } = work;
  const ofModel = modelTexts(model);
  out.text(presetTexts(work.preset).id);
  out.text(ofModel.name);
  printWork(out, work);
  out.text(ofModel.caching);
  out.boolean(bill.run.cached);
  out.fill(templates.bill, [
    bill.costPerTask,
    bill.costPerSuccessfulTask ?? Number.NaN,
    bill.monthlySpend,
    roundTokens(tokens.input),
    roundTokens(bill.run.reads),
    roundTokens(tokens.output),
    bill.breakdown.freshInput,
    bill.breakdown.cachedInput,
    bill.breakdown.output,
    waste.costPerTask.total,
    waste.monthly.total,
    waste.pct.total,
  ]);
  for (let i = 0; i < causes.length; i++) printShare(out, templates.causes[i] as Template, partOf(waste, i));
  out.text(texts.savings);
  if (promptCaching === null) out.text(texts.null);
  else printShare(out, templates.share, promptCaching);
  out.fill(templates.context, [roundTokens(tokens.peak)]);
  out.text(ofModel.window);
  out.boolean(fits);
  out.text(texts.routing);
  printSuggestion(out, catalog, routing.best);
  out.text(texts.bestSameProvider);
  printSuggestion(out, catalog, routing.bestSameProvider);
  out.text(ofModel.pricing);
  for (let i = 0; i < notes.length; i++) {
    if (i > 0) out.text(texts.comma);
    out.string(notes[i] as string);
  }
  out.text(texts.end);
}

/** The workflow, and of the assumptions what does not depend on the model. */
export function printWork(out: Printer, work: Work): void {
  const { workflow } = work;
  out.fill(templates.workflow, [
    workflow.tasksPerMonth,
    workflow.modelCallsPerTask,
    workflow.toolCallsPerTask,
    workflow.handoffs,
    workflow.systemPromptTokens,
    workflow.toolSchemaTokens,
    workflow.retrievedContextTokens,
    workflow.outputTokensPerCall,
    workflow.toolResultTokens,
    workflow.retryRatePct,
    workflow.timeoutLoopsPerTask,
    workflow.hallucinatedToolPct,
    workflow.taskFailureRatePct,
  ]);
  out.boolean(workflow.promptCaching);
  out.text(presetTexts(work.preset).assumptions);
  out.fill(templates.assumptions, [roundTokens(work.tokens.calls), retryMultiplier(work)]);
}

const printShare = (out: Printer, template: Template, { costPerTask, monthly, pct }: Share): void =>
  out.fill(template, [costPerTask, monthly, pct]);

function printSuggestion(out: Printer, catalog: Catalog, suggestion: Suggestion | null): void {
  if (suggestion === null) {
    out.text(texts.null);
    return;
  }
  const { start, end } = strategyTexts[suggestion.strategy];
  out.text(start);
  out.text(modelTexts(catalog.find(suggestion.modelId) as CatalogModel).nameAndTier);
  out.fill(templates.route, [
    suggestion.sharePct,
    suggestion.costPerTask,
    suggestion.costPerSuccessfulTask,
    suggestion.assumedFailureRatePct,
    suggestion.monthlySaving,
    suggestion.savingPct,
    suggestion.breakEvenFailureRatePct,
  ]);
  out.text(end);
}
