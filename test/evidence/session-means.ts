/**
 * What the means of an owner's sessions, or of a group of benchmark runs, say of single ones: dollars of later sessions
 * whose calls are known, and whether nine of ten stay below the p90 of the range, all that it rests on taken from the others.
 */
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { atPlace } from '../../runtime/core/model/cost-range.ts';
import { callSpreads, spreadCalls } from '../../runtime/core/model/spread.ts';
import { stepsOf } from '../../runtime/core/model/transcript.ts';
import type { PresetId } from '../../runtime/core/schemas/request-fields.ts';
import { dollarsOf, fitModel, forGroup } from '../../runtime/logs/calibrate/cache-fit.ts';
import { type BilledRun, withTokens } from '../../runtime/logs/calibrate/recorded-runs.ts';
import { groupBy, type Interval, jackknife, sumOf } from '../../runtime/logs/statistics.ts';
import { medianOf, predictShape, type SessionShape } from './session-figures.ts';
import { compactionsIn, type SessionRun, sessionRuns } from './sessions.ts';

export interface LaterHalves {
  owners: number;
  runs: number;
  /** Mean absolute error of a run, in percent, and its 95 % interval. */
  errorPct: number;
  interval: Interval | null;
  /** Predicted over recorded dollars of each owner's later half. */
  totals: Record<string, number>;
}

/** Fewer runs of an owner, or of a group, have no meaningful halves or spread. */
const fewest = 10;
/** As for the means of groups. */
const fewestInGroup = 4;

/** A workflow fitted to each owner's earlier runs, tried on the later ones, each with its own calls. */
export function laterHalves(catalog: Catalog): LaterHalves {
  const halves = ownersOf(sessionRuns().filter(isBilled)).map(([owner, own]) => {
    const runs = own.toSorted((a, b) => a.day.localeCompare(b.day) || Number(a.session) - Number(b.session));
    const half = Math.floor(runs.length / 2);
    const fitted = meanShape(runs.slice(0, half));
    const later = runs.slice(half).map((run) => {
      const calls = run.calls.length;
      const { usd } = predictShape(catalog, run, { ...fitted, calls, output: (fitted.output / fitted.calls) * calls });
      return { predicted: usd as number, recorded: run.usd, one: 1 };
    });
    return { owner, later: later.map((one) => ({ ...one, off: Math.abs(one.predicted / one.recorded - 1) })) };
  });
  const all = halves.flatMap(({ later }) => later);
  const sum = (some: typeof all, name: keyof (typeof all)[number]) => sumOf(some.map((one) => one[name]));
  return {
    owners: halves.length,
    runs: all.length,
    errorPct: (100 * sum(all, 'off')) / all.length,
    interval: jackknife(all, ({ off, one }) => (100 * off) / one),
    totals: Object.fromEntries(
      halves.map(({ owner, later }) => [owner, sum(later, 'predicted') / sum(later, 'recorded')]),
    ),
  };
}

export interface RangeHeld {
  groups: number;
  runs: number;
  /** Runs that cost no more than the p90 of the range, in percent; by owner or group. */
  heldPct: number;
  by: Record<string, number>;
}

/**
 * Sessions, an owner's means given. `owners`: as answers have it, its spread and its factor taken from the other owners;
 * `calls`: without the factor; `own`: without it too, the spread of the owner's own calls.
 */
export function sessionRange(catalog: Catalog, by: 'owners' | 'calls' | 'own'): RangeHeld {
  const owners = ownersOf(sessionRuns().filter(isBilled));
  return heldOver(
    owners.map(([owner, own]) => {
      const others = owners.filter(([other]) => other !== owner);
      const spread = by === 'own' ? spreadOf(own.map(callsOf)) : othersSpread(owners, owner, callsOf);
      const most = by === 'owners' ? factorFrom(catalog, others) : 1;
      const held = overLimit(catalog, own, spread).filter((times) => times <= most);
      return { name: owner, runs: own.length, held: held.length };
    }),
  );
}

export interface OwnersFactor {
  kindOfWork: 'session';
  runs: number;
  owners: number;
  /** The p90 of the range is raised by it. */
  oneInTenFactor: number;
}

/** What answers about sessions take: from all owners. */
export function ownersFactor(catalog: Catalog): OwnersFactor {
  const owners = ownersOf(sessionRuns().filter(isBilled));
  const runs = sumOf(owners.map(([, own]) => own.length));
  return { kindOfWork: 'session', runs, owners: owners.length, oneInTenFactor: factorFrom(catalog, owners) };
}

/** Each owner left out once: nine of ten of their runs cost no more than so many times the p90 with the spread of the rest. */
const factorFrom = (catalog: Catalog, owners: readonly [string, Billed[]][]): number =>
  conformalQuantile(
    owners.flatMap(([owner, own]) => overLimit(catalog, own, othersSpread(owners, owner, callsOf))),
    0.9,
  );

/**
 * The value that a further one, exchangeable with these, does not exceed in at least so many of all cases: the
 * ceil(share * (n + 1))-th smallest (split conformal prediction; Vovk, Gammerman and Shafer 2005). Infinity: too few.
 */
export function conformalQuantile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.ceil(share * (values.length + 1)) - 1] ?? Number.POSITIVE_INFINITY;
}

