/** The plain versions of what the answers compute and print faster. Shared with the benchmark. */

import type { Ranking } from '../../../runtime/core/answers/schemas/ranking-schema.ts';
import { boardsFor, comparedWith } from '../../../runtime/core/benchmarks/proven.ts';
import type { Catalog, CatalogModel } from '../../../runtime/core/dataset/catalog.ts';
import { givesTerms, pricedModelsOf } from '../../../runtime/core/dataset/terms.ts';
import { billFor, type ModelBill } from '../../../runtime/core/model/bill.ts';
import { knowsFees } from '../../../runtime/core/model/cost.ts';
import { largestPrompt } from '../../../runtime/core/model/shape.ts';
import { effortOn, type Work, workOn } from '../../../runtime/core/model/work.ts';
import { type RankingOrder, tiers } from '../../../runtime/core/schemas/request-fields.ts';
import { decimal, roundUsd } from '../../../runtime/core/values/money.ts';

const hasExponent = /\de[+-]/;
const stringOrExponent = /"(?:[^"\\]|\\.)*"|-?[\d.]+e[+-]\d+/g;

/** `JSON.stringify`, its exponents replaced. */
export function plainText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!hasExponent.test(text)) return text;
  return text.replace(stringOrExponent, (part) => (part.startsWith('"') ? part : decimal(Number(part))));
}

/** The share of tasks that fit, counted task by task. */
function plainFits(work: Work, model: CatalogModel): number {
  const { shape } = workOn(work, model);
  const { contextWindow, maxOutputTokens } = model.facts;
  const { calls, shares } = shape.tasks;
  const within = (tokens: number, limit: number) => tokens <= limit * (1 + 1e-9);
  if (!within(shape.outputPerCall, maxOutputTokens ?? 1e9)) return 0;
  let fit = 0;
  calls.forEach((task, i) => {
    if (within(largestPrompt(shape, task) + shape.outputPerCall, contextWindow))
      fit += (shares?.[i] ?? 1) / calls.length;
  });
  return Math.round(fit * 1e4) / 1e4;
}

type Row = Omit<Ranking['ranking'][number], 'rank'>;

/** The rows of `rankingOf`, model by model: each with its own bill, sorted by a list of keys. */
export function plainRows(catalog: Catalog, work: Work, chosen: CatalogModel, asked: RankingOrder): Row[] {
  const { preset, workflow } = work;
  const effort = workflow.reasoningEffort;
  const boards = boardsFor(catalog, preset);
  const sort = boards.length === 0 ? 'cost' : asked;
  const compared = comparedWith(catalog, chosen.facts.id, preset, effort);
  const perSuccess = knowsFees(workflow, chosen) ? billFor(work, chosen).costPerSuccessfulTask : null;
  const isBeside = sort === 'solved' && perSuccess !== null && compared.size > 0;
  const rowsOf = (id: string) =>
    boards.flatMap((board) => {
      const row = (effort === null ? undefined : board.rowsAt.get(`${id} ${effort}`)) ?? board.rowOf.get(id);
      return row === undefined ? [] : [{ board: board.id, ...row }];
    });
  const entries = pricedModelsOf(catalog, workflow).models.map((model) => {
    const bill = billFor(work, model);
    const [first] = rowsOf(model.id);
    const comparison = isBeside ? compared.get(model.id)?.measured[0] : undefined;
    const shown = comparison ?? first;
    const solved = !isBeside
      ? undefined
      : model.facts.id === chosen.facts.id
        ? (perSuccess as number)
        : comparison && roundUsd((perSuccess as number) * comparison.solvedRatio, 1e9);
    const isOther = model.terms.serviceTier !== workflow.serviceTier || model.terms.region !== workflow.region;
    const step = effortOn(work, model);
    const fits = plainFits(work, model);
    const onBoard = shown?.board === boards[0]?.id ? (shown?.usdPerSolvedTask ?? undefined) : undefined;
    const key = sort === 'cost' ? bill.costPerTask : isBeside ? solved : onBoard;
    const isWhole = fits >= 0.5 && bill.breakdown.toolFees !== null;
    const isAbove = isWhole && key !== undefined && (sort === 'cost' || model.status === 'active');
    const row: Row = {
      modelId: model.id,
      modelName: model.facts.name,
      provider: model.provider.id,
      tier: model.facts.tier,
      status: model.status === 'active' ? 'active' : 'deprecated',
      confidence: model.confidence,
      ...(isOther && { pricedAt: model.terms }),
      measured: shown
        ? {
            board: shown.board,
            effort: shown.effort,
            successRate: shown.successRate,
            usdPerSolvedTask: shown.usdPerSolvedTask,
          }
        : null,
      costPerTask: bill.costPerTask,
      costPerSuccessfulTask: bill.costPerSuccessfulTask,
      monthlySpend: bill.monthlySpend,
      toolFees: bill.breakdown.toolFees,
      fits,
      ...(solved !== undefined && { costPerSolvedTask: solved }),
      ...(step !== null && { effortBasis: step.basis }),
    };
    const keys = [isAbove ? 0 : isWhole ? 1 : 2, isAbove ? (key as number) : 0, bill.costPerTask, model.price.output];
    return { row, keys };
  });
  entries.sort((a, b) => {
    const at = a.keys.findIndex((key, i) => key !== b.keys[i]);
    if (at < 0) return a.row.modelId < b.row.modelId ? -1 : 1;
    return (a.keys[at] as number) - (b.keys[at] as number);
  });
  return entries.map(({ row }) => row);
}

/**
 * The cheapest model of the same or a higher tier that may be named for its list price, of all that may take over; among
 * equals the cheapest output, then the first id. It need not save anything.
 */
export function cheapestByListPrice(
  catalog: Catalog,
  work: Work,
  chosen: CatalogModel,
): (ModelBill & { id: string }) | null {
  const { workflow, preset } = work;
  const compared = comparedWith(catalog, chosen.facts.id, preset, workflow.reasoningEffort);
  const [least] = pricedModelsOf(catalog, workflow)
    .models.filter(
      (model) =>
        model.facts !== chosen.facts &&
        model.status === 'active' &&
        !model.facts.lifecycle?.shutDown &&
        !model.facts.lifecycle?.deprecatedOn &&
        ['high', 'medium'].includes(model.confidence) &&
        tiers.indexOf(model.facts.tier) >= tiers.indexOf(chosen.facts.tier) &&
        !compared.has(model.id) &&
        givesTerms(model, workflow) &&
        knowsFees(workflow, model) &&
        plainFits(work, model) >= Math.max(0.5, plainFits(work, chosen)),
    )
    .map((model) => ({ ...billFor(work, model), id: model.id, output: model.price.output }))
    .sort((a, b) => a.costPerTask - b.costPerTask || a.output - b.output || (a.id < b.id ? -1 : 1));
  return least ?? null;
}
