/**
 * Output that was never recorded. Claude Code writes the counts with which a streamed answer began; where no later line
 * has the final ones, the log holds the whole answer and a placeholder of a few tokens. The exact bill stays what the
 * counts give; beside it stands an estimate from what is visible.
 *
 * The tokens of an answer are a number for each call, for what is not visible, and a number for each character of text,
 * tool calls and thinking. Both are fitted to final calls of the same log by least squares: of the same family of models
 * if it has enough of them, else of all. A log without enough of them takes the rate of recorded sessions, which differs
 * between owners: hence the wide interval.
 */

import { ratesFor } from '../../core/pricing/call-rates.ts';
import { unitAt } from '../../core/schemas/billable-units.ts';
import type { CallRecord } from '../call-record.ts';
import { addSums, type Interval, jackknife } from '../statistics.ts';
import type { RecordPrice } from './price-record.ts';
import type { RecordTariff } from './record-tariffs.ts';

/**
 * Tokens of output for each visible character, thinking included: the median over the three owners of recorded sessions
 * of Claude Code with at least 20 final calls (.39, .46 and .47; data/evidence). Owners of all agents lie between .30 and
 * .50 but for two, so the interval is a factor of 1.6 to both sides. `npm run evidence:logs` prints them.
 */
export const recordedRate = { perChar: 0.46, factor: 1.6, owners: 3 } as const;

/**
 * An interval at one's own rate is never narrower than this factor to both sides. Of recorded sessions, a half drawn at random
 * predicted the other: the jackknife alone held 71 to 85 of 100, with the factor 95 to 100, by the four groups of an owner,
 * an agent and a family of models with 400 final calls and more (`npm run evidence:logs`).
 */
const ownFactor = 1.25;

const charsOf = ({ visibleChars, thinkingChars }: CallRecord): number => visibleChars + thinkingChars;

/**
 * Tokens by which the output of one call is likely to differ from what was recorded, at the rate of recorded sessions: to
 * be added up over calls; a sum below 0 means that nothing is missing. 0 where the count is final.
 */
export const unrecordedTokens = (record: CallRecord): number =>
  record.isFinal === false && record.calls === 1 ? recordedRate.perChar * charsOf(record) - record.output : 0;

/** Final calls, and sessions with them, from which on the own rate is used. */
const fewestFinal = 200;
const fewestSessions = 3;
/** Sessions that are kept apart; all later ones count as one. */
const mostSessions = 5000;

/** Sums over final calls: what least squares need. */
type Fit = { calls: number; chars: number; squares: number; tokens: number; products: number };

/** Sums over calls without a final count; `usd...` are the same times the price of output in USD per token. */
type Open = { calls: number; chars: number; tokens: number; usdCalls: number; usdChars: number; usdTokens: number };

interface Family {
  sessions: Map<string, Fit>;
  open: Open;
}

export interface Unrecorded {
  /** Calls without a final count of their output, and the tokens that stand in its place and are in the bill. */
  calls: number;
  tokens: number;
  /** Final calls of this log that the rate was fitted to; 0: the rate of recorded sessions. */
  finalCalls: number;
  /** What is missing in the bill. */
  missingTokens: Interval & { middle: number };
  missingUsd: Interval & { middle: number };
}

export class UnrecordedOutput {
  private readonly families = new Map<string, Family>();
  private last: { model: string; family: Family } | null = null;

  /** @param narrowest an interval at one's own rate is at least this factor to both sides */
  constructor(private readonly narrowest = ownFactor) {}

  add(record: CallRecord, tariff: RecordTariff, price: RecordPrice): void {
    if (record.isFinal === null || record.calls !== 1) return;
    const chars = charsOf(record);
    const family = this.familyOf(tariff.model);
    if (record.isFinal) {
      const name = family.sessions.size < mostSessions ? (record.session ?? '') : '';
      const fit = family.sessions.get(name) ?? { calls: 0, chars: 0, squares: 0, tokens: 0, products: 0 };
      fit.calls += 1;
      fit.chars += chars;
      fit.squares += chars * chars;
      fit.tokens += record.output;
      fit.products += chars * record.output;
      family.sessions.set(name, fit);
      return;
    }
    const rate = price.isPriced ? (ratesFor(tariff, price.promptTokens)[unitAt.output] as number) / 1e6 : 0;
    const { open } = family;
    open.calls += 1;
    open.chars += chars;
    open.tokens += record.output;
    open.usdCalls += rate;
    open.usdChars += rate * chars;
    open.usdTokens += rate * record.output;
  }

