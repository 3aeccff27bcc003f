/** The tokens of a log at the prices of other models, although those models would not send the same tokens. */
import { boardsOf } from '../../core/benchmarks/facts.ts';
import { compare, comparedBoard } from '../../core/benchmarks/proven.ts';
import type { Catalog, CatalogModel } from '../../core/dataset/catalog.ts';
import { tiersSold } from '../../core/dataset/price-on-day.ts';
import type { Comparison } from '../../core/schemas/board-schemas.ts';
import { valueAt } from '../../core/values/memoize.ts';
import { whole } from '../../core/values/rounded.ts';
import type { BilledCall } from '../calibrate/logged-runs.ts';
import { type CallRecord, promptOf } from '../call-record.ts';
import { usdOf } from '../report/exact-usd.ts';

export type Repricing = ReturnType<Repricer['end']>;
export type Repriced = Repricing['models'][number];

/** Whole nano-dollars. */
interface Nano {
  calls: number;
  asLogged: bigint;
  elsewhere: bigint;
}

const noNano = (): Nano => ({ calls: 0, asLogged: 0n, elsewhere: 0n });

class Candidate {
  readonly byModel = new Map<string, Nano>();
  /**
   * Calls that have a price as logged, but not here; beyond the context window; with cached tokens counted as fresh; moved
   * to the standard service tier.
   */
  readonly counts = { unpriced: 0, tooLong: 0, withoutCache: 0, atStandard: 0 };

  constructor(
    readonly model: CatalogModel,
    readonly host: string | null,
  ) {}

  /** @param logged the bill of the tokens as logged */
  add(call: CallRecord, logged: { model: string; tokensNano: number }, billOf: (call: CallRecord) => BilledCall): void {
    const { call: here, tooLong, withoutCache, atStandard } = callOn(this.model, this.host, call);
    const { tokensNano } = billOf(here);
    if (tokensNano === null) {
      this.counts.unpriced += call.calls;
      return;
    }
    if (tooLong) this.counts.tooLong += call.calls;
    if (withoutCache) this.counts.withoutCache += call.calls;
    if (atStandard) this.counts.atStandard += call.calls;
    const sums = valueAt(this.byModel, logged.model, noNano);
    sums.calls += call.calls;
    sums.asLogged += BigInt(logged.tokensNano);
    sums.elsewhere += BigInt(tokensNano);
  }

  result(catalog: Catalog) {
    const byModel = [...this.byModel]
      .map(([model, sums]) => sameTokens(model, sums))
      .sort((a, b) => b.usdAsLogged - a.usdAsLogged || (a.model < b.model ? -1 : 1));
    const { id } = this.model;
    const total = noNano();
    for (const { calls, asLogged, elsewhere } of this.byModel.values()) {
      total.calls += calls;
      total.asLogged += asLogged;
      total.elsewhere += elsewhere;
    }
    return {
      ...sameTokens(id, total),
      /** What the dollars mean, in words: they are not a forecast. */
      what: `The same tokens at the prices of ${id}; ${id} would not send the same tokens.`,
      host: this.host,
      /** By logged model: the calls with a price as logged and here. */
      byModel,
      ...this.counts,
      /** Measurements of this model and the logged ones on the same boards. */
      measured: byModel.flatMap(({ model }) => sharedBoards(catalog, model, id)),
    };
  }
}

/** Tokens of calls in USD, without web searches on either side. */
const sameTokens = (model: string, { calls, asLogged, elsewhere }: Nano) => ({
  model,
  calls,
  usdAsLogged: usdOf(asLogged),
  usd: usdOf(elsewhere),
  /** `usd` over `usdAsLogged`; null: nothing was billed. */
  ratio: asLogged === 0n ? null : Number(elsewhere) / Number(asLogged),
});

/** Adds up the calls of a log one by one. */
export class Repricer {
  private readonly candidates: Candidate[];
  private readonly unpriced = new Map<string, number>();
  private calls = 0;
  private searches = 0;
  private nano = 0n;

