/** How the reader of calls classifies DuckDB types. */

/**
 * `whole` fits into 64 bits, `large` may not; `number` may have a fraction. `time` is in UTC, `zoned` has an offset.
 * `name` is a text of another type. Values of `other` are never a count, a time or a name.
 */
export type SqlType = 'whole' | 'large' | 'number' | 'text' | 'name' | 'texts' | 'time' | 'zoned' | 'other';

const types: readonly (readonly [RegExp, SqlType])[] = [
  [/^(U?(TINY|SMALL)INT|U?INTEGER|BIGINT)$/, 'whole'],
  [/^(UBIGINT|U?HUGEINT)$/, 'large'],
  [/^(FLOAT|DOUBLE|DECIMAL\(.*\))$/, 'number'],
  [/^VARCHAR$/, 'text'],
  [/^(UUID|ENUM\(.*\))$/s, 'name'],
  [/^VARCHAR\[\]$/, 'texts'],
  [/^TIMESTAMP WITH TIME ZONE$/, 'zoned'],
  [/^(TIMESTAMP(_S|_MS|_NS)?|DATE)$/, 'time'],
];

export const typeOf = (type: string): SqlType => types.find(([pattern]) => pattern.test(type))?.[1] ?? 'other';

/** Whether its values are names as they are, like their JSON. */
export const isText = (type: SqlType): boolean => type === 'text' || type === 'name';

export const isNumber = (type: SqlType): boolean => type === 'whole' || type === 'large' || type === 'number';
