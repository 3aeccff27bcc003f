/** One run of a task on one model: the steps of `tokensPerTask`, `promptBands` and `priceBands`, in their order. */

import type { CatalogModel } from '../dataset/catalog.ts';
import type { EffortStep } from '../dataset/effort-ladder.ts';
import type { PriceBand } from '../dataset/price-on-day.ts';
import { regionsOf, webSearchFeeOf } from '../dataset/provider-fees.ts';
import { type CacheUse, usesCache, writePrice } from '../model/cache-use.ts';
import { middlePlace, oneInTenPlace } from '../model/cost-range.ts';
import { callSpreads } from '../model/spread.ts';
import type { PresetId } from '../schemas/request-fields.ts';
import { unitsPerDollar } from '../values/money.ts';
import type { Ledger } from './ledger.ts';

/** Whether the steps of a run are fields of the estimate; null: the run only serves a comparison. */
type Fields = 'estimate' | null;

/** Tokens of the first `calls` prompts. */
const promptsOf = (calls: string): string => `${calls} * B + g * ${calls} * max(0, ${calls} - 1) / 2`;

/** The values of the workflow that an effort changes. */
const changedByEffort = [
  ['N', 'model calls when nothing goes wrong', 'calls'],
  ['K', 'tool calls when nothing goes wrong', 'calls'],
  ['J', 'web searches when nothing goes wrong', 'searches'],
  ['O', 'output of a call', 'tokens'],
] as const;

/** Stores these values under separate names, from which those at any effort can be computed. */
export function keepAsAsked(ledger: Ledger): void {
  for (const [symbol, what, unit] of changedByEffort)
    ledger.step(`${symbol}_high`, symbol, `${what}, at effort high`, unit);
}

/** Restores these values to what they were before an effort changed them. */
export function restoreAsAsked(ledger: Ledger): void {
  for (const [symbol, what, unit] of changedByEffort) ledger.step(symbol, `${symbol}_high`, what, unit);
}

/** The same values at the requested effort; needs `keepAsAsked`. */
export function explainEffort(ledger: Ledger, step: EffortStep, fields: Fields): void {
  const field = (name: string) => fields && `/assumptions/effort/${name}`;
  const { effort, basis, models, benchmark } = step;
  const from = basis === 'measured' ? `${benchmark}, this model` : `${benchmark}, median of ${models} models`;
  if (fields) {
    ledger.given('models', models, 'models behind the multipliers', 'models', benchmark, field('models'));
    const what = `more tasks solved at ${effort} than at high; no dollar figure depends on it`;
    ledger.given('points', step.successPoints, what, 'points', from, field('successPoints'));
  }
  ledger.given('ce', step.callsMultiplier, `calls at effort ${effort}`, 'times', from, field('callsMultiplier'));
  const output = `output of a task at effort ${effort}`;
  ledger.given('oe', step.outputMultiplier, output, 'times', from, field('outputMultiplier'));
  for (const [symbol, what, unit] of changedByEffort) {
    const formula = symbol === 'O' ? 'O_high * oe / ce' : `${symbol}_high * ce`;
    ledger.step(symbol, formula, `${what}, at effort ${effort}`, unit);
  }
}

