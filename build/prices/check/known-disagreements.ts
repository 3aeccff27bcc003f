/**
 * Where a dataset and our data differ, and why ours is kept. Entries are made by reading both and the page they copy.
 * Other differences need review; an entry whose difference has disappeared is reported as obsolete.
 */
import type { PriceDataset } from './datasets.ts';

export interface KnownDisagreement {
  source: PriceDataset['id'];
  models: readonly string[];
  /** Their number per field, as in the report. */
  fields: Readonly<Record<string, number>>;
  /** The first day, and the first day after the end. Absent: no limit. */
  from?: string;
  until?: string;
  cause: string;
}

export const knownDisagreements: readonly KnownDisagreement[] = [
  {
    source: 'genai-prices',
    models: ['claude-sonnet-4-5'],
    fields: {
      'input above 200000': 6,
      'output above 200000': 22.5,
      'cachedInput above 200000': 0.6,
      'cacheWrite above 200000': 7.5,
      'cacheWrite1h above 200000': 12,
    },
    cause:
      'The trial of a million tokens ended on 2026-04-30 and longer prompts are refused since. The package keeps those prices for earlier usage, by its own note.',
  },
  {
    source: 'genai-prices',
    models: ['gemini-3.6-flash'],
    fields: { input: 0.75, output: 3.75, cachedInput: 0.075 },
    until: '2026-08-13',
    cause:
      'A price list of 2026-08-05 shows the double price, so ours fell on 2026-08-13. The package knows no price before that.',
  },
  {
    source: 'genai-prices',
    models: ['glm-5.3-flash'],
    fields: { input: 0.075, output: 0.25, cachedInput: 0.015 },
    from: '2026-09-10',
    cause:
      'The package holds the half price of the launch, which ended on 2026-09-09 by its own note. Ours is the list price.',
  },
  {
    source: 'genai-prices',
    models: ['deepseek-v4-pro'],
    fields: {
      input: 1.32,
      output: 3.96,
      cachedInput: 0.044,
      'input off-peak': 0.435,
      'output off-peak': 0.87,
      'cachedInput off-peak': 0.003625,
    },
    until: '2026-08-17',
    cause:
      'The package cannot tie the peak hours to a date, by its own note, so it gives the peak price of 2026-08-17 for those hours before it too.',
  },
  {
    source: 'genai-prices',
    models: ['o3'],
    fields: { cachedInput: 0.5 },
    until: '2025-06-10',
    cause:
      'Before its price fell, the package gives the cached price of afterwards. What it was then is not established, so we state none.',
  },
];
