/** Every model on the same work, in one of two orders. */

import { boardsOf } from '../benchmarks/facts.ts';
import { boardsFor, kindMeasured } from '../benchmarks/proven.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { areSame, type PricedModels, pricedModelsOf } from '../dataset/terms.ts';
import { CostsOn, perMonth, perSuccess } from '../model/bill.ts';
import { holdsWork } from '../model/limits.ts';
import { effortOn, type Work } from '../model/work.ts';
import type { RankingOrder } from '../schemas/request-fields.ts';
import { memoize } from '../values/memoize.ts';
import { failuresIn, workAssumptions } from './figures.ts';
import { type Measured, measuredOfModels, type OfModels, type SolvedOrder, solvedOrder } from './measured-of-models.ts';
import type { Ranking } from './schemas/ranking-schema.ts';

type Row = Ranking['ranking'][number];

/** @param chosen the model that the others are compared with, where rows are ordered by solved tasks */
export function rankingOf(
  catalog: Catalog,
  work: Work,
  chosen: CatalogModel,
  sort: RankingOrder = 'cost',
  top?: number,
): Ranking {
  const { about, rows } = ranked(catalog, work, chosen, sort, top);
  return {
    ...about,
    ranking: rows.map(({ facts, measured, figures }, place) => ({ rank: place + 1, ...facts, measured, ...figures })),
  };
}

export interface RankedRow {
  model: CatalogModel;
  /** What depends on the model alone, and what was measured of it: the same objects in every such ranking. */
  facts: ModelFacts;
  measured: Measured | null;
  figures: Omit<Row, keyof ModelFacts | 'rank' | 'measured'>;
}

/** A ranking without its rows, and the first of them. @param top how many; all if it is left out */
export function ranked(
  catalog: Catalog,
  work: Work,
  chosen: CatalogModel,
  sort: RankingOrder,
  top?: number,
): { about: Placing['about']; rows: RankedRow[] } {
  const placing = placingOf(catalog, work, chosen, sort, top);
  const { market, costs, measured, costPerSolvedTask } = placing;
  const facts = modelFactsOf(market);
  const rows = placing.order.map((i): RankedRow => {
    const model = market.models[i] as CatalogModel;
    const [costPerTask, fees] = [costs.costPerTask[i] as number, costs.toolFees[i] as number];
    const solved = costPerSolvedTask?.(model);
    const effort = effortOn(work, model);
    return {
      model,
      facts: facts[i] as ModelFacts,
      measured: measured.get(model.id) ?? null,
      figures: {
        costPerTask,
        costPerSuccessfulTask: perSuccess(costPerTask, work.failureShare),
        monthlySpend: perMonth(costPerTask, work.workflow),
        toolFees: Number.isNaN(fees) ? null : fees,
        fits: costs.fits[i] as number,
        ...(solved !== undefined && { costPerSolvedTask: solved }),
        ...(effort !== null && { effortBasis: effort.basis }),
      },
    };
  });
  return { about: placing.about, rows };
}

/** A ranking before its rows are written: an object for each would take longer than its figures. */
export interface Placing {
  about: Omit<Ranking, 'ranking'>;
  market: PricedModels;
  costs: ReturnType<CostsOn['all']>;
  measured: OfModels;
  /** USD of a solved task on a model, where rows say that. */
  costPerSolvedTask: SolvedOrder['costPerSolvedTask'] | undefined;
  /** The places in the market of the first ones, in order. */
  order: readonly number[];
}

/** Above the line; below it; below it, since too few tasks fit, or a fee is unknown. */
const [above, belowLine, notWhole] = [0, 1, 2];

