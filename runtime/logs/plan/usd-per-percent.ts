/** List dollars per percent of a quota, over its windows. */
import { median } from '../../core/values/median.ts';
import type { QuotaWindow } from './quota-windows.ts';

export interface UsdPerPercent {
  /** Windows that count: those with at least five percent between reports. */
  windows: number;
  /** The only model of these windows; null: they are a mixture, and models weigh differently. */
  model: string | null;
  /** The median of the windows. */
  middle: number;
  /** A 90 % interval, or the range that the windows leave open. */
  low: number;
  high: number;
  isInterval: boolean;
}

const fewestPercents = 5;
/** With five windows the widest interval of order statistics holds 94 of 100 medians, but rests on two windows alone. */
const fewestWindows = 6;
const confidence = 0.9;

/** null: no window has enough. */
export function usdPerPercent(windows: readonly QuotaWindow[]): UsdPerPercent | null {
  const found = windows.flatMap(({ usdPerPct, percents, model }) =>
    usdPerPct !== null && percents >= fewestPercents ? [{ ...usdPerPct, model }] : [],
  );
  const [first] = found;
  if (first === undefined) return null;
  const model = found.every((one) => one.model === first.model) ? first.model : null;
  const middles = found.map(({ middle }) => middle).sort((a, b) => a - b);
  const isInterval = model !== null && found.length >= fewestWindows;
  const place = isInterval ? intervalPlace(found.length) : 0;
  return {
    ...{ windows: found.length, model, middle: median(middles), isInterval },
    low: isInterval ? (middles[place] as number) : Math.min(...found.map(({ low }) => low)),
    high: isInterval ? (middles.at(-1 - place) as number) : Math.max(...found.map(({ high }) => high)),
  };
}

/**
 * How many values at each end of a sorted sample can be left out so that the rest still holds the median in at least 90
 * of 100 samples: it lies outside of the k-th and the k-th last with twice the binomial chance of fewer than k of n heads.
 */
function intervalPlace(count: number): number {
  let [chance, outside, place] = [2 ** (1 - count), 2 ** (1 - count), 0];
  while (place < count) {
    chance *= (count - place) / (place + 1);
    if (1 - outside - chance < confidence) break;
    outside += chance;
    place += 1;
  }
  return place;
}
