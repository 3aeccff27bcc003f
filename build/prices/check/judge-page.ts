/** What a provider's pages state about one model, and whether that is enough to update the data. */

import { statusOn } from '../../../runtime/core/dataset/lifecycle.ts';
import { priceOn } from '../../../runtime/core/dataset/price-on-day.ts';
import type { DatedPrice } from '../../../runtime/core/schemas/data-files/dated-price.ts';
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import { type Comparison, compare, kinds, type Stated } from './compare-prices.ts';
import type { Finding, PageSource, Permit, Why } from './findings.ts';
import type { Statement } from './page-statements.ts';

export interface Judged {
  findings: Finding[];
  permit: Permit;
}

/** Whether the day is only a lower bound: pages state when they were changed, not when they were saved. */
const isEarliest = ({ basis }: PageSource): boolean => basis === 'stated on the page';

interface Field {
  comparison: Comparison;
  statement: Statement;
  /** Another page from the same day with another number. */
  against: { comparison: Comparison; statement: Statement } | null;
}

/**
 * Judges the newest statements on a model; older ones do not count. `old` gives the reason if a page is older than it
 * looks, so that nothing from it is written. `prints` are the prices that the pages print for at least one model.
 */
export function judgePages(
  provider: string,
  model: ModelFile,
  statements: readonly Statement[],
  prints: ReadonlySet<string>,
  old: (page: PageSource) => string | null,
): Judged {
  const day = statements
    .map(({ page }) => page.day)
    .sort()
    .at(-1) as string;
  const newest = statements.filter(({ page }) => page.day === day);
  const [first] = newest as [Statement];
  const price = priceOn(model.prices, day);
  const finding = (
    field: string,
    at: Statement,
    rest: Omit<Finding, 'provider' | 'model' | 'field' | 'source' | 'place'>,
  ) => ({
    provider,
    model: model.id,
    field,
    source: at.page.name,
    place: at.place,
    ...rest,
  });
  if (!price) {
    const cause = `our first price begins on ${model.prices[0]?.from}, the page is from ${day}`;
    const found = finding('price', first, { status: 'disagreeing', old: null, new: null, cause, needsPerson: true });
    return { findings: [found], permit: { kind: 'none' } };
  }

  const fields = fieldsOf(newest, withFastMode(model, price));
  const findings = fields.flatMap(({ comparison, statement, against }): Finding[] => {
    const { field, kind, ours, theirs, verdict } = comparison;
    const values = { old: ours, new: theirs };
    if (against) {
      const cause = `${against.statement.page.name} states ${against.comparison.theirs}`;
      return [finding(field, statement, { ...values, status: 'disagreeing', cause, needsPerson: true })];
    }
    if (verdict === 'same') return [finding(field, statement, { ...values, status: 'confirmed', needsPerson: false })];
    if (verdict === 'silent') {
      const isPrinted = comparison.scope === 'base' && prints.has(kind);
      const status = isPrinted ? 'missing' : 'silent';
      return [finding(field, statement, { ...values, status, needsPerson: isPrinted })];
    }
    const status = verdict === 'new' ? 'new' : 'changed';
    const doubt = doubtAbout(model, price, statement, old);
    const rest = doubt ? { ...doubt, status: 'disagreeing' as const } : { status: status as 'new' | 'changed' };
    return [finding(field, statement, { ...values, ...rest, needsPerson: true })];
  });
  return { findings, permit: permitFor(model, price, fields, findings, newest, old) };
}

/**
 * The price with the newest rates of fast mode until then, which are called priority in the data: sources that state
 * how calls of the past are billed keep them after the mode has ended.
 */
function withFastMode(model: ModelFile, price: DatedPrice): DatedPrice {
  const until = model.prices.slice(0, model.prices.indexOf(price) + 1);
  const priority = until.findLast(({ serviceTiers }) => serviceTiers?.priority !== undefined)?.serviceTiers?.priority;
  return priority === undefined ? price : { ...price, serviceTiers: { ...price.serviceTiers, priority } };
}

