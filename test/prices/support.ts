import { readFileSync } from 'node:fs';
import type { ExtractedRow } from '../../build/prices/extract.ts';

export function fixture(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
}

export function provider(name: string): string {
  return name.replace(/\/.*$/, '');
}

/** Input, output, cached input, writes of five minutes, of an hour and of no stated lifetime; the last that are null left out. */
type Numbers = (number | null)[];

/** A short row: model, numbers, tier, currency, condition. */
export type Short = [string, Numbers, string | null, ExtractedRow['currency'], string | null];

export function row([model, numbers, tier, currency, condition]: Short): ExtractedRow {
  const at = (place: number): number | null => numbers[place] ?? null;
  return {
    ...{ model, input: at(0), output: at(1), cachedInput: at(2) },
    ...{ cacheWrite5m: at(3), cacheWrite1h: at(4), cacheWrite: at(5), tier, currency, condition },
  };
}
