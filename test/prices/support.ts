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
type Short = [string, Numbers, string | null, ExtractedRow['currency'], string | null];

export function row([model, numbers, tier, currency, condition]: Short): ExtractedRow {
  const at = (place: number): number | null => numbers[place] ?? null;
  return {
    ...{ model, input: at(0), output: at(1), cachedInput: at(2) },
    ...{ cacheWrite5m: at(3), cacheWrite1h: at(4), cacheWrite: at(5), tier, currency, condition },
  };
}

/**
 * The rows of each fixture, as a person reading the page would write them down. Cerebras lists USD per token: 0.00000035 *
 * 1,000,000 = 0.35. Of Cohere, without what is free to download and what is billed by images and searches.
 */
export const expected: Record<string, Short[]> = JSON.parse(
  readFileSync(new URL('./data/expected.json', import.meta.url), 'utf8'),
);
