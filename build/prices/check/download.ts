/** Downloads what the directory of saved pages lacks. */
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { extract, PageError } from '../extract.ts';
import { readLifecycle } from '../page/deprecation-table.ts';
import { providers as readers } from '../providers/index.ts';
import { datasetFiles } from './datasets.ts';
import { DownloadError, type Failure, failureOf } from './failures.ts';
import type { PageSource, Sources, Where } from './findings.ts';

/** A page to download. */
type Wanted = Pick<PageSource, 'provider' | 'deprecations'> & { url: string };

/** The pages to download for a provider with a reader; adds a note to `sources.notes` for those left out. */
function pagesOf({ id, pricingUrl }: ProviderFile, sources: Sources): Wanted[] {
  const reader = readers.find((one) => one.id === id);
  if (!reader) {
    sources.notes.push(`${id}: there is no reader for its page; only datasets were compared`);
    return [];
  }
  const { deprecations, scripted } = reader;
  const has = (deprecations: true | undefined) =>
    sources.pages.some((page) => page.provider === id && page.deprecations === deprecations);
  if (scripted && !has(undefined)) {
    sources.notes.push(
      `${id}: ${pricingUrl} has no prices until its scripts have run: save it from a browser as ${id}-YYYY-MM-DD.html and pass its folder with --from`,
    );
  }
  const urls = has(undefined) || scripted ? [] : (reader.pages ?? [pricingUrl]);
  const prices = urls.map((url) => ({ provider: id, url }));
  if (!deprecations || has(true)) return prices;
  return [...prices, { provider: id, url: deprecations.url, deprecations: true as const }];
}

/** Adds pages and datasets that `sources` lacks. Failed downloads are added to its failures with their reason. */
export async function fetchMissing(
  { providers, today }: Where,
  sources: Sources,
  step: (what: string) => void,
): Promise<void> {
  const pages = providers.flatMap((provider) => pagesOf(provider, sources));
  const loaded = new Set(sources.datasets.map(({ id }) => id as string));
  const datasets = datasetFiles.filter(({ file }) => !loaded.has(file.replace(/\.json$/, '')));
  const attempt = async (of: Omit<Failure, 'reason'>, work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error) => sources.failures.push(failureOf(of, error)));
    step(of.source);
  };
  await Promise.all([
    ...pages.map(async ({ url, ...of }) =>
      attempt({ source: url, ...of }, async () => sources.pages.push(await fetchPage({ url, ...of }, today))),
    ),
    ...datasets.map(async ({ url, read }) =>
      attempt({ provider: null, source: url }, async () =>
        sources.datasets.push(read(await download(url), url, today)),
      ),
    ),
  ]);
  sources.pages.sort((a, b) => (a.provider + a.name < b.provider + b.name ? -1 : 1));
  sources.failures.sort((a, b) => (a.source < b.source ? -1 : 1));
}

/** A page filled in by its scripts has no tables, but documentation sites often serve its text under `.md`. */
async function fetchPage({ url, ...of }: Wanted, today: string): Promise<PageSource> {
  const read = (text: string) => (of.deprecations ? readLifecycle : extract)(of.provider, text);
  const text = await download(url);
  const page = { ...of, name: url, text, day: today, basis: 'fetched' as const };
  try {
    read(text);
    return page;
  } catch (error) {
    if (!(error instanceof PageError) || url.endsWith('.md')) throw error;
    const exported = `${url.replace(/\/$/, '')}.md`;
    const other = await download(exported).catch(() => null);
    if (other === null || !isReadable(() => read(other))) throw error;
    return { ...page, name: exported, text: other };
  }
}

function isReadable(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof PageError) return false;
    throw error;
  }
}

export interface Limits {
  milliseconds: number;
  bytes: number;
}

const limits: Limits = { milliseconds: 30_000, bytes: 20_000_000 };

/** Some sites answer clients without a user agent with an error page. */
const headers = { 'user-agent': 'agent-cost-prices-check', accept: 'text/html, text/markdown, application/json;q=0.9' };

/** Downloads one text within limits. @throws DownloadError unless the answer is complete and successful */
export async function download(url: string, { milliseconds, bytes }: Limits = limits): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(milliseconds) });
    if (!answer.ok) throw new DownloadError(`it answered ${answer.status} ${answer.statusText}`.trim());
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      if (size > bytes) throw new DownloadError(`it is longer than ${bytes} bytes`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof DownloadError ? error : new DownloadError(reasonOf(error, milliseconds));
  }
  const text = Buffer.concat(chunks).toString('utf8');
  if (text.trim() === '') throw new DownloadError('it is empty');
  return text;
}

function reasonOf(error: unknown, milliseconds: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no complete answer within ${milliseconds / 1000} s`;
  return error.cause instanceof Error ? error.cause.message : error.message;
}
