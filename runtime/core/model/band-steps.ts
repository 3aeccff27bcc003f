/** The steps of a band in an explanation: what the arithmetic of the band computed, for all tasks at once. */
import type { Steps } from '../values/steps.ts';
import { compactionOutput } from './assumptions.ts';
import { type Compaction, legsOf, onLineFormula, promptsFormula, recordLegs } from './compaction.ts';
import {
  type BandRange,
  type Compacting,
  isIn,
  type LegNames,
  type LegPart,
  recordPart,
  type Sent,
} from './leg-part.ts';
import { recordMean } from './spread.ts';
import { keptPrefixFor, type PromptBand, type TaskPrompts, warmPrefixFor } from './task-prompts.ts';

/** What one task sends in a band. */
interface RecordedTask {
  all: Sent;
  seen: number;
  afresh: number;
  following: number;
  cold: number;
  ownOutput: number;
  again: Compacting;
  old: number;
}

/** What each task sends in a band, in the order of the tasks, and the legs it is added up from. */
export interface RecordedBand {
  tasks: RecordedTask[];
  first: LegPart[];
  whole: LegPart | null;
  rest: LegPart[];
}

/** Records a list with a value for each task. */
type ListStep = (
  symbol: string,
  formula: string,
  of: (task: RecordedTask) => number,
  what: string,
  unit: string,
) => void;

const listsOf =
  (steps: Steps, tasks: readonly RecordedTask[]): ListStep =>
  (symbol, formula, of, what, unit) =>
    steps.step(symbol, formula, tasks.map(of), what, unit);

/** The tokens that a cache holds before a task, or a leg of it, begins; and the output that the next call sends again. */
export function recordPrefixes(steps: Steps, tokens: TaskPrompts, minPrefix: number): void {
  const isWarm = tokens.sharedPrefix >= minPrefix;
  const warm = warmPrefixFor(tokens, minPrefix);
  steps.step('warm', isWarm ? 'kept' : '0', warm, 'of the first prompt, cached already', 'tokens');
  const repeated = Math.min(tokens.outputPerCall, tokens.growth);
  steps.step('same', 'min(O, g)', repeated, 'of the growth, the output of the call before', 'tokens');
  const { compaction } = tokens;
  if (compaction === null) return;
  const kept = keptPrefixFor(tokens, compaction, minPrefix);
  const isKept = kept > 0;
  steps.step(
    'stays',
    isKept ? 'min(fixed, Rc)' : '0',
    kept,
    'of the prompt after a compaction, cached already',
    'tokens',
  );
  recordLegs(
    steps,
    tokens.taskCalls.map((calls) => legsOf(calls, compaction)),
  );
}

