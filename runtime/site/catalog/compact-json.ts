/**
 * JSON that compresses better: a list of objects becomes columns, so similar values are adjacent and names occur once.
 * The data may not use the marks below as a name or a text.
 */

/** The name of the entry that holds the number of objects. */
const countMark = '#';
/** In a column: this object has no such name. */
const absent = '~';

/** A shorter list is not compacted. */
const least = 4;

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mapped = (fields: Fields, change: (value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]));

/** The compact form of JSON data. */
export function compact(value: unknown): unknown {
  if (isObject(value)) return mapped(value, compact);
  if (!Array.isArray(value)) return value;
  if (value.length < least || !value.every(isObject)) return value.map(compact);
  const names = [...new Set(value.flatMap(Object.keys))];
  const columns = names.map((name) => [name, value.map((one) => (name in one ? compact(one[name]) : absent))]);
  return { [countMark]: value.length, ...Object.fromEntries(columns) };
}

/** The original data of a compact form. */
export function expanded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(expanded);
  if (!isObject(value)) return value;
  const { [countMark]: count, ...columns } = value;
  if (typeof count !== 'number') return mapped(value, expanded);
  const entries = Object.entries(columns) as [string, unknown[]][];
  return Array.from({ length: count }, (_, index) =>
    Object.fromEntries(
      entries.flatMap(([name, column]) => (column[index] === absent ? [] : [[name, expanded(column[index])]])),
    ),
  );
}
