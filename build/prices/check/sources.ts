/**
 * Gathers the pages and datasets of one check, from a directory, the internet and installed packages, and finds the day
 * of a saved page. File times are not used: they only tell when the file was copied.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDay } from '../../../runtime/core/values/day.ts';
import { isPackage } from '../claude-code/catalogue.ts';
import { providers as readers } from '../page/providers.ts';
import { datasetFiles } from './datasets.ts';
import { fetchCatalogue, fetchMissing, savedCatalogue } from './download.ts';
import { type Basis, failureOf, type Sources, type Where } from './findings.ts';
import { genaiPrices } from './genai-prices.ts';

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
    } else if (readers().some(({ id }) => id === provider)) {
      sources.notes.push(`${file}: ${provider} sells other makers' models; its prices are not comparable`);
    } else {
      sources.notes.push(`${file}: neither a page of a provider nor a dataset: not read`);
    }
  }
}

/** Why a page without a known day is not compared, and how to specify its day. */
const undated = (file: string): string =>
  `its day is not known, so it confirms nothing: give the day with --on YYYY-MM-DD or in the name, such as ${file.replace(/(\.\w+)$/, '-YYYY-MM-DD$1')}`;

const day = '(?:[A-Za-z]{3,9},? )?[A-Za-z]{3,9} \\d{1,2},? \\d{4}|\\d{1,2} [A-Za-z]{3,9} \\d{4}|\\d{4}-\\d\\d-\\d\\d';

/** How pages, and the tools that save them, state their day. */
const statements = [
  /^Published Time:\s*(.+)$/gim,
  new RegExp(`\\bLast (?:updated|published)(?: on)?:?\\s*(${day})`, 'gi'),
  // Only at the start of a statement: "can be accessed on May 7" is not about the page.
  new RegExp(
    `(?:^|[^\\p{L}\\p{N}\\s])[ \\t]*(?:page |snapshot )?(?:retrieved|captured|fetched|accessed|crawled)(?: (?:on|at))?:?\\s*(${day})`,
    'gimu',
  ),
  /\bFILE ARCHIVED ON \d\d:\d\d:\d\d ([A-Za-z]{3} \d{1,2}, \d{4})/g,
];

/** The address of a copy in a web archive, which holds the moment of the capture. */
const archived = /\/web\/(\d{4})(\d\d)(\d\d)\d{6}[a-z_]*\//g;

/** The day of a text such as `May 7, 2026`, as YYYY-MM-DD; undefined if it is not a day. */
function dayOf(text: string): string | undefined {
  const time = Date.parse(/\d:\d/.test(text) ? text : `${text} UTC`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10);
}

/** The latest day up to `today` that a page states for itself, as YYYY-MM-DD, or undefined. */
export function statedDay(text: string, today: string): string | undefined {
  const days = [
    ...statements.flatMap((pattern) => [...text.matchAll(pattern)].map(([, found = '']) => dayOf(found.trim()))),
    ...[...text.matchAll(archived)].map(([, year, month, date]) => `${year}-${month}-${date}`),
  ];
  return days
    .filter((one) => one !== undefined && isDay(one) && one <= today)
    .sort()
    .at(-1);
}

/** The day in the name of a capture (`zai-2026-09-07.html`, `zai_20260907120000.md`), or undefined. */
export function dayInName(name: string, today: string): string | undefined {
  const [, year, month, date] = /(?<!\d)(20\d\d)-?(\d\d)-?(\d\d)(?:\d{6})?(?!\d)/.exec(name) ?? [];
  const found = `${year}-${month}-${date}`;
  return isDay(found) && found <= today ? found : undefined;
}

/**
 * The day of a saved page: the one that was given, else the one in its name, else the one it states. A page may have
 * been saved long after its last change; then the stated day is too early, which is safe: an old page must not undo a
 * newer price. Null: the day is not known, so the page confirms nothing.
 */
export function dayOfSaved(
  name: string,
  text: string,
  given: string | null,
  today: string,
): { day: string; basis: Basis } | null {
  if (given !== null) return { day: given, basis: 'given' };
  const named = dayInName(name, today);
  if (named !== undefined) return { day: named, basis: 'in its name' };
  const stated = statedDay(text, today);
  return stated === undefined ? null : { day: stated, basis: 'stated on the page' };
}
