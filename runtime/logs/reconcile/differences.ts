/**
 * Where an invoice and logs differ, each dollar in one class. What both have is the list price of the logged calls; the
 * classes add up to the totals of both, exactly.
 */
import { billableUnits, unitAt } from '../../core/schemas/billable-units.ts';
import type { Overlay, OverlayRule } from '../../core/schemas/data-files/overlay-file.ts';
import { groupBy } from '../statistics.ts';
import { type Cell, type CellKey, type Cells, type InvoiceCell, type LogCell, logNano } from './cells.ts';

/** In the order in which they are listed. */
export const differenceClasses = {
  matched: 'Billed and in the logs: the list price of the logged calls.',
  rounding: 'The invoice rounds its amounts.',
  price: 'The same tokens at another price than the list price.',
  noPrice: 'Billed and in the logs, but we know no list price.',
  tokens: 'The logs count more than was billed, or other kinds of tokens: calls counted twice or not billed.',
  cannotKnow: 'More was billed than the logs hold: other machines or tools, output that was not recorded.',
  undivided: 'By price or by tokens: the invoice has no counts, so it cannot be told.',
  onlyInvoice: 'Only on the invoice: days, models and charges of which no log has a call.',
  onlyLogs: 'Only in the logs: not billed on this invoice, or part of a plan.',
} as const;

export type DifferenceClass = keyof typeof differenceClasses;

/** A part of both totals, in nano-dollars. */
export interface Part {
  key: CellKey;
  class: DifferenceClass;
  invoice: bigint;
  log: bigint;
  /** Logged calls; only of `matched` and `onlyLogs`, so that they are counted once. */
  calls: number;
}

/** At least a millionth of a dollar: reports are sums of binary fractions. */
const leastRounding = 500n;

/** Half of the last decimal that the amounts have, in nano-dollars. @param decimals of a dollar, the most of any amount */
export function roundingOf(decimals: number): bigint {
  const half = decimals >= 9 ? 0n : (5n * 10n ** BigInt(9 - decimals)) / 10n;
  return half > leastRounding ? half : leastRounding;
}

export type BilledRatio = NonNullable<ReturnType<typeof constantRatio>>;

const abs = (nano: bigint): bigint => (nano < 0n ? -nano : nano);

/**
 * The parts of every cell, and the ratios of models whose bill is a constant part of the list price.
 * @param perLine nano-dollars by which one line of the invoice may be off
 */
export function differencesIn(cells: Cells, perLine: bigint): { parts: Part[]; ratios: BilledRatio[] } {
  const all = cells.all();
  const ratios = new Map<string, BilledRatio>();
  for (const [model, some] of groupBy(all, ({ key }) => key.model)) {
    if (model === null) continue;
    const pairs = some.flatMap((cell) => compared(cell, cells) ?? []);
    const found = constantRatio(model, pairs, perLine);
    if (found !== null) ratios.set(model, found);
  }
  const parts = all.flatMap((cell) => partsOf(cell, cells, perLine, ratios.get(cell.key.model ?? '') ?? null));
  return {
    parts: parts.filter(({ invoice, log, calls }) => invoice !== 0n || log !== 0n || calls > 0),
    ratios: [...ratios.values()],
  };
}

/** What a cell was billed and what its billed tokens cost at list price; null: they cannot be compared. */
function compared(cell: Cell, cells: Cells): { billed: bigint; list: bigint; lines: number } | null {
  const { log, invoice } = cell;
  if (log === null || invoice === null || log.unpriced > 0) return null;
  const list = logNano(cell) + (tokenDifference(cell.key, log, invoice, cells)?.nano ?? 0n);
  return list <= 0n || invoice.nano <= 0n ? null : { billed: invoice.nano, list, lines: invoice.lines };
}

/** Cells that a ratio must explain, and of all that can be compared in percent. */
const fewestCells = 3;
const fewestPct = 60;
/** Ratios that are tried, those of the largest cells: their rounding matters least. */
const mostTried = 50;

/**
 * The ratio of a model that was billed at a constant part of the list price: billed dollars for each dollar at list price,
 * and by how much rounding may move it. null: it was not.
 */
function constantRatio(model: string, pairs: NonNullable<ReturnType<typeof compared>>[], perLine: bigint) {
  pairs.sort((a, b) => (a.list > b.list ? -1 : 1));
  const of = pairs.length;
  let best: typeof pairs = [];
  for (const { billed, list } of pairs.slice(0, mostTried)) {
    const ratio = Number(billed) / Number(list);
    const fits = pairs.filter(
      (pair) => Math.abs(Number(pair.billed) - ratio * Number(pair.list)) <= 2 * pair.lines * Number(perLine),
    );
    if (fits.length > best.length) best = fits;
  }
  if (best.length < fewestCells || 100 * best.length < fewestPct * of) return null;
  const sum = { billed: 0, list: 0, lines: 0 };
  for (const { billed, list, lines } of best) {
    sum.billed += Number(billed);
    sum.list += Number(list);
    sum.lines += lines;
  }
  const ratio = sum.billed / sum.list;
  return { model, ratio, within: (sum.lines * Number(perLine)) / sum.list };
}

