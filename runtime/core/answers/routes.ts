/** Cheaper models for the same work, by one rule: advice, the suggestion of an estimate and rankings rest on it. */

import {
  type Compared,
  comparedWith,
  isMeasuredAt,
  kindMeasured,
  middleRatio,
  provenBy,
} from '../benchmarks/proven.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { areSame, givesTerms, type PricedModels, pricedModelsOf, withPricingTerms } from '../dataset/terms.ts';
import { worthwhilePct } from '../model/assumptions.ts';
import { CostsOn, type ModelBill } from '../model/bill.ts';
import { knowsFees } from '../model/cost.ts';
import { fitsShare, holdsWork, isWhole } from '../model/limits.ts';
import type { Work } from '../model/work.ts';
import type { Preset } from '../schemas/data-files/presets-file.ts';
import { tiers } from '../schemas/request-fields.ts';
import { memoize } from '../values/memoize.ts';
import { roundUsd } from '../values/money.ts';

/** A cheaper model, and what was measured of it beside the chosen one; null: nothing, it is cheaper by list price. */
export interface Route {
  model: CatalogModel;
  compared: Compared | null;
}

/** A model that was measured to be cheaper, and why it is not advised: a sentence for each reason. */
export interface NearMiss {
  model: CatalogModel;
  compared: Compared;
  why: readonly string[];
  /** It stands above the line of a ranking by solved tasks, is cheaper there and solves no less. */
  isBetter: boolean;
}

export interface MeasuredRoutes {
  /** In the order of a ranking by solved tasks. */
  advised: Route[];
  /** First those that solve no less on the board that rankings take, in their order; then the nearest. */
  near: NearMiss[];
}

/** What is said of the models on the boards of a preset's kind of work beside the chosen one, by id. */
const comparedFor = (
  catalog: Catalog,
  { preset, workflow }: Work,
  chosen: CatalogModel,
): ReadonlyMap<string, Compared> => comparedWith(catalog, chosen.facts.id, preset, workflow.reasoningEffort);

/**
 * Models that were measured to be cheaper: a route is one against which nothing speaks, neither on a board nor in its
 * price. None where the fee of a tool is unknown for the chosen model, whose cost nothing can be compared with, or where
 * there is no cost of a successful task.
 * @param nearMisses whether these are wanted
 */
export function measuredRoutes(
  catalog: Catalog,
  work: Work,
  chosen: CatalogModel,
  bill: ModelBill,
  nearMisses = true,
): MeasuredRoutes {
  const advised: Route[] = [];
  const near: NearMiss[] = [];
  if (!bill.costPerSuccessfulTask || !knowsFees(work.workflow, chosen)) return { advised, near };
  const chosenFits = fitsShare(work, chosen);
  for (const compared of comparedFor(catalog, work, chosen).values()) {
    if (!nearMisses && compared.why.length > 0) continue;
    const listed = catalog.find(compared.modelId);
    if (listed === undefined || listed.status === 'shutDown') continue;
    const model = withPricingTerms(listed, work.workflow);
    const fits = fitsShare(work, model);
    const why = [...compared.why, ...refusalsOf(model, work, chosen, { fits, chosenFits })];
    if (why.length === 0) advised.push({ model, compared });
    else if (compared.measured[0].solvedRatio < 1 || middleRatio(compared) < 1)
      near.push({ model, compared, why, isBetter: isAboveLine(model, work, fits) && isBetter(compared) });
  }
  advised.sort((a, b) => bySolved(a.compared as Compared, b.compared as Compared));
  return { advised, near: near.sort(byNearness) };
}

/** By dollars per solved task, as rankings are; a total order. */
export const bySolved = (a: Compared, b: Compared): number =>
  a.measured[0].solvedRatio - b.measured[0].solvedRatio || (a.modelId < b.modelId ? -1 : 1);

/** Whether a measured model is ranked, and not listed below the line: on sale, half of the tasks fit, its fees are known. */
const isAboveLine = (model: CatalogModel, work: Work, fits: number): boolean =>
  model.status === 'active' && isWhole(model, work, fits);

/** Whether a row of a ranking is cheaper than the chosen model and solves no less. */
const isBetter = ({ measured: [{ solvedRatio, successRate, chosenSuccessRate }] }: Compared): boolean =>
  solvedRatio < 1 && successRate >= chosenSuccessRate;

function byNearness(a: NearMiss, b: NearMiss): number {
  const better = Number(b.isBetter) - Number(a.isBetter);
  if (better !== 0 || a.isBetter) return better || bySolved(a.compared, b.compared);
  return a.why.length - b.why.length || bySolved(a.compared, b.compared);
}

