/** What would be cheaper, and how that is known: the answer to `/advice`, and the one suggestion of an estimate. */

import { effortEvidence } from '../benchmarks/effort-steps.ts';
import type { Compared } from '../benchmarks/proven.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { Terms } from '../dataset/price-on-day.ts';
import { sellsTier, takesRegion } from '../dataset/terms.ts';
import { type Bill, billFor, type ModelBill } from '../model/bill.ts';
import { effortBelow, leversOf, savingOf } from '../model/levers.ts';
import type { Work } from '../model/work.ts';
import type { EstimateRequest } from '../schemas/estimate-request-schema.ts';
import { workflowFieldNames } from '../schemas/request-fields.ts';
import { roundHalfUp, roundUsd } from '../values/money.ts';
import { failuresIn, sourceOf } from './figures.ts';
import { perSolvedTask } from './measured-of-models.ts';
import { listPriceNote, listPriceRoute, measuredRoutes, type Route, routeRule } from './routes.ts';
import type { Advice, Suggestion } from './schemas/advice-schema.ts';

/** How many measured routes, and near misses, are told besides that of the same maker. */
const most = 3;

/** @param implied what the name of the chosen model says besides, which a request for another model must state */
export function adviceOf(
  catalog: Catalog,
  work: Work,
  chosen: CatalogModel,
  implied: Partial<EstimateRequest> = {},
): Advice {
  const bill = billFor(work, chosen);
  const { advised, near } = measuredRoutes(catalog, work, chosen, bill);
  const byListPrice = listPriceRoute(catalog, work, chosen, bill);
  // Those who stay with the maker ask for its next model: the first that the estimate, too, makes cheaper, else the first.
  const told = <Found extends { model: CatalogModel }>(found: readonly Found[]): Found[] => {
    const first = found.slice(0, most);
    const own = found.filter(({ model }) => model.provider === chosen.provider);
    const best = own.find(({ model }) => billFor(work, model).costPerTask < bill.costPerTask) ?? own[0];
    return best === undefined || first.includes(best) ? first : [...first, best];
  };
  const routes = [...told(advised), byListPrice ?? []].flat();
  const other = (model: CatalogModel, basis: Advice['routes'][number]['basis']) => ({
    basis,
    modelId: model.id,
    modelName: model.facts.name,
    provider: model.provider.id,
    tier: model.facts.tier,
    changes: { modelId: model.id, ...implied, ...otherTerms(model, work.workflow) },
    ...estimatedBy(billFor(work, model)),
  });
  return {
    presetId: work.preset.id,
    modelId: chosen.id,
    host: catalog.host?.id ?? null,
    ...estimatedBy(bill),
    failures: failuresIn(work),
    inputs: inputsOf(work),
    levers: leversOf(work, chosen, bill, lowerEffortFor(catalog, work, chosen)),
    routes: routes.map((route) => {
      const { model, compared } = route;
      const estimated = other(model, basisOf(route));
      return {
        ...estimated,
        ...savedBy(route, bill, estimated),
        asMeasured: compared && withEvidence(compared, work, bill),
        breakEvenFailurePct: breakEvenOf(work, bill, estimated),
        note: compared === null ? listPriceNote(catalog, model, work) : measuredNote,
      };
    }),
    nearMisses: told(near).map(({ model, compared, why }) => ({
      ...other(model, 'measured'),
      why: [...why],
      asMeasured: withEvidence(compared, work, bill),
    })),
    rule: routeRule(catalog, work),
  };
}

/** The first of the routes in advice, for an estimate; null: there is none. */
export function suggestionFor(catalog: Catalog, work: Work, chosen: CatalogModel, bill: ModelBill): Suggestion | null {
  const [measured] = measuredRoutes(catalog, work, chosen, bill, false).advised;
  const route = measured ?? listPriceRoute(catalog, work, chosen, bill);
  if (route === null) return null;
  const { model, compared } = route;
  const { costPerTask, monthlySpend } = billFor(work, model);
  return {
    basis: basisOf(route),
    modelId: model.id,
    costPerTask,
    monthlySpend,
    ...savedBy(route, bill, { costPerTask, monthlySpend }),
    asMeasured: compared && asMeasured(compared, work, bill),
  };
}

/** The terms of a request for a model that is not sold on those asked, so that it is priced as here and not refused. */
const otherTerms = (model: CatalogModel, { serviceTier, region }: Terms) => ({
  ...(!sellsTier(model, serviceTier) && { serviceTier: 'standard' as const }),
  ...(!takesRegion(model, region) && { region: 'global' }),
});

const measuredNote =
  'The estimate assumes the same work and as many failures on this model; asMeasured is the estimate of the chosen one times what boards measured. Test it.';

const basisOf = ({ compared }: Route) => (compared === null ? 'estimated' : 'measured');

/** The figures of the estimate that a change leads to. */
const estimatedBy = ({ costPerTask, costPerSuccessfulTask, monthlySpend }: Bill) => ({
  costPerTask,
  costPerSuccessfulTask,
  monthlySpend,
});

/** What an estimate says a route saves; of a measured one the boards say it. */
const savedBy = ({ compared }: Route, bill: Bill, after: Pick<Bill, 'costPerTask' | 'monthlySpend'>) => ({
  saving: compared === null ? savingOf(bill, after) : null,
});

/** The estimate of the chosen model times what was measured on the board that rankings take. */
function asMeasured({ measured: [first, ...more] }: Compared, { workflow, failureShare }: Work, bill: Bill) {
  const { board, solvedRatio } = first;
  const ratios = [first, ...more].map((one) => one.solvedRatio);
  const now = bill.costPerSuccessfulTask as number;
  const costPerSolvedTask = perSolvedTask(now, solvedRatio);
  const solvedMonthly = workflow.tasksPerMonth * (1 - failureShare);
  return {
    board,
    solvedRatio,
    solvedRatioRange: { low: Math.min(...ratios), high: Math.max(...ratios) },
    costPerSolvedTask,
    savedMonthly: roundUsd(solvedMonthly * Math.max(0, now - costPerSolvedTask), 1e6),
    savedPct: pct(1 - solvedRatio),
  };
}

const withEvidence = (compared: Compared, work: Work, bill: Bill) => ({
  ...asMeasured(compared, work, bill),
  boards: [...compared.measured],
});

/** Percent of its tasks that another model may fail before both estimates cost the same: C2 / (1 - x) = C / (1 - f). */
const breakEvenOf = ({ failureShare }: Work, bill: Bill, { costPerTask }: Pick<Bill, 'costPerTask'>): number =>
  pct(Math.min(1, Math.max(0, 1 - ((1 - failureShare) * costPerTask) / bill.costPerTask)));

const pct = (share: number): number => roundHalfUp(share * 1e6) / 1e4;

/** Where each value of the workflow comes from: the caller, or the preset, where it was measured or assumed. */
function inputsOf(work: Work): Advice['inputs'] {
  const inputs: Advice['inputs'] = { caller: [], measured: [], assumed: [] };
  for (const name of workflowFieldNames) inputs[sourceOf(work, name)].push(name);
  return inputs;
}

/** What is known of the next lower effort; null: there is none, or it was not measured to be cheaper. */
function lowerEffortFor(catalog: Catalog, { preset, workflow }: Work, { facts }: CatalogModel) {
  const lower = effortBelow(workflow);
  return lower === undefined
    ? null
    : effortEvidence(catalog, facts.id, preset, workflow.reasoningEffort ?? 'high', lower);
}
