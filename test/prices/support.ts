import { readFileSync } from 'node:fs';
import type { ExtractedRow } from '../../build/prices/extract.ts';

export function fixture(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
}

export function provider(name: string): string {
  return name.replace(/\/.*$/, '');
}

/** A short row: model, input, output, cachedInput, cacheWrite5m, cacheWrite1h, cacheWrite, tier, currency, condition. */
export type Short = [
  string,
  number | null,
  number | null,
  number | null,
  number | null,
  number | null,
  number | null,
  string | null,
  ExtractedRow['currency'],
  string | null,
];

export function row(short: Short): ExtractedRow {
  const [model, input, output, cachedInput, cacheWrite5m, cacheWrite1h, cacheWrite, tier, currency, condition] = short;
  return { model, input, output, cachedInput, cacheWrite5m, cacheWrite1h, cacheWrite, tier, currency, condition };
}