  /**
   * @param billOf the bill of a call on the day of the catalog
   * @param host where the models are priced; null: at their own providers
   */
  constructor(
    private readonly catalog: Catalog,
    models: readonly CatalogModel[],
    host: string | null,
    private readonly billOf: (call: CallRecord) => BilledCall,
  ) {
    this.candidates = models.map((model) => new Candidate(model, host));
  }

  add(call: CallRecord): void {
    this.calls += call.calls;
    this.searches += call.searches;
    const { model, tokensNano } = this.billOf({ ...call, searches: 0 });
    if (tokensNano === null) {
      this.unpriced.set(model, (this.unpriced.get(model) ?? 0) + call.calls);
      return;
    }
    this.nano += BigInt(tokensNano);
    for (const candidate of this.candidates) candidate.add(call, { model, tokensNano }, this.billOf);
  }

  end() {
    return {
      /** Day (UTC) whose prices are used on both sides. */
      pricesOn: this.catalog.asOf,
      calls: this.calls,
      searches: this.searches,
      usdAsLogged: usdOf(this.nano),
      /** Logged models without a price, with their calls: not in any sum. */
      unpriced: [...this.unpriced]
        .map(([model, calls]) => ({ model, calls }))
        .sort((a, b) => b.calls - a.calls || (a.model < b.model ? -1 : 1)),
      models: this.candidates.map((candidate) => candidate.result(this.catalog)),
    };
  }
}

/** `chosen...` is the model that was logged. */
export interface SharedBoard extends Comparison {
  logged: string;
}

/** One for each board that has both models; none if they are the same model. */
export const sharedBoards = (catalog: Catalog, logged: string, other: string): SharedBoard[] =>
  logged === other
    ? []
    : boardsOf(catalog).flatMap((board) =>
        compare(comparedBoard(board), logged, other).map((comparison) => ({ logged, ...comparison })),
      );

/** What had to change because the other model does not offer it, in sentences. */
export const repriceRemarks = ({ model, unpriced, tooLong, withoutCache, atStandard }: Repriced): string[] =>
  [
    [unpriced, 'have no price there and are left out'],
    [tooLong, `have prompts longer than the context of ${model}: it could not have handled them`],
    [withoutCache, 'read from a cache, for which it has no price: those tokens are billed as uncached input'],
    [atStandard, 'use terms that it does not have: its standard ones are used'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${whole(count as number)} calls ${what}.`]));

/** How a page or a terminal writes dollars and percentages. */
interface Written {
  usd: (value: number) => string;
  percent: (value: number) => string;
}

/** A board, the model of the log, and dollars per solved task and the share solved: of this model, and of the other. */
export const measuredCells = (row: SharedBoard, { usd, percent }: Written): string[] => [
  row.board,
  row.logged,
  usd(row.chosenUsdPerSolvedTask),
  percent(100 * row.chosenSuccessRate),
  usd(row.usdPerSolvedTask),
  percent(100 * row.successRate),
];

/** Where no board has both. */
export const notMeasured = (model: string): string => `No board has measured both ${model} and a model of this log.`;

/**
 * Moves a call to another model, to price the same tokens there, and says what had to change because that model does not
 * offer it. Drops the logged region, host and web searches: the model is priced at `host`, or at its own provider.
 */
function callOn(model: CatalogModel, host: string | null, call: CallRecord) {
  const { cachedInput: cachedPrice, cacheWrite1h: hourPrice } = model.price;
  const withoutCache = cachedPrice === null && call.cachedInput > 0;
  const atStandard = !tiersSold(model.listPrice).includes(call.serviceTier);
  const longWrites = (hourPrice ?? null) === null ? call.cacheWrite1h : 0;
  return {
    call: {
      ...call,
      ...{ model: model.id, host, region: null },
      serviceTier: atStandard ? 'standard' : call.serviceTier,
      input: call.input + (withoutCache ? call.cachedInput : 0),
      cachedInput: withoutCache ? 0 : call.cachedInput,
      cacheWrite: call.cacheWrite + longWrites,
      cacheWrite1h: call.cacheWrite1h - longWrites,
      searches: 0,
    },
    withoutCache,
    atStandard,
    tooLong: promptOf(call) > call.calls * model.facts.contextWindow,
  };
}
