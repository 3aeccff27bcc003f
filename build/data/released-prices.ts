/** Released prices must not change, unless the file lists the change as a correction. */

import { spawnSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { pricedTokenUnits } from '../../runtime/core/schemas/billable-units.ts';
import type { DatedPrice } from '../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../runtime/core/schemas/data-files/provider-file.ts';
import { type DataFile, type DataProblem, lineAt, type Report } from './read-data.ts';

/** Fields of a released price that never change. Others may: sources, the day of verification, notes, promises. */
const kept = [
  'from',
  ...pricedTokenUnits.map(({ part }) => part),
  'cacheStoragePerHour',
  'longContext',
  'offPeak',
  'serviceTiers',
  'place',
  'places',
] as const satisfies (keyof DatedPrice)[];

type Kept = Partial<Record<(typeof kept)[number] | 'holdsUntil' | 'releaseDate', unknown>>;

/**
 * Compares the prices of a provider with its released ones. An absent field may be filled in, and an announced price
 * changes with a source after those that announced it; any other change needs a correction in the file: old value, new
 * value and reason.
 */
export function checkAppendOnly(released: ProviderFile, provider: ProviderFile, report: Report): void {
  for (const old of released.models) {
    const index = provider.models.findIndex(({ id }) => id === old.id);
    const model = provider.models[index];
    if (model === undefined) {
      report('/models', `the released model "${old.id}" is missing: keep it, and give its last day in "lifecycle"`);
      continue;
    }
    checkKeptLifecycle(old, model, (pointer, message) => report(`/models/${index}${pointer}`, message));
    checkKeptRelease(old, model, provider, (pointer, message) => report(`/models/${index}${pointer}`, message));
    for (const before of old.prices) {
      const n = model.prices.findIndex(({ from }) => from === before.from);
      const after = model.prices[n];
      const newest = newestDay(before.sources);
      if (after === undefined) {
        const removal = removalOf(provider, old.id, before);
        if (removal !== undefined && (!before.announced || newestDay(removal.sources) > newest)) continue;
        report(
          `/models/${index}/prices`,
          `the released price from ${before.from ?? 'release'} is missing (${old.id}): put it back, or list its removal in "corrections" ("now": null)${before.announced ? ` with a source after ${newest}, when it was announced` : ''}`,
        );
        continue;
      }
      if (before.announced && newestDay(after.sources) > newest) continue;
      const corrected = (field: string) => isCorrected(provider, old.id, field, before, after);
      const instead = before.announced
        ? `add the source, after ${newest}, that states the change`
        : 'append a price with its own "from"';
      if (!keepsPromise(before, after) && !corrected('holdsUntil')) {
        report(
          `/models/${index}/prices/${n}/holdsUntil`,
          `the released promise until ${before.holdsUntil} ${after.holdsUntil === undefined ? 'is missing' : `ends on ${after.holdsUntil}`} (${old.id}): expected is that day or a later one, or "was", "now" and "why" in "corrections"`,
        );
      }
      for (const field of kept) {
        if (before[field] === undefined || hasKept(before[field], after[field])) continue;
        if (corrected(field)) continue;
        report(
          `/models/${index}/prices/${n}/${field}`,
          `${JSON.stringify(after[field])} replaces the released ${JSON.stringify(before[field])} (${old.id}): ${instead}, or list "was", "now" and "why" in "corrections"`,
        );
      }
    }
  }
}

/** Whether every value of `before` is unchanged; objects may gain fields. */
function hasKept(before: unknown, after: unknown): boolean {
  if (Array.isArray(before)) {
    return Array.isArray(after) && before.length === after.length && before.every((one, i) => hasKept(one, after[i]));
  }
  if (typeof before !== 'object' || before === null) return before === after;
  if (typeof after !== 'object' || after === null) return false;
  const now = after as Record<string, unknown>;
  return Object.entries(before).every(([name, value]) => name === 'sources' || hasKept(value, now[name]));
}

/** A promise may be extended, never taken back. */
const keepsPromise = ({ holdsUntil: before }: DatedPrice, { holdsUntil: after }: DatedPrice): boolean =>
  before === undefined || (after !== undefined && after >= before);

/** A released day of the end of a model changes only with a source that the released file did not have. */
function checkKeptLifecycle(
  { id, lifecycle: before }: ModelFile,
  { lifecycle: after }: ModelFile,
  report: Report,
): void {
  if (before === undefined) return;
  if (after === undefined) {
    report(
      '/lifecycle',
      `the released "lifecycle" is missing (${id}): put it back; a day that was withdrawn becomes null`,
    );
    return;
  }
  const sources = new Set(before.sources.map((source) => JSON.stringify(source)));
  if (after.sources.some((source) => !sources.has(JSON.stringify(source)))) return;
  for (const field of ['deprecatedOn', 'shutDown', 'notBefore', 'billedAs'] as const) {
    if (before[field] === null || before[field] === after[field]) continue;
    report(
      `/lifecycle/${field}`,
      `${JSON.stringify(after[field])} replaces the released ${JSON.stringify(before[field])} (${id}): expected is the released value, or a new source that states the change`,
    );
  }
}

/** A released day of release stays: sources, and the first day of a price without a date, are judged by it. */
function checkKeptRelease(old: ModelFile, model: ModelFile, provider: ProviderFile, report: Report): void {
  const [before, after] = [old, model].map(({ releaseDate }) => ({ from: null, releaseDate })) as [Kept, Kept];
  if (old.releaseDate === null || old.releaseDate === model.releaseDate) return;
  if (isCorrected(provider, old.id, 'releaseDate', before, after)) return;
  report(
    '/releaseDate',
    `${JSON.stringify(model.releaseDate)} replaces the released "${old.releaseDate}" (${old.id}): expected is that day, or "was", "now" and "why" in "corrections" ("from": null)`,
  );
}

/** The day of the newest source; '' without any. */
const newestDay = (sources: DatedPrice['sources']): string =>
  sources
    .map(({ on }) => on)
    .sort()
    .at(-1) ?? '';

/** The newest correction that removes a price. */
const removalOf = ({ corrections }: ProviderFile, id: string, { from }: DatedPrice) =>
  corrections?.findLast((one) => one.model === id && one.from === from && one.now === null);

/** Whether the newest correction of a field says what it was and what it is. */
function isCorrected({ corrections }: ProviderFile, id: string, field: string, before: Kept, after: Kept): boolean {
  const correction = corrections?.findLast(
    (one) => one.model === id && one.from === before.from && one.now !== null && Object.hasOwn(one.was, field),
  );
  const name = field as keyof Kept;
  return (
    correction !== undefined &&
    isDeepStrictEqual(correction.was[field], before[name]) &&
    isDeepStrictEqual((correction.now as Record<string, unknown>)[field], after[name])
  );
}

/**
 * Forbidden changes to the released data of the project at `root`, or why they could not be determined.
 * @param files without problems of their own
 */
export function editedPrices(root: string, files: readonly DataFile[]): DataProblem[] | { missing: string } {
  const released = releasedData(root);
  if ('missing' in released) return released;
  const problems: DataProblem[] = [];
  for (const { path, text } of released.files) {
    const file = files.find((one) => one.path === path);
    if (file === undefined) {
      problems.push({ file: path, pointer: '', line: 1, message: 'the released file is missing: put it back' });
      continue;
    }
    checkAppendOnly(JSON.parse(text) as ProviderFile, JSON.parse(file.text) as ProviderFile, (pointer, message) =>
      problems.push({ file: path, pointer, line: lineAt(file, pointer), message }),
    );
  }
  return problems;
}

/** The files that have changed since this branch left main, as they were then, or why they are not available. */
export function releasedData(root: string): { files: DataFile[] } | { missing: string } {
  const git = (...args: string[]) => {
    const done = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
    return done.status === 0 ? done.stdout : null;
  };
  if (git('rev-parse', '--git-dir') === null) return { missing: 'this is not a git repository' };
  const main = ['origin/main', 'main'].find((name) => git('rev-parse', '--verify', '--quiet', name) !== null);
  if (main === undefined) return { missing: 'there is no main branch to compare with' };
  const commit = git('merge-base', 'HEAD', main)?.trim();
  if (!commit) return { missing: `HEAD and ${main} have no known common commit` };
  const changed = git('diff', '--name-only', '--no-renames', '--relative', commit, '--', 'data/providers/*.json') ?? '';
  const files = changed.split('\n').flatMap((path) => {
    const text = path === '' ? null : git('show', `${commit}:./${path}`);
    return text === null ? [] : [{ path, text }];
  });
  return { files };
}
