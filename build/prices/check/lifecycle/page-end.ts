/** Combines what the rows of a deprecation page state about the end of one model. */
import type { LifecycleRow } from '../../lifecycle/read-lifecycle.ts';

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
export function pageEnd(rows: readonly LifecycleRow[]): PageEnd | { unclear: string; place: string } {
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
