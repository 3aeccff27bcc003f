/**
 * Recorded interactive sessions, and how far the cost model is from them with constants taken from other owners. A run
 * is what one model did in one session. An owner is the part of a repository before the slash.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { Catalog, CatalogModel } from '../../runtime/core/dataset/catalog.ts';
import { priceOn } from '../../runtime/core/dataset/price-on-day.ts';
import { isResolved, resolve } from '../../runtime/core/dataset/resolve.ts';
import { promptsOfTask } from '../../runtime/core/model/compaction.ts';
import { runCost } from '../../runtime/core/model/cost.ts';
import { tokensPerTask } from '../../runtime/core/model/tokens.ts';
import { median } from '../../runtime/core/values/median.ts';
import { numberIn, type Row, workflowOf } from '../../runtime/logs/backtest/recorded-runs.ts';
import { groupBy, percentOff, sumOf } from '../../runtime/logs/statistics.ts';
import {
  growthPerStep,
  isCompacted,
  type PromptCall,
  type Transcript,
  transcriptOf,
} from '../../runtime/logs/transcript.ts';
import { readRows } from './read-evidence.ts';

export interface SessionCall extends PromptCall {
  cacheWrite5m: number;
  cacheWrite1h: number;
  output: number;
  /** null: no price. */
  usd: number | null;
}

export interface SessionRun {
  session: string;
  owner: string;
  agent: string;
  model: string;
  day: string;
  calls: readonly SessionCall[];
  transcript: Transcript;
  /** Tokens of all prompts, and of all output. */
  input: number;
  output: number;
  /** null: a call has no price. */
  usd: number | null;
}

export function sessionRuns(): SessionRun[] {
  const sessions = new Map(readRows('sessions.csv').map((row) => [row.session as string, row]));
  const file = join(import.meta.dirname, '../../data/evidence/session-calls.csv.gz');
  const rows = (parse(gunzipSync(readFileSync(file)), { columns: true }) as Row[]).filter((row) => promptIn(row) > 0);
  return [...groupBy(rows, ({ session, model }) => `${session} ${model}`).values()].map((own) => {
    const { session = '', model = '' } = own[0] as Row;
    const about = sessions.get(session) as Row;
    const calls = own.map(callOf);
    return {
      ...{ session, model, agent: about.agent ?? '', day: about.day ?? '' },
      owner: about.repository?.split('/')[0] ?? '',
      calls,
      transcript: transcriptOf(calls),
      input: sumOf(calls.map(({ prompt }) => prompt)),
      output: sumOf(calls.map(({ output }) => output)),
      usd: calls.every(({ usd }) => usd !== null) ? sumOf(calls.map(({ usd }) => usd as number)) : null,
    };
  });
}

const promptIn = (row: Row): number =>
  sumOf(['input', 'cacheRead', 'cacheWrite5m', 'cacheWrite1h'].map((column) => numberIn(row, column)));

const callOf = (row: Row): SessionCall => ({
  prompt: promptIn(row),
  cached: numberIn(row, 'cacheRead'),
  compacted: row.compactedBefore === '1',
  cacheWrite5m: numberIn(row, 'cacheWrite5m'),
  cacheWrite1h: numberIn(row, 'cacheWrite1h'),
  output: numberIn(row, 'output'),
  usd: row.usd === '' ? null : numberIn(row, 'usd'),
});

/** The prompts before and after the compactions of runs. */
const compactionsIn = (runs: readonly SessionRun[]): { at: number; to: number }[] =>
  runs.flatMap(({ calls }) =>
    calls.flatMap((call, i) => {
      const before = calls[i - 1];
      return before !== undefined && isCompacted(before, call) ? [{ at: before.prompt, to: call.prompt }] : [];
    }),
  );

/** What is taken from the sessions of other owners: those of the same agent where there are any. */
export interface Constants {
  compaction: { at: number; to: number };
  /** Share of the tokens that a warm call can read and does. */
  efficiency: number;
}

function constantsFor(run: SessionRun, runs: readonly SessionRun[]): Constants {
  const others = runs.filter(({ owner }) => owner !== run.owner);
  const kin = others.filter(({ agent }) => agent === run.agent);
  const own = compactionsIn(kin);
  const seen = own.length > 0 ? own : compactionsIn(others);
  const sum = (name: 'warmRead' | 'warmHeld') =>
    sumOf((kin.length > 0 ? kin : others).map(({ transcript }) => transcript[name]));
  return {
    compaction: { at: median(seen.map(({ at }) => at)), to: median(seen.map(({ to }) => to)) },
    efficiency: sum('warmRead') / sum('warmHeld'),
  };
}

