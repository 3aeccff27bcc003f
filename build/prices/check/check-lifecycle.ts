/** Compares a provider's deprecation pages with the `lifecycle` of its models. It never writes. */
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { type LifecycleRow, readLifecycle } from '../page/deprecation-table.ts';
import { type Checked, type Finding, failureOf, type PageSource, sourceOf } from './findings.ts';
import { fold, type Match, matcher } from './match-model.ts';

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
      checked.failures.push(failureOf(sourceOf(page), error));
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

type Field = 'shutDown' | 'notBefore' | 'deprecatedOn' | 'successor';
type Lifecycle = Partial<Record<Field, string | null>>;

/** One compared field. `old` is ours, `new` the page's; `same`: they agree, even if written differently. */
export interface Compared {
  field: Field;
  old: string | null;
  new: string | null;
  same: boolean;
  /** Why a difference needs no review. */
  cause?: string;
}

/** Compares the fields that either side states. `match` finds a recommended model by its name. */
function compareLifecycle(
  { lifecycle }: Pick<ModelFile, 'lifecycle'>,
  end: PageEnd,
  isEarliest: boolean,
  match: (label: string) => Match,
): Compared[] {
  const ours: Lifecycle = lifecycle ?? {};
  const one = (field: Field, now: string | null): Compared[] => {
    const old = ours[field] ?? null;
    return old === null && now === null ? [] : [{ field, old, new: now, same: old === now }];
  };
  return [
    ...compareDays(ours, end, isEarliest, one),
    ...(end.deprecatedOn === null ? [] : one('deprecatedOn', end.deprecatedOn)),
    ...compareSuccessor(ours.successor ?? null, end.replacements, match),
  ];
}

/** A page of earliest days does not distinguish announced days from guarantees, so its day may match either of ours. */
function compareDays(
  ours: Lifecycle,
  { shutDown, notBefore }: PageEnd,
  isEarliest: boolean,
  one: (field: Field, now: string | null) => Compared[],
): Compared[] {
  if (isEarliest && notBefore !== null) {
    const field = (ours.shutDown ?? null) === null ? 'notBefore' : 'shutDown';
    return one(field, notBefore);
  }
  const days = one('shutDown', shutDown);
  // Once a day is announced, the page no longer prints the guarantee that came before it.
  return shutDown === null ? [...days, ...one('notBefore', notBefore)] : days;
}

function compareSuccessor(
  ours: string | null,
  replacements: string[] | null,
  match: (label: string) => Match,
): Compared[] {
  if (replacements === null || (ours === null && replacements.length === 0)) return [];
  const found = replacements.map((name) => ({ name, matched: match(name) }));
  const ids = found.flatMap(({ matched }) => (matched.kind === 'model' ? [matched.model.id] : []));
  const now = ids.length > 0 ? ids.join(' or ') : replacements.join(' or ') || null;
  const compared = { field: 'successor' as const, old: ours, new: now };
  if (ours !== null && ids.includes(ours)) return [{ ...compared, new: ours, same: true }];
  if (ours === null && ids.length === 0) {
    return [{ ...compared, same: false, cause: `the page recommends ${now}, which is not in the dataset` }];
  }
  return [{ ...compared, same: false }];
}

/** The finding about one compared field. `doubt`: why the page may be older than our entry. */
function lifecycleFinding(
  base: Pick<Finding, 'provider' | 'model' | 'source' | 'place'>,
  { field, old, new: now, same, cause }: Compared,
  doubt: string | null,
): Finding {
  const finding = { ...base, field, old, new: now };
  if (same) return { ...finding, status: 'confirmed', needsPerson: false };
  if (cause !== undefined) return { ...finding, status: 'silent', cause, needsPerson: false };
  if (doubt !== null) return { ...finding, status: 'disagreeing', cause: doubt, needsPerson: true };
  return { ...finding, status: old === null ? 'new' : 'changed', needsPerson: true };
}

/** What the rows of a deprecation page state about the end of one model. */
export interface PageEnd {
  /** Null: the page lists the model without announcing a day. */
  shutDown: string | null;
  /** A guarantee or, on a page of earliest days, possibly an announced day. */
  notBefore: string | null;
  deprecatedOn: string | null;
  /** Names of recommended models; null: the page has no such column. */
  replacements: string[] | null;
  place: string;
}

/**
 * Combines the rows about one model. A day and a guarantee for an earlier day agree: the guarantee came first. For two
 * different days, or one that cannot be read exactly, returns the reason why the page is not usable.
 */
function pageEnd(rows: readonly LifecycleRow[]): PageEnd | { unclear: string; place: string } {
  const place = [...new Set(rows.map((row) => row.place))].join('; ');
  const days = (kind: 'on' | 'notBefore', of: 'shutDown' | 'deprecatedOn' = 'shutDown') =>
    [...new Set(rows.flatMap((row) => (row[of]?.kind === kind ? [row[of].day] : [])))].sort();
  const unread = rows.map(({ shutDown }) => shutDown).find((date) => date.kind === 'unclear');
  if (unread?.kind === 'unclear') return { unclear: `"${unread.text}" is not an exact day`, place };
  const on = days('on');
  if (on.length > 1) return { unclear: `the page gives several days: ${on.join(', ')}`, place };
  const notBefore = days('notBefore');
  const [shutDown = null] = on;
  const latest = notBefore.at(-1) ?? null;
  if (shutDown !== null && latest !== null && latest > shutDown) {
    return { unclear: `the page gives ${shutDown}, and elsewhere not before ${latest}`, place };
  }
  if (shutDown === null && notBefore.length > 1) {
    return { unclear: `the page gives several days: not before ${notBefore.join(', ')}`, place };
  }
  const announced = days('on', 'deprecatedOn');
  const named = rows.flatMap(({ replacements }) => replacements ?? []);
  return {
    shutDown,
    notBefore: shutDown === null ? latest : null,
    deprecatedOn: announced.length === 1 ? (announced[0] ?? null) : null,
    replacements: rows.some(({ replacements }) => replacements !== null) ? [...new Set(named)] : null,
    place,
  };
}
