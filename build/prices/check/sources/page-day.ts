/** Of which day a saved page is. No page says when it was saved, so what it says of itself is the earliest day. */
import type { Basis } from '../page-statements.ts';

const statements = [
  /^Published Time:\s*(.+)$/im,
  /Last (?:updated|published):?\s*([A-Za-z]{3,9},? [A-Za-z]{3,9} \d{1,2},? \d{4}|[A-Za-z]{3,9} \d{1,2},? \d{4}|\d{4}-\d\d-\d\d)/i,
];

/** The latest day a page gives for itself, as YYYY-MM-DD, or undefined. */
export function statedDay(text: string): string | undefined {
  const days = statements.flatMap((pattern) => {
    const found = pattern.exec(text)?.[1]?.trim();
    const time = found === undefined ? Number.NaN : Date.parse(/\d:\d/.test(found) ? found : `${found} UTC`);
    return Number.isNaN(time) ? [] : [new Date(time).toISOString().slice(0, 10)];
  });
  return days.sort().at(-1);
}

/**
 * The day of a saved page: the one that was given, else the one it states, else that of the file. A page may have been
 * saved long after it was last changed; then the stated day says too little, which is the safe side: an old page must
 * not undo a newer price.
 */
export function dayOfSaved(
  text: string,
  file: Date,
  given: string | null,
  today: string,
): { day: string; basis: Basis } {
  if (given !== null) return { day: given, basis: 'given' };
  const stated = statedDay(text);
  if (stated !== undefined && stated <= today) return { day: stated, basis: 'stated on the page' };
  const saved = file.toISOString().slice(0, 10);
  return { day: saved <= today ? saved : today, basis: 'date of the file' };
}
