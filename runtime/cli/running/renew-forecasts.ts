/** Forecasts of logs that are shown: those that changed, or all where more became known of the user's own sessions. */
import type { Sums } from '../../logs/tally-sums.ts';
import type { OwnSessions } from '../own-sessions.ts';
import type { KeptRates } from './kept-rates.ts';
import type { RunningLog } from './running-log.ts';

/**
 * @param logs all that run
 * @param shown those whose forecasts are wanted
 * @param own the sessions of earlier days; those of the logs are added
 * @param rates opens the rates, which takes longer than all the rest where nothing is to be done
 * @returns whether a forecast was made
 */
export async function renewForecasts(
  logs: readonly RunningLog[],
  shown: readonly RunningLog[],
  own: OwnSessions,
  rates: () => Promise<KeptRates>,
): Promise<boolean> {
  const { stamp } = own;
  addSessions(own, logs);
  let isRenewed = false;
  for (const log of shown) {
    const { lastOwn, sums } = log;
    if (lastOwn === null || log.restsOn === stamp) continue;
    const earlier = own.others(sums.agent, sums.session);
    log.forecast = await (await rates()).forecast(sums.own, lastOwn, earlier);
    log.restsOn = stamp;
    isRenewed = true;
  }
  return isRenewed;
}

/** Adds the sessions of logs as far as they have come. */
export function addSessions(own: OwnSessions, logs: readonly { sums: Sums }[]): void {
  for (const { sums } of logs) {
    const { agent, session } = sums;
    if (session !== null && sums.own.calls > 0) own.reached(agent, session, sums.own.calls);
  }
}
