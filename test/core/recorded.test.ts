/**
 * The cost model against recorded agent runs. Of each run only its shape goes in: calls, tool calls, first prompt,
 * output, and the mean growth of the prompt, (last prompt - first prompt)/(calls - 1). What comes out is compared with
 * the input tokens and the dollars that were recorded.
 *
 * Mean absolute error on these runs: 3.3 % of the input tokens (307 runs), 7.8 % of the dollars (238 runs), 2.2 % of
 * the dollars where no cache was used (65 runs). The naive form, every call sending the first prompt again, misses
 * 40.3 % and 70.5 %; re-sending the whole transcript but without any cache misses the dollars by 285 %.
 * This tests the form, not anyone's guess of the shape.
 */
import { expect, test } from 'vitest';
import type { Workflow } from '../../runtime/core/dataset/fields.ts';
import { runCost } from '../../runtime/core/model/cost.ts';
import { type TaskTokens, tokensPerTask } from '../../runtime/core/model/tokens.ts';
import { catalogOf } from '../support/core/dated.ts';
import { madeUpDataset, nothing } from '../support/core/made-up.ts';
import recorded from './data/recorded-runs.json' with { type: 'json' };

interface Run {
  model: string;
  prices: { input: number; output: number; cachedInput: number } | null;
  calls: number;
  toolCalls: number;
  firstPrompt: number;
  lastPrompt: number;
  input: number;
  output: number;
  usd: number | null;
}

const runs: Run[] = recorded.groups.flatMap(({ model, prices, runs }) =>
  (runs as (number | null)[][]).map(([calls, toolCalls, firstPrompt, lastPrompt, input, output, usd]) => ({
    model,
    prices,
    calls: calls as number,
    toolCalls: toolCalls ?? (calls as number),
    firstPrompt: firstPrompt as number,
    lastPrompt: lastPrompt as number,
    input: input as number,
    output: output as number,
    usd: usd as number | null,
  })),
);

/** The tokens of a workflow of the run's shape. */
function tokensOf({ calls, toolCalls, firstPrompt, lastPrompt, output }: Run): TaskTokens {
  const outputPerCall = output / calls;
  const growth = calls > 1 ? (lastPrompt - firstPrompt) / (calls - 1) : outputPerCall;
  // What the transcript grew by beyond the output came from tools, or from the user where no tool was called. In 8 runs
  // it grew by less than the output, for reasoning is not sent again; no workflow can say that, so there it is 0.
  const rest = Math.max(0, growth - outputPerCall);
  const workflow: Workflow = {
    ...nothing,
    modelCallsPerTask: calls,
    toolCallsPerTask: toolCalls,
    systemPromptTokens: firstPrompt,
    outputTokensPerCall: outputPerCall,
    toolResultTokens: toolCalls > 0 ? (rest * calls) / toolCalls : 0,
    userTokensPerCall: toolCalls > 0 ? 0 : rest,
  };
  return tokensPerTask(workflow, 'coding');
}

/** The dollars of the run at its own prices, every possible cache hit made. */
function dollarsOf(run: Run, tokens: TaskTokens, promptCaching: boolean): number {
  if (run.prices === null) throw new Error(`no prices for ${run.model}`);
  const model = catalogOf(madeUpDataset([run.prices]), '2026-06-01').models[0];
  if (model === undefined) throw new Error('no model');
  return runCost(tokens, model, { promptCaching, cacheTtl: '5m' }).usd;
}

/** Anthropic gives the discount only to those who ask, and these runs did not; the others give it unasked. */
const cached = ({ model }: Run): boolean => !model.includes('claude');

/** Every call sends the first prompt and nothing else. */
const naive = (run: Run): TaskTokens => ({
  ...tokensOf(run),
  growth: 0,
  input: run.calls * run.firstPrompt,
  peak: run.firstPrompt,
});

const percentOff = (pairs: [number, number][]): number =>
  (100 * pairs.reduce((sum, [predicted, real]) => sum + Math.abs(predicted / real - 1), 0)) / pairs.length;

const round = (value: number) => Math.round(value * 10) / 10;

test('the input tokens of 307 recorded runs are predicted within 4 % on average', () => {
  expect(runs).toHaveLength(307);
  const off = percentOff(runs.map((run) => [tokensOf(run).input, run.input]));
  const naively = percentOff(runs.map((run) => [naive(run).input, run.input]));
  console.table({ 'input tokens, mean error in %': { model: round(off), 'calls x first prompt': round(naively) } });
  expect(off).toBeLessThan(4);
  expect(naively).toBeGreaterThan(30);
});

test('the dollars of the 238 of them with prices are predicted within 8.5 % on average', () => {
  const billed = runs.filter(({ prices, usd }) => prices !== null && usd !== null);
  expect(billed).toHaveLength(238);
  const against = (predict: (run: Run) => number) => percentOff(billed.map((run) => [predict(run), run.usd as number]));
  const off = against((run) => dollarsOf(run, tokensOf(run), cached(run)));
  const naively = against((run) => dollarsOf(run, naive(run), false));
  const uncached = against((run) => dollarsOf(run, tokensOf(run), false));
  console.table({
    'dollars, mean error in %': {
      model: round(off),
      'calls x first prompt': round(naively),
      'without a cache': round(uncached),
    },
  });
  expect(off).toBeLessThan(8.5);
  expect(naively).toBeGreaterThan(60);
  expect(uncached).toBeGreaterThan(200);
});

test('the runs that paid for every token are predicted within 3 %, without a cache', () => {
  const claude = runs.filter((run) => !cached(run));
  expect(claude).toHaveLength(65);
  expect(percentOff(claude.map((run) => [dollarsOf(run, tokensOf(run), false), run.usd as number]))).toBeLessThan(3);
});

test('the shape that goes in is the shape of the run', () => {
  let same = 0;
  for (const run of runs.filter(({ calls }) => calls > 1)) {
    const { peak, output } = tokensOf(run);
    expect(output).toBeCloseTo(run.output, 6);
    expect(peak).toBeGreaterThan(run.lastPrompt - 1e-6);
    if (Math.abs(peak - run.lastPrompt) < 1e-6) same++;
  }
  // All but the 8 whose transcript grew by less than the output.
  expect(same).toBe(runs.filter(({ calls }) => calls > 1).length - 8);
});