/** Needs the inputs. */
export function explainTokens(ledger: Ledger, kind: PresetId, fields: Fields): void {
  const field = (pointer: string) => fields && pointer;
  ledger.step('l', 't * L', 'fruitless calls in loops', 'calls');
  ledger.step('fixed', 'S + T', 'system prompt and tool definitions', 'tokens');
  ledger.step('kept', 'w * fixed', 'of them, left in the cache by another task', 'tokens');
  ledger.step('B', 'fixed + R', 'the prompt of the first call', 'tokens');
  ledger.step('n', 'N + h * K + l + H', 'calls actually made', 'calls');
  ledger.step('k', 'K * (1 + h) + l', 'tool results actually appended', 'results');
  const several = ledger.get('n') > 1;
  ledger.step('q', several ? 'k / n' : '0', 'tool results per call; none follow a single call', 'results');
  ledger.step('g', 'O + U + q * X', 'growth of the prompt from call to call', 'tokens');
  if (several && ledger.get('d') !== 0) {
    const { z, source } = callSpreads[kind];
    ledger.given('z', [...z], 'how far tasks are from the mean, in standard deviations', '', source);
    ledger.step('s', 'sqrt(d)', 'standard deviation of the calls, over their mean', 'times');
    ledger.step('e', 'max(0, n * (1 + s * z) - 1)', 'calls beyond the first of equally likely tasks', 'calls');
    ledger.step('em', 'mean(e)', 'their mean', 'calls');
    ledger.step('ni', '1 + (n - 1) * e / em', 'calls of these tasks, with n as their mean', 'calls');
  } else ledger.given('ni', [ledger.get('n')], 'calls of a task: all are alike', 'calls', 'n above');
  ledger.step('ti', promptsOf('ni'), 'prompts of all calls of these tasks', 'tokens');
  ledger.step('IN', 'mean(ti)', 'input of all calls', 'tokens');
  ledger.step('OUT', 'n * O', 'output of all calls', 'tokens');
  ledger.step('CTX', 'B + g * max(0, n - 1)', 'the largest prompt of a task of n calls', 'tokens');
  const searches = 'web searches actually made: invalid ones repeated, plus their share of the calls in loops';
  ledger.step('j', 'J * (1 + h) + l * min(1, J / max(1, K))', searches, 'searches');
  if (fields === null) return;
  ledger.step('calls', 'round(n * 1000) / 1000', 'calls, as shown', 'calls', field('/assumptions/callsPerTask'));
  ledger.step(
    'searches',
    'round(j * 1000) / 1000',
    'web searches, as shown',
    'searches',
    field('/assumptions/webSearchesPerTask'),
  );
  ledger.step('input', 'round(IN * 1000) / 1000', 'input, as shown', 'tokens', field('/tokensPerTask/input'));
  ledger.step('output', 'round(OUT * 1000) / 1000', 'output, as shown', 'tokens', field('/tokensPerTask/output'));
  ledger.step('peak', 'round(CTX * 1000) / 1000', 'largest prompt, as shown', 'tokens', field('/context/peakTokens'));
}

/** ` in batch`, ` in the region us, times 1.1`, both, or an empty string for the standard terms. */
export function termsInWords({ terms: { serviceTier, region }, ...model }: CatalogModel): string {
  const times = regionsOf(model).find((one) => one.region === region)?.multiplier;
  return `${serviceTier === 'standard' ? '' : ` in ${serviceTier}`}${times === undefined ? '' : ` in the region ${region}, times ${times}`}`;
}

/** What the web searches cost on another model, if there are any. */
export function explainOtherFees(ledger: Ledger, model: CatalogModel): void {
  if (ledger.get('j') === 0) return;
  giveFee(ledger, 'p_web2', model, null);
  ledger.step('G2', 'j * p_web2 / 1000', 'cost of the web searches with it', 'USD');
}

function giveFee(ledger: Ledger, symbol: string, model: CatalogModel, field: string | null): void {
  const fee = webSearchFeeOf(model);
  const from =
    fee === undefined
      ? 'unknown: no sum includes searches'
      : `fee of ${model.provider.name}: ${fee.sources.map(({ url, name, on }) => `${url ?? name}, ${on}`).join('; ')}`;
  ledger.given(symbol, model.webSearchPer1000 ?? 0, 'fee for 1,000 web searches', 'USD', from, field);
}

/** The prices of a model for prompts up to its first long-context threshold. */
export function explainPrices(ledger: Ledger, model: CatalogModel, fields: Fields): void {
  const { price } = model;
  const field = (name: string) => fields && `/pricing/${name}`;
  const since = price.from === null ? 'since release' : `since ${price.from}`;
  const from = `list price of ${model.id}${termsInWords(model)} ${since}, verified ${price.verifiedOn}`;
  const perMTok = 'USD per 1M tokens';
  ledger.given('p_in', price.input, 'input price', perMTok, from, field('inputPerMTok'));
  ledger.given('p_out', price.output, 'output price', perMTok, from, field('outputPerMTok'));
  if (price.cachedInput !== null) {
    ledger.given(
      'p_cached',
      price.cachedInput,
      'price of input from the cache',
      perMTok,
      from,
      field('cachedInputPerMTok'),
    );
  }
  if (price.cacheWrite !== null) {
    ledger.given('p_write', price.cacheWrite, 'price of a cache write', perMTok, from, field('cacheWritePerMTok'));
  }
  giveFee(ledger, 'p_web', model, model.webSearchPer1000 === null ? null : field('webSearchPer1000'));
  const { value, basis, source } = model.hitEfficiency;
  const hits = `${basis}: ${source}`;
  ledger.given('eta', value, 'share of ideal cache hits', 'share', hits, fields && '/assumptions/cacheHitEfficiency');
  const own = 'share of the output that the next call finds cached';
  ledger.given('own', model.ownOutputCached, own, 'share', hits, fields && '/assumptions/ownOutputCached');
  const asData = `caching rules of ${model.provider.name}`;
  const prefix = model.minPrefixTokens === 0 ? 'none known' : asData;
  const prefixField = fields && '/assumptions/minCacheablePrefixTokens';
  ledger.given('M', model.minPrefixTokens, 'shortest prefix that is cached', 'tokens', prefix, prefixField);
}

