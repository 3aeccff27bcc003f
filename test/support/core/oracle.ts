/**
 * The cost model again, slow and separately written: it walks through a task call by call with a growing transcript. It
 * uses nothing of the runtime. The number of calls must be whole, and all tasks equally long (no dispersion). A prompt that
 * would be too long is replaced by a summary, and some calls find a cold cache.
 */

export interface OracleWorkflow {
  modelCalls: number;
  toolCalls: number;
  handoffs: number;
  firstPrompt: number;
  outputPerCall: number;
  toolResult: number;
  userTokensPerCall: number;
  retryPct: number;
  loops: number;
  hallucinatedPct: number;
  caching: boolean;
  /** Tokens at the start of the first prompt with which every task begins: system prompt and tool definitions. */
  sharedPrefix: number;
  /** Of them, those that another task left in the cache: only what it shares with this one can be found. */
  warmPrefix: number;
  /** Web searches of a task without faults. */
  searches: number;
  /** The transcript is compacted before a prompt would be longer than this, and then begins with so many tokens. */
  compaction?: { at: number; to: number };
  /** Tokens that the first five calls add to the next prompt, and the first five after a compaction; else as the others. */
  earlyGrowth?: number;
  afterCompaction?: number;
  /** Of the calls after another one, the share that finds nothing in the cache but the warm prefix; without handoffs. */
  coldShare?: number;
}

/** Output of the call that writes the summary, as the cost model assumes. */
const summaryTokens = 4000;

/** The factors by which an effort changes a task that makes the calls of `work` at effort high. */
export interface OracleEffort {
  /** Factor of the model calls and the tool calls. */
  calls: number;
  /** Factor of the output of all model calls together. */
  output: number;
}

/** The same task at another effort: its total output changes by one factor, and is spread over more or fewer calls. */
export function oracleAtEffort(work: OracleWorkflow, { calls, output }: OracleEffort): OracleWorkflow {
  const modelCalls = work.modelCalls * calls;
  const written = work.modelCalls * work.outputPerCall * output;
  return {
    ...work,
    modelCalls,
    toolCalls: work.toolCalls * calls,
    searches: work.searches * calls,
    outputPerCall: modelCalls === 0 ? 0 : written / modelCalls,
  };
}

export interface OraclePrices {
  input: number;
  output: number;
  cachedInput: number | null;
  cacheWrite: number | null;
}

export interface OracleModel {
  /** The first applies from 0 tokens, every other to prompts of more than `above` tokens. Ascending. */
  bands: (OraclePrices & { above: number })[];
  minPrefix: number;
  hitEfficiency: number;
  /** Share of each answer that the next call finds in the cache. */
  ownOutputCached: number;
  /** USD for 1,000 web searches. */
  searchFee: number;
}

export interface OracleBill {
  input: number;
  cachedInput: number;
  output: number;
  peak: number;
  searches: number;
  costPerTask: number;
}

/** The prompt tokens of one call: in a prompt too short to be cached, new to the cache, or already cached. */
interface Call {
  prompt: number;
  short: number;
  held: number;
  ownOutput: number;
  band: number;
}

/** A call that sends a transcript once more, all of it cached if it is long enough, to have it summed up. */
interface Summary {
  prompt: number;
  band: number;
}

export function oracleBill(work: OracleWorkflow, model: OracleModel): OracleBill {
  const { calls, summaries } = callsOf(work, model);
  const input = total(calls.map(({ prompt }) => prompt)) + total(summaries.map(({ prompt }) => prompt));
  const output = calls.length * work.outputPerCall + summaries.length * summaryTokens;
  const peak = Math.max(work.firstPrompt, ...calls.map(({ prompt }) => prompt));
  const caches = work.caching && model.bands[0]?.cachedInput !== null;

  let usd = 0;
  let cachedInput = 0;
  model.bands.forEach((price, b) => {
    const own = calls.filter(({ band }) => band === b);
    const prompts = total(own.map(({ prompt }) => prompt));
    usd += own.length * work.outputPerCall * price.output;
    const summed = summaries.filter(({ band }) => band === b);
    usd += summed.length * summaryTokens * price.output;
    const again = total(summed.map(({ prompt }) => prompt));
    if (!caches) {
      usd += (prompts + again) * price.input;
      return;
    }
    for (const { prompt } of summed) {
      const hit = prompt < model.minPrefix ? 0 : model.hitEfficiency * prompt;
      cachedInput += hit;
      usd += hit * (price.cachedInput ?? price.input);
      usd += (prompt - hit) * (prompt < model.minPrefix ? price.input : (price.cacheWrite ?? price.input));
    }
    const short = total(own.map((call) => call.short));
    let held = total(own.map((call) => call.held));
    // A handoff finds a cold cache: a prompt of average length is sent uncached, split over the bands.
    if (calls.length > 0) held -= Math.min(held, (work.handoffs * prompts) / calls.length);
    const read = model.hitEfficiency * (held + model.ownOutputCached * total(own.map((call) => call.ownOutput)));
    cachedInput += read;
    usd += short * price.input;
    usd += (prompts - short - read) * (price.cacheWrite === null ? price.input : price.cacheWrite);
    usd += read * (price.cachedInput === null ? price.input : price.cachedInput);
  });

  // A failed call is sent again; if the retry fails too, it is sent once more and then given up.
  const r = work.retryPct / 100;
  // A retry sends the prompt again, including tool results: searches are not repeated.
  const searches = searchesOf(work);
  const costPerTask = (usd / 1e6) * (1 + r + r * r) + searches * (model.searchFee / 1000);
  return { input, cachedInput, output, peak, searches, costPerTask };
}

