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
import { valueAt } from '../../core/values/memoize.ts';
import type { CallRecord } from '../call-record.ts';
import { addSums, jackknife } from '../statistics.ts';
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

/** Sums over calls, of which each counts as often as its weight says: what least squares need. */
type Fit = { calls: number; chars: number; squares: number; tokens: number; products: number };

const noFit = (): Fit => ({ calls: 0, chars: 0, squares: 0, tokens: 0, products: 0 });

function addCall(fit: Fit, record: CallRecord, weight = 1): void {
  const chars = charsOf(record);
  fit.calls += weight;
  fit.chars += weight * chars;
  fit.squares += weight * chars * chars;
  fit.tokens += weight * record.output;
  fit.products += weight * chars * record.output;
}

/** Final calls by session, and calls without a final count: as they are, and times the price of output in USD per token. */
interface Family {
  sessions: Map<string, Fit>;
  open: Fit;
  openUsd: Fit;
}

type Estimate = { low: number; middle: number; high: number };

export interface Unrecorded {
  /** Calls without a final count of their output, and the tokens that stand in its place and are in the bill. */
  calls: number;
  tokens: number;
  /** Final calls of this log that the rate was fitted to; 0: the rate of recorded sessions. */
  finalCalls: number;
  /** What is missing in the bill. */
  missingTokens: Estimate;
  missingUsd: Estimate;
}

export class UnrecordedOutput {
  private readonly families = new Map<string, Family>();
  private last: { model: string; family: Family } | null = null;

  /** @param narrowest an interval at one's own rate is at least this factor to both sides */
  constructor(private readonly narrowest = ownFactor) {}

  add(record: CallRecord, tariff: RecordTariff, price: RecordPrice): void {
    if (record.isFinal === null || record.calls !== 1) return;
    const family = this.familyOf(tariff.model);
    if (record.isFinal) {
      const name = family.sessions.size < mostSessions ? (record.session ?? '') : '';
      addCall(valueAt(family.sessions, name, noFit), record);
      return;
    }
    addCall(family.open, record);
    if (price.isPriced) {
      addCall(family.openUsd, record, (ratesFor(tariff, price.promptTokens)[unitAt.output] as number) / 1e6);
    }
  }

  /** null: every call has a final count, or the format has no others. */
  result(): Unrecorded | null {
    const all = [...this.families.values()];
    const whole = [...sessionsOf(all).values()];
    const nothing: Estimate = { low: 0, middle: 0, high: 0 };
    const sum: Unrecorded = { calls: 0, tokens: 0, finalCalls: 0, missingTokens: nothing, missingUsd: nothing };
    let hasOwn = false;
    for (const { sessions, open, openUsd } of all) {
      if (open.calls === 0) continue;
      const own = [...sessions.values()];
      const basis = isEnough(own) ? own : isEnough(whole) ? whole : null;
      sum.calls += open.calls;
      sum.tokens += open.tokens;
      hasOwn ||= basis !== null;
      sum.missingTokens = addSums(sum.missingTokens, missing(open, basis, this.narrowest));
      sum.missingUsd = addSums(sum.missingUsd, missing(openUsd, basis, this.narrowest));
    }
    if (hasOwn) sum.finalCalls = whole.reduce((calls, fit) => calls + fit.calls, 0);
    return sum.calls === 0 ? null : sum;
  }

  private familyOf(model: string): Family {
    // Most calls are of the model of the call before.
    if (this.last?.model === model) return this.last.family;
    const family = valueAt(this.families, familyName(model), () => ({
      ...{ sessions: new Map(), open: noFit(), openUsd: noFit() },
    }));
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
function missing({ calls, chars, tokens }: Fit, basis: readonly Fit[] | null, narrowest: number): Estimate {
  const beyond = (all: number): number => Math.max(0, all - tokens);
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
