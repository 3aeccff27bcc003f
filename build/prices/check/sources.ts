/** Gathers the pages and datasets of one check: from a directory, the internet and installed packages. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isPackage } from '../claude-code/catalogue.ts';
import { providers as readers } from '../providers/index.ts';
import { fetchCatalogue, savedCatalogue } from './claude-code.ts';
import { datasetFiles } from './datasets.ts';
import { fetchMissing } from './download.ts';
import { failureOf } from './failures.ts';
import type { Sources, Where } from './findings.ts';
import { genaiPrices } from './genai-prices.ts';
import { dayInName, dayOfSaved } from './page-day.ts';

/** Gathers all sources. Those that are not available are listed, never left out silently. */
export async function gather(where: Where, step: (what: string) => void): Promise<Sources> {
  const sources: Sources = { pages: [], datasets: [genaiPrices()], failures: [], notes: [] };
  if (where.from !== null) await readDirectory(where.from, where, sources);
  if (where.fetch) await fetchMissing(where, sources, step);
  if (where.claudeCode && where.providers.some(({ id }) => id === 'anthropic')) await fetchCatalogue(sources, step);
  return sources;
}

/** `openai-deprecations-2026-11-20.md`: a deprecation page, without prices. */
const isDeprecations = (file: string): boolean => /^[a-z]+-deprecations(?![a-z])/i.test(file);

/** `anthropic.html`, `anthropic-2.md`, `cerebras.json`: the provider's id, followed by anything but a letter. */
const providerOf = (file: string): string | undefined =>
  /^([a-z]+)(?![a-z]).*\.(html?|md|json)$/i.exec(file)?.[1]?.toLowerCase();

async function readDirectory(dir: string, { providers, all, on, today }: Where, sources: Sources): Promise<void> {
  for (const file of readdirSync(dir).sort()) {
    const path = join(dir, file);
    if (!statSync(path).isFile()) continue;
    const dataset = datasetFiles.find((one) => one.file === file);
    const provider = providerOf(file);
    if (isPackage(file)) {
      if (providers.some(({ id }) => id === 'anthropic'))
        await savedCatalogue(path, on ?? dayInName(file, today), sources);
    } else if (dataset) {
      try {
        sources.datasets.push(dataset.read(readFileSync(path, 'utf8'), file, on));
      } catch (error) {
        sources.failures.push(failureOf({ provider: null, source: file }, error));
      }
    } else if (provider && all.includes(provider)) {
      if (!providers.some(({ id }) => id === provider)) continue;
      const text = readFileSync(path, 'utf8');
      const known = dayOfSaved(file, text, on, today);
      const mark = isDeprecations(file) ? { deprecations: true as const } : {};
      if (known) sources.pages.push({ provider, name: file, text, ...mark, ...known });
      else sources.failures.push({ provider, source: file, reason: undated(file), ...mark });
    } else if (readers.some(({ id }) => id === provider)) {
      sources.notes.push(`${file}: ${provider} sells other makers' models; its prices are not comparable`);
    } else {
      sources.notes.push(`${file}: neither a page of a provider nor a dataset: not read`);
    }
  }
}

/** Why a page without a known day is not compared, and how to specify its day. */
const undated = (file: string): string =>
  `its day is not known, so it confirms nothing: give the day with --on YYYY-MM-DD or in the name, such as ${file.replace(/(\.\w+)$/, '-YYYY-MM-DD$1')}`;
