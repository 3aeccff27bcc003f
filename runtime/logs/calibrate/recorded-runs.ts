/** Recorded agent runs, those of this project and those in a log, and the cost model's tokens for a task of their shape. */

import { resolveRequest } from '../../core/answers/resolved-request.ts';
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { type PriceBand, priceBandsOf } from '../../core/dataset/price-on-day.ts';
import { allPauses, coldAfter, nothingRecorded } from '../../core/model/cold-calls.ts';
import { type Shape, shapeOf } from '../../core/model/shape.ts';
import { growthPerStep } from '../../core/model/transcript.ts';
import type { Used } from '../../core/model/used.ts';
import { meanOn } from '../../core/model/walk.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import type { EstimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import { noWork, type PresetId, type Workflow } from '../../core/schemas/request-fields.ts';
import { lookUp } from '../../core/values/look-up.ts';
import { groupBy, partOf } from '../statistics.ts';
import { compactionsOf, kindOfWork, type LoggedRun } from './logged-runs.ts';

/** The facts of a run that go into the cost model. */
export interface RunShape {
  calls: number;
  /** Equal to `calls` if tools were called but not counted; 0: none. */
  toolCalls: number;
  /** Tokens of the first prompt, and g: how much longer prompts get from call to call, compactions left out. */
  firstPrompt: number;
  growth: number;
  /** The prompt at which runs like this one are compacted, and the one after that; null: they are not. */
  compaction: { at: number; to: number } | null;
  /** Share of the calls that follow another one without a compaction that find a cold cache, as their pauses let expect. */
  coldShare: number;
  /** Output tokens of all calls. */
  output: number;
}

/** USD per 1M tokens. */
export type RunPrices = Pick<PriceBand, 'input' | 'output' | 'cachedInput' | 'cacheWrite'>;

/** The terms a run was billed on. */
export interface RunTerms {
  /** One price for each band of prompt lengths. */
  prices: readonly RunPrices[];
  /** The prompt lengths above which the next price applies. */
  thresholds: readonly number[];
  /** The shortest prefix that is cached, in tokens; 0: no minimum. */
  minPrefix: number;
  /** Whether cached tokens were discounted. */
  cached: boolean;
}

/**
 * How the cache serves a run: the share of the hits of a perfect cache that happen (eta), the share of the first prompt
 * that another task left in it (w), and the share of own output that is cached (c).
 */
export interface CacheFit {
  eta: number;
  w: number;
  c: number;
}

/** Every possible hit within a task and none from another: assumed if nothing was fitted. */
export const unfitted: CacheFit = { eta: 1, w: 0, c: 0 };

/** The recorded facts of a run. */
export interface Recorded extends RunShape {
  /** Runs of one agent on one model. */
  group: string;
  /** Its task. */
  name: string;
  /** Runs that share cache numbers: those of one model, on any host and day. */
  family: string;
  model: string;
  kind: PresetId;
  /** 0 to 4, by a hash of the task: runs of one task are in one fold. */
  fold: number;
  /** Input tokens of the last prompt, and of all calls. */
  lastPrompt: number;
  input: number;
  /** Those of each call, in order; none: not known. */
  prompts: readonly number[];
  /** Billed USD of the tokens; null: not known. */
  usd: number | null;
  /** null: no prices are known. */
  terms: RunTerms | null;
  /** The cache where no other run is there to fit it to. */
  usualCache: CacheFit;
}

/** With the cost model's walk of a task of this shape, the cache cold at its start. */
export interface RecordedRun extends Recorded {
  shape: Shape;
  /** By price. */
  bands: readonly Used[];
}

/** A run that was billed. */
export type BilledRun = RecordedRun & { terms: RunTerms; usd: number };

export function withTokens(recorded: Recorded): RecordedRun {
  const shape = shapeOf(workflowOf(recorded), recorded.kind);
  const { minPrefix, thresholds } = recorded.terms ?? { minPrefix: 0, thresholds: [] };
  return { ...recorded, shape, bands: meanOn(shape, { minPrefixTokens: minPrefix, thresholds }) };
}

export const isBilled = (run: RecordedRun): run is BilledRun => run.terms !== null && run.usd !== null && run.usd > 0;

