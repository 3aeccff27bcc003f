/** Finds where two JSON values first differ, for error reports. */

export interface Difference {
  /** JSON pointer; '' is the whole value. */
  pointer: string;
  expected: string;
  found: string;
}

/** The first place, in the order of `expected`, at which `found` differs; null: nowhere. */
export function firstDifference(expected: unknown, found: unknown, pointer = ''): Difference | null {
  if (expected === found) return null;
  if (!isContainer(expected) || !isContainer(found) || Array.isArray(expected) !== Array.isArray(found)) {
    return { pointer, expected: shown(expected), found: shown(found) };
  }
  for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const difference = firstDifference(expected[key], found[key], at);
    if (difference) return difference;
  }
  return null;
}

const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 197)}...` : text;
}
