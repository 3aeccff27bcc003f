/**
 * Whether nine of ten later sessions stay below the p90 of an estimate that was fitted to the earlier ones, by the program
 * that fits and the one that estimates. The later half of an owner's sessions on one model, where the earlier has twenty.
 */
import { answer } from '../../runtime/core/answers/answer.ts';
import { type ResolvedRequest, resolveRequest } from '../../runtime/core/answers/resolved-request.ts';
import type { Estimate } from '../../runtime/core/answers/schemas/estimate-schema.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { calibrate } from '../../runtime/logs/calibrate/calibrate.ts';
import { groupBy, sumOf } from '../../runtime/logs/statistics.ts';
import { collected, withoutOwner } from './fitted-sessions.ts';
import { type SessionRun, sessionRuns } from './sessions.ts';

export interface FittedRanges {
  sessions: number;
  /** Later sessions that cost no more than the p90, in percent; and without what the range is widened by. */
  heldPct: number;
  notWidenedPct: number;
  owners: Record<string, number>;
}

const fewest = 20;

export function fittedRanges(catalog: Catalog): FittedRanges {
  const groups = [...groupBy(sessionRuns(), ({ owner, model }) => `${owner} ${model}`).values()]
    .map((own) => own.filter(({ usd }) => usd !== null && usd > 0).sort((a, b) => startOf(a) - startOf(b)))
    .filter((own) => own.length >= 2 * fewest)
    .map((own) => triedOn(withoutOwner(catalog, (own[0] as SessionRun).owner), own));
  const share = (some: typeof groups, of: 'held' | 'notWidened') =>
    (100 * sumOf(some.map((one) => one[of]))) / sumOf(some.map(({ later }) => later));
  return {
    sessions: sumOf(groups.map(({ later }) => later)),
    heldPct: share(groups, 'held'),
    notWidenedPct: share(groups, 'notWidened'),
    owners: Object.fromEntries(
      [...groupBy(groups, ({ owner }) => owner)].map(([owner, own]) => [owner, share(own, 'held')]),
    ),
  };
}

const startOf = ({ calls }: SessionRun): number => (calls[0] as SessionRun['calls'][number]).at;

function triedOn(catalog: Catalog, own: readonly SessionRun[]) {
  const half = Math.floor(own.length / 2);
  const { request } = calibrate(catalog, collected(catalog, own.slice(0, half)), {
    ...{ preset: 'session', model: null, holdout: null, seed: 1 },
  });
  const { oneInTen } = (answer(resolveRequest(catalog, request) as ResolvedRequest) as Estimate).range;
  const later = collected(catalog, own.slice(half)).runs.map(({ nano }) => (nano ?? 0) / 1e9);
  const factor = request.fittedTo?.oneInTenFactor ?? 1;
  return {
    owner: (own[0] as SessionRun).owner,
    later: later.length,
    held: later.filter((usd) => usd <= oneInTen).length,
    notWidened: later.filter((usd) => usd <= oneInTen / factor).length,
  };
}