  /** null: every call has a final count, or the format has no others. */
  result(): Unrecorded | null {
    const all = [...this.families.values()];
    const whole = [...sessionsOf(all).values()];
    const sum: Unrecorded = { calls: 0, tokens: 0, finalCalls: 0, missingTokens: nothing(), missingUsd: nothing() };
    let hasOwn = false;
    for (const family of all) {
      const { open } = family;
      if (open.calls === 0) continue;
      const own = [...family.sessions.values()];
      const basis = isEnough(own) ? own : isEnough(whole) ? whole : null;
      sum.calls += open.calls;
      sum.tokens += open.tokens;
      hasOwn ||= basis !== null;
      add(sum.missingTokens, missing(open, basis, 'tokens', this.narrowest));
      add(sum.missingUsd, missing(open, basis, 'usd', this.narrowest));
    }
    if (hasOwn) sum.finalCalls = whole.reduce((calls, fit) => calls + fit.calls, 0);
    return sum.calls === 0 ? null : sum;
  }

  private familyOf(model: string): Family {
    // Most calls are of the model of the call before.
    if (this.last?.model === model) return this.last.family;
    const name = familyName(model);
    let family = this.families.get(name);
    if (family === undefined) {
      family = { sessions: new Map(), open: { calls: 0, chars: 0, tokens: 0, usdCalls: 0, usdChars: 0, usdTokens: 0 } };
      this.families.set(name, family);
    }
    this.last = { model, family };
    return family;
  }
}

/** claude-opus of claude-opus-4-6: the name without numbers. */
export const familyName = (model: string): string =>
  model
    .split('-')
    .filter((part) => !/^\d/.test(part))
    .join('-');

const nothing = () => ({ low: 0, middle: 0, high: 0 });

function add(sum: ReturnType<typeof nothing>, some: ReturnType<typeof nothing>): void {
  sum.low += some.low;
  sum.middle += some.middle;
  sum.high += some.high;
}

/** The final calls of all families, by session: a session counts once. */
function sessionsOf(families: readonly Family[]): Map<string, Fit> {
  const all = new Map<string, Fit>();
  for (const { sessions } of families) {
    for (const [name, fit] of sessions) {
      const known = all.get(name);
      all.set(name, known === undefined ? fit : addSums(known, fit));
    }
  }
  return all;
}

const isEnough = (sessions: readonly Fit[]): boolean =>
  sessions.length >= fewestSessions && sessions.reduce((calls, fit) => calls + fit.calls, 0) >= fewestFinal;

/** What is missing, with its interval: the jackknife over sessions, or the spread between owners. */
function missing(
  open: Open,
  basis: readonly Fit[] | null,
  of: 'tokens' | 'usd',
  narrowest: number,
): Interval & { middle: number } {
  const [calls, chars, known] =
    of === 'tokens' ? [open.calls, open.chars, open.tokens] : [open.usdCalls, open.usdChars, open.usdTokens];
  const beyond = (tokens: number): number => Math.max(0, tokens - known);
  if (basis === null) {
    const middle = recordedRate.perChar * chars;
    const { factor } = recordedRate;
    return { low: beyond(middle / factor), middle: beyond(middle), high: beyond(middle * factor) };
  }
  const tokensAt = (fit: Fit): number => {
    const { perCall, perChar } = fitted(fit);
    return perCall * calls + perChar * chars;
  };
  const middle = tokensAt(basis.reduce(addSums));
  const { low, high } = jackknife(basis, tokensAt) ?? { low: middle, high: middle };
  return {
    low: beyond(Math.min(low, middle / narrowest)),
    middle: beyond(middle),
    high: beyond(Math.max(high, middle * narrowest)),
  };
}

/** Least squares of tokens = perCall + perChar x characters; the plain ratio where either would be below 0. */
export function fitted({ calls, chars, squares, tokens, products }: Fit): { perCall: number; perChar: number } {
  const spread = calls * squares - chars * chars;
  const perChar = spread <= 0 ? -1 : (calls * products - chars * tokens) / spread;
  const perCall = (tokens - perChar * chars) / calls;
  if (perChar >= 0 && perCall >= 0) return { perCall, perChar };
  return chars === 0 ? { perCall: tokens / calls, perChar: 0 } : { perCall: 0, perChar: tokens / chars };
}
