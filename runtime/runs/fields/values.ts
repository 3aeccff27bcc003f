/** Fields of a value that somebody else wrote. What is wrong is said by the name of the field, never by its content. */
import { parseJson } from '../input/json-values.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A value that is not what its format promises. */
export class Misread extends Error {}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nothing: JsonObject = {};

/** The object in a field; an empty one where there is none. */
export const objectIn = (value: JsonObject, key: string): JsonObject => {
  const found = value[key];
  return isObject(found) ? found : nothing;
};

export const listIn = (value: JsonObject, key: string): readonly unknown[] => {
  const found = value[key];
  return Array.isArray(found) ? found : [];
};

/** The objects of a list in a field. */
export const objectsIn = (value: JsonObject, key: string): readonly JsonObject[] => listIn(value, key).filter(isObject);

/** The object in a field, which CSV has as JSON; an empty one where there is none. */
export function objectOrJsonIn(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  if (typeof found !== 'string' || found === '') return objectIn(value, key);
  const parsed = parseJson(found);
  return isObject(parsed) ? parsed : nothing;
}

/** What is longer, or has several lines, is no name but somebody's text. */
const longestName = 400;
export const isName = (text: string): boolean => text !== '' && text.length <= longestName && !text.includes('\n');

/** The name in a field; null where it is missing, empty or no name. Numbers count as names: they can be ids. */
export function textIn(value: JsonObject, key: string): string | null {
  const found = value[key];
  if (typeof found === 'string') return isName(found) ? found : null;
  return typeof found === 'number' ? String(found) : null;
}

/** The first of several fields that has a text. */
export function firstText(value: JsonObject, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = textIn(value, key);
    if (text !== null) return text;
  }
  return null;
}

/** The model that a field names. */
export function modelIn(value: JsonObject, ...keys: readonly string[]): string {
  const model = firstText(value, ...keys);
  if (model === null) throw new Misread(`${keys[0]} names no model`);
  return model;
}

/** A count in a field; undefined where it is missing, null or an empty text. */
export function countIn(value: JsonObject, key: string): number | undefined {
  const found = value[key];
  if (typeof found === 'number') return checkedCount(found, key);
  if (found === undefined || found === null) return undefined;
  if (typeof found !== 'string') throw new Misread(`${key} is not a number`);
  const text = found.trim();
  if (text === '') return undefined;
  if (!/^[+-]?\d+(\.\d*)?(e\+?\d+)?$/i.test(text)) throw new Misread(`${key} is not a number`);
  return checkedCount(Number(text), key);
}

function checkedCount(count: number, key: string): number {
  if (count < 0) throw new Misread(`${key} is negative`);
  if (!Number.isInteger(count)) throw new Misread(`${key} is not a whole number`);
  if (count > Number.MAX_SAFE_INTEGER) throw new Misread(`${key} is too large`);
  // A zero of JSON can be -0.
  return count + 0;
}

/** The count in the first of several fields that is there and not 0; 0 or undefined where there is none. */
export function firstCount(value: JsonObject, ...keys: readonly string[]): number | undefined {
  let first: number | undefined;
  for (const key of keys) {
    const count = countIn(value, key);
    if (count !== undefined && count > 0) return count;
    first ??= count;
  }
  return first;
}

/** Dollars in a field; null where it is missing or no amount. */
export function usdIn(value: JsonObject, key: string): number | null {
  const found = value[key];
  const usd = typeof found === 'string' && found.trim() !== '' ? Number(found.replace(/^\$/, '')) : found;
  return typeof usd === 'number' && Number.isFinite(usd) && usd >= 0 ? usd + 0 : null;
}

/** Whether a field says yes or no, as logs write it; null: neither. */
export function yesNoIn(value: JsonObject, key: string): boolean | null {
  const found = value[key];
  if (typeof found === 'boolean') return found;
  const text = String(found ?? '').toLowerCase();
  if (['true', 'yes', '1', '1.0'].includes(text)) return true;
  return ['false', 'no', '0', '0.0'].includes(text) ? false : null;
}
