/**
 * How tasks differ in their number of calls: sixteen equally likely tasks, and where they cannot differ enough a rare
 * long one. A bill is the mean over them, since only some tasks have prompts above a long-context threshold, or below
 * the shortest prefix that is cached.
 */
import type { PresetId } from '../schemas/request-fields.ts';

interface CallSpread {
  /** Calls of each sixteenth of the runs, fewest first, in standard deviations from the mean. */
  z: readonly number[];
  source: string;
}

/**
 * Runs of each model standardised, cut into sixteenths and averaged: a few runs make many times the calls of most. Only
 * models whose calls vary about as much as the presets' do (a squared coefficient of variation below 0.8); the others
 * have a longer tail.
 */
const terminalBench: CallSpread = {
  z: [
    -1.0242, -0.9246, -0.8332, -0.7507, -0.6661, -0.588, -0.4953, -0.3898, -0.2612, -0.128, 0.0504, 0.2418, 0.5086,
    0.8829, 1.5227, 2.8547,
  ],
  source: '2,224 terminal-bench 2 runs of 5 models with terminus-2 (github.com/wandb/WolfBench), standardised by model',
};

/** Conversations of each group of runs standardised, then pooled. */
const conversations: CallSpread = {
  z: [
    -1.4691, -1.1789, -0.938, -0.7576, -0.6124, -0.4769, -0.4121, -0.302, -0.1322, -0.0226, 0.161, 0.3733, 0.6561,
    1.1176, 1.6118, 2.382,
  ],
  source: '214 tau2-bench conversations (github.com/sierra-research/tau2-bench), standardised by group of runs',
};

/** Interactive sessions standardised by owner, then pooled. */
const sessions: CallSpread = {
  z: [
    -1.0959, -0.8822, -0.8137, -0.7463, -0.6739, -0.5933, -0.5053, -0.3863, -0.2637, -0.1163, 0.0608, 0.261, 0.5439,
    0.8986, 1.4375, 2.8751,
  ],
  source:
    '481 runs of five owners with more than ten sessions each (data/evidence/sessions.csv), standardised by owner',
};

/** By kind of work. No runs of research, rag and voice are known: they are assumed to vary as conversations do. */
export const callSpreads: Readonly<Record<PresetId, CallSpread>> = {
  coding: terminalBench,
  research: conversations,
  support: conversations,
  rag: conversations,
  voice: conversations,
  session: sessions,
};

/** The calls of typical tasks, fewest first. */
export interface SpreadTasks {
  calls: number[];
  /** How often each of them occurs, relative to the mean of 1; null: all equally often. */
  shares: number[] | null;
  /** The share of the longest of them in all tasks, where that is rare; 0: all are equally likely. */
  rare: number;
}

/** Sixteen tasks may have up to this share of the wanted mean square; what is missing beyond comes from a rare long task. */
const closeEnough = 0.985;
/** Where tasks vary more than the sixteen can, their standard deviation is at most the mean. */
const mostDeviation = 1;
/** The rare task is so many times as long as the mean square over the mean; as in the widest recorded spreads. */
const rareLength = 3;
/** The rare task makes at most so many calls. */
const mostCalls = 1e6;

/**
 * The calls of typical tasks, fewest first. Their mean is `calls`. Every task makes at least one call, so only calls
 * beyond the first vary. The mean of their squares is that of a variance of `dispersion` * `calls`^2, less at most 1.5 %:
 * sixteen equally likely tasks while they reach it, and where the shortest are cut off at one call, or `dispersion` is
 * above 1, a rare and very long seventeenth.
 * @returns one task if all are alike
 */
export function spreadCalls(calls: number, dispersion: number, { z }: CallSpread): SpreadTasks {
  if (calls <= 1 || dispersion === 0) {
    return { calls: [calls], shares: null, rare: 0 };
  }
  const deviation = Math.min(mostDeviation, Math.sqrt(dispersion));
  const tasks = new Array<number>(z.length);
  let [sum, squares] = [0, 0];
  for (let i = 0; i < z.length; i++) {
    const task = Math.max(0, calls * (1 + deviation * (z[i] as number)) - 1);
    tasks[i] = task;
    sum += task;
    squares += task * task;
  }
  const beyond = calls - 1;
  const wanted = Math.min(
    closeEnough * (1 + (dispersion * calls * calls) / (beyond * beyond)),
    mostCalls / (rareLength * beyond),
  );
  const mean = sum / z.length;
  if (squares / z.length < wanted * mean * mean) {
    return withRareTask(calls, wanted, tasks, mean, squares / z.length);
  }
  for (let i = 0; i < tasks.length; i++) tasks[i] = 1 + (beyond * (tasks[i] as number)) / mean;
  return { calls: tasks, shares: null, rare: 0 };
}

/**
 * Sixteen tasks and a rare long one. With L its length and v the mean square of the sixteen, both in terms of the mean,
 * its share p keeps the mean at 1 and makes the mean square `wanted`:
 * (1 - p*L)^2 * v / (1 - p) + p*L^2 = wanted, a quadratic equation in p.
 * @param usual calls beyond the first of the sixteen, with their mean and the mean of their squares
 */
function withRareTask(
  calls: number,
  wanted: number,
  usual: readonly number[],
  mean: number,
  squares: number,
): SpreadTasks {
  const square = squares / (mean * mean);
  const length = rareLength * wanted;
  const a = length * length * (square - 1);
  const b = length * length - 2 * square * length + wanted;
  const rare = (2 * (wanted - square)) / (b + Math.sqrt(b * b + 4 * a * (wanted - square)));
  const scale = (1 - rare * length) / (1 - rare);
  const count = usual.length + 1;
  return {
    calls: [...usual.map((task) => 1 + (calls - 1) * ((scale * task) / mean)), 1 + (calls - 1) * length],
    shares: [...usual.map(() => (count * (1 - rare)) / usual.length), count * rare],
    rare,
  };
}

/** The share of a task in all tasks. */
export const shareOf = ({ calls, shares }: SpreadTasks, task: number): number =>
  (shares === null ? 1 : (shares[task] as number)) / calls.length;

/** The mean of a figure of tasks; summed in order, divided once. */
export function meanOverTasks({ calls, shares }: SpreadTasks, of: (calls: number) => number): number {
  let sum = 0;
  for (let i = 0; i < calls.length; i++) {
    sum += (shares === null ? 1 : (shares[i] as number)) * of(calls[i] as number);
  }
  return sum / calls.length;
}
