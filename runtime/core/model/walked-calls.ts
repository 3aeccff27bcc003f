/**
 * Single calls of the walk, as a log would have them: each with its own prompt and what of it is read from the cache and
 * written to it, on average over the calls that are cold or handed over. Added up they are the totals of `walk.ts`.
 */
import type { CatalogModel } from '../dataset/catalog.ts';
import { bandFor, type Rates } from '../pricing/call-rates.ts';
import { billableUnits, byUnit, type UnitCounts, unitAt } from '../schemas/billable-units.ts';
import { billingOf, type CacheUse, plainIn, ratesOf, readIn, writesAt, writtenIn } from './cost.ts';
import { type Leg, promptAt } from './leg.ts';
import { type Shape, taskTools, warmPrefixFor } from './shape.ts';
import { shareOf } from './spread.ts';
import { noneUsed, type Used } from './used.ts';
import { addCalls, addCompaction, type Losses, lose, lossesOf, walkOf } from './walk.ts';

/** A call with what it uses of each billable unit. Nothing is rounded, and nothing is weighted. */
export interface WalkedCall extends UnitCounts {
  /** 1 for the first; a call that compacts the transcript has the number of the call before it. */
  call: number;
  compacts: boolean;
  /** Tokens of the whole prompt, and of them those that a warm cache holds. */
  prompt: number;
  found: number;
  /** How much the call counts: less than 1 for the last of a task, and where only some tasks make it. */
  weight: number;
}

/** A task, and its share among all. */
interface Task {
  calls: number;
  share: number;
}

/** The calls of one task. */
export const callsOfTask = (shape: Shape, model: CatalogModel, use: CacheUse, calls: number): WalkedCall[] =>
  walkTasks(shape, model, use, [{ calls, share: 1 }]);

/** The calls of all tasks: each weighs as much as the share of tasks that make it. */
export function callsOfAll(shape: Shape, model: CatalogModel, use: CacheUse): WalkedCall[] {
  const tasks = shape.tasks.calls.map((calls, task) => ({ calls, share: shareOf(shape.tasks, task) }));
  return walkTasks(shape, model, use, tasks);
}

function walkTasks(shape: Shape, model: CatalogModel, use: CacheUse, tasks: readonly Task[]): WalkedCall[] {
  const most = tasks.reduce((most, { calls }) => Math.max(most, calls), 0);
  const callOf = callWalker(shape, model, use, tasks);
  const walked: WalkedCall[] = [];
  for (let number = 1; number < most + 1; number++) {
    const next = callOf(number);
    if (number > 1 && placeOf(shape, number).place === 0 && shape.billsCompactions) {
      const compacting = compactingCall(shape, placeOf(shape, number - 1).leg, model, use);
      walked.push({ ...compacting, call: number - 1, weight: next.weight });
    }
    walked.push(next);
  }
  return walked;
}

/** A function of the number of a call, 1 for the first. */
export function callWalker(
  shape: Shape,
  model: CatalogModel,
  use: CacheUse,
  tasks: readonly Task[],
): (number: number) => WalkedCall {
  const { first, outputPerCall: output } = shape;
  const walk = walkOf(shape, model);
  const losses = tasks.map(({ calls }) => lossesOf(walk, calls));
  const warm = warmPrefixFor(shape, model.minPrefixTokens);
  return (number) => {
    const { leg, place } = placeOf(shape, number);
    const prompt = promptAt(leg, place);
    const band = bandFor(model, prompt);
    // The mean of what tasks lose, over those that make the call.
    const mean: Losses = { handedOver: 0, cold: 0, coldAnswered: 0 };
    let weight = 0;
    tasks.forEach(({ calls, share }, task) => {
      const part = share * Math.min(1, Math.max(0, calls - number + 1));
      weight += part;
      const lost = losses[task]?.[band] as Losses;
      for (const name of lossNames) mean[name] += part * lost[name];
    });
    for (const name of lossNames) if (weight > 0) mean[name] /= weight;
    const bands = noneUsed(model);
    addCalls(bands, leg === first ? walk.first : walk.later, place, place + 1, 1, output);
    const used = bands[band] as Used;
    const found = used.held;
    lose(used, mean, warm);
    const units = unitsOf(shape, used, model, use, band, 1 / shape.calls);
    return { call: number, compacts: false, prompt, found, weight, ...units };
  };
}

const lossNames = ['handedOver', 'cold', 'coldAnswered'] as const;

/** The leg of a call, and its place there, 0 for the first. */
function placeOf({ first, later }: Shape, number: number): { leg: Leg; place: number } {
  if (later === null || number <= first.calls) return { leg: first, place: number - 1 };
  return { leg: later, place: (number - first.calls - 1) % later.calls };
}

/** Tokens of the prompt of a call, 1 for the first. */
export function promptOfCall(shape: Shape, number: number): number {
  const { leg, place } = placeOf(shape, number);
  return promptAt(leg, place);
}

/** A call that compacts a full leg. */
function compactingCall(
  shape: Shape,
  leg: Leg,
  model: CatalogModel,
  use: CacheUse,
): Omit<WalkedCall, 'call' | 'weight'> {
  const prompt = promptAt(leg, leg.calls - 1);
  const band = bandFor(model, prompt);
  const bands = noneUsed(model);
  addCompaction(bands, shape, leg, 1, model);
  const used = bands[band] as Used;
  return { compacts: true, prompt, found: used.held, ...unitsOf(shape, used, model, use, band, 0) };
}

/** What a call in a price band uses, by unit. @param uses the share of the tools of a task */
function unitsOf(shape: Shape, used: Used, model: CatalogModel, use: CacheUse, band: number, uses: number): UnitCounts {
  const counts = new Float64Array(billableUnits.length);
  const billing = billingOf(model, use);
  const plain = plainIn(used, billing);
  const read = readIn(used, billing);
  counts[unitAt.input] = plain;
  counts[unitAt.cachedInput] = read;
  counts[writesAt(ratesOf(model).rates[band] as Rates, use)] = writtenIn(used, plain, read);
  counts[unitAt.output] = used.output;
  taskTools.forEach(({ part }, tool) => {
    counts[unitAt[part]] = uses * (shape.uses[tool] as number);
  });
  return byUnit(billableUnits, 'count', ({ part }) => counts[unitAt[part]] as number);
}
