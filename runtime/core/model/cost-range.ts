/**
 * How much tasks differ in cost, and how far an estimate may be off. An estimate is the mean of sixteen equally likely
 * tasks; here each of them is priced separately, which gives the cost of a typical and of an expensive one. Where owners
 * differ by more than the calls of their tasks, the expensive one is raised by what those who were left out did.
 */
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import type { ModelError } from '../schemas/cost-schemas.ts';
import type { EvidenceFile } from '../schemas/data-files/evidence-file.ts';
import type { WorkflowField } from '../schemas/request-fields.ts';
import { roundUsd } from '../values/money.ts';
import type { ModelBill } from './bill.ts';
import { billingOf, priceUsed } from './cost.ts';
import { eachTask } from './walk.ts';
import type { Work } from './work.ts';

/** The shares of tasks that cost less than a typical one, and than one that is exceeded by one task in ten. */
const half = 0.5;
const nineInTen = 0.9;

/** USD of the task that half of the tasks cost less than, and of the one that one in ten exceeds. */
export function rangeOf({ evidence }: Catalog, work: Work, model: CatalogModel, bill: ModelBill) {
  const { tasks } = bill.run.shape;
  const costs = taskCosts(work, model, bill).sort((a, b) => a - b);
  const below = (share: number): number =>
    costs.length === 1 ? bill.costPerTask : atPlace(costs, placeOf(share, tasks.rare));
  const raised = work.fittedTo?.oneInTenFactor ?? ownersRangeOf(evidence, work)?.oneInTenFactor ?? 1;
  return {
    typicalTask: roundUsd(below(half), 1e9),
    oneInTen: roundUsd(below(nineInTen) * raised, 1e9),
    modelError: modelErrorOf(evidence, work, model),
  };
}

/**
 * The place among sixteen equally likely costs in ascending order, counted from 1, below which `share` of all tasks lie:
 * 8.5 is the middle, 14.9 is exceeded by one task in ten.
 * @param rareTasks share of tasks that cost more than all sixteen
 */
const placeOf = (share: number, rareTasks: number): number => 0.5 + (16 * share) / (1 - rareTasks);

/** The value at a place, counted from 1, of numbers in ascending order; interpolated linearly between two. */
export function atPlace(ascending: readonly number[], place: number): number {
  const below = Math.floor(place);
  const low = ascending[below - 1] as number;
  return low + (place - below) * ((ascending[below] as number) - low);
}

/** USD of each task, retries included, unrounded; their mean, the rare one by its share, is the cost of a task. */
export function taskCosts(work: Work, model: CatalogModel, { run: { shape, feesUsd } }: ModelBill): number[] {
  const billing = billingOf(model, work.workflow);
  const costs: number[] = [];
  eachTask(shape, model, (bands) => {
    // The tools that a task uses are proportional to its calls.
    const calls = shape.tasks.calls[costs.length] as number;
    costs.push(priceUsed(bands, billing).tokensUsd * (1 + work.retryShare) + (feesUsd * calls) / shape.calls);
  });
  return costs;
}

/** The shape of a task, without which nothing is known of its prompts: one field of each of these must be the caller's. */
const shape: readonly (readonly WorkflowField[])[] = [
  ['modelCallsPerTask'],
  ['systemPromptTokens', 'toolSchemaTokens', 'retrievedContextTokens'],
  ['outputTokensPerCall'],
  ['toolResultTokens', 'userTokensPerCall'],
];

/** Whether the caller states the shape of the task instead of taking the preset's. */
const statesShape = ({ given }: Work): boolean => shape.every((fields) => fields.some((name) => given.has(name)));

/**
 * How far an estimate may be off, by what was recorded. There are three questions: how good the formula is once the shape
 * of a task is given (`formula`), how good a workflow is that was fitted to one's own runs (`fitted`: what `calibrate`
 * found of them), and how near a preset as it stands is to what was measured (`preset`). null: nothing was recorded that
 * bears on it.
 */
function modelErrorOf(evidence: EvidenceFile | null, work: Work, model: CatalogModel): ModelError | null {
  const kindOfWork = work.preset.id;
  const { fittedTo } = work;
  if (fittedTo !== null) {
    const runs = fittedTo.sessions;
    return { ...inNoPercent, basis: 'ownRuns', question: 'fitted', runs, owners: 1, factor: null, fittedTo };
  }
  if (statesShape(work)) {
    const found = evidence?.formula?.find((one) => one.kindOfWork === kindOfWork);
    if (found === undefined) return null;
    const seen = found.models.includes(model.id);
    const { runs, owners, inputTokensPct, dollarsPct, unseenDollarsPct } = found;
    return {
      dollarsPct: seen ? dollarsPct : unseenDollarsPct,
      inputTokensPct,
      basis: kindOfWork === 'session' ? 'otherOwners' : seen ? 'measured' : 'unseen',
      question: 'formula',
      runs,
      owners,
      factor: null,
    };
  }
  const found = evidence?.presetFactors?.find((one) => one.kindOfWork === kindOfWork);
  if (found === undefined) return null;
  const { runs, owners, factor } = found;
  const basis = kindOfWork === 'session' ? 'otherOwners' : 'boards';
  return { ...inNoPercent, basis, question: 'preset', runs, owners, factor };
}

const inNoPercent = { dollarsPct: null, inputTokensPct: null } as const;

export type OwnersRange = NonNullable<EvidenceFile['ranges']>[number];

/**
 * How much owners differ from each other, besides the calls of their tasks; null: the spread of calls is the caller's own,
 * so that nothing of it is taken from other owners, or they were not seen to differ.
 */
export function ownersRangeOf(evidence: EvidenceFile | null, { preset, given }: Work): OwnersRange | null {
  if (given.has('callDispersion')) return null;
  return evidence?.ranges?.find(({ kindOfWork }) => kindOfWork === preset.id) ?? null;
}
