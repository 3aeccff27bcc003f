/** Compares a provider's deprecation pages with the `lifecycle` of its models. It never writes. */
import type { ModelFile } from '../../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../../runtime/core/schemas/data-files/provider-file.ts';
import { type LifecycleRow, readLifecycle } from '../../lifecycle/read-lifecycle.ts';
import type { Checked } from '../check-result.ts';
import { fold, matcher } from '../match-model.ts';
import type { PageSource } from '../page-statements.ts';
import type { Finding } from '../report/findings.ts';
import { unreadable } from '../sources/sources.ts';
import { compareLifecycle, lifecycleFinding } from './judge-lifecycle.ts';
import { pageEnd } from './page-end.ts';

interface ReadPage {
  page: PageSource;
  rows: LifecycleRow[];
  isEarliest: boolean;
}

/** Reads the deprecation pages of one provider and adds what they state to `checked`. Only the newest day counts. */
export function checkLifecycle(provider: ProviderFile, pages: readonly PageSource[], checked: Checked): void {
  const own = pages.filter((one) => one.provider === provider.id && one.deprecations);
  const newest = own
    .map(({ day }) => day)
    .sort()
    .at(-1);
  for (const page of own.filter(({ day }) => day === newest)) {
    try {
      checkPage(provider, { page, ...readLifecycle(provider.id, page.text) }, checked);
    } catch (error) {
      checked.failures.push(unreadable(page, error));
    }
  }
}

function checkPage(provider: ProviderFile, read: ReadPage, checked: Checked): void {
  const { page } = read;
  const listed = provider.models.filter((model) => {
    const rows = rowsAbout(model, provider, read.rows);
    checked.findings.push(...(rows.length > 0 ? judge(provider, model, rows, read) : absent(provider, model, page)));
    return rows.length > 0;
  });
  checked.deprecationPages.push({
    provider: provider.id,
    source: page.name,
    day: page.day,
    basis: page.basis,
    models: listed.length,
    remark: null,
  });
}

/** The rows that list the model by id or name; if there are none, those of its dated snapshots and other aliases. */
function rowsAbout(model: ModelFile, provider: ProviderFile, rows: readonly LifecycleRow[]): LifecycleRow[] {
  const names = [model.id, model.name].map(fold);
  const exact = rows.filter(({ labels }) => labels.some((label) => names.includes(fold(label))));
  if (exact.length > 0) return exact;
  const match = matcher(provider);
  return rows.filter(({ labels }) =>
    labels.some((label) => {
      const found = match(label);
      return found.kind === 'model' && found.model === model;
    }),
  );
}

function judge(
  provider: ProviderFile,
  model: ModelFile,
  rows: readonly LifecycleRow[],
  { page, isEarliest }: ReadPage,
): Finding[] {
  const end = pageEnd(rows);
  const base = { provider: provider.id, model: model.id, source: page.name, place: end.place };
  if ('unclear' in end) {
    const old = model.lifecycle?.shutDown ?? null;
    const cause = `${end.unclear}: read the page`;
    return [{ ...base, field: 'shutDown', status: 'disagreeing', old, new: null, cause, needsPerson: true }];
  }
  const doubt = olderThanOurs(model, page);
  return compareLifecycle(model, end, isEarliest, matcher(provider)).map((one) => lifecycleFinding(base, one, doubt));
}

/** Why a page that differs may simply be older than the page we read. */
function olderThanOurs({ lifecycle }: ModelFile, { day }: PageSource): string | null {
  const read = lifecycle?.sources.map(({ on }) => on).sort();
  const latest = read?.at(-1);
  return latest !== undefined && day < latest ? `the page is from ${day}, our entry was read on ${latest}` : null;
}

/** An announced shutdown that the page no longer lists. Other models need not be on a deprecation page. */
function absent(provider: ProviderFile, model: ModelFile, page: PageSource): Finding[] {
  const shutDown = model.lifecycle?.shutDown ?? null;
  if (shutDown === null || shutDown <= page.day) return [];
  const cause = olderThanOurs(model, page);
  const base = { provider: provider.id, model: model.id, source: page.name, place: 'no row', old: shutDown, new: null };
  return [{ ...base, field: 'shutDown', status: 'missing', ...(cause && { cause }), needsPerson: cause === null }];
}