/** The lists of a band from which the cost of each task is computed. */
const ofTasks = { c: 'calls', t: 'prompts', s: 'prompts too short', r: 'tokens sent again', o: 'own output' };

/**
 * The bands of `promptBands`: for each price band its calls and tokens. Symbols that end in i are lists, one number for
 * each task.
 */
function explainBands(ledger: Ledger, model: CatalogModel, keepTasks: boolean): void {
  const growing = ledger.get('g') !== 0;
  const first = ledger.get('B');
  const shorter = first < model.minPrefixTokens ? 'ni' : '0 * ni';
  ledger.step(
    'bi',
    growing ? 'min(ni, max(0, ceil((M - B) / g)))' : shorter,
    'calls whose prompt is too short to be cached',
    'calls',
  );
  ledger.step('warm', first >= model.minPrefixTokens ? 'kept' : '0', 'of the first prompt, cached already', 'tokens');
  ledger.step('same', 'min(O, g)', 'of the growth, the output of the call before', 'tokens');
  model.priceBands.forEach((_, band) => {
    const limit = model.thresholds[band];
    if (limit === undefined) ledger.step('ci', 'ni', 'calls up to the longest prompt', 'calls');
    else {
      ledger.given('W', limit, 'a longer prompt is billed at the next prices', 'tokens', 'long-context prices');
      const constant = first <= limit ? 'ni' : '0 * ni';
      ledger.step(
        'ci',
        growing ? 'min(ni, max(0, floor((W - B) / g) + 1))' : constant,
        'calls up to this threshold',
        'calls',
      );
    }
    ledger.step('ti', promptsOf('ci'), 'their prompts', 'tokens');
    ledger.step('mi', 'min(ci, bi)', 'of them, calls too short to be cached', 'calls');
    ledger.step('si', promptsOf('mi'), 'their prompts', 'tokens');
    const seen = 'min(ti - si, B + g * max(0, ci - 1)) - warm * min(1, ci)';
    ledger.step('fi', seen, 'tokens that the cache has not seen', 'tokens');
    ledger.step('oi', 'same * max(0, ci - bi - 1)', 'of them, the output of calls before', 'tokens');
    const sums = { c: 'calls', t: 'prompts', s: 'prompts too short', f: 'unseen tokens', o: 'own output' };
    for (const [symbol, what] of Object.entries(sums)) {
      ledger.step(`${symbol}bi`, band === 0 ? `${symbol}i` : `${symbol}i - ${symbol}li`, `${what} of this band`, '');
    }
    ledger.step('ri', 'max(0, tbi - sbi - fbi)', 'tokens sent again', 'tokens');
    ledger.step('ai', ledger.get('n') > 0 ? 'min(ri, H * tbi / ni)' : '0 * ri', 're-sent after a handoff', 'tokens');
    ledger.step('ri', 'ri - ai', 'sent again and cached', 'tokens');
    for (const symbol of Object.keys(sums)) ledger.step(`${symbol}li`, `${symbol}i`, 'for the next band', '');
    ledger.step(`calls${band}`, 'mean(cbi)', 'calls of a task in this band', 'calls');
    ledger.step(`prompts${band}`, 'mean(tbi)', 'prompts of a task in this band', 'tokens');
    ledger.step(`short${band}`, 'mean(sbi)', 'prompts too short to be cached', 'tokens');
    ledger.step(`old${band}`, 'mean(ri)', 'tokens that the cache can hold', 'tokens');
    ledger.step(`own${band}`, 'mean(obi)', 'output of calls before, in this band', 'tokens');
    if (!keepTasks) return;
    for (const [symbol, what] of Object.entries(ofTasks)) {
      ledger.step(`${symbol}${band}i`, symbol === 'r' ? 'ri' : `${symbol}bi`, `${what}, by task`, '');
    }
  });
}

