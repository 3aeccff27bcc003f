/** Brings the price catalogue of a saved or a newly fetched package of Claude Code to the sources of a check. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { isDay } from '../../../runtime/core/values/day.ts';
import { catalogueOf } from '../claude-code/catalogue.ts';
import { DownloadError, failureOf } from './failures.ts';
import type { PageSource, Sources } from './findings.ts';

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
