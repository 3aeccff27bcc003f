import type { Catalog, CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { priceOn } from '../../runtime/core/dataset/price-on-day.ts';
import { isResolved, resolve } from '../../runtime/core/dataset/resolve.ts';
import { type ColdCalls, coldAfter, pausesOf } from '../../runtime/core/model/cold-calls.ts';
import { type CompactionRule, compactionRuleFor } from '../../runtime/core/model/compaction-rules.ts';
import { type CacheUse, runCost } from '../../runtime/core/model/cost.ts';
import type { SessionCall } from '../../runtime/core/model/session-forecast.ts';
import { shapeOf } from '../../runtime/core/model/shape.ts';
import { growthPerStep } from '../../runtime/core/model/transcript.ts';
import { meanOf } from '../../runtime/core/model/walk.ts';
import { median } from '../../runtime/core/values/median.ts';
import { memoize } from '../../runtime/core/values/memoize.ts';
import { workflowOf } from '../../runtime/logs/calibrate/recorded-runs.ts';
import { groupBy, percentOff, sumOf } from '../../runtime/logs/statistics.ts';
import { coldCallsIn, compactionRules } from './agent-data.ts';
import { type SessionRun, sessionRuns, type TimedCall } from './sessions.ts';
import { type EarlyTimes, earlyTimes } from './two-part-growth.ts';

/** What is taken from the sessions of other owners: those of the same agent where there are any. */
export interface Constants {
  /** By the rule for the agent, its version and the model; null: there is none. */
  compaction: { at: number; to: number } | null;
  /** Tokens at which transcripts are compacted, of any agent where no other owner's was seen to. */
  compactsAt: number;
  /** Share of the tokens that a warm call can read and does. */
  efficiency: number;
  /** Share of the calls after the first that find a cold cache, and of the tokens of first prompts that were read. */
  coldShare: number;
  warm: number;
  /** By agent and pause. */
  coldCalls: ColdCalls;
}

/** Owners with fewer runs say little of how prompts grow. */
const fewest = 10;

const constantsKnown = memoize((_: Catalog) => new Map<string, Constants>());

/** The constants for one of the `sessionRuns`. */
function constantsOf(catalog: Catalog, run: SessionRun): Constants {
  const known = constantsKnown(catalog);
  const key = `${run.owner} ${run.agent} ${run.agentVersion} ${run.model}`;
  const constants = known.get(key) ?? constantsFor(catalog, run, sessionRuns());
  known.set(key, constants);
  return constants;
}

/** A run with the window and the price of its model. */
export function withModel<Run extends Pick<SessionRun, 'model' | 'day'>>(catalog: Catalog, run: Run) {
  const found = resolve(catalog, run.model);
  const model = isResolved(found) ? found.model : null;
  const price = (model && priceOn(model.facts.prices, run.day)) ?? null;
  return { ...run, contextWindow: model?.facts.contextWindow ?? null, price };
}

function constantsFor(catalog: Catalog, run: SessionRun, runs: readonly SessionRun[]): Constants {
  const others = runs.filter(({ owner }) => owner !== run.owner);
  const kin = others.filter(({ agent }) => agent === run.agent);
  const rules = compactionRules(others.map((one) => withModel(catalog, one)));
  // Another agent says nothing of where this one compacts.
  const rule = compactionRuleFor(rules, withModel(catalog, run));
  const { at = null, to = null } = rule?.agent ? rule : {};
  const anyAt = (rules[0] as CompactionRule).at as number;
  const like = kin.length > 0 ? kin : others;
  const sum = (name: 'warmRead' | 'warmHeld' | 'cold' | 'following') =>
    sumOf(like.map(({ transcript }) => transcript[name]));
  const ofFirst = (name: 'cached' | 'prompt') => sumOf(like.map(({ calls }) => (calls[0] as SessionCall)[name]));
  return {
    compaction: at === null || to === null ? null : { at, to },
    compactsAt: at ?? anyAt,
    efficiency: sum('warmRead') / sum('warmHeld'),
    coldShare: sum('cold') / sum('following'),
    coldCalls: coldCallsIn(others),
    warm: ofFirst('cached') / ofFirst('prompt'),
  };
}

/** The prompts before and after a compaction, in the middle. */
export const medianOf = (compactions: readonly { at: number; to: number }[]): { at: number; to: number } => ({
  at: median(compactions.map(({ at }) => at)),
  to: median(compactions.map(({ to }) => to)),
});

/** A run with the constants of the others. */
interface Predicted {
  run: SessionRun;
  input: number;
  /** null: not billed. `given`: with its own cold calls and the cached part of its first prompt; `pauses`: with its pauses; else the others'. */
  usd: Record<UsdGiven, number> | null;
  reaches: boolean;
}

type UsdGiven = 'given' | 'pauses' | 'nothing';

export interface ErrorOver {
  runs: number;
  runsPct: number;
  ownersPct: number;
  owners: Record<string, number>;
}

export interface SessionFigures {
  runs: number;
  owners: number;
  /** Input tokens, own calls, first prompt and growth given. */
  input: ErrorOver;
  /** The same of runs whose largest prompt reaches three quarters of what is compacted. */
  reaching: ErrorOver;
  /** Dollars, with the run's cold calls and the cached part of its first prompt; with its pauses; with nothing of it. */
  dollarsGiven: ErrorOver;
  dollarsPauses: ErrorOver;
  dollarsNothing: ErrorOver;
  /** Largest errors of owners' mean dollars, in percent, the cache given. */
  ownersMeansPct: number;
  /** How much faster prompts grew in the first calls: over all runs, and of owners with ten and more. */
  earlyTimes: { all: EarlyTimes; owners: EarlyTimes[] };
}

export function sessionFigures(catalog: Catalog): SessionFigures {
  const runs = sessionRuns();
  const predicted = runs.map((run) => predict(catalog, run, constantsOf(catalog, run)));
  const billed = predicted.filter(({ usd, run }) => usd !== null && (run.usd ?? 0) > 0);
  const usdOf = (which: UsdGiven) => (one: Predicted) => (one.usd as NonNullable<Predicted['usd']>)[which];
  const paid = ({ run }: Predicted) => run.usd as number;
  return {
    runs: runs.length,
    owners: new Set(runs.map(({ owner }) => owner)).size,
    input: errorOver(
      predicted,
      ({ input }) => input,
      ({ run }) => run.input,
    ),
    reaching: errorOver(
      predicted.filter(({ reaches }) => reaches),
      ({ input }) => input,
      ({ run }) => run.input,
    ),
    dollarsGiven: errorOver(billed, usdOf('given'), paid),
    dollarsPauses: errorOver(billed, usdOf('pauses'), paid),
    dollarsNothing: errorOver(billed, usdOf('nothing'), paid),
    ownersMeansPct: percentOff(
      [...groupBy(billed, ({ run }) => run.owner).values()].map((own) => [
        sumOf(own.map(usdOf('given'))),
        sumOf(own.map(paid)),
      ]),
    ),
    earlyTimes: {
      all: earlyTimes(runs),
      owners: [...groupBy(runs, ({ owner }) => owner).values()]
        .filter(({ length }) => length >= fewest)
        .map((own) => earlyTimes(own)),
    },
  };
}

/** The shape of a session, or of several on average. */
export interface SessionShape {
  calls: number;
  firstPrompt: number;
  growth: number;
  /** Output tokens of all calls. */
  output: number;
  compaction: { at: number; to: number } | null;
  /** Share of the tokens that a warm call can read and does. */
  efficiency: number;
  /** Share of the calls after the first that find a cold cache, and of the first prompt that was read. */
  coldShare: number;
  warm: number;
}

/** Where a transcript is compacted, of the last prompts before: they are half a step below it, on average. */
const halfStepOn = <Compaction extends { at: number }>(compaction: Compaction, growth: number): Compaction => ({
  ...compaction,
  at: compaction.at + growth / 2,
});

/** Tokens of all prompts of a shape, and its USD on the model and at the terms of a run; null: not priced. */
export function predictShape(catalog: Catalog, run: SessionRun, shape: SessionShape) {
  const { calls, firstPrompt, output, growth, compaction, efficiency, coldShare, warm } = shape;
  const halfOn = compaction && halfStepOn(compaction, growth);
  const workflow = workflowOf({
    calls,
    toolCalls: calls,
    firstPrompt,
    output,
    growth,
    compaction: halfOn,
    coldShare: 0,
  });
  // No log records the calls that compact: they are in no recorded figure.
  const logged = { ...shapeOf(workflow, 'session'), billsCompactions: false, means: [] };
  const model = modelOn(catalog, run, efficiency);
  const warmPrefix = Math.min(1, warm / efficiency) * firstPrompt;
  const own = { ...logged, coldShare, warmPrefix, means: [] };
  return { input: meanOf(logged).prompts, usd: model && runCost(own, model, cacheUseOf(run)).usd };
}

function predict(catalog: Catalog, run: SessionRun, constants: Constants): Predicted {
  const { compaction, compactsAt, efficiency, coldShare, warm } = constants;
  const [first] = run.calls as readonly [TimedCall];
  const { following, cold } = run.transcript;
  const shape = {
    ...{ calls: run.calls.length, firstPrompt: first.prompt, output: run.output },
    growth: growthPerStep(run.transcript, run.calls.length, 'session'),
    ...{ compaction, efficiency },
  };
  const after = coldAfter(constants.coldCalls, run.agent, pausesOf(run.calls));
  const fromPauses = after.calls > 0 ? after.cold / after.calls : coldShare;
  const own = { coldShare: following > 0 ? cold / following : 0, warm: first.cached / first.prompt };
  const usdWith = (cache: Pick<SessionShape, 'coldShare' | 'warm'>) =>
    predictShape(catalog, run, { ...shape, ...cache });
  const { input, usd: given } = usdWith(own);
  const { usd: pauses } = usdWith({ coldShare: fromPauses, warm });
  const { usd: nothing } = usdWith({ coldShare, warm });
  return {
    ...{ run, input },
    usd: given === null || pauses === null || nothing === null ? null : { given, pauses, nothing },
    reaches: Math.max(...run.calls.map(({ prompt }) => prompt)) >= 0.75 * compactsAt,
  };
}

const written = ({ calls }: SessionRun, column: 'cacheWrite' | 'cacheWrite1h'): number =>
  sumOf(calls.map((call) => call[column]));

/** Writes live as long as most of those that the run was billed for. */
const cacheUseOf = (run: SessionRun): CacheUse => ({
  promptCaching: true,
  cacheTtl: written(run, 'cacheWrite1h') > written(run, 'cacheWrite') ? '1h' : '5m',
});

/** The model of a run at the list price of its day, with one price for all prompts; null: not priced. */
function modelOn(catalog: Catalog, run: SessionRun, efficiency: number): CatalogModel | null {
  const { model, day } = run;
  // Automatic caches bill no writes, whatever an explicit one of the same provider does.
  const billsWrites = written(run, 'cacheWrite') + written(run, 'cacheWrite1h') > 0;
  const found = resolve(catalog, model);
  if (!isResolved(found)) return null;
  const price = priceOn(found.model.facts.prices, day);
  if (price === undefined) return null;
  const own = {
    ...price,
    cachedInput: price.cachedInput ?? price.input,
    cacheWrite: (billsWrites ? price.cacheWrite : null) ?? price.input,
    longContext: [],
  };
  const hitEfficiency = { ...found.model.hitEfficiency, value: efficiency };
  return { ...found.model, price: own, thresholds: [], hitEfficiency, ownOutputCached: 0 };
}

function errorOver(
  all: readonly Predicted[],
  of: (one: Predicted) => number,
  recorded: (one: Predicted) => number,
): ErrorOver {
  const off = (some: readonly Predicted[]) => percentOff(some.map((one) => [of(one), recorded(one)]));
  const owners = [...groupBy(all, ({ run }) => run.owner)].map(([owner, own]) => [owner, off(own)] as const);
  return {
    runs: all.length,
    runsPct: off(all),
    ownersPct: sumOf(owners.map(([, pct]) => pct)) / owners.length,
    owners: Object.fromEntries(owners),
  };
}
