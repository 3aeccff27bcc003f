/**
 * What a session will have cost at its end, as a range: from its calls so far, and from how long recorded sessions went on
 * that had made as many. Prompts grow from the last one as before and are compacted; some calls find a cold cache.
 */
import type { DatedPrice } from '../schemas/data-files/dated-price.ts';
import type { EvidenceFile } from '../schemas/data-files/evidence-file.ts';
import type { SessionForecast } from '../schemas/forecast-schemas.ts';
import { type Compacting, compactionRuleFor, withinWindow } from './compaction-rules.ts';
import { type Billing, priceUsed } from './cost.ts';
import { legOf } from './leg.ts';
import { addStep, noSteps, type PromptCall, type Transcript } from './transcript.ts';
import { acrossBands } from './used.ts';
import { eachTask, type Walked } from './walk.ts';

export type ForecastEvidence = NonNullable<EvidenceFile['forecast']>;

/** A billed call of a session. */
export interface SessionCall extends PromptCall {
  cacheWrite: number;
  cacheWrite1h: number;
  output: number;
  /** null: no price. */
  usd: number | null;
}

/** What is known of a session that runs, or ran: sums over its own calls, without those of its subagents. */
export interface SessionSoFar {
  calls: number;
  /** null: a call has no price. */
  usd: number | null;
  /** Tokens of all prompts, and of them those written to the cache for five minutes and for an hour; of all output. */
  input: number;
  cacheWrite: number;
  cacheWrite1h: number;
  output: number;
  lastPrompt: number;
  /** How its prompts went from call to call. */
  transcript: Transcript;
}

/** A session before its first call. */
export const newSession = (): SessionSoFar => ({
  ...{ calls: 0, usd: 0, input: 0, cacheWrite: 0, cacheWrite1h: 0, output: 0, lastPrompt: 0 },
  transcript: noSteps(),
});

/** Adds the next call of a session. */
export function addCall(session: SessionSoFar, call: SessionCall): void {
  if (session.calls > 0) addStep(session.transcript, { prompt: session.lastPrompt }, call);
  session.calls += 1;
  session.usd = session.usd === null || call.usd === null ? null : session.usd + call.usd;
  session.input += call.prompt;
  session.cacheWrite += call.cacheWrite;
  session.cacheWrite1h += call.cacheWrite1h;
  session.output += call.output;
  session.lastPrompt = call.prompt;
}

export interface ForecastQuestion extends Compacting {
  session: SessionSoFar;
  /** What its next calls are billed at; null: they have no price. */
  price: DatedPrice | null;
  /** Calls of earlier sessions of the same person, which have ended. */
  earlier: readonly number[];
}

/** So many equally likely ends stand for those of the recorded sessions, and of one's own where these are more. */
const ends = 40;

/** @param question its session has at least one call */
export function forecastSession(evidence: ForecastEvidence, question: ForecastQuestion): SessionForecast {
  const { session, price, earlier } = question;
  const callsAtEnd = inOrder(endsOf(evidence, session.calls, earlier));
  const rest = restOf(
    evidence,
    question,
    callsAtEnd.map(({ value }) => value - session.calls),
  );
  const { usd } = session;
  const tokens = session.input + session.output;
  const atEnd = (name: 'usd' | 'tokens', soFar: number, factors: readonly number[]): Weighted[] =>
    inOrder(
      callsAtEnd.flatMap(({ weight }, end) =>
        factors.map((factor) => ({ value: soFar + factor * (rest[end] as (typeof rest)[number])[name], weight })),
      ),
    );
  const usdAtEnd = usd === null || price === null ? null : atEnd('usd', usd, evidence.usdFactors);
  const usdBelow = (share: number, times: number): number | null =>
    usd === null || usdAtEnd === null ? null : usd + times * (quantileOf(usdAtEnd, share) - usd);
  const tokensAtEnd = atEnd('tokens', tokens, evidence.tokenFactors);
  const at = (share: number, times = 1): SessionForecast['p50'] => ({
    usd: usdBelow(share, times),
    calls: Math.round(quantileOf(callsAtEnd, share)),
    tokens: Math.round(quantileOf(tokensAtEnd, share)),
  });
  return {
    soFar: { usd, calls: session.calls, tokens },
    p50: at(0.5),
    p90: at(0.9, evidence.p90Factor),
    basis: {
      sessions: evidence.sessions,
      owners: evidence.owners,
      own: earlier.filter((own) => own >= session.calls).length,
      tried: triedAfter(evidence, session.calls),
      note: fewOwners(evidence),
    },
  };
}