export function placingOf(
  catalog: Catalog,
  work: Work,
  chosen: CatalogModel,
  asked: RankingOrder,
  top = Number.POSITIVE_INFINITY,
): Placing {
  const sort = boardsFor(catalog, work.preset).length === 0 ? 'cost' : asked;
  const solved = sort === 'solved' ? solvedOrder(catalog, work, chosen) : null;
  const market = pricedModelsOf(catalog, work.workflow);
  const { models } = market;
  const costs = new CostsOn(models, work).all();
  const { costPerTask, toolFees, fits } = costs;
  const groups = new Uint8Array(models.length);
  const keys = new Float64Array(models.length);
  let aboveLine = 0;
  for (let i = 0; i < models.length; i++) {
    const model = models[i] as CatalogModel;
    const key = solved === null ? costPerTask[i] : solved.key(model);
    if (!holdsWork(fits[i] as number) || Number.isNaN(toolFees[i])) groups[i] = notWhole;
    else if (key === undefined || (solved !== null && model.status !== 'active')) groups[i] = belowLine;
    else {
      groups[i] = above;
      keys[i] = key;
      aboveLine++;
    }
  }
  const isBefore = (a: number, b: number): boolean => {
    if (groups[a] !== groups[b]) return (groups[a] as number) < (groups[b] as number);
    if (keys[a] !== keys[b]) return (keys[a] as number) < (keys[b] as number);
    return costPerTask[a] === costPerTask[b] ? a < b : (costPerTask[a] as number) < (costPerTask[b] as number);
  };
  return {
    about: aboutRanking(catalog, work, sort, solved, models.length, aboveLine),
    market,
    costs,
    measured: solved?.measured ?? measuredOfModels(catalog, work),
    costPerSolvedTask: solved?.costPerSolvedTask,
    order: firstInOrder(models, top, isBefore),
  };
}

/**
 * The first `most` of so many places. Each is put in among those before it; taken in the order of the last ranking of the
 * same models, it moves little.
 * @param isBefore of any two, so that the result does not depend on the order in which they are taken
 */
function firstInOrder(
  models: readonly CatalogModel[],
  most: number,
  isBefore: (a: number, b: number) => boolean,
): readonly number[] {
  const order: number[] = [];
  for (const place of lastOrder.get(models) ?? models.keys()) {
    let at = order.length;
    if (at === most && !isBefore(place, order[--at] as number)) continue;
    for (; at > 0 && isBefore(place, order[at - 1] as number); at--) order[at] = order[at - 1] as number;
    order[at] = place;
  }
  if (order.length === models.length) lastOrder.set(models, order);
  return order;
}

const lastOrder = new WeakMap<readonly CatalogModel[], readonly number[]>();

const aboutRanking = (
  catalog: Catalog,
  work: Work,
  sort: RankingOrder,
  solved: SolvedOrder | null,
  models: number,
  aboveLine: number,
): Placing['about'] => ({
  presetId: work.preset.id,
  host: catalog.host?.id ?? null,
  sort,
  board: boardsFor(catalog, work.preset)[0]?.id ?? null,
  chosen: solved?.chosen ?? null,
  workflow: work.workflow,
  assumptions: workAssumptions(work, work.shape),
  failures: failuresIn(work),
  notes: notesOn(catalog, work, solved),
  models,
  aboveLine,
});

/** What a reader of a ranking must know besides its numbers. */
function notesOn(catalog: Catalog, { preset }: Work, solved: SolvedOrder | null): string[] {
  const notes = [
    'Costs assume the same work of every model: as many calls, as much output, as many failures. What was measured says how far that holds.',
  ];
  const [board] = boardsFor(catalog, preset);
  if (board === undefined) {
    return [...notes, `No board is of ${preset.id} work: nothing here is measured, and cost is the only order.`];
  }
  const kind = kindMeasured(catalog, preset);
  if (kind !== preset.id) notes.push(`No board is of ${preset.id} work: what is measured is ${kind} work.`);
  const pairs = boardsOf(catalog).find(({ id }) => id === board.id)?.pairs;
  if (pairs) {
    notes.push(
      `On ${board.id}, ${pairs.wrongOrderPct} % of ${pairs.pairs} pairs of models stand in another order by measured dollars per solved task than by this cost.`,
    );
  }
  if (solved !== null && solved.chosen === null) {
    notes.push("The chosen model is on no board of this kind of work: rows are ordered by the board's own dollars.");
  }
  return notes;
}

export type ModelFacts = ReturnType<typeof factsOn>;

/** The part of a row that depends on the model alone, at the prices of the work. */
const factsOn = (model: CatalogModel, asked: PricedModels['asked']) => ({
  modelId: model.id,
  modelName: model.facts.name,
  provider: model.provider.id,
  tier: model.facts.tier,
  status: model.status === 'active' ? ('active' as const) : ('deprecated' as const),
  confidence: model.confidence,
  ...(!areSame(model.terms, asked) && { pricedAt: model.terms }),
});

/** The facts of the models of a market: the same list each time. */
export const modelFactsOf: (market: PricedModels) => readonly ModelFacts[] = memoize(({ models, asked }) =>
  models.map((model) => factsOn(model, asked)),
);
