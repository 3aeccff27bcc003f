/** The rates of every model, host and level of service that some calls have. */
import type { Catalog } from '../core/dataset/catalog.ts';
import { isResolved, resolve } from '../core/dataset/resolve.ts';
import { once } from '../core/memoize.ts';
import { type TimelineRow, timelineRows } from '../sql/timeline.ts';
import { type LineRate, lineRate } from './line-rate.ts';
import { type CallPart, callParts } from './table-columns.ts';

/** On what terms calls were made, as logged; null: the log does not say. */
export interface Terms {
  model: string | null;
  host: string | null;
  serviceTier: string | null;
}

/** The rate of each part; null: the part has no price. */
type Rates = Record<CallPart, LineRate | null>;

/** A part of a nano-dollar that some rate has for each token. */
interface Fraction {
  part: CallPart;
  rest: bigint;
  divisor: bigint;
}

export class RatesByTerms {
  /** Lengths of prompts above which some price changes, in their order. */
  readonly thresholds: readonly number[];
  readonly fractions: readonly Fraction[];
  /** The same for two of them that ask the same of each call. */
  readonly shape: string;
  private readonly rows = new Map<string, { row: TimelineRow; rates: Rates }[]>();

  constructor(
    private readonly catalog: Catalog,
    asked: readonly Terms[],
  ) {
    const { byTerms, sellers } = timelineOf(catalog);
    for (const terms of asked) {
      if (this.rows.has(keyOfTerms(terms))) continue;
      const found = resolve(catalog, terms.model ?? '');
      if (!isResolved(found)) continue;
      const { id } = found.model;
      const host = terms.host ?? found.host ?? '';
      const seller = sellers.has(keyOf(id, host)) ? host : '';
      const rows = byTerms.get(keyOf(id, seller, terms.serviceTier ?? 'standard')) ?? [];
      this.rows.set(
        keyOfTerms(terms),
        rows.map((row) => ({ row, rates: ratesIn(row) })),
      );
    }
    const all = [...this.rows.values()].flat();
    const above = all.flatMap(({ row }) => [row.above_tokens, row.up_to_tokens].flatMap((tokens) => tokens ?? []));
    this.thresholds = [...new Set(above)].sort((a, b) => a - b);
    const fractions = all.flatMap(({ rates }) =>
      callParts.flatMap((part) => {
        const rate = rates[part];
        return rate === null || rate.rest === 0n ? [] : { part, rest: rate.rest, divisor: rate.divisor };
      }),
    );
    const byName = new Map(fractions.map((one) => [nameOf(one), one]));
    const names = [...byName.keys()].sort();
    this.fractions = names.map((name) => byName.get(name) as Fraction);
    this.shape = JSON.stringify([this.thresholds, names]);
  }

  /** Whether a part has no price at some time or for some length of prompt. */
  lack(terms: Terms, part: CallPart): boolean {
    return this.rows.get(keyOfTerms(terms))?.some(({ rates }) => rates[part] === null) ?? false;
  }

  /**
   * What the calls of a group cost in whole nano-dollars, or null where they use a part without a price.
   * @param exceeded how many of the thresholds their prompts are longer than
   * @param rests the sums of `fractions`
   */
  nanoUsd(
    group: Terms & { day: string | null; quantities: Record<CallPart, bigint> },
    exceeded: number,
    rests: readonly bigint[],
  ): bigint | null {
    const rates = this.ratesOn(group, group.day ?? this.catalog.asOf, exceeded);
    if (rates === null) return null;
    let total = 0n;
    for (const part of callParts) {
      const rate = rates[part];
      if (rate === null && group.quantities[part] > 0n) return null;
      if (rate === null) continue;
      total += group.quantities[part] * rate.whole;
      if (rate.rest !== 0n) {
        const name = nameOf({ part, ...rate });
        total += rests[this.fractions.findIndex((one) => nameOf(one) === name)] as bigint;
      }
    }
    return total;
  }

  private ratesOn(terms: Terms, on: string, exceeded: number): Rates | null {
    const prompt = exceeded === 0 ? 0 : (this.thresholds[exceeded - 1] as number) + 1;
    const found = this.rows.get(keyOfTerms(terms))?.find(({ row }) => {
      const isThen = (row.from_day ?? on) <= on && (row.until_day === null || on < row.until_day);
      return isThen && prompt > (row.above_tokens ?? -1) && prompt <= (row.up_to_tokens ?? prompt);
    });
    return found?.rates ?? null;
  }
}

/** The rows of models that have a price, without those of regions, and who sells which model at a price of its own. */
const timelineOf = once((catalog: Catalog) => {
  const byTerms = new Map<string, TimelineRow[]>();
  const sellers = new Set<string>();
  for (const row of timelineRows(catalog)) {
    if (row.region !== 'global' || row.price_model === null) continue;
    const key = keyOf(row.model, row.host, row.service_tier);
    byTerms.set(key, [...(byTerms.get(key) ?? []), row]);
    sellers.add(keyOf(row.model, row.host));
  }
  return { byTerms, sellers };
});

const keyOf = (...names: readonly string[]): string => names.join('\n');
const keyOfTerms = ({ model, host, serviceTier }: Terms): string => `${model}\n${host}\n${serviceTier}`;
const nameOf = ({ part, rest, divisor }: Fraction): string => `${part} ${rest}/${divisor}`;

function ratesIn(row: TimelineRow): Rates {
  const tokens = (price: number | null) => (price === null ? null : lineRate(price, 3));
  return {
    input: tokens(row.input_per_mtok),
    cached_input: tokens(row.cached_input_per_mtok),
    cache_write: tokens(row.cache_write_per_mtok ?? row.input_per_mtok),
    cache_write_1h: tokens(row.cache_write_1h_per_mtok),
    output: tokens(row.output_per_mtok),
    searches: row.search_per_1000 === null ? null : lineRate(row.search_per_1000, 6),
  };
}
