/** What the types of DuckDB are to a reader of calls. */

/**
 * `whole` fits into 64 bits, `large` may not; `number` may have a fraction. `time` is in UTC, `zoned` knows its offset.
 * `name` is a text by another type. Nothing of `other` is a count, a time or a name.
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

/** Whether a value of it is a name as it is, the way its JSON is. */
export const isText = (type: SqlType): boolean => type === 'text' || type === 'name';

export const isNumber = (type: SqlType): boolean => type === 'whole' || type === 'large' || type === 'number';
