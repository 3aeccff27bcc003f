/** Groups values by a key. `Map.groupBy` does the same from Node 21 on. */

/** The values by key, in order of first occurrence. */
export function groupBy<T, K>(values: readonly T[], key: (value: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const value of values) {
    const own = groups.get(key(value));
    if (own === undefined) groups.set(key(value), [value]);
    else own.push(value);
  }
  return groups;
}
