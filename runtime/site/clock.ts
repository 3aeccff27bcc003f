/** What a page says by the clock of its reader: what the build knew would hold on other days, and how old its data is. */
import { ageOfLook, lookInWords } from '../core/dataset/price-age.ts';

/**
 * What the build knew would hold on other days, shown on the day of the reader: an element with `data-from` or
 * `data-until` is shown on the days (UTC) from the first, and until before the second.
 */
export function showForDay(day: string): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-from], [data-until]')) {
    const { from = '', until = '' } = element.dataset;
    element.hidden = day < from || (until !== '' && until <= day);
  }
}

/** The attributes of an element for the days from one on, until before another; null: no such limit. */
export const onDays = (from: string | null, until: string | null, asOf: string) => ({
  'data-from': from ?? undefined,
  'data-until': until ?? undefined,
  hidden: asOf < (from ?? '') || (until !== null && until <= asOf),
});

/**
 * How long ago a price was last looked at, in the element of the footer that the build gave the day, with a warning
 * (`isOld` of `PriceAge`).
 */
export function sayAge(place: HTMLElement, day: string): void {
  const age = ageOfLook(place.dataset.look ?? day, day);
  place.textContent = `Prices last looked at ${lookInWords(age)}.`;
  if (!age.isOld) return;
  place.textContent += ' Prices change weekly: look at the source of one before you rely on it.';
  place.className = 'notice';
}
