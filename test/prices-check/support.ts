/** A small dataset and made-up pages for it, so that no test depends on current prices. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nothing, type Prices, type Stated } from '../../build/prices/check/compare-prices.ts';
import type { Basis, Checked, Finding, PageSource } from '../../build/prices/check/findings.ts';
import { nothingLeftOut } from '../../build/prices/check/match-model.ts';
import { check } from '../../build/prices/check/run-check.ts';
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { projectRoot } from '../support/project-root.ts';

export const url = 'https://platform.claude.com/docs/en/about-claude/pricing';

export const price = (changes: Partial<DatedPrice> = {}): DatedPrice => ({
  from: null,
  input: 2,
  output: 10,
  cachedInput: 0.2,
  cacheWrite: 2.5,
  cacheWrite1h: 4,
  longContext: [],
  sources: [{ url, on: '2026-05-01' }],
  verifiedOn: '2026-05-01',
  ...changes,
});

export const model = (id: string, changes: Partial<ModelFile> = {}): ModelFile => ({
  id,
  name: id,
  aliases: [],
  tier: 'mid',
  tierReason: 'Made up.',
  contextWindow: 1_000_000,
  maxOutputTokens: null,
  releaseDate: null,
  confidence: 'high',
  notes: [],
  prices: [price()],
  ...changes,
});

/** A provider whose pages are read by the shipped reader for `id`. */
export const provider = (models: ModelFile[], id = 'anthropic', pricingUrl = url): ProviderFile => ({
  id,
  name: id,
  pricingUrl,
  domains: ['claude.com'],
  caching: {
    mode: 'none',
    description: 'Made up.',
    minPrefixTokens: null,
    hitEfficiency: { value: 0, basis: 'assumed', source: 'made up' },
    defaultTtl: null,
    sources: [],
  },
  rules: [],
  models,
});

/** A row of a made-up Anthropic page. A price of null is printed as a dash. */
export interface Row {
  label: string;
  input?: number | null;
  output?: number | null;
  cachedInput?: number | null;
  cacheWrite?: number | null;
  cacheWrite1h?: number | null;
}

/** A row with the numbers of `price()` under this label. */
export const row = (label: string, changes: Omit<Row, 'label'> = {}): Row => ({
  label,
  input: 2,
  output: 10,
  cachedInput: 0.2,
  cacheWrite: 2.5,
  cacheWrite1h: 4,
  ...changes,
});

/** A page like Anthropic's Markdown export. */
export function pageText(rows: Row[], sign = '$'): string {
  const cell = (value: number | null | undefined) =>
    value === null || value === undefined ? '-' : `${sign}${value} / MTok`;
  const lines = rows.map(
    ({ label, input, output, cachedInput, cacheWrite, cacheWrite1h }) =>
      `| ${[label, ...[input, cacheWrite, cacheWrite1h, cachedInput, output].map(cell)].join(' | ')} |`,
  );
  return [
    `Title: Pricing\n\nURL Source: ${url}\n\nMarkdown Content:\n\n## Model pricing\n`,
    '| Model | Base input tokens | 5m cache writes | 1h cache writes | Cache hits and refreshes | Output tokens |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '\nMTok is a million tokens.\n',
  ].join('\n');
}

export const page = (text: string, changes: Partial<PageSource> & { basis?: Basis } = {}): PageSource => ({
  provider: 'anthropic',
  name: 'anthropic.md',
  text,
  day: '2026-06-01',
  basis: 'given',
  ...changes,
});

const leftOut = {
  ...nothingLeftOut,
  pages: [{ seller: 'anthropic', names: ['Claude Opus 4'], reason: 'Made up: retired.' }],
};

/** Compares the pages with the models, without any dataset; rows of Claude Opus 4 are left out. */
export function checkPagesOf(models: ModelFile[], pages: PageSource[], on = '2026-06-01'): Checked {
  return check([provider(models)], { pages, datasets: [], failures: [], notes: [] }, on, [], new Map(), leftOut);
}

/** A finding in one line, such as `input changed 2 -> 3 !`; the mark means that it needs review. */
export const findingText = ({ field, status, old, new: now, needsPerson }: Finding): string =>
  `${field} ${status} ${old ?? 'none'} -> ${now ?? 'none'}${needsPerson ? ' !' : ''}`;

export const stated = (base: Partial<Prices>, changes: Partial<Stated> = {}): Stated => ({
  base: { ...nothing, ...base },
  upTo: null,
  bands: null,
  offPeak: null,
  ...changes,
});

/** Writes a data directory with these providers and the shipped presets on the first model. */
export function writeData(dir: string, providers: ProviderFile[]): string {
  mkdirSync(join(dir, 'providers'), { recursive: true });
  for (const one of providers) write(join(dir, `providers/${one.id}.json`), one);
  const presets = JSON.parse(readFileSync(join(projectRoot, 'data/presets.json'), 'utf8'));
  for (const preset of presets.presets) preset.defaultModel = providers[0]?.models[0]?.id;
  write(join(dir, 'presets.json'), presets);
  return dir;
}

const write = (path: string, value: unknown) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);

/** Writes files below `dir` and returns it. */
export function writeFiles(dir: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

/** The text of every file in a data directory by name, including hidden files. */
export const filesIn = (dir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(dir.length + 1), readFileSync(path, 'utf8')]),
  );
