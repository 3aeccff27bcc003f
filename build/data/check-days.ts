/** Checks that the days of a model agree with each other: its release, its prices, their sources, and its end. */
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import { serviceTierNames } from '../../runtime/core/schemas/levels.ts';
import type { Days, Report } from './data-problem.ts';

/** What has dated prices: a model, or an offer, which has no release. */
export type Dated = Pick<ModelFile, 'prices'> & Partial<Pick<ModelFile, 'releaseDate'>>;

/**
 * Reports days of prices that cannot be right: out of order, in the future, before the release, a promise that outlives
 * its price, and a day of verification that is not the day of the newest source.
 */
export function checkPriceDays({ prices, releaseDate = null }: Dated, { today }: Days, report: Report): void {
  // A release in the future is one problem, not one for each source.
  const since = releaseDate !== null && releaseDate <= today ? releaseDate : null;
  prices.forEach((price, index) => {
    const at = `/prices/${index}`;
    const reportPrice: Report = (pointer, message) => report(at + pointer, message);
    checkOrder(price, prices[index - 1], prices[index + 1], reportPrice);
    checkVerification(price, today, reportPrice);
    if (price.from !== null && since !== null && price.from < since)
      reportPrice('/from', `${price.from} is before ${since}, the release: a price begins no earlier`);
    // What a model will cost is announced before its release; a later price of it is not.
    const seenSince = price.announced && (price.from === null || since === null || price.from <= since) ? null : since;
    checkSources(price.sources, seenSince, today, reportPrice);
    for (const tier of serviceTierNames) {
      const sources = price.serviceTiers?.[tier]?.sources ?? [];
      checkSources(sources, seenSince, today, (pointer, message) =>
        reportPrice(`/serviceTiers/${tier}${pointer}`, message),
      );
    }
  });
}

function checkOrder(
  { from, holdsUntil }: DatedPrice,
  before: DatedPrice | undefined,
  next: DatedPrice | undefined,
  report: Report,
): void {
  if (before !== undefined && from === null) report('/from', 'only the first price may have no date');
  if (before?.from && from && from <= before.from)
    report('/from', `${from} is not after ${before.from}, the price before it: prices are listed oldest first`);
  if (holdsUntil === undefined) return;
  if (from && holdsUntil < from) report('/holdsUntil', `${holdsUntil} is before ${from}, when the price begins`);
  if (next?.from && next.from <= holdsUntil)
    report('/holdsUntil', `${holdsUntil} is not before ${next.from}, when the next price begins: a promise ends first`);
}

/** `verifiedOn` is the day of the newest source. Reports one problem at most, so that it names what to do. */
function checkVerification({ verifiedOn, from, sources, announced }: DatedPrice, today: string, report: Report): void {
  // A source of the future is a problem of its own.
  const days = sources.map(({ on }) => on).filter((on) => on <= today);
  const newest = days.sort().at(-1) ?? verifiedOn;
  if (verifiedOn > today) report('/verifiedOn', `${verifiedOn} is in the future`);
  else if (from && verifiedOn < from && !announced) {
    report(
      '/verifiedOn',
      `${verifiedOn} is before ${from}, when the price began; an announced price needs "announced": true`,
    );
  } else if (verifiedOn !== newest)
    report('/verifiedOn', `${verifiedOn} is not the day of the newest of its "sources": expected is ${newest}`);
}

/** Nobody can have seen what was not there yet. `since`: the release; null: unknown, or its price was announced before. */
function checkSources(sources: readonly { on: string }[], since: string | null, today: string, report: Report): void {
  sources.forEach(({ on }, n) => {
    if (on > today) report(`/sources/${n}/on`, `${on} is in the future`);
    if (since !== null && on < since)
      report(`/sources/${n}/on`, `${on} is before ${since}, the release: expected is that day or a later one`);
  });
}

/** Reports a release that is still to come, and facts about a model that are older than it. */
export function checkModelDays({ releaseDate, lifecycle, caching }: ModelFile, { today }: Days, report: Report): void {
  if (lifecycle !== undefined)
    checkSources(lifecycle.sources, releaseDate, today, (pointer, message) => report(`/lifecycle${pointer}`, message));
  if (releaseDate === null) return;
  if (releaseDate > today)
    report(
      '/releaseDate',
      `${releaseDate} is in the future: expected is a day until ${today}, or null if it is unknown`,
    );
  if (caching?.source !== undefined && caching.source.on < releaseDate)
    report('/caching/source/on', `${caching.source.on} is before ${releaseDate}, the release`);
}
