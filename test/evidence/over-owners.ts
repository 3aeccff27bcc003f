/** Quantiles over owners, each counted alike however many sessions are known of it. */

/**
 * The smallest value that this share of all is at or below.
 * @param groups the values of each owner, of whom every one has some
 */
export function quantileOverOwners(groups: readonly (readonly number[])[], share: number): number {
  const ascending = groups
    .flatMap((own) => own.map((value) => ({ value, weight: 1 / own.length / groups.length })))
    .sort((a, b) => a.value - b.value);
  let below = 0;
  for (const { value, weight } of ascending) {
    below += weight;
    // Shares are sums of fractions.
    if (below >= share - 1e-9) return value;
  }
  return Number.POSITIVE_INFINITY;
}