const callsOf = (run: Billed): number => run.calls.length;

/** What each run of an owner cost over the p90 of a range of the owner's means, with this spread of calls. */
function overLimit(catalog: Catalog, own: readonly Billed[], spread: number): number[] {
  const shape = meanShape(own);
  return own.map((run) => {
    const costOf = (calls: number) =>
      predictShape(catalog, run, { ...shape, calls, output: (shape.output / shape.calls) * calls }).usd as number;
    return run.usd / oneInTen('session', shape.calls, spread, costOf);
  });
}

/** Benchmark runs: the means of a group and its cache given, the spread as wide as that of others of its kind. */
export function groupRange(runs: readonly BilledRun[]): RangeHeld {
  const groups = [...groupBy(runs, ({ group }) => group)].filter(([, own]) => own.length >= fewestInGroup);
  return heldOver(
    groups.map(([group, own]) => {
      const [first] = own as [BilledRun];
      const kin = groups.filter(([, [one]]) => one?.kind === first.kind);
      const calls = mean(own.map((run) => run.calls));
      const fit = forGroup(fitModel(own, 'all by group'), group);
      const steps = sumOf(own.map((run) => run.calls - 1));
      const costOf = (count: number) =>
        dollarsOf(
          {
            ...first,
            ...withTokens({
              ...first,
              ...{ calls: count, toolCalls: count },
              firstPrompt: mean(own.map((run) => run.firstPrompt)),
              growth: steps > 0 ? sumOf(own.map((run) => run.growth * (run.calls - 1))) / steps : 0,
              output: (sumOf(own.map((run) => run.output)) / sumOf(own.map((run) => run.calls))) * count,
            }),
          } as BilledRun,
          fit,
        );
      const spread = othersSpread(kin, group, (run) => run.calls);
      const limit = oneInTen(first.kind, calls, spread, costOf);
      return { name: group, runs: own.length, held: own.filter(({ usd }) => usd <= limit).length };
    }),
  );
}

const isBilled = (run: SessionRun): run is SessionRun & { usd: number } => run.usd !== null && run.usd > 0;

type Billed = SessionRun & { usd: number };

const ownersOf = (runs: readonly Billed[]): [string, Billed[]][] =>
  [...groupBy(runs, ({ owner }) => owner)].filter(([, own]) => own.length >= fewest);

const mean = (values: readonly number[]): number => sumOf(values) / values.length;

/** The means of runs, each call and token counted alike. */
function meanShape(runs: readonly SessionRun[]): SessionShape {
  const sum = (of: (run: SessionRun) => number) => sumOf(runs.map(of));
  const first = sum(({ calls }) => calls[0]?.prompt ?? 0);
  const compactions = compactionsIn(runs);
  const { warmRead, warmHeld, cold, following } = {
    warmRead: sum(({ transcript }) => transcript.warmRead),
    warmHeld: sum(({ transcript }) => transcript.warmHeld),
    cold: sum(({ transcript }) => transcript.cold),
    following: sum(({ transcript }) => transcript.following),
  };
  return {
    calls: sum(({ calls }) => calls.length) / runs.length,
    firstPrompt: first / runs.length,
    growth:
      sum(({ transcript }) => transcript.growth) /
      sum(({ calls, transcript }) => stepsOf(transcript, calls.length, 'session')),
    output: sum(({ output }) => output) / runs.length,
    compaction: compactions.length === 0 ? null : medianOf(compactions),
    efficiency: warmHeld > 0 ? warmRead / warmHeld : 1,
    coldShare: following > 0 ? cold / following : 0,
    warm: sum(({ calls }) => calls[0]?.cached ?? 0) / first,
  };
}

/** Squared coefficient of variation of the calls: the mean of the other groups. */
const othersSpread = <Run>(groups: readonly [string, Run[]][], name: string, callsOf: (run: Run) => number): number =>
  mean(groups.flatMap(([other, own]) => (other === name ? [] : [spreadOf(own.map(callsOf))])));

function spreadOf(calls: readonly number[]): number {
  const usual = mean(calls);
  return mean(calls.map((one) => (one - usual) ** 2)) / usual ** 2;
}

/** The p90 of a range, as answers give it: at place 14.9 of sixteen tasks, a rare long one beside them; longer ones cost more. */
function oneInTen(kind: PresetId, calls: number, spread: number, costOf: (calls: number) => number): number {
  const tasks = spreadCalls(calls, spread, callSpreads[kind]);
  if (tasks.calls.length === 1) return costOf(calls);
  const place = 0.5 + (16 * 0.9) / (1 - tasks.rare);
  const below = Math.floor(place);
  return atPlace(tasks.calls.slice(below - 1, below + 1).map(costOf), 1 + (place - below));
}

const heldOver = (groups: readonly { name: string; runs: number; held: number }[]): RangeHeld => ({
  groups: groups.length,
  runs: sumOf(groups.map(({ runs }) => runs)),
  heldPct: (100 * sumOf(groups.map(({ held }) => held))) / sumOf(groups.map(({ runs }) => runs)),
  by: Object.fromEntries(groups.map(({ name, runs, held }) => [name, (100 * held) / runs])),
});
