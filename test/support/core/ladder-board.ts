import type { MeasuredFile, MeasuredRun } from '../../../runtime/core/schemas/data-files/measured-file.ts';
import type { Effort } from '../../../runtime/core/schemas/levels.ts';

/** Calls, output tokens and success rate of a model's runs, by effort. */
type Runs = Readonly<Partial<Record<Effort, readonly number[]>>>;

/** The board that effort ladders are read from, with these runs by model. */
export const ladderBoard = (runsOf: Readonly<Record<string, Runs>>): MeasuredFile => ({
  id: 'deepswe',
  name: 'Ladders',
  benchmark: 'Made-up benchmark',
  domain: 'coding',
  harness: 'Harness',
  unit: 'attempt',
  tasks: 100,
  runs: 'Once.',
  licence: null,
  sources: [{ name: 'made up', on: '2026-01-01' }],
  notes: [],
  rows: Object.entries(runsOf).flatMap(([modelId, runs]) =>
    Object.entries(runs).map(
      ([effort, [calls = 0, outputTokens = 0, successRate = 0]]): MeasuredRun => ({
        model: modelId,
        modelId,
        config: null,
        effort: effort as Effort,
        on: '2026-01-01',
        attempts: 100,
        tasks: 100,
        successRate,
        calls,
        inputTokens: null,
        cachedTokens: null,
        outputTokens,
        recordedUsd: null,
        version: null,
        note: null,
      }),
    ),
  ),
});
