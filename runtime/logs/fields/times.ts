/** Times as logs write them. */
import type { JsonObject } from './values.ts';
import { Misread } from './values.ts';

/**
 * Milliseconds since 1970 (UTC) in a field; null where it is missing or empty. Numbers may be seconds, milliseconds,
 * microseconds or nanoseconds, judged by size for times between 1973 and 5138. A date without an offset is UTC.
 */
export function timeIn(value: JsonObject, key: string): number | null {
  const found = value[key];
  if (found === undefined || found === null || found === '') return null;
  const at = typeof found === 'number' ? fromNumber(found) : typeof found === 'string' ? fromText(found) : null;
  if (at === null) throw new Misread(`${key} is not a time`);
  if (at < 0) throw new Misread(`${key} is before 1970`);
  return at;
}

/** The time in the first of several fields that has one. */
export function firstTime(value: JsonObject, ...keys: readonly string[]): number | null {
  for (const key of keys) {
    const at = timeIn(value, key);
    if (at !== null) return at;
  }
  return null;
}

function fromNumber(number: number): number | null {
  if (!Number.isFinite(number) || number < 0) return null;
  if (number < 1e11) return Math.round(number * 1000);
  if (number < 1e14) return Math.round(number);
  return Math.round(number < 1e17 ? number / 1000 : number / 1e6);
}

const written =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;

function fromText(text: string): number | null {
  const usual = text.length === 24 ? fromIso(text) : null;
  if (usual !== null) return usual;
  const trimmed = text.trim();
  if (/^\d+(\.\d+)?$/.test(trimmed)) return fromNumber(Number(trimmed));
  const parts = written.exec(trimmed);
  if (parts === null) return null;
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '0', offset = 'Z'] =
    parts;
  if (!isDay(Number(year), Number(month), Number(day))) return null;
  const zone = /^[+-]/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3).replace(':', '') || '00'}` : 'Z';
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${zone}`);
  return Number.isNaN(at) ? null : at;
}

/** The format of Date.toISOString, by far the most common, read a few times as fast as by Date.parse; null: it is another. */
function fromIso(text: string): number | null {
  for (let at = 0; at < 24; at++) {
    const code = text.charCodeAt(at);
    const wanted = iso.charCodeAt(at);
    if (wanted === zero ? code < zero || code > zero + 9 : code !== wanted) return null;
  }
  const two = (at: number): number => 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * zero;
  const [year, month, day] = [100 * two(0) + two(2), two(5), two(8)];
  const [hour, minute, second] = [two(11), two(14), two(17)];
  // Years before 100 are others to Date.UTC.
  if (year < 100 || month < 1 || month > 12 || day < 1 || !isDay(year, month, day)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  return Date.UTC(year, month - 1, day, hour, minute, second, 10 * two(20) + text.charCodeAt(22) - zero);
}

const iso = '0000-00-00T00:00:00.000Z';
const zero = 48;

/** Whether a month has this day: Date.parse takes 30 February for 2 March. */
const isDay = (year: number, month: number, day: number): boolean =>
  day <= 28 || new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
