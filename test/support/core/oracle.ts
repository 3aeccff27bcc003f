/**
 * The cost model again, slow and separately written: it walks through a task call by call with a growing transcript.
 * Nothing of the runtime is used here. Calls must be whole in number, and all tasks equally long (no dispersion).
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
  /** Tokens at the start of the first prompt that another task left in the cache. */
  warmPrefix: number;
  /** Web searches of a task without faults. */
  searches: number;
}

/** What an effort makes of a task that would make the calls of `work` at effort high. */
export interface OracleEffort {
  /** Times the model calls and the tool calls. */
  calls: number;
  /** Times what all model calls write. */
  output: number;
}

/** The same task at another effort: its whole output changes by one factor, and is shared by more calls or fewer. */
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
  /** The first holds from no tokens on, each other for prompts of more than `above` tokens. Ascending. */
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

/** What one call sends: tokens of a prompt too short to be cached, or new to the cache, or held by it. */
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
    // A handoff meets a cold cache: a prompt of average length is sent afresh, in each band its part of it.
    if (calls.length > 0) held -= Math.min(held, (work.handoffs * prompts) / calls.length);
    const read = model.hitEfficiency * (held + model.ownOutputCached * total(own.map((call) => call.ownOutput)));
    cachedInput += read;
    usd += short * price.input;
    usd += (prompts - short - read) * (price.cacheWrite === null ? price.input : price.cacheWrite);
    usd += read * (price.cachedInput === null ? price.input : price.cachedInput);
  });

  // A failed call is sent again, and that one may fail again, and then it is given up.
  const r = work.retryPct / 100;
  // A retry sends the prompt again, with the results of the tools in it: nothing is searched again.
  const searches = searchesOf(work);
  const costPerTask = (usd / 1e6) * (1 + r + r * r) + searches * (model.searchFee / 1000);
  return { input, cachedInput, output, peak, searches, costPerTask };
}

/** One search after another: those wanted, those that were invalid and are made again, and those of calls in loops. */
function searchesOf(work: OracleWorkflow): number {
  let searches = work.searches;
  searches += (work.searches * work.hallucinatedPct) / 100;
  const toolCalls = Math.max(1, work.toolCalls);
  for (let call = 0; call < Math.round(3 * work.loops); call++) {
    searches += work.searches > toolCalls ? 1 : work.searches / toolCalls;
  }
  return searches;
}

/** The calls of a task, one after another. */
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
      const held: number = cached ?? (call === 0 ? work.warmPrefix : 0);
      // The answer of the call before, as far as it joined the transcript.
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
