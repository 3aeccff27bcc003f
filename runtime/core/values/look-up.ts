/**
 * What a table holds under a name that may come from a log, a caller or a file; undefined: it has no such name. A plain
 * `table[name]` would also find what every object inherits, such as `constructor`. test/look-ups.test.ts keeps it.
 */
export const lookUp = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