/** All searches: those wanted, those repeated because they were invalid, and those of calls in loops. */
function searchesOf(work: OracleWorkflow): number {
  let searches = work.searches;
  searches += (work.searches * work.hallucinatedPct) / 100;
  const toolCalls = Math.max(1, work.toolCalls);
  for (let call = 0; call < Math.round(3 * work.loops); call++) {
    searches += work.searches > toolCalls ? 1 : work.searches / toolCalls;
  }
  return searches;
}

/** The calls of a task, in order, and those that sum up its transcript. */
function callsOf(work: OracleWorkflow, model: OracleModel): { calls: Call[]; summaries: Summary[] } {
  const wrongCalls = Math.round((work.hallucinatedPct / 100) * work.toolCalls);
  const loopCalls = Math.round(3 * work.loops);
  const count = work.modelCalls + wrongCalls + loopCalls + work.handoffs;
  const toolResults = work.toolCalls + wrongCalls + loopCalls;
  const growth = work.outputPerCall + work.userTokensPerCall + (work.toolResult * toolResults) / count;
  const bandOf = (prompt: number): number => {
    let band = 0;
    model.bands.forEach(({ above }, b) => {
      if (b > 0 && prompt > above) band = b;
    });
    return band;
  };

  const calls: Call[] = [];
  const summaries: Summary[] = [];
  const warm = work.sharedPrefix >= model.minPrefix ? work.warmPrefix : 0;
  const at = work.compaction?.at ?? Number.POSITIVE_INFINITY;
  const compacts = growth > 0 && at > work.firstPrompt;
  const early = () => (summaries.length === 0 ? work.earlyGrowth : work.afterCompaction) ?? growth;
  const before = (place: number): number => (place <= 5 ? early() : growth);
  let start = work.firstPrompt;
  let last = start;
  let sinceStart = 0;
  let cached: number | null = null;
  let kept = warm;
  for (let call = 0; call < count; call++) {
    let prompt = sinceStart === 0 ? start : last + before(sinceStart);
    if (compacts && prompt > at && work.compaction) {
      summaries.push({ prompt: last, band: bandOf(last) });
      // Not shorter than the system prompt and the tools, which the next call sends again.
      start = Math.min(at, Math.max(work.compaction.to, work.sharedPrefix));
      sinceStart = 0;
      prompt = start;
      cached = null;
      // The system prompt and the tools were sent by the call before.
      kept = Math.min(work.sharedPrefix, start);
      if (kept < model.minPrefix) kept = 0;
    }
    last = prompt;
    sinceStart++;
    const band = bandOf(prompt);
    if (prompt < model.minPrefix) {
      calls.push({ prompt, short: prompt, held: 0, ownOutput: 0, band });
      continue;
    }
    const cold = work.coldShare ?? 0;
    if (cached === null) {
      const isFirst = sinceStart === 1;
      calls.push({ prompt, short: 0, held: isFirst ? kept : 0, ownOutput: 0, band });
    } else {
      // The previous call's answer, as far as it joined the transcript.
      const ownOutput = (1 - cold) * Math.min(work.outputPerCall, before(sinceStart - 1));
      calls.push({ prompt, short: 0, held: (1 - cold) * cached + cold * warm, ownOutput, band });
    }
    cached = prompt;
  }
  return { calls, summaries };
}

function total(values: number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
