/** The data in a page's scripts, and the prices in it. */
import type { HTMLElement } from 'node-html-parser';
import { type Field, isField, PageError } from '../price-row.ts';
import { type Context, cell, markdownCell } from './cell.ts';
import type { Provider } from './description.ts';
import { checkFields, type Reading, readingOf, refuse, type Value } from './reading.ts';
import { meaningOf } from './words.ts';

/** The pieces of data that a Next.js page streams, joined. */
function streamed(scripts: string[]): string {
  let out = '';
  for (const script of scripts) {
    for (const found of script.matchAll(/__next_f\.push\((\[\s*1\s*,\s*"(?:[^"\\]|\\[\s\S])*"\s*\])\)/g)) {
      const piece: unknown = JSON.parse(found[1] ?? '[]');
      if (Array.isArray(piece)) out += String(piece[1]);
    }
  }
  return out;
}

/** The end of a JSON value that starts at `start`, or -1. */
function jsonEnd(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at += 1;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

/** The JSON value around `hit`: the widest one that starts at or after `from` and can be parsed. */
function around(source: string, from: number, hit: number): { value: unknown; end: number } | null {
  let tries = 0;
  for (let at = from; at < hit && tries < 200; at += 1) {
    if (source[at] !== '{' && source[at] !== '[') continue;
    tries += 1;
    const end = jsonEnd(source, at);
    if (end <= hit) continue;
    try {
      return { value: JSON.parse(source.slice(at, end)), end };
    } catch {
      // Code rather than data: the value may start later.
    }
  }
  return null;
}

/** Every JSON value around `key` in a page's scripts. Throws if data with the key is not JSON. */
export function scriptData(root: HTMLElement, key: string): unknown[] {
  const scripts = root.querySelectorAll('script').map((script) => script.innerHTML);
  const sources = [...scripts.filter((script) => !script.includes('__next_f.push')), streamed(scripts)];
  const values: unknown[] = [];
  for (const source of sources) {
    let from = 0;
    for (let hit = source.indexOf(key); hit >= 0; hit = source.indexOf(key, from)) {
      const found = around(source, Math.max(source.lastIndexOf('\n', hit) + 1, from), hit);
      if (!found) throw new PageError(`the data that holds ${key.replaceAll('"', '')} is cut off or is not JSON`);
      values.push(found.value);
      from = found.end;
    }
  }
  return values;
}

/** Every object inside a value, in order. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (value === null || typeof value !== 'object') return [];
  const record = value as Record<string, unknown>;
  return [record, ...Object.values(record).flatMap(objectsIn)];
}

function contextOf(place: string): Context {
  return { headings: [], lead: ['per 1M tokens'], after: '', mode: null, nth: 0, place };
}

/** A whole number of the script's units, given as text or number. Null: the model has no such price. */
function units(value: unknown, place: string, key: string): number | null {
  if (value === undefined || value === null || value === '' || value === 0 || value === '0') return null;
  const text = String(value).replace(/^\$n/, '');
  if (!/^\d+$/.test(text)) refuse({ place }, `${key} is "${text}", not a whole number`);
  return Number(text);
}

/** Reads models whose prices are in script data under fixed names, with a second set for long prompts. */
export function readScript(root: HTMLElement, provider: Provider): Reading[] {
  const description = provider.script;
  const key = description?.prices.input;
  if (!description || !key) return [];
  const models = scriptData(root, key)
    .flatMap(objectsIn)
    .filter((one) => Object.hasOwn(one, key));
  return models.flatMap((model, index) => {
    const place = `script data, model ${index + 1}`;
    const name = model[description.name];
    if (typeof name !== 'string' || name === '') refuse({ place }, `no ${description.name}`);
    const above = units(model[description.longAbove], place, description.longAbove);
    const read = (names: Partial<Record<Field, string>>, limits: string[]): Reading[] => {
      const values = Object.entries(names).flatMap(([field, from]): Value[] => {
        const amount = units(model[from], place, from);
        if (amount === null) return [];
        const usd = Number((amount / description.perDollar).toPrecision(12));
        return [{ field: field as Field, group: null, header: '', cell: cell([`$${usd}`]) }];
      });
      if (values.length === 0) return [];
      const context = contextOf(place);
      for (const from of Object.values(names)) {
        if (!Object.hasOwn(model, from)) refuse({ place }, `no ${from}`);
      }
      checkFields(values, provider, context, []);
      return [readingOf(cell([name]), values, context, { limits })];
    };
    const long =
      above !== null && Object.values(description.longPrices).some((from) => units(model[from], place, from));
    if (!long) return read(description.prices, []);
    const size = above % 1000 === 0 ? `${above / 1000}k` : String(above);
    return [
      ...read(description.prices, [`< ${size} prompt tokens`]),
      ...read(description.longPrices, [`>= ${size} prompt tokens`]),
    ];
  });
}

/** Reads records with a name and a list of labelled prices, the form in which content systems store price cards. */
export function readRecords(root: HTMLElement, provider: Provider): Reading[] {
  const shape = provider.records;
  if (!shape) return [];
  const seen: Reading[] = [];
  for (const record of scriptData(root, `"${shape.price}"`).flatMap(objectsIn)) {
    const list = record[shape.list];
    const name = record.name;
    if (!Array.isArray(list) || typeof name !== 'string') continue;
    const place = `script data, record ${seen.length + 1}`;
    const entries = list.map((entry) => (entry ?? {}) as Record<string, unknown>);
    const values = entries.flatMap((entry): Value[] => {
      const header = String(entry[shape.header] ?? '');
      const { kind, group } = meaningOf(header, provider);
      if (!isField(kind)) return [];
      const printed = String(entry[shape.price] ?? '').replace(/^\$\$/, '$');
      const lines = printed.replace(/<\/?(p|div)\b[^>]*>/gi, '\n').replace(/\n+/g, '<br>');
      return [{ field: kind, group, header: `${header} in ${shape.currency}`, cell: markdownCell(lines) }];
    });
    if (values.length === 0) continue;
    const context = { ...contextOf(place), lead: [] };
    checkFields(values, provider, context, []);
    seen.push(readingOf(cell([name]), values, context));
  }
  return seen;
}
