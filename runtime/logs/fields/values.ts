/** Fields of untrusted values. Error messages name the field, never its content. */
import { parseJson } from '../input/json-values.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A value that does not match its format. */
export class Misread extends Error {}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nothing: JsonObject = {};

/** The object in a field; an empty one if there is none. */
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

/** The object in a field, or its JSON text as in CSV; an empty one if there is none. */
export function objectOrJsonIn(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  if (typeof found !== 'string' || found === '') return objectIn(value, key);
  const parsed = parseJson(found);
  return isObject(parsed) ? parsed : nothing;
}

/** Anything longer, or with several lines, is content rather than a name. */
const longestName = 400;
const isName = (text: string): boolean => text !== '' && text.length <= longestName && !text.includes('\n');

/** The name in a field; null if it is missing, empty or not a name. Numbers count as names: they can be ids. */
export function textIn(value: JsonObject, key: string): string | null {
  const found = value[key];
  if (typeof found === 'string') return isName(found) ? found : null;
  return typeof found === 'number' ? String(found) : null;
}

/** The text of the first of several fields that has one. */
export function firstText(value: JsonObject, ...keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = textIn(value, key);
    if (text !== null) return text;
  }
  return null;
}

/** The model named in the first of several fields that has one. */
export function modelIn(value: JsonObject, ...keys: readonly string[]): string {
  const model = firstText(value, ...keys);
  if (model === null) throw new Misread(`${keys[0]} names no model`);
  return model;
}

/** A count in a field; undefined if it is missing, null or an empty text. */
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
  // JSON can contain -0.
  return count + 0;
}

/** An amount in a field that need not be whole. */
export function decimalIn(value: JsonObject, key: string): number {
  const found = value[key];
  const amount = typeof found === 'string' && found.trim() !== '' ? Number(found) : found;
  if (typeof amount !== 'number' || Number.isNaN(amount)) throw new Misread(`${key} is not a number`);
  if (amount < 0) throw new Misread(`${key} is negative`);
  if (amount > Number.MAX_SAFE_INTEGER) throw new Misread(`${key} is too large`);
  return amount + 0;
}

/** The first count above 0 in several fields; 0 or undefined if there is none. */
export function firstCount(value: JsonObject, ...keys: readonly string[]): number | undefined {
  let first: number | undefined;
  for (const key of keys) {
    const count = countIn(value, key);
    if (count !== undefined && count > 0) return count;
    first ??= count;
  }
  return first;
}

/** Dollars in a field; null if it is missing or not an amount. */
export function usdIn(value: JsonObject, key: string): number | null {
  const found = value[key];
  const usd = typeof found === 'string' && found.trim() !== '' ? Number(found.replace(/^\$/, '')) : found;
  return typeof usd === 'number' && Number.isFinite(usd) && usd >= 0 ? usd + 0 : null;
}

/** A yes or no in a field, as logs write it; null: neither. */
export function yesNoIn(value: JsonObject, key: string): boolean | null {
  const found = value[key];
  if (typeof found === 'boolean') return found;
  const text = String(found ?? '').toLowerCase();
  if (['true', 'yes', '1', '1.0'].includes(text)) return true;
  return ['false', 'no', '0', '0.0'].includes(text) ? false : null;
}

/** Reads a list, a JSON list, or text separated by commas, semicolons or bars. */
export function tagsOf(tags: unknown): string[] {
  const parsed = typeof tags === 'string' && tags.startsWith('[') ? parseJson(tags) : tags;
  const list = Array.isArray(parsed) ? parsed : typeof parsed === 'string' ? parsed.split(/[,;|]/) : [];
  return list
    .filter((tag) => typeof tag === 'string')
    .map((tag) => tag.trim())
    .filter(isName);
}
