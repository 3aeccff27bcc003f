/**
 * The cost model again, slow and separately written: it walks through a task call by call with a growing transcript. It
 * uses nothing of the runtime. The number of calls must be whole, and all tasks equally long (no dispersion).
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
}

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

export function oracleBill(work: OracleWorkflow, model: OracleModel): OracleBill {
  const calls = callsOf(work, model);
  const input = total(calls.map(({ prompt }) => prompt));
  const output = calls.length * work.outputPerCall;
  const peak = calls.at(-1)?.prompt ?? work.firstPrompt;
  const caches = work.caching && model.bands[0]?.cachedInput !== null;

  let usd = 0;
  let cachedInput = 0;
  model.bands.forEach((price, b) => {
    const own = calls.filter(({ band }) => band === b);
    const prompts = total(own.map(({ prompt }) => prompt));
    usd += own.length * work.outputPerCall * price.output;
    if (!caches) {
      usd += prompts * price.input;
      return;
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

/** The calls of a task, in order. */
function callsOf(work: OracleWorkflow, model: OracleModel): Call[] {
  const wrongCalls = Math.round((work.hallucinatedPct / 100) * work.toolCalls);
  const loopCalls = Math.round(3 * work.loops);
  const count = work.modelCalls + wrongCalls + loopCalls + work.handoffs;
  const toolResults = work.toolCalls + wrongCalls + loopCalls;
  const growth = work.outputPerCall + work.userTokensPerCall + (work.toolResult * toolResults) / count;

  const calls: Call[] = [];
  let prompt = work.firstPrompt;
  let cached: number | null = null;
  for (let call = 0; call < count; call++) {
    let band = 0;
    model.bands.forEach(({ above }, b) => {
      if (b > 0 && prompt > above) band = b;
    });
    if (prompt < model.minPrefix) calls.push({ prompt, short: prompt, held: 0, ownOutput: 0, band });
    else {
      // What tasks share is cached on its own only if it alone is as long as the shortest prefix that is cached.
      const warm = call === 0 && work.sharedPrefix >= model.minPrefix ? work.warmPrefix : 0;
      const held: number = cached ?? warm;
      // The previous call's answer, as far as it joined the transcript.
      const ownOutput = cached === null ? 0 : Math.min(work.outputPerCall, growth);
      calls.push({ prompt, short: 0, held, ownOutput, band });
      cached = prompt;
    }
    prompt += growth;
  }
  return calls;
}

function total(values: number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