/** The workflow of a run, from its calls, tool calls, first prompt, output, growth of the prompt, and compaction. */
export function workflowOf(run: RunShape): Workflow {
  const { calls, toolCalls, firstPrompt, output, compaction, coldShare } = run;
  const outputPerCall = output / calls;
  const growth = calls > 1 ? run.growth : outputPerCall;
  // Growth beyond the output came from tools, or from the user if no tool was called. The transcript grows by less than
  // the output if reasoning is not resent; a workflow cannot express that, so the rest is 0.
  const rest = Math.max(0, growth - outputPerCall);
  return {
    ...noWork,
    modelCallsPerTask: calls,
    toolCallsPerTask: toolCalls,
    // What a compaction leaves out of the first prompt was no part of the system prompt.
    systemPromptTokens: Math.min(firstPrompt, compaction?.to ?? firstPrompt),
    retrievedContextTokens: Math.max(0, firstPrompt - (compaction?.to ?? firstPrompt)),
    outputTokensPerCall: outputPerCall,
    toolResultTokens: toolCalls > 0 ? (rest * calls) / toolCalls : 0,
    userTokensPerCall: toolCalls > 0 ? 0 : rest,
    compactAtTokens: compaction && Math.max(10_000, compaction.at),
    compactedToTokens: compaction?.to ?? null,
    coldCallsPct: 100 * coldShare,
  };
}

/** Input tokens of the naive estimate: every call sends only the first prompt. */
export const naiveInput = ({ calls, firstPrompt }: Pick<RunShape, 'calls' | 'firstPrompt'>): number =>
  calls * firstPrompt;

/** USD of the naive estimate at the lowest input price, without a cache. */
export function naiveUsd({ terms: { prices }, ...run }: BilledRun): number {
  const { input, output } = prices[0] as RunPrices;
  return (naiveInput(run) * input + run.output * output) / 1e6;
}

/** A line of a file by column. */
export type Row = Readonly<Record<string, string>>;

export interface PublishedRows {
  groups: readonly Row[];
  runs: readonly Row[];
}

/**
 * The recorded runs of this project, `data/evidence/recorded-*.csv`, from the rows of the two files.
 * @throws Error if a number or the group of a run is missing
 */
export function publishedRuns({ groups, runs }: PublishedRows): RecordedRun[] {
  const byNumber = new Map(groups.map((row) => [row.group, row]));
  return runs.map((row) => {
    const group = byNumber.get(row.group);
    if (group === undefined) throw new Error(`no group ${row.group}`);
    const calls = numberIn(row, 'calls');
    const model = group.model ?? '';
    return withTokens({
      group: row.group ?? '',
      name: '',
      prompts: [],
      family: familyOf(model),
      model,
      kind: group.kind as PresetId,
      fold: numberIn(row, 'fold'),
      calls,
      toolCalls: numberOrNull(row, 'toolCalls') ?? calls,
      firstPrompt: numberIn(row, 'firstPrompt'),
      // None of these runs was compacted or paused: their prompts only grew, and their calls have no times.
      coldShare: 0,
      growth: calls > 1 ? (numberIn(row, 'lastPrompt') - numberIn(row, 'firstPrompt')) / (calls - 1) : 0,
      compaction: null,
      lastPrompt: numberIn(row, 'lastPrompt'),
      input: numberIn(row, 'input'),
      output: numberIn(row, 'output'),
      usd: numberOrNull(row, 'usd'),
      terms: group.inputPrice === '' ? null : publishedTerms(group, model),
      usualCache: unfitted,
    });
  });
}

const publishedTerms = (group: Row, model: string): RunTerms => ({
  prices: [
    {
      input: numberIn(group, 'inputPrice'),
      output: numberIn(group, 'outputPrice'),
      cachedInput: numberIn(group, 'cachedPrice'),
      cacheWrite: numberIn(group, 'writePrice'),
    },
  ],
  thresholds: [],
  minPrefix: 0,
  // Anthropic caches only on request, and these runs did not request it; the others cache automatically.
  cached: !model.includes('claude'),
});

/** The model of a run without its host and day. */
function familyOf(model: string): string {
  const families = ['deepseek', 'gpt-4.1', 'gpt-4o', 'gpt-5.4', 'grok-3', 'o3', 'claude'];
  return families.find((name) => model.includes(name)) ?? model;
}