/** One comparison per field: the first page that states it, and another page from that day that contradicts it. */
function fieldsOf(statements: readonly Statement[], price: DatedPrice): Field[] {
  const fields = new Map<string, Field>();
  for (const statement of statements) {
    for (const comparison of compare(price, statement.stated)) {
      const before = fields.get(comparison.field);
      const states = comparison.theirs !== null;
      if (!before || (before.comparison.theirs === null && states)) {
        fields.set(comparison.field, { comparison, statement, against: null });
      } else if (states && before.comparison.theirs !== comparison.theirs) {
        before.against ??= { comparison, statement };
      }
    }
  }
  return [...fields.values()];
}

/** Why a difference is not simply a change. */
function doubtAbout(
  model: ModelFile,
  price: DatedPrice,
  { page, stated }: Statement,
  old: (page: PageSource) => string | null,
): { why?: Why; cause: string } | null {
  if (page.day < price.verifiedOn) {
    return { cause: `the page is from ${page.day}, our price was confirmed on ${price.verifiedOn}` };
  }
  const ended = old(page);
  if (ended) return { cause: ended };
  const equals = (other: DatedPrice) =>
    other !== price && stated.base.input === other.input && stated.base.output === other.output;
  const at = model.prices.indexOf(price);
  const later = model.prices.slice(at + 1).find(equals);
  if (later) return { why: 'scheduled', cause: `equals our price scheduled for ${later.from}` };
  const earlier = model.prices.slice(0, at).find(equals);
  if (earlier && isEarliest(page)) {
    return {
      why: 'stale',
      cause: `equals our price before ${price.from}, and only the day stated on the page suggests that it is newer`,
    };
  }
  return null;
}

function permitFor(
  model: ModelFile,
  price: DatedPrice,
  fields: readonly Field[],
  findings: readonly Finding[],
  [first]: readonly Statement[],
  old: (page: PageSource) => string | null,
): Permit {
  const none: Permit = { kind: 'none' };
  // What a model that is gone used to cost is no news of its price.
  if (!first || statusOn(model, first.page.day) === 'shutDown') return none;
  if (fields.some(({ statement }) => old(statement.page) !== null)) return none;
  if (findings.some(({ status }) => status === 'disagreeing')) return none;
  const baseStated = (kind: string) => fields.some(({ comparison: c }) => c.field === kind && c.theirs !== null);
  if (!baseStated('input') || !baseStated('output')) return none;
  const { day, cites } = first.page;
  if (!findings.some(({ status }) => status === 'changed')) {
    return findings.some(({ status }) => status === 'new') ? none : { kind: 'verify', model, price, day, cites };
  }
  if (!isWholePrice(price, fields) || (price.from !== null && day <= price.from)) return none;
  return { kind: 'append', model, price, day, stated: together(fields, price), cites };
}

/**
 * Whether the page states enough for a new entry. In an entry, a null for writes, an empty list of long-context prices
 * and a missing off-peak price all have a meaning, so the page must state each one we have. Only a cached price may be
 * unknown. Thresholds and hours need a person.
 */
function isWholePrice(price: DatedPrice, fields: readonly Field[]): boolean {
  if (price.offPeak) return false;
  return fields.every(({ comparison: { kind, scope, verdict } }) => {
    if (kind === 'threshold' || scope === 'long context')
      return verdict === 'same' || (verdict === 'differs' && kind !== 'threshold');
    if (scope === 'off-peak') return false;
    if (scope === 'fast mode') return verdict === 'same';
    return verdict !== 'silent' || kind === 'cachedInput';
  });
}

/** Everything that the pages state, combined into one statement with our thresholds. */
function together(fields: readonly Field[], price: DatedPrice): Stated {
  const value = (field: string) => {
    const found = fields.find(({ comparison }) => comparison.field === field)?.comparison;
    // A write that costs the input price is written as null, as before.
    return found?.verdict === 'same' ? found.ours : (found?.theirs ?? null);
  };
  const prices = (suffix: string) =>
    Object.fromEntries(kinds.map((kind) => [kind, value(kind + suffix)])) as Stated['base'];
  return {
    base: prices(''),
    upTo: null,
    bands: price.longContext.map(({ above }) => ({ above, prices: prices(` above ${above}`) })),
    offPeak: null,
  };
}