/** Needs the steps of the tokens and of the prices. */
export function explainCost(ledger: Ledger, model: CatalogModel, use: CacheUse, fields: Fields): void {
  explainBands(ledger, model, fields !== null);
  const cached = usesCache(model, use);
  const usd = 'USD';
  for (const symbol of ['F', 'E', 'Z', 'reads']) ledger.step(symbol, '0', 'so far', '');
  model.priceBands.forEach((price, band) => {
    const where = band === 0 ? 'list price' : `list price above ${model.thresholds[band - 1]} tokens`;
    const give = (symbol: string, value: number, what: string) =>
      ledger.given(symbol, value, what, 'USD per 1M tokens', where);
    give('in', price.input, 'input');
    give('out', price.output, 'output');
    ledger.step('Z', `Z + calls${band} * O * out / 1e6`, 'cost of output', usd);
    if (!cached) {
      ledger.step('F', `F + prompts${band} * in / 1e6`, 'cost of input', usd);
      return;
    }
    explainCachedBand(ledger, band, price, use, give);
  });
  ledger.step('LOOP', 'F + E + Z', 'cost of the tokens of one run', usd);
  ledger.step('G', 'j * p_web / 1000', 'cost of its web searches, which retries of calls do not repeat', usd);
  ledger.step('RUN', 'LOOP + G', 'cost of one run', usd);
  if (fields) {
    const pointer = '/tokensPerTask/cachedInput';
    ledger.step('cachedInput', 'round(reads * 1000) / 1000', 'input from the cache, as shown', 'tokens', pointer);
  }
}

function explainCachedBand(
  ledger: Ledger,
  band: number,
  price: PriceBand,
  use: CacheUse,
  give: (symbol: string, value: number, what: string) => void,
): void {
  give('cached', price.cachedInput, 'input from the cache');
  give('write', writePrice(price, use), `cache write, for ${use.cacheTtl}`);
  ledger.step('read', `eta * (old${band} + own * own${band})`, 'input read from the cache', 'tokens');
  ledger.step('written', `max(0, prompts${band} - short${band} - read)`, 'input written to the cache', 'tokens');
  ledger.step('F', `F + (short${band} * in / 1e6 + written * write / 1e6)`, 'cost of input not from the cache', 'USD');
  ledger.step('E', 'E + read * cached / 1e6', 'cost of input from the cache', 'USD');
  ledger.step('reads', 'reads + read', 'input read from the cache so far', 'tokens');
}

/** The cost of each of the equally likely tasks, of a typical and of an expensive one; needs `explainCost` and C. */
export function explainRange(ledger: Ledger, model: CatalogModel, use: CacheUse): void {
  const usd = 'USD';
  const show = (name: string, formula: string, what: string) => ledger.step(name, formula, what, usd, `/range/${name}`);
  const tasks = ledger.values('ni');
  if (tasks.length === 1) {
    show('typicalTask', 'C', 'a typical task: all are alike');
    show('oneInTen', 'C', 'exceeded by one task in ten');
    return;
  }
  for (const symbol of ['Fi', 'Ei', 'Zi']) ledger.step(symbol, '0 * ni', 'so far', usd);
  model.priceBands.forEach((price, b) => {
    const give = (symbol: string, value: number) =>
      ledger.given(symbol, value, 'the price above', 'USD per 1M tokens', 'Cost of one run');
    give('in', price.input);
    give('out', price.output);
    ledger.step('Zi', `Zi + c${b}i * O * out / 1e6`, 'output of each task', usd);
    if (!usesCache(model, use)) {
      ledger.step('Fi', `Fi + t${b}i * in / 1e6`, 'input of each task', usd);
      return;
    }
    give('cached', price.cachedInput);
    give('write', writePrice(price, use));
    ledger.step('readi', `eta * (r${b}i + own * o${b}i)`, 'input read from the cache', 'tokens');
    ledger.step('writteni', `max(0, t${b}i - s${b}i - readi)`, 'input written to the cache', 'tokens');
    ledger.step('Fi', `Fi + (s${b}i * in / 1e6 + writteni * write / 1e6)`, 'input not from the cache', usd);
    ledger.step('Ei', 'Ei + readi * cached / 1e6', 'input from the cache', usd);
  });
  ledger.step('Ci', '(Fi + Ei + Zi) * m + G * ni / n', 'cost of each task, retries and web searches included', usd);
  const read = (name: string, place: number, what: string) => {
    ledger.step('x', `at(Ci, ${place})`, what, usd);
    ledger.given('u', unitsPerDollar(ledger.get('x'), 1e9), 'units in a dollar', 'units', 'rounding');
    show(name, 'round(x * u) / u', `${what}, as shown`);
  };
  read('typicalTask', middlePlace, 'a typical task: half cost less');
  read('oneInTen', oneInTenPlace, 'exceeded by one task in ten');
}
