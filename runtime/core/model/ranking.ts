/** Every model on the same work, cheapest first (COST-MODEL, "Ranking"). */

import type { Ranking } from '../api/schemas.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { costOnAll, usdOf } from '../fast/columns.ts';
import { type Bill, billOf, totalOf, type Work, wasteIn } from './bill.ts';
import { workAssumptions } from './estimate.ts';
import type { CostSteps } from './waste.ts';

interface Entry {
  model: CatalogModel;
  bill: Bill;
  steps: CostSteps;
  fits: boolean;
}

export function rankingOf(catalog: Catalog, work: Work): Ranking {
  const entries = entriesOf(catalog, work).sort(byCost);
  const cheapest = entries[0]?.bill.costPerTask ?? 0;
  return {
    presetId: work.preset.id,
    workflow: work.workflow,
    assumptions: workAssumptions(work),
    ranking: entries.map(({ model, bill, steps, fits }, index) => ({
      rank: index + 1,
      modelId: model.id,
      provider: model.provider.id,
      tier: model.facts.tier,
      costPerTask: bill.costPerTask,
      costPerSuccessfulTask: bill.costPerSuccessfulTask,
      monthlySpend: bill.monthlySpend,
      waste: totalOf(wasteIn(work, bill, steps)),
      multipleOfCheapest: cheapest > 0 ? Math.round((bill.costPerTask / cheapest) * 1e4) / 1e4 : null,
      fitsContext: fits,
    })),
  };
}

/** Every model with its bill, worked out column by column. */
function entriesOf({ columns }: Catalog, work: Work): Entry[] {
  const [all, faultless, hallucinating] = columns.scratch.runs;
  const { promptCaching } = work.workflow;
  costOnAll(columns, work.tokens, promptCaching, all);
  costOnAll(columns, work.tokensFaultless, promptCaching, faultless);
  costOnAll(columns, work.tokensWithHallucinatedTools, promptCaching, hallucinating);
  return columns.models.map((model, i) => ({
    model,
    bill: billOf(work, all.freshUsd[i] as number, all.readsUsd[i] as number, all.outputUsd[i] as number),
    steps: {
      faultless: usdOf(faultless, i),
      withHallucinatedTools: usdOf(hallucinating, i),
      withTimeoutLoops: usdOf(all, i),
    },
    fits: work.tokens.peak <= model.facts.contextWindow,
  }));
}

/** A total order: what fits first, then cost per task, output price, id. */
function byCost(a: Entry, b: Entry): number {
  return (
    Number(b.fits) - Number(a.fits) ||
    a.bill.costPerTask - b.bill.costPerTask ||
    a.model.price.output - b.model.price.output ||
    (a.model.id < b.model.id ? -1 : 1)
  );
}
