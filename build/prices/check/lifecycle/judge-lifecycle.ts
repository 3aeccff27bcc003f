/** Compares what a deprecation page says about one model with its `lifecycle` in the data. */
import type { ModelFile } from '../../../../runtime/core/schemas/data-files/model-file.ts';
import type { Match } from '../match-model.ts';
import type { Finding } from '../report/findings.ts';
import type { PageEnd } from './page-end.ts';

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
export function compareLifecycle(
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
export function lifecycleFinding(
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