/** A conformal nine in ten over owners needs so many: ceil(.9 * (n + 1)) is at most n. */
const enoughOwners = 9;

function fewOwners({ tried }: ForecastEvidence): string | null {
  const owners = Math.max(0, ...tried.map(({ p90HeldByOwnerPct }) => p90HeldByOwnerPct.length));
  if (owners === 0 || owners >= enoughOwners) return null;
  return `Owners differ, and the ${owners} on whose sessions forecasts were tried promise nothing of another one.`;
}

/** Forecasts were tried after 5, 10 and 20 calls: each speaks for fewer than twice as many, and none for what is beyond. */
const triedAfter = ({ tried }: ForecastEvidence, calls: number): ForecastEvidence['tried'][number] | null =>
  tried.find((one) => one.calls <= calls && calls < 2 * one.calls) ?? null;

/** Whether no forecast was tried after so few calls. */
export const isTooEarly = ({ tried }: ForecastEvidence, calls: number): boolean =>
  tried.every((one) => one.calls > calls);

/**
 * How many calls the session will have at its end: as many as recorded sessions, given that they got so far, and as one's
 * own earlier ones. The recorded ones count as `ownWorth` of one's own.
 */
function endsOf({ lasting, ownWorth }: ForecastEvidence, calls: number, earlier: readonly number[]): Weighted[] {
  // Sessions longer than nearly all recorded ones go on like those, in proportion to their length.
  const known = Math.min(calls, (lasting.findLast(({ share }) => share >= fewest) as Lasting).calls);
  const reached = lastingAt(lasting, 'calls', known);
  const weight = (ownWorth * reached) / ends;
  const recorded = Array.from({ length: weight > 0 ? ends : 0 }, (_, i) => ({
    value: (lastingAt(lasting, 'share', (reached * (i + 0.5)) / ends) * calls) / known,
    weight,
  }));
  return [...recorded, ...ownEnds(earlier.filter((own) => own >= calls))];
}

/** One's own sessions, each by itself; of many, some that stand for all of them, as for the recorded ones. */
function ownEnds(own: readonly number[]): Weighted[] {
  if (own.length <= ends) return own.map((value) => ({ value, weight: 1 }));
  const ascending = [...own].sort((a, b) => a - b);
  return Array.from({ length: ends }, (_, i) => ({
    value: ascending[Math.floor((own.length * (i + 0.5)) / ends)] as number,
    weight: own.length / ends,
  }));
}

/** A smaller share of sessions says nothing of those that got so far. */
const fewest = 0.005;

type Lasting = ForecastEvidence['lasting'][number];

/**
 * The share of recorded sessions that make at least so many calls, or the calls that a share makes at least: on the line
 * between two of the known points, or at the last one.
 */
function lastingAt(points: readonly Lasting[], from: keyof Lasting, at: number): number {
  const to = from === 'calls' ? 'share' : 'calls';
  const next = points.findIndex((point) => (from === 'calls' ? point.calls >= at : point.share <= at));
  const b = points[next] ?? (points.at(-1) as Lasting);
  const a = points[next - 1] ?? b;
  return a[from] === b[from] ? b[to] : a[to] + ((b[to] - a[to]) * (at - a[from])) / (b[from] - a[from]);
}

/**
 * Dollars and tokens of so many next calls: those of a walk that goes on from the last logged call.
 * @param more ascending; a fraction of a call counts by its fraction
 */
