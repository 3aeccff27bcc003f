import type { HTMLElement } from 'node-html-parser';
import { PageError } from './price-row.ts';

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
