/** Adds up the calls of one log that grows, so that only what was appended is read and priced again. */
import { addCall as addToSession } from '../core/model/session-forecast.ts';
import { type CallRates, ratesFor } from '../core/pricing/call-rates.ts';
import { promptTokensIn, unitAt } from '../core/schemas/billable-units.ts';
import type { CallRecord } from './call-record.ts';
import { callsOf, fingerprint } from './duplicates.ts';
import type { Keep } from './open-calls.ts';
import { lifetimeOf } from './report/cache-lifetime.ts';
import { emptyPrice, priceRecord } from './report/price-record.ts';
import { unrecordedTokens } from './report/unrecorded-output.ts';
import { CallStore, type StoredFile } from './stored-calls.ts';
import { addTo, copyOf, noSums, rowsSince, rowWidth, type Spent, type Sums, spentIn } from './tally-sums.ts';

/** What is kept of a log: the answers that can still change as records, the others as sums, and as rows those of a day. */
export interface KeptTally {
  closed: Sums;
  /** When the day of the rows began, in milliseconds since 1970. */
  since: number;
  rows: Float64Array;
  /** Their sum. */
  day: Spent;
  /** Where the reader goes on, with the last answers; null: nothing was read, or it must be read again from the start. */
  open: StoredFile | null;
}

/** A log as far as it was read. */
export interface Tally {
  sums: Sums;
  /** Of the calls since the day began. */
  rows: Float64Array;
  day: Spent;
  /** What identifies the calls that are new, or can have changed. */
  ids: ReadonlySet<number>;
  /** The agent's own last call, if it is still open; null: it is not. */
  lastOwn: CallRecord | null;
  kept: KeptTally;
}

/** An answer as `Keep` is told of it. */
export interface Answer {
  call: CallRecord;
  key: string | undefined;
  more: readonly CallRecord[];
}

/** The lines of an answer follow each other; so many answers are kept open for lines that come late. */
const fewestOpen = 64;

/**
 * Adds answers to what was closed before.
 * @param before null: nothing
 * @param answers those that were open before, as they are now, and the new ones
 * @param read where the reader goes on; null: it cannot
 * @param since when the day began, in milliseconds since 1970
 * @param ratesOf what a call costs
 */
export function tallied(
  before: KeptTally | null,
  answers: readonly Answer[],
  read: StoredFile | null,
  since: number,
  ratesOf: (record: CallRecord) => CallRates,
): Tally {
  const earlier = ofDay(before?.rows ?? none, before?.since ?? since, since);
  const rows = answers.flatMap((answer) => rowsOf(answer, ratesOf));
  const ids = new Set(rows.flatMap(({ id }) => (id === null ? [] : [id])));
  const isNew = firstTime(earlier, ids);
  const closed = copyOf(before?.closed ?? noSums());
  const day = before?.since === since ? { ...before.day } : spentIn(earlier);
  const closing = answers.length > 2 * fewestOpen ? answers.length - fewestOpen : 0;
  const store = new CallStore();
  let sums = closed;
  let ofAll = day;
  const [toClose, stillOpen]: [number[], number[]] = [[], []];
  let at = 0;
  for (const [index, answer] of answers.entries()) {
    if (index === closing) [sums, ofAll] = [copyOf(closed), { ...day }];
    if (index >= closing) store.keep(answer.call, answer.key, answer.more);
    for (const end = at + 1 + answer.more.length; at < end; at++) {
      const row = rows[at] as Row;
      if (!isNew(row.id)) continue;
      addCall(sums, row);
      if (!(row.at >= since)) continue;
      addTo(ofAll, row);
      (index < closing ? toClose : stillOpen).push(row.at, row.nano, row.missing, row.id ?? Number.NaN);
    }
  }
  const closedRows = joined(earlier, toClose);
  return {
    ...{ sums, ids, day: ofAll },
    lastOwn: answers.findLast(({ call }) => call.subagent === null)?.call ?? null,
    rows: joined(closedRows, stillOpen),
    kept: { closed, since, day, rows: closedRows, open: read && { ...read, ...store.stored() } },
  };
}

