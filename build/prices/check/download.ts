/** Downloads what the directory of saved pages lacks, and the price catalogue of a package of Claude Code. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { isDay } from '../../../runtime/core/values/day.ts';
import { catalogueOf } from '../claude-code/catalogue.ts';
import { extract, PageError } from '../extract.ts';
import { readLifecycle } from '../page/deprecation-table.ts';
import { providers as readers } from '../page/providers.ts';
import { datasetFiles } from './datasets.ts';
import { DownloadError, type Failure, failureOf, type PageSource, type Sources, type Where } from './findings.ts';

/** A page to download. */
type Wanted = Pick<PageSource, 'provider' | 'deprecations'> & { url: string };

/** The pages to download for a provider with a reader; adds a note to `sources.notes` for those left out. */
function pagesOf({ id, pricingUrl }: ProviderFile, sources: Sources): Wanted[] {
  const reader = readers().find((one) => one.id === id);
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

/** The program for one platform; the catalogue in all of them is the same. */
const name = '@anthropic-ai/claude-code-linux-x64';
const series = 'https://www.npmjs.com/package/@anthropic-ai/claude-code/v/';
const note = "Anthropic's own catalogue of prices in the npm package of Claude Code";

/** Adds the catalogue in a package that was saved; `day`: the one on which it was published, undefined if unknown. */
export async function savedCatalogue(path: string, day: string | undefined, sources: Sources): Promise<void> {
  const file = basename(path);
  if (day === undefined) {
    const reason = `the day on which it was published is not known: give it with --on YYYY-MM-DD or in the name, such as ${file.replace(/\.tgz$/, '-YYYY-MM-DD.tgz')}`;
    sources.failures.push({ provider: 'anthropic', source: file, reason });
  } else await add(path, { name: file, day, basis: 'given' }, sources);
}

/**
 * Adds the catalogue in the newest version, as of the day of its publication; nothing is installed or run. What goes wrong
 * is a failure of the check.
 * @param env of npm, such as `npm_config_registry`
 */
export async function fetchCatalogue(
  sources: Sources,
  step: (what: string) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'agent-cost-claude-code-'));
  try {
    const { version, day } = publishedIn(await npm(env, 'view', name, 'version', 'time', '--json'));
    const packed = await npm(env, 'pack', '--loglevel=error', '--pack-destination', dir, `${name}@${version}`);
    await add(join(dir, packed.trim()), { name: `Claude Code ${version}`, day, basis: 'published' }, sources);
  } catch (error) {
    if (!(error instanceof DownloadError)) throw error;
    sources.failures.push(failureOf({ provider: 'anthropic', source: name }, error));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  step(name);
}

/** 170 MB, also over a slow connection. */
const longest = 15 * 60_000;

/** Runs npm, which checks the digest of what it brings. @throws DownloadError with what npm says went wrong */
async function npm(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  try {
    return (await promisify(execFile)('npm', args, { env, timeout: longest, maxBuffer: 64_000_000 })).stdout;
  } catch (error) {
    const { stderr = '', code, killed = false } = error as { stderr?: string; code?: unknown; killed?: boolean };
    if (killed) throw new DownloadError(`npm ${args[0]} took more than ${longest / 60_000} minutes`);
    if (code === 'ENOENT') throw new DownloadError('npm is not installed');
    const said = [...stderr.matchAll(/^npm (?:error|ERR!) (.+)$/gm)].map(([, line]) => line as string);
    throw new DownloadError(`npm ${args[0]} failed: ${said.slice(0, 3).join('; ') || `exit code ${String(code)}`}`);
  }
}

/** The newest version and its day, as `npm view` prints them. */
function publishedIn(text: string): { version: string; day: string } {
  let told: { version?: unknown; time?: Record<string, unknown> };
  try {
    told = JSON.parse(text) ?? {};
  } catch {
    throw new DownloadError('npm view printed no JSON');
  }
  const { version, time } = told;
  const day = typeof version === 'string' ? String(time?.[version] ?? '').slice(0, 10) : '';
  if (typeof version !== 'string' || !isDay(day)) throw new DownloadError('npm view states no version with its day');
  return { version, day };
}

async function add(path: string, of: Pick<PageSource, 'name' | 'day' | 'basis'>, sources: Sources): Promise<void> {
  try {
    const found = await catalogueOf(path);
    const cites = { url: `${series}${found.claudeCode}`, series, note };
    sources.pages.push({ provider: 'anthropic', ...of, text: JSON.stringify(found), cites });
  } catch (error) {
    sources.failures.push(failureOf({ provider: 'anthropic', source: of.name }, error));
  }
}
