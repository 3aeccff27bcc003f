/** Reads one price page: what it states about each of our models, and which rows could not be assigned. */
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import { type ExtractedRow, extractPlaced } from '../extract.ts';
import { providers } from '../page/providers.ts';
import { type Kind, kinds, nothing, type Prices, type Stated } from './compare-prices.ts';
import type { PageSource } from './findings.ts';
import type { Matcher } from './match-model.ts';

/** What one page states about one model. */
export interface Statement {
  page: PageSource;
  model: ModelFile;
  place: string;
  stated: Stated;
}

/** A row about a model that is not its price in force. */
export interface Aside {
  page: PageSource;
  label: string;
  model: ModelFile | null;
  place: string;
  scope:
    | Exclude<Scope, { kind: 'base' | 'band' | 'off-peak' | 'fast' | 'other' }>
    | { kind: 'contradiction'; what: string };
  prices: Prices;
}

export interface ReadPage {
  page: PageSource;
  statements: Statement[];
  asides: Aside[];
  /** Labels that match no model and are not in the label table, each with one of its rows. */
  unknown: { label: string; place: string; prices: Prices; why: string }[];
  /** Prices the page prints for at least one model, so that an empty cell elsewhere is significant. */
  prints: Set<Kind>;
  /** The latest end of an expired offer that the page still shows. */
  ended: string | null;
  /** Currencies other than the dollar, which are never compared. */
  foreign: string[];
  /** Whether the page has any price in dollars. */
  inDollars: boolean;
}

/** Reads a page. Throws `PageError` with the reason if that would require a guess. */
export function readPage(page: PageSource, provider: string, match: Matcher): ReadPage {
  const read: ReadPage = {
    page,
    statements: [],
    asides: [],
    unknown: [],
    prints: new Set(),
    ended: null,
    foreign: [],
    inDollars: false,
  };
  for (const { row, place } of extractPlaced(provider, page.text)) {
    if (row.currency !== 'USD') {
      if (!read.foreign.includes(row.currency)) read.foreign.push(row.currency);
      continue;
    }
    read.inDollars = true;
    const scope = scopeOf(row.condition, provider, page.day);
    if (scope.kind === 'other') continue;
    if (scope.kind === 'ended' && (read.ended === null || scope.on > read.ended)) read.ended = scope.on;
    const prices = pricesOf(row);
    for (const kind of kinds) if (prices[kind] !== null) read.prints.add(kind);
    const matched = match(row.model);
    if (matched.kind === 'left out') continue;
    if (matched.kind === 'model') file(read, { page, model: matched.model, label: row.model, place, scope, prices });
    // A retired model is not reported as missing from the dataset.
    else if (scope.kind !== 'retired' && !read.unknown.some(({ label }) => label === row.model)) {
      const why = matched.kind === 'ambiguous' ? `it could be ${matched.models.join(' or ')}` : '';
      read.unknown.push({ label: row.model, place, prices, why });
    }
  }
  return read;
}

/** A cache write without a stated lifetime is taken as the usual, short one. */
const pricesOf = (row: ExtractedRow): Prices => ({
  input: row.input,
  output: row.output,
  cachedInput: row.cachedInput,
  cacheWrite: row.cacheWrite5m ?? row.cacheWrite,
  cacheWrite1h: row.cacheWrite1h,
});

interface Placed {
  page: PageSource;
  model: ModelFile;
  label: string;
  place: string;
  scope: Exclude<Scope, { kind: 'other' }>;
  prices: Prices;
}

