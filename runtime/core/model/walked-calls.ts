/**
 * Single calls of the walk, as a log would have them: each with its own prompt and what of it is read from the cache and
 * written to it, on average over the calls that are cold or handed over. Added up they are the totals of `walk.ts`.
 */
import type { CatalogModel } from '../dataset/catalog.ts';
import { below, type Rates } from '../pricing/call-rates.ts';
import { billableUnits, type UnitCounts, unitAt } from '../schemas/billable-units.ts';
import { compactionOutput } from './assumptions.ts';
import { type CacheUse, ratesOf, splitPrompts } from './cost.ts';
import { bandOfPrompt, foundBy, type Leg, promptAt } from './leg.ts';
import { keptPrefixFor, type Shape, taskTools, warmPrefixFor } from './shape.ts';
import { type Losses, lossesOf } from './walk.ts';

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
  const { calls, shares } = shape.tasks;
  return walkTasks(
    shape,
    model,
    use,
    calls.map((made, i) => ({ calls: made, share: (shares === null ? 1 : (shares[i] as number)) / calls.length })),
  );
}

function walkTasks(shape: Shape, model: CatalogModel, use: CacheUse, tasks: readonly Task[]): WalkedCall[] {
  const { first, later } = shape;
  const most = tasks.reduce((most, { calls }) => Math.max(most, calls), 0);
  const callOf = callWalker(shape, model, use, tasks);
  const calls: WalkedCall[] = [];
  for (let number = 1; number < most + 1; number++) {
    const weight = tasks.reduce(
      (sum, { calls, share }) => sum + share * Math.min(1, Math.max(0, calls - number + 1)),
      0,
    );
    const isFirstOfLater = later !== null && number > first.calls && (number - first.calls - 1) % later.calls === 0;
    if (isFirstOfLater && shape.billsCompactions) {
      calls.push({ ...compacting(shape, model, use, number - 1), weight });
    }
    calls.push({ ...callOf(number), weight });
  }
  return calls;
}

/** A function of the number of a call, 1 for the first, whose weight is 1. */
export function callWalker(
  shape: Shape,
  model: CatalogModel,
  use: CacheUse,
  tasks: readonly Task[],
): (number: number) => WalkedCall {
  const { first, outputPerCall: output } = shape;
  const cut = { minPrefix: model.minPrefixTokens, limits: model.thresholds };
  const warm = warmPrefixFor(shape, cut.minPrefix);
  const kept = keptPrefixFor(shape, cut.minPrefix);
  const losses = tasks.map(({ calls }) => lossesOf(shape, calls, cut));
  /** The mean of what tasks find, over those that make the call. */
  const lossesAt = (number: number, band: number): Losses => {
    const mean = { handedOver: 0, cold: 0, coldAnswered: 0 };
    let weight = 0;
    tasks.forEach(({ calls, share }, task) => {
      const part = share * Math.min(1, Math.max(0, calls - number + 1));
      const own = losses[task]?.[band] as Losses;
      weight += part;
      mean.handedOver += part * own.handedOver;
      mean.cold += part * own.cold;
      mean.coldAnswered += part * own.coldAnswered;
    });
    for (const name of ['handedOver', 'cold', 'coldAnswered'] as const) if (weight > 0) mean[name] /= weight;
    return mean;
  };
  return (number) => {
    const { leg, place } = placeOf(shape, number);
    const held = { kept: leg === first ? warm : kept, output };
    const prompt = promptAt(leg, place);
    const { found, answered, follows } = foundBy(leg, place, cut, held);
    const { handedOver, cold, coldAnswered } = lossesAt(number, bandOfPrompt(cut, prompt));
    const remains = found * (1 - handedOver) - (follows ? cold * (found - warm) : 0);
    return {
      ...{ call: number, compacts: false, prompt, found, weight: 1 },
      ...unitsOf(shape, model, use, {
        prompt,
        held: remains,
        answered: answered * (1 - coldAnswered),
        output,
        uses: 1 / shape.calls,
      }),
    };
  };
}

/** The call after call `number` that compacts: it reads the last prompt and writes a summary. */
function compacting(shape: Shape, model: CatalogModel, use: CacheUse, number: number): WalkedCall {
  const { leg, place } = placeOf(shape, number);
  const prompt = promptAt(leg, place);
  const found = prompt < below(model.minPrefixTokens) ? 0 : prompt;
  return {
    ...{ call: number, compacts: true, prompt, found, weight: 1 },
    ...unitsOf(shape, model, use, { prompt, held: found, answered: 0, output: compactionOutput, uses: 0 }),
  };
}

/** The leg of a call, and its place there, 0 for the first. */
function placeOf({ first, later }: Shape, number: number): { leg: Leg; place: number } {
  if (later === null || number <= first.calls) return { leg: first, place: number - 1 };
  return { leg: later, place: (number - first.calls - 1) % later.calls };
}

/** What a call uses, by unit. @param uses the share of the tools of a task */
function unitsOf(
  shape: Shape,
  model: CatalogModel,
  use: CacheUse,
  {
    prompt,
    held,
    answered,
    output,
    uses,
  }: { prompt: number; held: number; answered: number; output: number; uses: number },
): UnitCounts {
  const band = bandOfPrompt({ minPrefix: 0, limits: model.thresholds }, prompt);
  const short = prompt < below(model.minPrefixTokens) ? prompt : 0;
  const counts = new Float64Array(billableUnits.length);
  splitPrompts(counts, { prompts: prompt, short, held, answered }, model, use, ratesOf(model).rates[band] as Rates);
  counts[unitAt.output] = output;
  taskTools.forEach(({ part }, tool) => {
    counts[unitAt[part]] = uses * (shape.uses[tool] as number);
  });
  return Object.fromEntries(billableUnits.map(({ count }, unit) => [count, counts[unit]])) as UnitCounts;
}