function restOf(evidence: ForecastEvidence, question: ForecastQuestion, more: readonly number[]) {
  const { session, price } = question;
  const { transcript, lastPrompt } = session;
  // What is usual counts as so many calls of the session itself.
  const worth = evidence.usualWorth;
  const mixed = (own: number, of: number, usual: number) => (own + worth * usual) / (of + worth);
  const growth = mixed(transcript.growth, session.calls - 1, evidence.growth);
  const warm = transcript.following - transcript.cold;
  const held = warm === 0 ? 1 : transcript.warmHeld / warm;
  const compaction = compactionIn(evidence, question, growth);
  const legFrom = (start: number) =>
    legOf(start, [{ calls: Number.POSITIVE_INFINITY, growth }], compaction === null ? null : compaction.at);
  const walk: Walked = {
    first: legFrom(lastPrompt),
    later: compaction === null ? null : legFrom(compaction.to),
    outputPerCall: mixed(session.output, session.calls, evidence.output),
    ...{ sharedPrefix: 0, warmPrefix: 0, handoffs: 0, billsCompactions: false },
    coldShare: mixed(transcript.cold, transcript.following, evidence.coldShare),
    // The logged call is the first of each.
    tasks: { calls: [1, ...more.map((calls) => calls + 1)], shares: null, rare: 0 },
  };
  const thresholds = price === null ? [] : price.longContext.map(({ above }) => above);
  const readShare = mixed(transcript.warmRead / held, warm, evidence.readShare);
  const billing = price && billingAt(price, session, readShare);
  const sums: { usd: number; tokens: number }[] = [];
  eachTask(walk, { minPrefixTokens: 0, thresholds }, (used) => {
    const usd = billing === null ? 0 : priceUsed(used, billing).tokensUsd;
    sums.push({ usd, tokens: acrossBands(used, 'prompts') + acrossBands(used, 'output') });
  });
  const [logged, ...rest] = sums as [(typeof sums)[number], ...typeof sums];
  return rest.map(({ usd, tokens }) => ({ usd: usd - logged.usd, tokens: tokens - logged.tokens }));
}

/** What is not read is written to the cache, where the session bills writes. */
function billingAt(price: DatedPrice, { cacheWrite, cacheWrite1h }: SessionSoFar, hitEfficiency: number): Billing {
  const rates = [price, ...price.longContext].map((band) => {
    const for5m = band.cacheWrite ?? band.input;
    const written = cacheWrite1h > cacheWrite ? (band.cacheWrite1h ?? for5m) : cacheWrite > 0 ? for5m : band.input;
    return Float64Array.of(band.input, band.cachedInput ?? band.input, written, band.output);
  });
  return { rates, caches: true, hitEfficiency, ownOutputCached: 0 };
}

/** Where the transcript will be compacted, and to how many tokens. null: never. */
function compactionIn(
  evidence: ForecastEvidence,
  question: ForecastQuestion,
  growth: number,
): { at: number; to: number } | null {
  const { compactions, compactedAt, compactedTo } = question.session.transcript;
  const { lastPrompt } = question.session;
  const usual = compactionRuleFor(evidence.compaction, question);
  const own = compactions === 0 ? usual : { at: compactedAt / compactions, to: compactedTo / compactions };
  if (own === undefined || own.at === null || own.to === null) return null;
  // The last prompt before a compaction is half a step below where it happens, on average.
  const at = withinWindow(own.at + growth / 2, question.contextWindow);
  if (at > lastPrompt) return { at, to: Math.min(own.to, at) };
  const window = withinWindow(Number.POSITIVE_INFINITY, question.contextWindow);
  return window > lastPrompt && window < Number.POSITIVE_INFINITY ? { at: window, to: own.to } : null;
}

interface Weighted {
  value: number;
  weight: number;
}

const inOrder = (values: readonly Weighted[]): Weighted[] => [...values].sort((a, b) => a.value - b.value);

/**
 * The smallest value at or below which this share of the weights lies.
 * @param ascending at least one
 */
function quantileOf(ascending: readonly Weighted[], share: number): number {
  const enough = share * ascending.reduce((sum, { weight }) => sum + weight, 0);
  let sum = 0;
  for (const { value, weight } of ascending) {
    sum += weight;
    if (sum >= enough) return value;
  }
  return (ascending.at(-1) as Weighted).value;
}