/** Files a row under its model: as a price in force, or as something to report. */
function file(read: ReadPage, { page, model, label, place, scope, prices }: Placed): void {
  const aside = (what: Aside['scope']) => read.asides.push({ page, label, model, place, scope: what, prices });
  if (scope.kind !== 'base' && scope.kind !== 'band' && scope.kind !== 'off-peak' && scope.kind !== 'fast') {
    aside(scope);
    return;
  }
  let statement = read.statements.find((one) => one.model === model);
  if (!statement) {
    statement = { page, model, place, stated: { base: nothing, upTo: null, bands: null, offPeak: null } };
    read.statements.push(statement);
  }
  const { stated } = statement;
  const twice = (before: Prices): boolean =>
    kinds.some((kind) => before[kind] !== null && prices[kind] !== null && before[kind] !== prices[kind]);
  const clash = () => aside({ kind: 'contradiction', what: 'two rows for the same price with different values' });
  if (scope.kind === 'base') {
    if (twice(stated.base)) clash();
    else stated.base = merge(stated.base, prices);
    stated.upTo ??= scope.upTo;
  } else if (scope.kind === 'fast') {
    if (stated.fast && twice(stated.fast)) clash();
    else stated.fast = merge(stated.fast ?? nothing, prices);
  } else if (scope.kind === 'off-peak') {
    if (stated.offPeak && twice(stated.offPeak)) clash();
    else stated.offPeak = merge(stated.offPeak ?? nothing, prices);
  } else {
    stated.bands ??= [];
    const same = stated.bands.find(({ above }) => above === scope.above);
    if (same && twice(same.prices)) clash();
    else if (same) same.prices = merge(same.prices, prices);
    else stated.bands.push({ above: scope.above, prices });
  }
}

const merge = (a: Prices, b: Prices): Prices => ({
  input: a.input ?? b.input,
  output: a.output ?? b.output,
  cachedInput: a.cachedInput ?? b.cachedInput,
  cacheWrite: a.cacheWrite ?? b.cacheWrite,
  cacheWrite1h: a.cacheWrite1h ?? b.cacheWrite1h,
});

/** Which of a model's prices a row of a page states, from its condition (see `ExtractedRow`). */
export type Scope =
  /** The standard price, for prompts up to a length if the page states one. */
  | { kind: 'base'; upTo: number | null }
  /** For prompts above a length; null where the page only says "long context". */
  | { kind: 'band'; above: number | null }
  | { kind: 'off-peak' }
  /** Claude's fast mode. */
  | { kind: 'fast' }
  /** Another service: batch, priority, another region. */
  | { kind: 'other'; what: string }
  /** The page says that the price has expired. */
  | { kind: 'ended'; on: string }
  | { kind: 'retired' }
  /** In force only from a later day. */
  | { kind: 'later'; from: string }
  | { kind: 'unclear'; what: string };

const otherModes = ['batch', 'flex', 'priority', 'fast', 'w/ latency optimized inference'];

/** Remarks on a row that do not affect its price. */
const remarks = ['legacy', 'preview', 'limited', 'short-context', 'peak', 'discount'];

/** The scope of a row with `condition`, on `day`. */
export function scopeOf(condition: string | null, provider: string, day: string): Scope {
  let scope: Scope = { kind: 'base', upTo: null };
  const region = providers().find(({ id }) => id === provider)?.regions;
  for (const part of condition?.split('; ') ?? []) {
    const isOurs = region?.ours.test(part) === true;
    if (part === 'fast' && provider === 'anthropic') return { kind: 'fast' };
    if (otherModes.includes(part) || (!isOurs && region?.others.test(part))) return { kind: 'other', what: part };
    if (part === 'retired' || part === 'deprecated') return { kind: 'retired' };
    const dated = /^(discount until|until|from) (\d{4}-\d\d-\d\d)$/.exec(part);
    if (dated?.[2]) {
      if (dated[1] === 'from' && dated[2] > day) return { kind: 'later', from: dated[2] };
      if (dated[1] !== 'from' && dated[2] < day) return { kind: 'ended', on: dated[2] };
    } else if (!remarks.includes(part) && !isOurs) {
      const found = promptScope(part);
      if (!found || scope.kind !== 'base' || scope.upTo !== null) return { kind: 'unclear', what: part };
      scope = found;
    }
  }
  return scope;
}

function promptScope(part: string): Scope | null {
  if (part === 'long-context') return { kind: 'band', above: null };
  if (part === 'off-peak') return { kind: 'off-peak' };
  const bound = /^prompt (<=|<|>=|>) (\d+)$/.exec(part);
  if (bound) {
    // "At least 200,000" means above 199,999, and "less than 200,000" means up to 199,999.
    const tokens = bound[1] === '<' || bound[1] === '>=' ? Number(bound[2]) - 1 : Number(bound[2]);
    return bound[1]?.startsWith('<') ? { kind: 'base', upTo: tokens } : { kind: 'band', above: tokens };
  }
  const range = /^prompt (\d+)-(\d+)$/.exec(part);
  if (!range) return null;
  const [from, to] = [Number(range[1]), Number(range[2])];
  return from <= 1 ? { kind: 'base', upTo: to } : { kind: 'band', above: from };
}