const none = new Float64Array(0);

const ofDay = (rows: Float64Array, was: number, since: number): Float64Array =>
  was === since ? rows : rowsSince(since, rows);

/** Whether a call is neither among the rows nor was asked for before. */
function firstTime(rows: Float64Array, ids: ReadonlySet<number>): (id: number | null) => boolean {
  const seen = new Set<number>();
  for (let at = rowWidth - 1; at < rows.length; at += rowWidth) {
    const id = rows[at] as number;
    if (ids.has(id)) seen.add(id);
  }
  return (id) => {
    if (id === null) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  };
}

/** A call with its price. */
interface Row {
  record: CallRecord;
  /** NaN: not logged. */
  at: number;
  /** NaN: no price. */
  nano: number;
  missing: number;
  /** null: nothing identifies the call. */
  id: number | null;
}

const price = emptyPrice();
/** Nano-dollars for each token of one dollar for a million. */
const nanoPerToken = 1e3;

function rowsOf({ call, key, more }: Answer, ratesOf: (record: CallRecord) => CallRates): Row[] {
  return callsOf(call, key, more).map(({ call: record, key: own }) => {
    const rates = ratesOf(record);
    priceRecord(price, record, rates);
    const nano = price.isPriced ? price.units * price.nanoPerUnit : Number.NaN;
    const rate = price.isPriced ? (ratesFor(rates, price.promptTokens)[unitAt.output] as number) : 0;
    const missing = unrecordedTokens(record) * (Number.isNaN(rate) ? 0 : rate) * nanoPerToken;
    const id = own === undefined ? null : idOf(own);
    return { record, at: record.at ?? Number.NaN, nano, missing, id };
  });
}

function addCall(sums: Sums, { record, nano, missing }: Row): void {
  const promptTokens = promptTokensIn(record);
  sums.calls += record.calls;
  if (Number.isNaN(nano)) sums.unpricedCalls += record.calls;
  else sums.nano += nano;
  sums.missingNano += missing;
  sums.promptTokens += promptTokens;
  sums.cachedTokens += record.cachedInput;
  addOwn(sums, record, promptTokens, nano);
  sums.session = record.session ?? sums.session;
  sums.project = record.project ?? sums.project;
  sums.agent = record.agent ?? sums.agent;
}

function addOwn(sums: Sums, record: CallRecord, promptTokens: number, nano: number): void {
  const { at, model, output: outputTokens, subagent, calls } = record;
  if (subagent !== null || calls !== 1) return;
  sums.lifetimeMs = lifetimeOf(record) ?? sums.lifetimeMs;
  const { cachedInput: cached, compacted, cacheWrite, cacheWrite1h, output } = record;
  const usd = Number.isNaN(nano) ? null : nano / 1e9;
  addToSession(sums.own, { prompt: promptTokens, cached, compacted, cacheWrite, cacheWrite1h, output, usd });
  if (at !== null && at >= (sums.last?.at ?? 0)) sums.last = { at, model, promptTokens, outputTokens };
}

/** 53 bits of the fingerprint: the chance that two of a million calls share one is one in ten thousand. */
function idOf(key: string): number {
  const [high, low] = fingerprint(key);
  return high * 2 ** 21 + (low >>> 11);
}

function joined(rows: Float64Array, more: readonly number[]): Float64Array {
  if (more.length === 0) return rows;
  const all = new Float64Array(rows.length + more.length);
  all.set(rows);
  all.set(more, rows.length);
  return all;
}

/** Collects answers; to be told of them as a `Keep`. */
export function answerList(): { answers: Answer[]; keep: Keep } {
  const answers: Answer[] = [];
  return { answers, keep: (call, key, more) => void answers.push({ call, key, more }) };
}
