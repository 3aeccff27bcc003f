/** One run of a task on one model: the steps of `tokensPerTask`, `ratesFor` and `runCost`, in their order. */
import type { CatalogModel } from '../dataset/catalog.ts';
import type { DatedPrice } from '../dataset/dataset.ts';
import type { Ledger } from './ledger.ts';

/** Which fields of the estimate the steps of a run are; other runs only serve a comparison. */
type Fields = 'estimate' | null;

/** Needs the inputs. */
export function explainTokens(ledger: Ledger, fields: Fields): void {
  const field = (pointer: string) => fields && pointer;
  ledger.step('l', 't * L', 'fruitless calls in loops', 'calls');
  ledger.step('B', 'S + T + R', 'the prompt of the first call', 'tokens');
  const calls = ledger.step('n', 'N + h * K + l + H', 'calls really made', 'calls');
  ledger.step('k', 'K * (1 + h) + l', 'tool results really appended', 'results');
  ledger.step('q', calls > 1 ? 'k / n' : '0', 'tool results per call; none follow a single call', 'results');
  ledger.step('g', 'O + U + q * X', 'growth of the prompt from call to call', 'tokens');
  const resent = calls > 1 ? 'g * (1 + d) * n * (n - 1) / 2' : '0';
  ledger.step('D', resent, 'what the growing transcript adds, with the spread d of calls per task', 'tokens');
  ledger.step('IN', 'n * B + D', 'input of all calls', 'tokens');
  ledger.step('OUT', 'n * O', 'output of all calls', 'tokens');
  ledger.step('CTX', 'B + g * max(0, n - 1)', 'the largest prompt', 'tokens');
  if (fields === null) return;
  ledger.step('calls', 'round(n * 1000) / 1000', 'calls, as shown', 'calls', field('/assumptions/callsPerTask'));
  ledger.step('input', 'round(IN * 1000) / 1000', 'input, as shown', 'tokens', field('/tokensPerTask/input'));
  ledger.step('output', 'round(OUT * 1000) / 1000', 'output, as shown', 'tokens', field('/tokensPerTask/output'));
  ledger.step('peak', 'round(CTX * 1000) / 1000', 'largest prompt, as shown', 'tokens', field('/context/peakTokens'));
}

/** The prices of a model, as they hold for prompts up to its first long-context threshold. */
export function explainPrices(ledger: Ledger, model: CatalogModel, fields: Fields): void {
  const { price } = model;
  const field = (name: string) => fields && `/pricing/${name}`;
  const since = price.from === null ? 'since release' : `since ${price.from}`;
  const from = `list price of ${model.id} ${since}, verified ${price.verifiedOn}`;
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
  if (price.cacheWrite === null) ledger.step('p_write', 'p_in', 'price of a cache write: no premium', perMTok);
  else ledger.given('p_write', price.cacheWrite, 'price of a cache write', perMTok, from, field('cacheWritePerMTok'));
  const { value, basis, source } = model.hitEfficiency;
  const hits = `${basis}: ${source}`;
  ledger.given('eta', value, 'share of ideal cache hits', 'share', hits, fields && '/assumptions/cacheHitEfficiency');
  const prefix = model.minPrefixTokens === 0 ? 'none known' : `caching rules of ${model.provider.name}`;
  const prefixField = fields && '/assumptions/minCacheablePrefixTokens';
  ledger.given('M', model.minPrefixTokens, 'shortest prefix that is cached', 'tokens', prefix, prefixField);
}

