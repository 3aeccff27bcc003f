/** One workflow on one model: the answer to `/estimate`. */

import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { billFor, billWithCache } from '../model/bill.ts';
import type { Work } from '../model/work.ts';
import { suggestionFor } from './advice.ts';
import { figuresOf } from './figures.ts';
import { leadingNotes, notesFor } from './notes.ts';
import type { Estimate } from './schemas/estimate-schema.ts';
import { summaryOf } from './summary.ts';

export function estimateOf(catalog: Catalog, work: Work, model: CatalogModel): Estimate {
  const bill = billFor(work, model);
  const figures = figuresOf(catalog, work, model, bill);
  const { range, context } = figures;
  const subject = { catalog, work, model, bill, cached: billWithCache(work, model), fits: context.fits };
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
    costPerTask: figures.costPerTask,
    costPerSuccessfulTask: figures.costPerSuccessfulTask,
    failures: figures.failures,
    monthlySpend: figures.monthlySpend,
    range,
    summary: [...lead, summaryOf(bill.costPerTask, range)].join(' '),
    costBreakdown: figures.costBreakdown,
    waste: figures.waste,
    routing: suggestionFor(catalog, work, model, bill),
    tokensPerTask: figures.tokensPerTask,
    context,
    workflow: figures.workflow,
    assumptions: figures.assumptions,
    pricing: figures.pricing,
    notes: notesFor(subject, lead),
  };
}
