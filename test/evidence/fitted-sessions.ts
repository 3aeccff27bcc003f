/**
 * Dollars of recorded sessions with the cache fitted to other sessions of the same repository, as `agent-cost backtest`
 * fits it: hit efficiency and own output cached by model, the warm prefix by repository and model, five folds of the
 * sessions. Nothing of a session's own cache is given; where transcripts are compacted is taken from other owners.
 */
import type { Catalog } from '../../runtime/core/dataset/catalog.ts';
import { writePrice } from '../../runtime/core/model/cache-use.ts';
import { growthPerStep } from '../../runtime/core/model/transcript.ts';
import { groupSums } from '../../runtime/logs/backtest/backtest.ts';
import { crossValidated } from '../../runtime/logs/backtest/cache-fit.ts';
import { type BilledRun, isBilled, type RecordedRun, withTokens } from '../../runtime/logs/backtest/recorded-runs.ts';
import { partOf } from '../../runtime/logs/calibrate/task-sums.ts';
import { percentOff } from '../../runtime/logs/statistics.ts';
import { cacheUseOf, constantsOf, halfStepOn, modelOn, type SessionRun, sessionRuns } from './sessions.ts';

export interface FittedSessions {
  /** Mean absolute errors, in percent: of a run, and of the runs of one repository on one model together. */
  runsPct: number;
  groupsPct: number;
}

export function fittedSessions(catalog: Catalog): FittedSessions {
  const billed = sessionRuns()
    .map((run) => recorded(catalog, run))
    .filter(isBilled);
  const predictions = crossValidated(billed, 'warm prefix by group');
  const predict = (run: BilledRun): number => predictions.get(run) as number;
  return {
    runsPct: percentOff(billed.map((run) => [predict(run), run.usd])),
    groupsPct: percentOff(groupSums(billed, predict)),
  };
}

function recorded(catalog: Catalog, run: SessionRun): RecordedRun {
  const { compaction } = constantsOf(run);
  const { session, repository, model, calls, transcript, input, output, usd } = run;
  const [first, last] = [calls[0], calls.at(-1)] as [SessionRun['calls'][number], SessionRun['calls'][number]];
  const growth = growthPerStep(transcript, calls.length);
  // A perfect cache: what of it is met is what is fitted.
  const priced = modelOn(catalog, run, 1);
  const prices = (priced?.priceBands ?? []).map((band) => ({ ...band, cacheWrite: writePrice(band, cacheUseOf(run)) }));
  return withTokens({
    ...{ group: `${model} in ${repository}`, family: model, model, kind: 'coding', fold: partOf(session, 5) },
    ...{ calls: calls.length, toolCalls: calls.length, firstPrompt: first.prompt, lastPrompt: last.prompt, growth },
    compaction: compaction && halfStepOn(compaction, growth),
    ...{ input, output, usd },
    terms: priced && { prices, thresholds: [], minPrefix: priced.minPrefixTokens, cached: true },
  });
}
