/** How far presets as they stand are from what was measured: a factor, since inputs differ more than formulas do. */
import { boardsOf } from '../../runtime/core/benchmarks/facts.ts';
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { isResolved, resolve } from '../../runtime/core/dataset/resolve.ts';
import { billFor } from '../../runtime/core/model/bill.ts';
import { workOf } from '../../runtime/core/model/work.ts';
import { type PresetId, presetIds } from '../../runtime/core/schemas/request-fields.ts';
import { median } from '../../runtime/core/values/median.ts';
import { groupBy, sumOf } from '../../runtime/logs/statistics.ts';
import { sessionRuns } from './sessions.ts';

export interface PresetFactor {
  kindOfWork: PresetId;
  /** Rows of boards, or runs of sessions; and the boards, or owners. */
  runs: number;
  owners: number;
  /** Times too high or too low: of the middle row of each board, or the mean session of each owner, the middle one. */
  factor: number;
}

const timesOff = (ratio: number): number => Math.max(ratio, 1 / ratio);

/** For the kinds of work that boards or sessions measured. */
export const presetFactors = (catalog: Catalog): PresetFactor[] => [
  ...presetIds.flatMap((kindOfWork) => {
    const boards = boardsOf(catalog)
      .filter(({ domain }) => domain === kindOfWork)
      .map(({ rows }) =>
        rows.flatMap(({ usdPerTask, sameWorkUsdPerTask }) =>
          usdPerTask && sameWorkUsdPerTask ? [timesOff(usdPerTask / sameWorkUsdPerTask)] : [],
        ),
      )
      .filter(({ length }) => length > 0);
    if (boards.length === 0) return [];
    const runs = sumOf(boards.map(({ length }) => length));
    return [{ kindOfWork, runs, owners: boards.length, factor: median(boards.map(median)) }];
  }),
  ofSessions(catalog),
];

/** Sessions of five calls and more: what an owner's cost, over the preset's estimates on their models. */
function ofSessions(catalog: Catalog): PresetFactor {
  const preset = catalog.preset('session');
  const work = workOf(preset, preset.workflow);
  const priced = sessionRuns().flatMap(({ owner, model, calls, usd }) => {
    const found = resolve(catalog, model);
    const billed = isResolved(found) ? catalog.billed(found.model) : undefined;
    return calls.length < 5 || !usd || billed === undefined
      ? []
      : [{ owner, usd, estimate: billFor(work, billed).costPerTask }];
  });
  const owners = [...groupBy(priced, ({ owner }) => owner).values()].map((own) =>
    timesOff(sumOf(own.map(({ usd }) => usd)) / sumOf(own.map(({ estimate }) => estimate))),
  );
  return { kindOfWork: 'session', runs: priced.length, owners: owners.length, factor: median(owners) };
}
