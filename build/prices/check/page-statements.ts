/** Reads one price page: what it states about each of our models, and which rows could not be assigned. */
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';
import { type ExtractedRow, extractPlaced } from '../extract.ts';
import { type Kind, kinds, nothing, type Prices, type Stated } from './compare-prices.ts';
import { matcher } from './match-model.ts';
import { type Scope, scopeOf } from './scope.ts';

/** How the day of a page is known. */
export type Basis = 'fetched' | 'given' | 'in its name' | 'stated on the page';

export interface PageSource {
  provider: string;
  /** File name or address. */
  name: string;
  text: string;
  /** YYYY-MM-DD. */
  day: string;
  basis: Basis;
  /** The page announces shutdowns of models and has no prices. */
  deprecations?: true;
}

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
  scope: Exclude<Scope, { kind: 'base' | 'band' | 'off-peak' | 'other' }> | { kind: 'contradiction'; what: string };
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
export function readPage(page: PageSource, provider: ProviderFile): ReadPage {
  const match = matcher(provider);
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
  for (const { row, place } of extractPlaced(provider.id, page.text)) {
    if (row.currency !== 'USD') {
      if (!read.foreign.includes(row.currency)) read.foreign.push(row.currency);
      continue;
    }
    read.inDollars = true;
    const scope = scopeOf(row.condition, provider.id, page.day);
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
  if (scope.kind !== 'base' && scope.kind !== 'band' && scope.kind !== 'off-peak') {
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