export function numberIn(row: Row, column: string): number {
  const value = Number(lookUp(row, column) || Number.NaN);
  if (Number.isNaN(value)) throw new Error(`no number in ${column}: ${JSON.stringify(row)}`);
  return value;
}

/** The number in a column, or null where it is empty. */
export const numberOrNull = (row: Row, column: string): number | null =>
  lookUp(row, column) === '' ? null : numberIn(row, column);

/** One project on one model. */
const groupOf = ({ project, model }: LoggedRun): string => (project === null ? model : `${model} in ${project}`);

/** So many parts of the tasks: each is tried with what the others show. */
const folds = 5;

/**
 * The runs of a log as recorded runs: their tokens at list prices replace a bill. Where they are compacted, and how often a
 * pause leaves a cold cache, is taken from what is recorded of others and from the runs of the other folds.
 * @param kind null: for each group the kind of work that its log shows
 */
export function runsOfLog(catalog: Catalog, runs: readonly LoggedRun[], kind: PresetId | null): RecordedRun[] {
  const kinds = new Map([...groupBy(runs, groupOf)].map(([group, own]) => [group, kind ?? kindOfWork(own)]));
  const cached = new Set(runs.filter(({ cachedInput }) => cachedInput > 0).map(groupOf));
  const foldOf = ({ task }: LoggedRun) => partOf(task, folds);
  return Array.from({ length: folds }, (_, fold) => {
    const others = runs.filter((run) => foldOf(run) !== fold);
    const compactionOf = compactionsOf(catalog, others);
    const coldShareOf = coldSharesOf(catalog, others);
    return runs
      .filter((run) => foldOf(run) === fold && run.input > 0 && run.firstPrompt > 0)
      .map((run) => {
        const model = modelOf(catalog, run);
        const ofKind = kinds.get(groupOf(run)) as PresetId;
        return withTokens({
          group: groupOf(run),
          name: run.task,
          prompts: run.prompts,
          family: run.model,
          model: run.model,
          kind: ofKind,
          fold,
          calls: run.calls,
          // Logs do not count tool calls, and it makes no difference which call adds to the prompt.
          toolCalls: run.calls,
          firstPrompt: run.firstPrompt,
          growth: growthPerStep(run.transcript, run.calls, ofKind),
          compaction: compactionOf(run),
          coldShare: coldShareOf(run),
          lastPrompt: run.prompts.at(-1) as number,
          input: run.input,
          output: run.output,
          usd: run.tokensNano === null ? null : run.tokensNano / 1e9,
          terms: model && catalogTerms(model, run, cached.has(groupOf(run))),
          usualCache: (ofKind === 'session' ? catalog.evidence?.sessionCache : undefined) ?? unfitted,
        });
      });
  }).flat();
}

/** The share of a run's calls that are likely to find a cold cache after their pauses, as runs of the same agent show. */
function coldSharesOf(catalog: Catalog, runs: readonly LoggedRun[]): (run: LoggedRun) => number {
  const recorded = catalog.evidence?.coldCalls ?? nothingRecorded;
  const own = new Map(
    [...groupBy(runs, ({ agent }) => agent)].map(([agent, some]) => [agent, allPauses(some.map((run) => run.pauses))]),
  );
  return ({ agent, pauses }) => {
    const { calls, cold } = coldAfter(recorded, agent, pauses, own.get(agent));
    return calls === 0 ? 0 : cold / calls;
  };
}

/** The model on the terms the run was billed on; null: it has no price there. */
function modelOf(catalog: Catalog, { model, host, serviceTier }: LoggedRun): CatalogModel | null {
  for (const terms of [{ host, serviceTier }, { serviceTier }] as Pick<EstimateRequest, 'host' | 'serviceTier'>[]) {
    const question = resolveRequest(catalog, { modelId: model, ...terms });
    if (!(question instanceof ApiError)) return question.model;
  }
  return null;
}

function catalogTerms({ price, thresholds, minPrefixTokens }: CatalogModel, run: LoggedRun, cached: boolean): RunTerms {
  const cacheTtl = run.cacheWrite1h > run.cacheWrite ? '1h' : '5m';
  return { prices: priceBandsOf(price, cacheTtl), thresholds, minPrefix: minPrefixTokens, cached };
}
