/** One workflow on one model: the answer to `/estimate`. */

import { effortEvidence } from '../benchmarks/effort-steps.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { billFor, billWithCache } from '../model/bill.ts';
import { effortBelow, leversOf } from '../model/levers.ts';
import { cachingSaving } from '../model/shares.ts';
import type { Work } from '../model/work.ts';
import { figuresOf } from './figures.ts';
import { leadingNotes, notesFor } from './notes.ts';
import { routingFor } from './recommendations.ts';
import type { Estimate } from './schemas/estimate-schema.ts';
import { summaryOf } from './summary.ts';

export function estimateOf(catalog: Catalog, work: Work, model: CatalogModel): Estimate {
  const bill = billFor(work, model);
  const cached = billWithCache(work, model);
  const cachingSaves = cached !== null && cached.costPerTask < bill.costPerTask;
  const figures = figuresOf(catalog, work, model, bill);
  const { range, context } = figures;
  const subject = { catalog, work, model, bill, cached, fits: context.fits };
  const lead = leadingNotes(subject);
  // In the order in which an answer has its fields; named one by one, since a rest and a spread took a fifth of the whole.
  return {
    presetId: figures.presetId,
    modelId: figures.modelId,
    provider: figures.provider,
    host: figures.host,
    tier: figures.tier,
    status: figures.status,
    currency: figures.currency,
    workflow: figures.workflow,
    inputs: figures.inputs,
    assumptions: figures.assumptions,
    costPerTask: figures.costPerTask,
    costPerSuccessfulTask: figures.costPerSuccessfulTask,
    monthlySpend: figures.monthlySpend,
    dailySpend: figures.dailySpend,
    yearlySpend: figures.yearlySpend,
    range,
    summary: [...lead, summaryOf(bill.costPerTask, range)].join(' '),
    tokensPerTask: figures.tokensPerTask,
    tokensPerTaskWithRetries: figures.tokensPerTaskWithRetries,
    costBreakdown: figures.costBreakdown,
    waste: figures.waste,
    levers: leversOf(work, model, bill, lowerEffortFor(catalog, work, model)),
    savings: { promptCaching: cachingSaves ? cachingSaving(work, bill, cached) : null },
    context,
    routing: routingFor(catalog, work, model, bill),
    pricing: figures.pricing,
    notes: notesFor(subject, lead),
  };
}

/** What is known of the next lower effort; null: there is none, or it was not measured to be cheaper. */
function lowerEffortFor(catalog: Catalog, { preset, workflow }: Work, { facts }: CatalogModel): string | null {
  const lower = effortBelow(workflow);
  return lower === undefined
    ? null
    : effortEvidence(catalog, facts.id, preset.id, workflow.reasoningEffort ?? 'high', lower);
}