function partsOf(cell: Cell, cells: Cells, perLine: bigint, ratio: BilledRatio | null): Part[] {
  const { key, log, invoice } = cell;
  const list = logNano(cell);
  const part = (name: DifferenceClass, billed: bigint, logged = 0n, calls = 0): Part => ({
    ...{ key, class: name, invoice: billed, log: logged, calls },
  });
  if (invoice === null) return [part('onlyLogs', 0n, list, log?.calls ?? 0)];
  if (log === null) return [part('onlyInvoice', invoice.nano)];
  const matched = part('matched', list, list, log.calls);
  const difference = invoice.nano - list;
  if (log.unpriced > 0) return [matched, part('noPrice', difference)];
  const slack = BigInt(invoice.lines) * perLine;
  const named = (nano: bigint, name: DifferenceClass): Part => part(abs(nano) <= slack ? 'rounding' : name, nano);
  const byTokens = tokenDifference(key, log, invoice, cells);
  if (byTokens !== null) {
    const price = named(difference - byTokens.nano, 'price');
    return [matched, part(byTokens.class, byTokens.nano), price].filter(isSome);
  }
  if (abs(difference) <= slack) return [matched, part('rounding', difference)].filter(isSome);
  if (ratio === null) return [matched, part('undivided', difference)];
  const byPrice = BigInt(Math.round((ratio.ratio - 1) * Number(list)));
  const rest = difference - byPrice;
  if (abs(rest) <= 2n * slack) return [matched, named(difference, 'price')];
  return [matched, named(byPrice, 'price'), part(rest > 0n ? 'cannotKnow' : 'tokens', rest)].filter(isSome);
}

const isSome = ({ class: name, invoice }: Part): boolean => name === 'matched' || invoice !== 0n;

const eachUnit: readonly (readonly number[])[] = billableUnits.map((_, unit) => [unit]);
/** Where an invoice counts no writes for an hour, its writes are those of any time. */
const allWritesAsOne = eachUnit
  .filter(([unit]) => unit !== unitAt.cacheWrite1h)
  .map(([unit = 0]) => (unit === unitAt.cacheWrite ? [unit, unitAt.cacheWrite1h] : [unit]));

/**
 * What billed and logged counts differ by, at the mean price that the logged tokens of the kind had; null: the invoice
 * has no counts, or there is no price of a kind that only it has.
 */
function tokenDifference(
  key: CellKey,
  log: LogCell,
  { counts }: InvoiceCell,
  cells: Cells,
): { nano: bigint; class: DifferenceClass } | null {
  if (counts === null) return null;
  let nano = 0;
  let isMore = true;
  for (const together of counts[unitAt.cacheWrite1h] === 0 ? allWritesAsOne : eachUnit) {
    const sum = (cellsOf: Float64Array) => together.reduce((total, unit) => total + (cellsOf[unit] as number), 0);
    const [billed, logged] = [sum(counts), sum(log.counts)];
    if (billed === logged) continue;
    if (billed < logged) isMore = false;
    const rate = logged > 0 ? sum(log.nanoByUnit) / logged : cells.listRate(key, together[0] as number);
    if (Number.isNaN(rate)) return null;
    nano += (billed - logged) * rate;
  }
  return { nano: BigInt(Math.round(nano)), class: isMore ? 'cannotKnow' : 'tokens' };
}

/** Whether the logs hold output that was never recorded in full, which the invoice has. */
export const hasOpenOutput = (cells: readonly Cell[]): boolean =>
  cells.some(
    ({ log, invoice }) => log !== null && invoice !== null && log.open > 0 && (log.counts[unitAt.output] as number) > 0,
  );

/** A ratio closer to 1 than this is the list price. */
const leastDiscount = 0.0005;

/** Percent below the list price, negative for a surcharge, with as few of four decimals as its rounding allows. */
function discountPct({ ratio, within }: Pick<BilledRatio, 'ratio' | 'within'>): number {
  const pct = 100 * (1 - ratio);
  for (let decimals = 0; decimals < 4; decimals++) {
    const rounded = Math.round(pct * 10 ** decimals) / 10 ** decimals;
    if (Math.abs(rounded - pct) <= 100 * within) return rounded;
  }
  return Math.round(pct * 1e4) / 1e4;
}

const isListPrice = ({ ratio, within }: BilledRatio): boolean => Math.abs(ratio - 1) <= Math.max(leastDiscount, within);

const agree = (a: BilledRatio, b: BilledRatio): boolean =>
  Math.abs(a.ratio - b.ratio) <= Math.max(leastDiscount, a.within + b.within);

/**
 * A rule for each provider whose models all have the same ratio, and for each other model; null: all are billed at list
 * price, or nothing is constant.
 */
export function discountOverlay(
  ratios: readonly BilledRatio[],
  providerOf: (model: string) => string | null,
): Overlay | null {
  const byProvider = groupBy(ratios, ({ model }) => providerOf(model));
  const rules = [...byProvider].flatMap(([provider, some]): OverlayRule[] => {
    if (provider === null) return [];
    const all = some.filter((one) => !isListPrice(one)).sort((a, b) => a.within - b.within);
    const [surest] = all;
    const isOne = some.length > 1 && all.length === some.length && all.every((one) => surest && agree(one, surest));
    if (isOne && surest !== undefined) return [{ provider, discountPct: discountPct(surest) }];
    return all.map((one) => ({ model: one.model, discountPct: discountPct(one) }));
  });
  return rules.length === 0 ? null : { name: 'as-billed', rules };
}
