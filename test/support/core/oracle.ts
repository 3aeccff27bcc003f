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
}

export interface OracleBill {
  input: number;
  cachedInput: number;
  output: number;
  peak: number;
  costPerTask: number;
}

/** What one call sends, and what of it the cache already holds. */
interface Call {
  prompt: number;
  read: number;
  band: number;
}

export function oracleBill(work: OracleWorkflow, model: OracleModel): OracleBill {
  const calls = callsOf(work, model);
  const input = total(calls.map(({ prompt }) => prompt));
  const output = calls.length * work.outputPerCall;
  const peak = calls.at(-1)?.prompt ?? work.firstPrompt;

  const perCall = calls.map(({ band }) => model.bands[band] as OraclePrices);
  const outputUsd = total(perCall.map((price) => work.outputPerCall * price.output)) / 1e6;

  // Without a cache every call is billed by itself.
  const uncachedUsd = total(calls.map(({ prompt }, j) => prompt * (perCall[j] as OraclePrices).input)) / 1e6;
  const cacheable =
    work.caching && model.bands[0]?.cachedInput !== null && calls.some(({ prompt }) => prompt >= model.minPrefix);

  let inputUsd = uncachedUsd;
  let cachedInput = 0;
  if (cacheable) {
    // A handoff meets a cold cache: instead of being read, a prompt of average length is sent afresh.
    const handoffs = calls.length === 0 ? 0 : (work.handoffs * input) / calls.length;
    cachedInput = model.hitEfficiency * Math.max(0, total(calls.map(({ read }) => read)) - handoffs);
    // The cost model does not follow which band each cached token is read in. It spreads all fresh tokens and all
    // cached ones over the bands as the input tokens are spread, so the shares are counted call by call here and then
    // applied to both totals. Within one band this is the sum over the calls.
    const shares = model.bands.map(
      (_, b) => total(calls.filter(({ band }) => band === b).map(({ prompt }) => prompt)) / input,
    );
    const average = (priceOf: (price: OraclePrices) => number) =>
      total(model.bands.map((price, b) => ((shares[b] as number) > 0 ? (shares[b] as number) * priceOf(price) : 0)));
    const writePrice = average((price) => (price.cacheWrite === null ? price.input : price.cacheWrite));
    const readPrice = average((price) => (price.cachedInput === null ? price.input : price.cachedInput));
    inputUsd = ((input - cachedInput) * writePrice + cachedInput * readPrice) / 1e6;
  }

  // A failed call is sent again, and that one may fail again, and then it is given up.
  const r = work.retryPct / 100;
  return { input, cachedInput, output, peak, costPerTask: (inputUsd + outputUsd) * (1 + r + r * r) };
}

/** The calls of a task, one after another. */
function callsOf(work: OracleWorkflow, model: OracleModel): Call[] {
  const wrongCalls = Math.round((work.hallucinatedPct / 100) * work.toolCalls);
  const loopCalls = Math.round(3 * work.loops);
  const count = work.modelCalls + wrongCalls + loopCalls + work.handoffs;
  const toolResults = work.toolCalls + wrongCalls + loopCalls;

  const calls: Call[] = [];
  let transcript = work.firstPrompt;
  let cached = 0;
  for (let call = 0; call < count; call++) {
    const prompt = transcript;
    let band = 0;
    model.bands.forEach(({ above }, b) => {
      if (b > 0 && prompt > above) band = b;
    });
    calls.push({ prompt, read: cached, band });
    // The provider now holds this prompt, if it is long enough to be cached at all.
    cached = prompt >= model.minPrefix ? prompt : 0;
    // The answer, the user's words and this call's part of the tool results join the transcript.
    transcript += work.outputPerCall + work.userTokensPerCall + (work.toolResult * toolResults) / count;
  }
  return calls;
}

function total(values: number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
