/** Helpers for error messages: quote a received value, suggest the nearest valid name. */

/** A received string, shortened and quoted. */
export const quote = (value: string): string => JSON.stringify(value.length > 60 ? `${value.slice(0, 57)}...` : value);

/**
 * `Unknown preset "codign". Did you mean "coding"? Presets: coding, support.`
 * @param what a singular noun, such as `preset`
 */
export const unknownName = (
  what: string,
  name: string,
  names: readonly string[],
  hint = didYouMean(name, names),
): string =>
  names.length === 0
    ? `Unknown ${what} ${quote(name)}; none is accepted here.`
    : `Unknown ${what} ${quote(name)}.${hint} ${what.charAt(0).toUpperCase()}${what.slice(1)}s: ${names.join(', ')}.`;

/** ` Did you mean "x"?` for the nearest of `names`, or an empty string when none is close. */
export function didYouMean(typed: string, names: Iterable<string>): string {
  const best = nearestName(typed, names);
  return best === null ? '' : ` Did you mean "${best}"?`;
}

/**
 * The nearest of `names`, or null when none is close: at most a third of the typed characters may be wrong, so a word
 * of three has one wrong letter or two that changed places, and of a word of two only upper or lower case may differ.
 */
export function nearestName(typed: string, names: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.floor(typed.length / 3) + 1;
  for (const name of names) {
    if (Math.abs(name.length - typed.length) >= bestDistance) continue;
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

/** Letters missing, added, changed, or swapped with their neighbour (optimal string alignment), three rows. */
function editDistance(a: string, b: string): number {
  let previous: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (previous[j - 2] as number) + 1 : change;
      next.push(Math.min(change, swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    [previous, row] = [row, next];
  }
  return row[b.length] as number;
}
