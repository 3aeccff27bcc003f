/** Every model on the same work, in one of two orders. */

import { boardsOf } from '../benchmarks/facts.ts';
import { boardsFor, kindMeasured } from '../benchmarks/proven.ts';
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { areSame, type PricedModels, pricedModelsOf } from '../dataset/terms.ts';
import { billFor } from '../model/bill.ts';
import { fitsShare, isWhole } from '../model/limits.ts';
import { effortOn, type Work } from '../model/work.ts';
import type { RankingOrder } from '../schemas/request-fields.ts';
import { memoize } from '../values/memoize.ts';
import { failuresIn, workAssumptions } from './figures.ts';
import { type Measured, measuredOfModels, type SolvedOrder, solvedOrder } from './measured-of-models.ts';
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
  const { about, rows } = ranked(catalog, work, chosen, sort);
  const ranking = rows
    .slice(0, top)
    .map(({ facts, measured, figures }, place) => ({ rank: place + 1, ...facts, measured, ...figures }));
  return { ...about, ranking };
}

export interface RankedRow {
  model: CatalogModel;
  /** What depends on the model alone, and what was measured of it: the same objects in every such ranking. */
  facts: ModelFacts;
  measured: Measured | null;
  figures: Omit<Row, keyof ModelFacts | 'rank' | 'measured'>;
}

/** A ranking without its rows, and the rows, all of them. */
export interface Ranked {
  about: Omit<Ranking, 'ranking'>;
  rows: readonly RankedRow[];
}

/** A model on the work, before it has a place. */
interface Entry extends RankedRow {
  isWhole: boolean;
  isAbove: boolean;
  /** What rows above the line are ordered by, USD. */
  key: number;
}

export function ranked(catalog: Catalog, work: Work, chosen: CatalogModel, asked: RankingOrder): Ranked {
  const sort = boardsFor(catalog, work.preset).length === 0 ? 'cost' : asked;
  const solved = sort === 'solved' ? solvedOrder(catalog, work, chosen) : null;
  const measured = solved?.measured ?? measuredOfModels(catalog, work);
  const { models } = pricedModelsOf(catalog, work.workflow);
  const facts = modelFactsOf(catalog, work);
  const entries = models.map((model, i): Entry => {
    const { costPerTask, costPerSuccessfulTask, monthlySpend, breakdown } = billFor(work, model);
    const fits = fitsShare(work, model);
    const figures: RankedRow['figures'] = {
      costPerTask,
      costPerSuccessfulTask,
      monthlySpend,
      toolFees: breakdown.toolFees,
      fits,
    };
    const costPerSolvedTask = solved?.costPerSolvedTask(model);
    if (costPerSolvedTask !== undefined) figures.costPerSolvedTask = costPerSolvedTask;
    const effort = effortOn(work, model);
    if (effort !== null) figures.effortBasis = effort.basis;
    const key = solved === null ? costPerTask : solved.key(model);
    const whole = isWhole(model, work, fits);
    const isAbove = whole && key !== undefined && (solved === null || model.status === 'active');
    return {
      model,
      facts: facts[i] as ModelFacts,
      measured: measured.get(model.id) ?? null,
      figures,
      isWhole: whole,
      isAbove,
      key: key ?? 0,
    };
  });
  entries.sort(inOrder);
  return { about: aboutRanking(catalog, work, sort, solved, entries), rows: entries };
}

/** A total order: above the line by its key; below it, and among equals, by cost. */
const inOrder = (a: Entry, b: Entry): number =>
  Number(b.isAbove) - Number(a.isAbove) ||
  (a.isAbove ? a.key - b.key : Number(b.isWhole) - Number(a.isWhole)) ||
  a.figures.costPerTask - b.figures.costPerTask ||
  a.model.price.output - b.model.price.output ||
  (a.model.id < b.model.id ? -1 : 1);

const aboutRanking = (
  catalog: Catalog,
  work: Work,
  sort: RankingOrder,
  solved: SolvedOrder | null,
  entries: readonly Entry[],
): Ranked['about'] => ({
  presetId: work.preset.id,
  host: catalog.host?.id ?? null,
  sort,
  board: boardsFor(catalog, work.preset)[0]?.id ?? null,
  chosen: solved?.chosen ?? null,
  workflow: work.workflow,
  assumptions: workAssumptions(work, work.shape),
  failures: failuresIn(work),
  notes: notesOn(catalog, work, solved),
  models: entries.length,
  aboveLine: entries.filter(({ isAbove }) => isAbove).length,
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

/** The facts of every model at the prices of the work: the same list each time. */
const modelFactsOf = (catalog: Catalog, { workflow }: Work): readonly ModelFacts[] =>
  factsIn(pricedModelsOf(catalog, workflow));

const factsIn = memoize(({ models, asked }: PricedModels) => models.map((model) => factsOn(model, asked)));
