/**
 * Agents that compact their transcript: where the prompt would pass a number of tokens, it is replaced by a summary, and
 * grows again from there. The calls of a task then fall into legs, in each of which the prompt grows from call to call.
 */
import type { Workflow } from '../schemas/request-fields.ts';
import type { Steps } from '../values/steps.ts';
import { compactionOutput, mostOfWindow } from './assumptions.ts';

/** The prompts of a leg: the first one, and how much longer each next one is. */
export interface Prompts {
  /** Tokens of its first prompt. For the first leg this is B, the prompt of the first call. */
  firstPrompt: number;
  /** g: growth of the prompt from one call to the next. */
  growth: number;
}

/** No task makes so many calls: a prompt that grows more slowly never reaches its compaction. */
const moreCallsThanAny = 1e9;

/** When and how a transcript is compacted. */
export interface Compaction {
  /** Calls before the first compaction, and between two; at least 1. */
  firstLeg: number;
  laterLeg: number;
  /** Tokens of the prompt after a compaction. */
  to: number;
  /** Tokens of the last prompt before the first compaction, and before each later one: the call that compacts sends it. */
  firstFull: number;
  laterFull: number;
}

/** The calls of a task, leg by leg. */
export interface Legs {
  /** Calls before the first compaction. */
  first: number;
  /** Whole legs of `laterLeg` calls after it. */
  whole: number;
  /** Calls of the leg that comes after them, fewer than `laterLeg`. */
  rest: number;
  /** Compactions; those at `firstFull` tokens, 0 or 1, and those at `laterFull`. A fraction is a chance of one. */
  compactions: number;
  firstCompactions: number;
  laterCompactions: number;
}

/** The prompt at which a model's transcript is compacted: never above 95 % of its window. null: never compacted. */
export const compactAtOn = (
  { compactAtTokens }: Pick<Workflow, 'compactAtTokens'>,
  contextWindow: number,
): number | null => (compactAtTokens === null ? null : Math.min(compactAtTokens, mostOfWindow * contextWindow));

/**
 * The compactions of a workflow on any model whose window is large enough.
 * @returns null: never, since none is asked for, the prompt does not grow, or the first prompt is too long already
 */
export function compactionOf(
  { compactAtTokens, compactedToTokens }: Pick<Workflow, 'compactAtTokens' | 'compactedToTokens'>,
  { firstPrompt, growth }: Prompts,
  steps?: Steps,
): Compaction | null {
  if (compactAtTokens === null || growth <= 0 || compactAtTokens <= firstPrompt) return null;
  const to = Math.min(compactedToTokens ?? firstPrompt, compactAtTokens);
  if (compactAtTokens - Math.min(firstPrompt, to) >= growth * moreCallsThanAny) return null;
  const asked = compactedToTokens === null ? 'B' : 'Cr';
  record: steps?.step('Rc', `min(${asked}, Ct)`, to, 'the prompt after a compaction', 'tokens');
  const firstLeg = Math.floor((compactAtTokens - firstPrompt) / growth) + 1;
  record: steps?.step('k1', 'floor((Ct - B) / g) + 1', firstLeg, 'calls before the first compaction', 'calls');
  const laterLeg = Math.floor((compactAtTokens - to) / growth) + 1;
  record: steps?.step('k2', 'floor((Ct - Rc) / g) + 1', laterLeg, 'calls from one compaction to the next', 'calls');
  const firstFull = firstPrompt + growth * (firstLeg - 1);
  record: steps?.step('full1', 'B + g * (k1 - 1)', firstFull, 'the last prompt before the first compaction', 'tokens');
  const laterFull = to + growth * (laterLeg - 1);
  record: steps?.step('full2', 'Rc + g * (k2 - 1)', laterFull, 'the last prompt before a later one', 'tokens');
  record: steps?.given('Wc', compactionOutput, 'output of the call that compacts', 'tokens', 'assumption');
  return { firstLeg, laterLeg, to, firstFull, laterFull };
}

/** The legs of a task of `calls` calls. */
export function legsOf(calls: number, { firstLeg, laterLeg }: Compaction): Legs {
  const after = Math.max(0, calls - firstLeg);
  const whole = Math.floor(after / laterLeg);
  const rest = Math.max(0, after - whole * laterLeg);
  // Between two whole numbers of calls everything lies on a straight line, the compactions too.
  const compactions = whole + Math.min(1, rest);
  const firstCompactions = Math.min(1, after);
  return {
    first: Math.min(calls, firstLeg),
    whole,
    rest,
    compactions,
    firstCompactions,
    laterCompactions: compactions - firstCompactions,
  };
}

