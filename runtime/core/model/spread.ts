/**
 * How tasks differ in their number of calls: sixteen equally likely tasks. A bill is the mean over them, since only
 * some tasks have prompts above a long-context threshold, or below the shortest prefix that is cached.
 */
import type { PresetId } from '../schemas/request-fields.ts';
import type { Steps } from '../values/steps.ts';

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

/** By kind of work. No runs of research, rag and voice are known: they are assumed to vary as conversations do. */
export const callSpreads: Readonly<Record<PresetId, CallSpread>> = {
  coding: terminalBench,
  research: conversations,
  support: conversations,
  rag: conversations,
  voice: conversations,
};

/**
 * The calls of equally likely tasks, fewest first. Their mean is `calls`. Every task makes at least one call, so only
 * calls beyond the first vary; unless a task is cut off there, the variance is `dispersion` * `calls`^2.
 * @returns one task if all are alike
 */
export function spreadCalls(calls: number, dispersion: number, { z, source }: CallSpread, steps?: Steps): number[] {
  if (calls <= 1 || dispersion === 0) {
    record: steps?.given('ni', [calls], 'calls of a task: all are alike', 'calls', 'n above');
    return [calls];
  }
  const deviation = Math.sqrt(dispersion);
  record: steps?.given('z', z, 'how far tasks are from the mean, in standard deviations', '', source);
  record: steps?.step('s', 'sqrt(d)', deviation, 'standard deviation of the calls, over their mean', 'times');
  const tasks = z.map((z) => Math.max(0, calls * (1 + deviation * z) - 1));
  const mean = meanOf(tasks);
  record: steps?.step(
    'e',
    'max(0, n * (1 + s * z) - 1)',
    [...tasks],
    'calls beyond the first of equally likely tasks',
    'calls',
  );
  record: steps?.step('em', 'mean(e)', mean, 'their mean', 'calls');
  for (let i = 0; i < tasks.length; i++) tasks[i] = 1 + ((calls - 1) * (tasks[i] as number)) / mean;
  record: steps?.step('ni', '1 + (n - 1) * e / em', tasks, 'calls of these tasks, with n as their mean', 'calls');
  return tasks;
}

/** The mean: summed in order, divided once. */
export function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
