/** The state of the page for one call: what was typed in its fields and its link, and what was pasted. */

import type { Beside } from '../../core/pricing/answer-usage.ts';
import { UnknownUsage } from '../../core/pricing/usage-shapes.ts';
import { billableUnits, type UnitCounts } from '../../core/schemas/billable-units.ts';
import type { Call } from '../../core/schemas/priced-call-schemas.ts';
import { inAddress } from '../typed-numbers.ts';
import { readUsage } from './read-usage.ts';

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
    if (text !== undefined && text !== '') pairs.append(callFields[field], inAddress(text));
  }
  return pairs.size === 0 ? '' : `#${pairs}`;
}

/** The call as it would be priced: counts as numbers, anything else as typed. */
function callOf(typed: TypedCall): Call {
  const call: Record<string, unknown> = { model: typed.model ?? '' };
  for (const field of callFieldNames) {
    const text = typed[field]?.trim();
    if (text === undefined || text === '') continue;
    const plain = text.replace(/[, _]/g, '');
    call[field] = countFields.includes(field) && /^\d+$/.test(plain) ? Number(plain) : text;
  }
  return call as Call;
}

/** The counts of an answer beside those in the fields, such as an advisor on a model of its own. */
export type BesideCall = Omit<Beside, 'shape'>;

export interface TokensState {
  typed: TypedCall;
  /** The fields that no person filled in: those of the example, or of what was pasted. The next paste replaces them. */
  filled: readonly CallField[];
  pasted: string;
  /** The result of reading what was pasted; null: nothing is pasted, or the fields were typed in afterwards. */
  read: { shape: string } | { wrong: string } | null;
  beside: readonly BesideCall[];
}

/** The state with these fields, none of which a person filled in just now. */
export const opened = (typed: TypedCall, filled: readonly CallField[] = []): TokensState => ({
  ...{ typed, filled, pasted: '', read: null, beside: [] },
});

/** A person typed in a field: it is kept from now on. What was refused no longer matters. */
export function afterTyping(state: TokensState, typed: TypedCall): TokensState {
  const changed = callFieldNames.filter((field) => typed[field] !== state.typed[field]);
  return {
    ...state,
    typed,
    filled: state.filled.filter((field) => !changed.includes(field)),
    read: state.read !== null && 'wrong' in state.read ? null : state.read,
  };
}

/** A text was pasted: its counts replace all others, and what it does not say stays as a person chose it. */
export function afterPaste(state: TokensState, text: string): TokensState {
  if (text.trim() === '') return { ...state, pasted: text, read: null, beside: [] };
  const kept = Object.fromEntries(
    Object.entries(state.typed).filter(
      ([field]) => !state.filled.includes(field as CallField) && !countFields.includes(field),
    ),
  ) as TypedCall;
  try {
    const { usage, beside, terms } = readUsage(text);
    const { shape, model, ...counts } = usage;
    const said = { ...(model !== null && { model }), ...counts, ...terms };
    const found = Object.entries(said).flatMap(([field, value]) => (value ? [[field, String(value)]] : []));
    const typed: TypedCall = Object.fromEntries(found);
    return {
      typed: { ...kept, ...typed },
      filled: Object.keys(typed) as CallField[],
      pasted: text,
      read: { shape },
      beside: beside.map(({ shape: _, ...call }) => call),
    };
  } catch (error) {
    if (!(error instanceof UnknownUsage)) throw error;
    return { typed: kept, filled: [], pasted: text, read: { wrong: error.message }, beside: [] };
  }
}

/** The calls to price: that of the fields, and those beside it on the same terms. */
export function callsOf({ typed, beside }: Pick<TokensState, 'typed' | 'beside'>): Call[] {
  const first = callOf(typed);
  const { model, host, region, serviceTier, on } = first;
  const terms = {
    model,
    ...(host && { host }),
    ...(region && { region }),
    ...(serviceTier && { serviceTier }),
    ...(on && { on }),
  };
  return [first, ...beside.map(({ type: _, model: own, ...counts }) => ({ ...terms, ...counts, model: own ?? model }))];
}