/** What keeps a model from taking over the work, apart from measurements: a sentence for each reason. */
function refusalsOf(
  model: CatalogModel,
  work: Work,
  chosen: CatalogModel,
  { fits, chosenFits }: { fits: number; chosenFits: number },
): string[] {
  const why: string[] = [];
  if (!staysOnSale(model)) why.push('Its end is announced.');
  if (!isPriceTrusted(model)) why.push('Its price rests on datasets alone, or is in doubt.');
  // A measurement at standard prices does not cover a discount that only one of the two gives.
  if (!givesTerms(model, work.workflow) || !areSame(model.terms, chosen.terms))
    why.push('It is not sold on the same terms.');
  if (!knowsFees(work.workflow, model)) why.push('The fee of its web searches is not known.');
  if (!holdsWork(fits)) why.push('Less than half of the tasks fit its context and longest answer.');
  else if (fits < chosenFits) why.push('Fewer tasks fit its context and longest answer.');
  return why;
}

/** No end is known, at its provider or at the host. */
const staysOnSale = ({ status, facts: { lifecycle } }: CatalogModel): boolean =>
  status === 'active' && (lifecycle?.shutDown ?? lifecycle?.deprecatedOn ?? null) === null;

/** Medium confidence is enough: that nobody looked at the provider's page for a while makes no price wrong. */
const isPriceTrusted = ({ confidence }: CatalogModel): boolean => confidence !== 'low' && confidence !== 'imported';

/** Whether a model may be named at all. */
export const isNamed = (model: CatalogModel): boolean => staysOnSale(model) && isPriceTrusted(model);

/** The models that may be named for their list price alone, by the lowest tier that counts. */
const namedForPrice = memoize(({ models, asked }: PricedModels): readonly (readonly CatalogModel[])[] => {
  const named = models.filter((model) => isNamed(model) && givesTerms(model, asked));
  return tiers.map((_, lowest) => named.filter(({ facts }) => tiers.indexOf(facts.tier) >= lowest));
});

/**
 * The cheapest model of the same or a higher tier by list price, if it saves 10 % or more: the same work is assumed, and as
 * many failures. Never one that was measured beside the chosen model, of which more is known than its price. null: none.
 */
export function listPriceRoute(catalog: Catalog, work: Work, chosen: CatalogModel, bill: ModelBill): Route | null {
  if (!bill.costPerSuccessfulTask || !knowsFees(work.workflow, chosen)) return null;
  const compared = comparedFor(catalog, work, chosen);
  const byTier = namedForPrice(pricedModelsOf(catalog, work.workflow));
  const models = byTier[tiers.indexOf(chosen.facts.tier)] as readonly CatalogModel[];
  const costs = new CostsOn(models, work);
  const chosenFits = fitsShare(work, chosen);
  let most = roundUsd(bill.costPerTask * (1 - worthwhilePct / 100), 1e9);
  let least: CatalogModel | null = null;
  for (let i = 0; i < models.length; i++) {
    const usd = costs.costPerTask(i, most);
    if (usd > most || (usd === most && least !== null) || Number.isNaN(costs.toolFees)) continue;
    const model = models[i] as CatalogModel;
    if (model.facts === chosen.facts || compared.has(model.id)) continue;
    const share = costs.fits(i);
    if (holdsWork(share) && share >= chosenFits) [most, least] = [usd, model];
  }
  return least && { model: least, compared: null };
}

/** What makes a route a measured one, in a sentence. */
export function routeRule(catalog: Catalog, { preset, workflow: { reasoningEffort } }: Work): string {
  const atEffort = reasoningEffort === null ? '' : ` at effort ${reasoningEffort}`;
  return `A measured route was run beside the chosen model${atEffort} on at least ${provenBy.boards} boards of ${kindInWords(catalog, preset)}, and on every board that has both it cost at most ${provenBy.ratio} times as much per solved task, at today's prices, and solved at most ${100 * provenBy.fewerSolved} points fewer.`;
}

/** `coding work`, or `coding work (there is none of sessions)`. */
function kindInWords(catalog: Catalog, preset: Preset): string {
  const kind = kindMeasured(catalog, preset);
  return kind === preset.id ? `${kind} work` : `${kind} work, since no board is of ${preset.id} work,`;
}

/** What is known of a model that is named for its list price. */
export const listPriceNote = (catalog: Catalog, { facts, id }: CatalogModel, { preset }: Work): string =>
  `The same work and as many failures are assumed. ${
    isMeasuredAt(catalog, id, preset)
      ? `${facts.name} was measured at such work, but not beside this model.`
      : `No measurement of ${facts.name} at ${kindMeasured(catalog, preset)} work is known: it is named for its list price alone.`
  } Test it.`;