/** The steps of `meansOfBand`. */
export function recordBand(
  steps: Steps,
  tokens: TaskPrompts,
  range: BandRange,
  { tasks, first, whole, rest }: RecordedBand,
  means: PromptBand,
  compactions: number,
  shares: readonly number[] | null,
): void {
  const { firstPrompt, growth, compaction, coldShare } = tokens;
  const { band } = range;
  const list = listsOf(steps, tasks);
  if (range.upTo !== null) {
    steps.given('W', range.upTo, 'a longer prompt is billed at the next prices', 'tokens', 'long-context prices');
  }
  const main: LegNames = {
    ...{ end: 'i', calls: compaction === null ? 'ni' : 'legi', first: 'B', warm: 'warm', growth, firstPrompt },
    prompts: (calls) => promptsFormula(calls),
  };
  recordPart(steps, range, main, first);
  if (compaction !== null && whole !== null) {
    const later = { first: 'Rc', warm: 'stays', growth, firstPrompt: compaction.to } as const;
    recordPart(steps, range, { ...later, end: 'w', calls: 'k2', prompts: (c) => promptsFormula(c, 'Rc') }, [whole]);
    recordPart(steps, range, { ...later, end: 'u', calls: 'resti', prompts: (c) => onLineFormula(c, 'Rc') }, rest);
    const sums = { cb: 'calls', tb: 'sent', sb: 'short', fb: 'unseen', p: 'following', h: 'found' } as const;
    for (const [letter, name] of Object.entries(sums)) {
      const legs = `${letter}i + wholei * ${letter}w + ${letter}u`;
      list(`${letter}i`, legs, ({ all }) => all[name], 'the same of all legs', '');
    }
  }
  const isEmpty = tokens.taskCalls[0] === 0;
  list('ri', 'max(0, tbi - sbi - fbi)', ({ seen }) => seen, 'tokens sent again', 'tokens');
  const handedOver = isEmpty ? '0 * ri' : 'min(ri, H * tbi / ni)';
  list('ai', handedOver, ({ afresh }) => afresh, 're-sent after a handoff', 'tokens');
  const previous = 'of the unseen tokens, the output of calls before';
  if (coldShare === 0) {
    list('ri', 'ri - ai', ({ old }) => old, 'sent again and cached', 'tokens');
    list('obi', 'same * pi', ({ ownOutput }) => ownOutput, previous, 'tokens');
  } else {
    const warmCalls = isEmpty ? 'max(0, pi - 0)' : 'max(0, pi - H * cbi / ni)';
    list('vi', warmCalls, ({ following }) => following, 'calls after another one, without a handoff', 'calls');
    const unread = 'cold * max(0, ri - ai - hi - warm * vi)';
    list('zi', unread, ({ cold }) => cold, 'sent afresh by calls that find a cold cache', 'tokens');
    list('ri', 'ri - ai - zi', ({ old }) => old, 'sent again and cached', 'tokens');
    const cacheable = 'same * pi - cold * same * vi';
    list('obi', cacheable, ({ ownOutput }) => ownOutput, `${previous} that may be cached`, 'tokens');
  }
  if (compaction !== null) recordCompacting(steps, range, compaction, tasks);
  const own = tasks.map(({ ownOutput }) => ownOutput);
  const sent = tasks.map(({ all, again }) => all.sent + again.sent);
  const short = tasks.map(({ all, again }) => all.short + again.short);
  const old = tasks.map((task) => task.old + (task.again.sent - task.again.short));
  const calls = tasks.map(({ all }) => all.calls);
  const mean = (name: string, list: string, values: readonly number[], value: number, what: string, unit: string) =>
    recordMean(steps, { shares }, [list, values], [`${name}${band}`, value, what, unit]);
  mean('calls', 'cbi', calls, means.calls, 'calls of a task in this band', 'calls');
  mean('prompts', 'tbi', sent, means.prompts, 'prompts of a task in this band', 'tokens');
  mean('short', 'sbi', short, means.short, 'prompts too short to be cached', 'tokens');
  mean('old', 'ri', old, means.old, 'tokens that the cache can hold', 'tokens');
  mean('own', 'obi', own, means.ownOutput, 'output of calls before, in this band', 'tokens');
  const ofTasks: [letter: string, list: string, values: readonly number[], what: string][] = [
    ['c', 'cbi', calls, 'calls'],
    ['t', 'tbi', sent, 'prompts'],
    ['s', 'sbi', short, 'prompts too short'],
    ['r', 'ri', old, 'tokens sent again'],
    ['o', 'obi', own, 'own output'],
  ];
  for (const [letter, list, values, what] of ofTasks) {
    steps.detail(`${letter}${band}i`, list, values, `${what}, by task`, '');
  }
  if (compaction === null) return;
  const compacting = tasks.map(({ again }) => again.compactions);
  mean('comps', 'ybi', compacting, compactions, 'compactions of a task in this band', 'compactions');
  const wrote = `calls${band} * O + comps${band} * Wc`;
  steps.step(`wrote${band}`, wrote, means.output, 'output of a task in this band', 'tokens');
  const written = tasks.map(
    ({ all, again }) => all.calls * tokens.outputPerCall + again.compactions * compactionOutput,
  );
  steps.detail(`w${band}i`, 'cbi * O + ybi * Wc', written, 'output, by task', 'tokens');
}

/** The steps of `compactionsIn`, and their sums with the other calls. */
function recordCompacting(
  steps: Steps,
  range: BandRange,
  { firstFull, laterFull }: Compaction,
  tasks: readonly RecordedTask[],
): void {
  const list = listsOf(steps, tasks);
  const first = isIn(range, firstFull) ? 'comp1i' : '0 * comp1i';
  const later = isIn(range, laterFull) ? 'comp2i' : '0 * comp2i';
  const shortOf = (full: number, formula: string) => (full < range.minPrefix ? formula : `0 * ${formula}`);
  list('ybi', `${first} + ${later}`, ({ again }) => again.compactions, 'calls that compact', 'calls');
  list('gbi', `${first} * full1 + ${later} * full2`, ({ again }) => again.sent, 'their prompts', 'tokens');
  const short = `${shortOf(firstFull, first)} * full1 + ${shortOf(laterFull, later)} * full2`;
  list('ebi', short, ({ again }) => again.short, 'of these, too short to be cached', 'tokens');
  const cached = ({ old, again }: RecordedTask): number => old + (again.sent - again.short);
  list('ri', 'ri + (gbi - ebi)', cached, 'with them, cached', 'tokens');
  list('tbi', 'tbi + gbi', ({ all, again }) => all.sent + again.sent, 'with them, prompts', 'tokens');
  list('sbi', 'sbi + ebi', ({ all, again }) => all.short + again.short, 'with them, too short', 'tokens');
}
