/** What was typed on the page for one call, in its fields and in its link. */

import type { Usage } from '../../core/pricing/usage-shapes.ts';
import { billableUnits, type UnitCounts } from '../../core/schemas/billable-units.ts';
import type { Call } from '../../core/schemas/priced-call-schemas.ts';

type UnitLinks = Record<keyof UnitCounts, string>;

/** The fields of a call on the page, and their names in links; as with estimates, a name is kept forever. */
export const callFields = {
  model: 'model',
  ...(Object.fromEntries(billableUnits.map(({ count, link }) => [count, link])) as UnitLinks),
  serviceTier: 'tier',
  host: 'host',
  region: 'region',
  on: 'on',
} as const satisfies Partial<Record<keyof Call, string>>;

export type CallField = keyof typeof callFields;
export type TypedCall = Readonly<Partial<Record<CallField, string>>>;

const callFieldNames = Object.keys(callFields) as CallField[];

/** The fields that are counts. */
const countFields: readonly string[] = billableUnits.map(({ count }) => count);

export function readCallLink(hash: string): TypedCall {
  const pairs = new URLSearchParams(hash.replace(/^#/, ''));
  return Object.fromEntries(
    callFieldNames.flatMap((field) => {
      const text = pairs.get(callFields[field]);
      return text === null ? [] : [[field, text]];
    }),
  );
}

export function callLink(typed: TypedCall): string {
  const pairs = new URLSearchParams();
  for (const field of callFieldNames) {
    const text = typed[field];
    if (text !== undefined && text !== '') pairs.append(callFields[field], text);
  }
  return pairs.size === 0 ? '' : `#${pairs}`;
}

/** The call as it would be priced: counts as numbers, anything else as typed. */
export function callOf(typed: TypedCall): Call {
  const call: Record<string, unknown> = { model: typed.model ?? '' };
  for (const field of callFieldNames) {
    const text = typed[field]?.trim();
    if (text === undefined || text === '') continue;
    const plain = text.replace(/[, _]/g, '');
    call[field] = countFields.includes(field) && /^\d+$/.test(plain) ? Number(plain) : text;
  }
  return call as Call;
}

/** The fields with the counts of a usage object; the model stays if the usage names none. */
export function withUsage(typed: TypedCall, { shape: _, model, ...counts }: Usage): TypedCall {
  const others = Object.entries(typed).filter(([field]) => field !== 'serviceTier' && !countFields.includes(field));
  const read = Object.entries(counts).flatMap(([field, value]) => (value ? [[field, String(value)]] : []));
  return { ...Object.fromEntries(others), ...(model !== null && { model }), ...Object.fromEntries(read) };
}