/** A run with the constants of the others. */
interface Predicted {
  run: SessionRun;
  input: number;
  /** null: not billed. `given`: with its own cold calls and the cached part of its first prompt. */
  usd: { given: number; nothing: number } | null;
  reaches: boolean;
}

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
  /** Dollars, with the run's cold calls and the cached part of its first prompt; and without. */
  dollarsGiven: ErrorOver;
  dollarsNothing: ErrorOver;
  /** Largest errors of owners' mean dollars, in percent, the cache given. */
  ownersMeansPct: number;
}

export function sessionFigures(catalog: Catalog): SessionFigures {
  const runs = sessionRuns();
  const known = new Map<string, Constants>();
  const predicted = runs.map((run): Predicted => {
    const key = `${run.owner} ${run.agent}`;
    const constants = known.get(key) ?? constantsFor(run, runs);
    known.set(key, constants);
    return predict(catalog, run, constants);
  });
  const billed = predicted.filter(({ usd, run }) => usd !== null && (run.usd ?? 0) > 0);
  const usdOf = (which: 'given' | 'nothing') => (one: Predicted) => (one.usd as NonNullable<Predicted['usd']>)[which];
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
    dollarsNothing: errorOver(billed, usdOf('nothing'), paid),
    ownersMeansPct: percentOff(
      [...groupBy(billed, ({ run }) => run.owner).values()].map((own) => [
        sumOf(own.map(usdOf('given'))),
        sumOf(own.map(paid)),
      ]),
    ),
  };
}

function predict(catalog: Catalog, run: SessionRun, { compaction, efficiency }: Constants): Predicted {
  const [first] = run.calls as [SessionCall];
  const growth = growthPerStep(run.transcript, run.calls.length);
  const shape = workflowOf({
    ...{ calls: run.calls.length, toolCalls: run.calls.length, firstPrompt: first.prompt, output: run.output, growth },
    // The last prompt before a compaction is half a step below where it happens, on average.
    compaction: { ...compaction, at: compaction.at + growth / 2 },
  });
  const tokens = tokensPerTask(shape, 'coding');
  // No log records the calls that compact: they are in no recorded figure.
  const logged = { ...tokens, compaction: tokens.compaction && { ...tokens.compaction, firstFull: 0, laterFull: 0 } };
  const input = promptsOfTask(run.calls.length, tokens, logged.compaction);
  const writes = (column: 'cacheWrite5m' | 'cacheWrite1h') => sumOf(run.calls.map((call) => call[column]));
  // Automatic caches bill no writes, whatever an explicit one of the same provider does.
  const billsWrites = writes('cacheWrite5m') + writes('cacheWrite1h') > 0;
  const model = modelOn(catalog, run, efficiency, billsWrites);
  const use = {
    promptCaching: true,
    cacheTtl: writes('cacheWrite1h') > writes('cacheWrite5m') ? ('1h' as const) : ('5m' as const),
  };
  const { following, cold } = run.transcript;
  const billed = (coldShare: number, warm: number) => {
    const cost = runCost(
      { ...logged, coldShare, warmPrefix: Math.min(1, warm / efficiency) * first.prompt, cuts: [] },
      model as CatalogModel,
      use,
    );
    // The output of calls that compact, in no log either.
    return cost.usd - (tokens.compactions * 4000 * (model as CatalogModel).price.output) / 1e6;
  };
  return {
    run,
    input,
    usd: model && {
      given: billed(following > 0 ? cold / following : 0, first.cached / first.prompt),
      nothing: billed(0, 0),
    },
    reaches: Math.max(...run.calls.map(({ prompt }) => prompt)) >= 0.75 * compaction.at,
  };
}

/** The model of a run at the list price of its day, with one price for all prompts; null: not priced. */
function modelOn(
  catalog: Catalog,
  { model, day }: SessionRun,
  efficiency: number,
  billsWrites: boolean,
): CatalogModel | null {
  const found = resolve(catalog, model);
  if (!isResolved(found)) return null;
  const price = priceOn(found.model.facts.prices, day);
  if (price === undefined) return null;
  const band = {
    input: price.input,
    output: price.output,
    cachedInput: price.cachedInput ?? price.input,
    cacheWrite: (billsWrites ? price.cacheWrite : null) ?? price.input,
    cacheWrite1h: price.cacheWrite1h ?? null,
  };
  const hitEfficiency = { ...found.model.hitEfficiency, value: efficiency };
  return { ...found.model, price, priceBands: [band], thresholds: [], hitEfficiency, ownOutputCached: 0 };
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
