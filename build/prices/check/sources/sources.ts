/** The pages and datasets of one check: from a directory, from the internet, and what is installed. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ProviderFile } from '../../../../runtime/core/dataset/dataset.ts';
import { extract, PageError } from '../../extract.ts';
import { providers as readers } from '../../providers/index.ts';
import { genaiPrices } from '../datasets/genai-prices.ts';
import { liteLlm } from '../datasets/litellm.ts';
import { modelsDev } from '../datasets/models-dev.ts';
import { openRouter } from '../datasets/openrouter.ts';
import { DatasetError, type PriceDataset } from '../datasets/price-dataset.ts';
import type { PageSource } from '../page-statements.ts';
import { DownloadError, download } from './download.ts';
import { dayOfSaved } from './page-day.ts';

export interface Failure {
  /** Null: a dataset. */
  provider: string | null;
  source: string;
  reason: string;
}

export interface Sources {
  pages: PageSource[];
  datasets: PriceDataset[];
  failures: Failure[];
  /** What was not compared, and why that is no failure. */
  notes: string[];
}

export interface Where {
  /** The providers to check. */
  providers: readonly ProviderFile[];
  /** The ids of all providers of the dataset. */
  all: readonly string[];
  /** A directory of saved pages and datasets. */
  from: string | null;
  fetch: boolean;
  /** The day of the saved files, if it was given. */
  on: string | null;
  today: string;
}

const datasetFiles = [
  { file: 'models.dev.json', url: 'https://models.dev/api.json', read: modelsDev },
  {
    file: 'litellm.json',
    url: 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json',
    read: liteLlm,
  },
  { file: 'openrouter.json', url: 'https://openrouter.ai/api/v1/models', read: openRouter },
];

/** Providers whose prices stand on several pages. */
const severalPages: Record<string, readonly string[]> = {
  moonshot: ['chat-k3', 'chat-k27-code', 'chat-k26'].map((page) => `https://platform.kimi.ai/docs/pricing/${page}.md`),
};

/** Gathers everything. What cannot be had is listed, never left out in silence. */
export async function gather(where: Where, step: (what: string) => void): Promise<Sources> {
  const sources: Sources = { pages: [], datasets: [genaiPrices()], failures: [], notes: [] };
  if (where.from !== null) readDirectory(where.from, where, sources);
  if (where.fetch) await fetchMissing(where, sources, step);
  return sources;
}

/** `anthropic.html`, `anthropic-2.md`: the provider, and then anything that is no letter. */
const providerOf = (file: string): string | undefined =>
  /^([a-z]+)(?![a-z]).*\.(html?|md)$/i.exec(file)?.[1]?.toLowerCase();

function readDirectory(dir: string, { providers, all, on, today }: Where, sources: Sources): void {
  for (const file of readdirSync(dir).sort()) {
    const path = join(dir, file);
    if (!statSync(path).isFile()) continue;
    const dataset = datasetFiles.find((one) => one.file === file);
    const provider = providerOf(file);
    if (dataset) {
      attempt(null, file, sources, () => sources.datasets.push(dataset.read(readFileSync(path, 'utf8'), file, on)));
    } else if (provider && all.includes(provider)) {
      if (!providers.some(({ id }) => id === provider)) continue;
      const text = readFileSync(path, 'utf8');
      const known = dayOfSaved(file, text, on, today);
      if (known) sources.pages.push({ provider, name: file, text, ...known });
      else sources.failures.push({ provider, source: file, reason: undated(file) });
    } else if (readers.some(({ id }) => id === provider)) {
      sources.notes.push(`${file}: ${provider} sells the models of others; its prices are not comparable`);
    } else {
      sources.notes.push(`${file}: neither a page of a provider nor a dataset: not read`);
    }
  }
}

/** Why a page without a day is not compared, and how to give it one. */
const undated = (file: string): string =>
  `nothing says of which day it is, so it confirms nothing: give the day with --on YYYY-MM-DD or in the name, as ${file.replace(/(\.\w+)$/, '-YYYY-MM-DD$1')}`;

async function fetchMissing(
  { providers, today }: Where,
  sources: Sources,
  step: (what: string) => void,
): Promise<void> {
  const given = new Set(sources.pages.map(({ provider }) => provider));
  const wanted = providers.filter(({ id }) => !given.has(id));
  const pages = wanted.flatMap((provider) => {
    if (!readers.some(({ id }) => id === provider.id)) {
      sources.notes.push(`${provider.id}: there is no reader for its page; only datasets were compared`);
      return [];
    }
    return (severalPages[provider.id] ?? [provider.pricingUrl]).map((url) => ({ provider: provider.id, url }));
  });
  const loaded = new Set(sources.datasets.map(({ id }) => id as string));
  const datasets = datasetFiles.filter(({ file }) => !loaded.has(file.replace(/\.json$/, '')));
  await Promise.all([
    ...pages.map(async ({ provider, url }) => {
      await attempt(provider, url, sources, async () => sources.pages.push(await fetchPage(provider, url, today)));
      step(url);
    }),
    ...datasets.map(async ({ url, read }) => {
      await attempt(null, url, sources, async () => sources.datasets.push(read(await download(url), url, today)));
      step(url);
    }),
  ]);
  sources.pages.sort((a, b) => (a.provider + a.name < b.provider + b.name ? -1 : 1));
  sources.failures.sort((a, b) => (a.source < b.source ? -1 : 1));
}

/** A page that its scripts fill in has no prices; documentation sites keep the text beside it under `.md`. */
async function fetchPage(provider: string, url: string, today: string): Promise<PageSource> {
  const text = await download(url);
  const page = { provider, name: url, text, day: today, basis: 'fetched' as const };
  try {
    extract(provider, text);
    return page;
  } catch (error) {
    if (!(error instanceof PageError) || url.endsWith('.md')) throw error;
    const exported = `${url.replace(/\/$/, '')}.md`;
    const other = await download(exported).catch(() => null);
    if (other === null || !canRead(provider, other)) throw error;
    return { ...page, name: exported, text: other };
  }
}

function canRead(provider: string, text: string): boolean {
  try {
    return extract(provider, text).length > 0;
  } catch (error) {
    if (error instanceof PageError) return false;
    throw error;
  }
}

/** Runs `work`; an expected error is kept as a failure of the source. */
async function attempt(
  provider: string | null,
  source: string,
  { failures }: Sources,
  work: () => unknown,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DownloadError || error instanceof PageError || error instanceof DatasetError)) throw error;
    failures.push({ provider, source, reason: error.message });
  }
}
