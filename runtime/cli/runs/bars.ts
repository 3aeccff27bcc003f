/** Bars of a chart in text. */

const width = 20;

/** A bar for each value, the longest for the largest; positive values have at least half a block. */
export function bars(values: readonly number[]): string[] {
  const largest = Math.max(0, ...values);
  return values.map((value) => {
    if (largest === 0 || value <= 0) return '';
    const halves = Math.max(1, Math.round((value / largest) * 2 * width));
    return `${'█'.repeat(Math.floor(halves / 2))}${halves % 2 === 1 ? '▌' : ''}`;
  });
}