/** Prices a_in, a_out ... mixed over the calls, where some prompts exceed a long-context threshold. */
function explainBands(ledger: Ledger, price: DatedPrice): void {
  const bands = [price, ...price.longContext];
  const growing = ledger.get('g') !== 0;
  const prompts = (c: string) => (ledger.get(c) > 1 ? `${c} * B + g * ${c} * (${c} - 1) / 2` : `${c} * B`);
  ledger.step('all', prompts('n'), 'prompts of all calls, without spread', 'tokens');
  const n = ledger.get('n');
  const terms: Record<'in' | 'out' | 'cached' | 'write', string[]> = { in: [], out: [], cached: [], write: [] };
  bands.forEach((band, i) => {
    const limit = price.longContext[i]?.above;
    const where = i === 0 ? 'below the first threshold' : `above ${price.longContext[i - 1]?.above} tokens`;
    const from = `long-context prices, ${where}`;
    if (limit === undefined) ledger.step(`c${i}`, 'n', 'calls up to the longest prompt', 'calls');
    else {
      ledger.given(`W${i}`, limit, 'a longer prompt is billed at the next prices', 'tokens', from);
      const first = `min(n, max(0, floor((W${i} - B) / g) + 1))`;
      const constant = ledger.get('B') <= limit ? 'n' : '0';
      ledger.step(`c${i}`, growing ? first : constant, `calls with at most ${limit} tokens`, 'calls');
    }
    const whole = ledger.get(`c${i}`) === n;
    ledger.step(`t${i}`, whole ? 'all' : prompts(`c${i}`), 'prompts of these calls', 'tokens');
    const before = i === 0 ? ['0', '0'] : [`t${i - 1}`, `c${i - 1}`];
    ledger.step(`s${i}`, `(t${i} - ${before[0]}) / all`, `share of input billed ${where}`, 'share');
    ledger.step(`u${i}`, `(c${i} - ${before[1]}) / n`, `share of calls billed ${where}`, 'share');
    const values = {
      in: band.input,
      out: band.output,
      cached: band.cachedInput ?? band.input,
      write: band.cacheWrite ?? band.input,
    };
    for (const [kind, value] of Object.entries(values) as [keyof typeof terms, number][]) {
      if (kind === 'cached' && price.cachedInput === null) continue;
      ledger.given(`p${i}_${kind}`, value, `${kind} price ${where}`, 'USD per 1M tokens', from);
      terms[kind].push(`${kind === 'out' ? 'u' : 's'}${i} * p${i}_${kind}`);
    }
  });
  for (const [kind, parts] of Object.entries(terms)) {
    if (parts.length > 0)
      ledger.step(`a_${kind}`, parts.join(' + '), `${kind} price over all calls`, 'USD per 1M tokens');
  }
}

/** Returns whether the cache is used. Needs the steps of the tokens and of the prices. */
export function explainCost(ledger: Ledger, model: CatalogModel, promptCaching: boolean, fields: Fields): boolean {
  const { price, minPrefixTokens } = model;
  const [n, peak] = [ledger.get('n'), ledger.get('CTX')];
  const mixed = n > 0 && price.longContext.some(({ above }) => peak > above);
  if (mixed) explainBands(ledger, price);
  const p = mixed ? 'a' : 'p';
  const cached = promptCaching && price.cachedInput !== null && peak >= minPrefixTokens && n > 0;
  const usd = 'USD';
  if (cached) {
    const constant = ledger.get('B') < minPrefixTokens ? 'n' : '0';
    const short = ledger.get('g') === 0 ? constant : 'min(n, max(0, ceil((M - B) / g)))';
    const calls = ledger.step('b', short, 'calls whose prompt is too short to be cached', 'calls');
    const prompts = calls > 1 ? 'b * B + g * b * (b - 1) / 2' : 'b * B';
    ledger.step('P', prompts, 'their prompts', 'tokens');
    ledger.step('cold', 'min(IN, CTX + H * IN / n + P)', 'fresh once, and again after a handoff', 'tokens');
    ledger.step('reads', 'eta * (IN - cold)', 'input read from the cache', 'tokens');
    ledger.step('fresh', 'IN - reads', 'input written to the cache', 'tokens');
    ledger.step('F', `fresh * ${p}_write / 1e6`, 'cost of fresh input', usd);
    ledger.step('E', `reads * ${p}_cached / 1e6`, 'cost of input from the cache', usd);
    ledger.step('Z', `OUT * ${p}_out / 1e6`, 'cost of output', usd);
    ledger.step('LOOP', 'F + E + Z', 'cost of one run', usd);
    ledger.step('context', `min(CTX, fresh) * ${p}_write / 1e6`, 'writing the whole context once, within F', usd);
  } else {
    ledger.step('reads', '0', 'input read from the cache: it is not used', 'tokens');
    ledger.step('F', `IN * ${p}_in / 1e6`, 'cost of input', usd);
    ledger.step('E', '0', 'cost of input from the cache', usd);
    ledger.step('Z', `OUT * ${p}_out / 1e6`, 'cost of output', usd);
    ledger.step('LOOP', 'F + Z', 'cost of one run', usd);
    ledger.step('context', '0', 'writing the context to the cache', usd);
  }
  if (fields) {
    const pointer = '/tokensPerTask/cachedInput';
    ledger.step('cachedInput', 'round(reads * 1000) / 1000', 'input from the cache, as shown', 'tokens', pointer);
  }
  return cached;
}
