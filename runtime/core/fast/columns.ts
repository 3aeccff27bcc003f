/**
 * What one run of a task costs on every model at once: prices as columns, no object per model.
 *
 * An estimate looks at every model to suggest a cheaper route, and an object for each would take most of its time. The
 * plain version is `runCost`; the columns hold the same bits.
 */
import type { Catalog, CatalogModel } from '../dataset/catalog.ts';
import { tiers } from '../dataset/fields.ts';
import { once } from '../memoize.ts';
import { runCost } from '../model/cost.ts';
import { callsBelow, promptsUpTo, type TaskTokens } from '../model/tokens.ts';
import { faults } from '../model/waste.ts';

/** What changes from model to model, in the order of the catalog. USD per 1,000,000 tokens. */
export interface PriceColumns {
  models: readonly CatalogModel[];
  input: Float64Array;
  output: Float64Array;
  /** NaN: no cached price. */
  cachedInput: Float64Array;
  cacheWrite: Float64Array;
  minPrefix: Float64Array;
  hitEfficiency: Float64Array;
  /** First long-context threshold; Infinity: none. */
  longFrom: Float64Array;
  window: Float64Array;
  /** Equal for models of one provider. */
  provider: Uint32Array;
  /** Index in `tiers`. */
  tier: Uint8Array;
  /** 1: active, 0: deprecated. */
  active: Uint8Array;
  /** Room for a run of each step of the faults and one figure more, filled anew for every question. */
  scratch: { runs: readonly RunColumns[]; perSuccess: Float64Array };
}

/** The columns of a catalog, made when they are first asked for. */
export const columnsOf = once(({ models }: Catalog) => priceColumns(models));

function priceColumns(models: readonly CatalogModel[]): PriceColumns {
  const column = (value: (model: CatalogModel) => number) => Float64Array.from(models, value);
  const providers = [...new Set(models.map(({ provider }) => provider))];
  return {
    models,
    input: column(({ price }) => price.input),
    output: column(({ price }) => price.output),
    cachedInput: column(({ price }) => price.cachedInput ?? Number.NaN),
    cacheWrite: column(({ price }) => price.cacheWrite ?? price.input),
    minPrefix: column((model) => model.minPrefixTokens),
    hitEfficiency: column((model) => model.hitEfficiency.value),
    longFrom: column(({ price }) => price.longContext[0]?.above ?? Number.POSITIVE_INFINITY),
    window: column(({ facts }) => facts.contextWindow),
    provider: Uint32Array.from(models, ({ provider }) => providers.indexOf(provider)),
    tier: Uint8Array.from(models, ({ facts }) => tiers.indexOf(facts.tier)),
    active: Uint8Array.from(models, ({ status }) => Number(status === 'active')),
    scratch: {
      runs: Array.from({ length: faults.length + 1 }, () => runColumns(models.length)),
      perSuccess: new Float64Array(models.length),
    },
  };
}

/** A run on every model, as RunCost has it. */
export interface RunColumns {
  /** What it is the run of; null: it was never filled. */
  of: { tokens: TaskTokens; promptCaching: boolean } | null;
  freshUsd: Float64Array;
  readsUsd: Float64Array;
  outputUsd: Float64Array;
  contextUsd: Float64Array;
}

const runColumns = (count: number): RunColumns => ({
  of: null,
  freshUsd: new Float64Array(count),
  readsUsd: new Float64Array(count),
  outputUsd: new Float64Array(count),
  contextUsd: new Float64Array(count),
});

/** USD of the run on the model at `i`, added up as `runCost` does. */
export const usdOf = ({ freshUsd, readsUsd, outputUsd }: RunColumns, i: number): number =>
  (freshUsd[i] as number) + (readsUsd[i] as number) + (outputUsd[i] as number);

/**
 * Fills `run` with the cost of `tokens` on every model. The build asks for the same tokens once for every model it
 * publishes an estimate of; without a memory of the last that would grow with the square of the models.
 */
export function costOnAll(columns: PriceColumns, tokens: TaskTokens, promptCaching: boolean, run: RunColumns): void {
  if (run.of?.tokens === tokens && run.of.promptCaching === promptCaching) return;
  run.of = { tokens, promptCaching };
  const { input, output, calls, handoffs, peak, firstPrompt } = tokens;
  const { models, minPrefix, longFrom, hitEfficiency } = columns;
  const { input: inputPrice, output: outputPrice, cachedInput: cachedPrice, cacheWrite: writePrice } = columns;
  const { freshUsd, readsUsd, outputUsd, contextUsd } = run;
  const handedOver = calls === 0 ? 0 : (handoffs * input) / calls;
  const caches = promptCaching && calls !== 0;
  for (let i = 0; i < models.length; i++) {
    if (peak > (longFrom[i] as number)) {
      // Rates are a mix of several prices: rare, so the plain way.
      const plain = runCost(tokens, models[i] as CatalogModel, promptCaching);
      freshUsd[i] = plain.freshUsd;
      readsUsd[i] = plain.readsUsd;
      outputUsd[i] = plain.outputUsd;
      contextUsd[i] = plain.contextUsd;
      continue;
    }
    outputUsd[i] = (output * (outputPrice[i] as number)) / 1e6;
    const shortest = minPrefix[i] as number;
    const cached = cachedPrice[i] as number;
    if (!caches || Number.isNaN(cached) || peak < shortest) {
      freshUsd[i] = (input * (inputPrice[i] as number)) / 1e6;
      readsUsd[i] = 0;
      contextUsd[i] = 0;
      continue;
    }
    const tooShort = firstPrompt >= shortest ? 0 : promptsUpTo(callsBelow(shortest, tokens), tokens);
    const cold = Math.min(input, peak + handedOver + tooShort);
    const reads = (hitEfficiency[i] as number) * (input - cold);
    const fresh = input - reads;
    const write = writePrice[i] as number;
    freshUsd[i] = (fresh * write) / 1e6;
    readsUsd[i] = (reads * cached) / 1e6;
    contextUsd[i] = (Math.min(peak, fresh) * write) / 1e6;
  }
}