/** Where a call of a task is. */
export interface PlaceInLegs {
  /** Whether it comes after a compaction. */
  isLater: boolean;
  /** Calls before it in its leg. */
  before: number;
  /** Tokens of its prompt. */
  prompt: number;
}

/** @param call a whole number, 1 for the first; those that compact are not counted */
export function placeInLegs(
  call: number,
  { firstPrompt, growth }: Prompts,
  compaction: Compaction | null,
): PlaceInLegs {
  if (compaction === null || call <= compaction.firstLeg) {
    return { isLater: false, before: call - 1, prompt: firstPrompt + growth * (call - 1) };
  }
  const before = (call - compaction.firstLeg - 1) % compaction.laterLeg;
  return { isLater: true, before, prompt: compaction.to + growth * before };
}

/** The steps of `legsOf`, for all tasks. */
export function recordLegs(steps: Steps, tasks: readonly Legs[]): void {
  const list = (symbol: string, formula: string, name: keyof Legs, what: string, unit: string) =>
    steps.step(
      symbol,
      formula,
      tasks.map((legs) => legs[name]),
      what,
      unit,
    );
  list('legi', 'min(ni, k1)', 'first', 'calls before the first compaction', 'calls');
  steps.let('afteri', 'max(0, ni - k1)', 'calls after it', 'calls');
  list('wholei', 'floor(afteri / k2)', 'whole', 'whole legs after it', 'legs');
  list('resti', 'max(0, afteri - wholei * k2)', 'rest', 'calls of the leg after those', 'calls');
  list('compi', 'wholei + min(1, resti)', 'compactions', 'compactions', 'compactions');
  list('comp1i', 'min(1, afteri)', 'firstCompactions', 'of them, the first', 'compactions');
  list('comp2i', 'compi - comp1i', 'laterCompactions', 'of them, later ones', 'compactions');
}

/** Tokens of the first `calls` prompts of a leg. */
export const promptsOf = (calls: number, { firstPrompt, growth }: Prompts): number =>
  calls * firstPrompt + (growth * calls * Math.max(0, calls - 1)) / 2;

/** The same as a formula, for a symbol that counts calls, of the first leg. */
export const promptsFormula = (calls: string, first = 'B'): string =>
  `${calls} * ${first} + g * ${calls} * max(0, ${calls} - 1) / 2`;

/** Tokens of the first `calls` prompts of a leg, on a straight line between whole numbers of calls. */
export function promptsOnLine(calls: number, leg: Prompts): number {
  const whole = Math.floor(calls);
  return promptsOf(whole, leg) + (calls - whole) * (leg.firstPrompt + leg.growth * whole);
}

/** The same as a formula. */
export const onLineFormula = (calls: string, first: string): string =>
  `${promptsFormula(`floor(${calls})`, first)} + (${calls} - floor(${calls})) * (${first} + g * floor(${calls}))`;

/** Tokens of all prompts of a task, those of the calls that compact it included. */
export function promptsOfTask(calls: number, prompts: Prompts, compaction: Compaction | null): number {
  if (compaction === null) return promptsOf(calls, prompts);
  const { first, whole, rest, firstCompactions, laterCompactions } = legsOf(calls, compaction);
  const later = { firstPrompt: compaction.to, growth: prompts.growth };
  return (
    promptsOf(first, prompts) +
    whole * promptsOf(compaction.laterLeg, later) +
    promptsOnLine(rest, later) +
    firstCompactions * compaction.firstFull +
    laterCompactions * compaction.laterFull
  );
}

/** The same as a formula, for all tasks. */
export const promptsOfTaskFormula = (compaction: Compaction | null): string =>
  compaction === null
    ? promptsFormula('ni')
    : `${promptsFormula('legi')} + wholei * (${promptsFormula('k2', 'Rc')}) + (${onLineFormula('resti', 'Rc')}) + comp1i * full1 + comp2i * full2`;

/** The largest prompt of a task of `calls` calls, in tokens. */
export function largestPrompt(calls: number, { firstPrompt, growth }: Prompts, compaction: Compaction | null): number {
  if (compaction === null || calls <= compaction.firstLeg) return firstPrompt + growth * Math.max(0, calls - 1);
  const { firstLeg, laterLeg, to, firstFull } = compaction;
  return Math.max(firstFull, to + growth * (Math.min(laterLeg, Math.ceil(calls - firstLeg)) - 1));
}

/** The same as a formula. */
export const largestPromptFormula = (calls: number, compaction: Compaction | null): string =>
  compaction === null || calls <= compaction.firstLeg
    ? 'B + g * max(0, n - 1)'
    : 'max(full1, Rc + g * (min(k2, ceil(n - k1)) - 1))';
