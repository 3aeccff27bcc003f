/**
 * Made-up pairs of logs and invoices. Each difference is put on calls of its own, so its class and its dollars are known
 * by multiplication alone: whole tokens times whole nano-dollars a token.
 */
import { randomFrom } from '../../../bench/random.ts';
import { type CallRecord, callOf } from '../../../runtime/logs/call-record.ts';
import type { DifferenceClass } from '../../../runtime/logs/reconcile/differences.ts';

/** Nano-dollars a token: the list prices of November 2026, $3 a million being 3,000. */
const rates = {
  'claude-sonnet-4-6': { input: 3000, cachedInput: 300, output: 15_000 },
  'claude-haiku-4-5': { input: 1000, cachedInput: 100, output: 5000 },
  'gpt-4o': { input: 2500, cachedInput: 1250, output: 10_000 },
} as const;
type Model = keyof typeof rates;
const kinds = ['input', 'cachedInput', 'output'] as const;
type Tokens = Record<(typeof kinds)[number], number>;

/** How the invoice is written. */
export const forms = ['anthropic-costs', 'openai-costs', 'focus', 'aws-cur', 'azure-export', 'openrouter'] as const;
export type Form = (typeof forms)[number];

export interface Pair {
  form: Form;
  hasTokens: boolean;
  invoice: string;
  logs: CallRecord[];
  /** In nano-dollars. */
  billed: bigint;
  listed: bigint;
  /** What each class adds to invoice minus logs, before the invoice was rounded. */
  expected: Partial<Record<DifferenceClass, bigint>>;
  /** By how much rounding can move a class. */
  slack: bigint;
}

const dayMs = 86_400_000;
const start = Date.parse('2026-11-02');
const days = 12;

const listOf = (model: string, tokens: Tokens): bigint =>
  model in rates ? kinds.reduce((sum, kind) => sum + BigInt(tokens[kind] * rates[model as Model][kind]), 0n) : 0n;

interface Line {
  day: number;
  model: string;
  kind: keyof Tokens;
  tokens: number;
  nano: bigint;
}

/** @param zoneHours by which the invoice's days are ahead of UTC */
export function madeUpPair(seed: number, zoneHours = 0): Pair {
  const { next } = randomFrom(seed);
  const pick = <One>(list: readonly One[]): One => list[Math.floor(next() * list.length)] as One;
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from));
  const form = zoneHours === 0 ? (forms[seed % forms.length] as Form) : 'openrouter';
  const hasTokens = form !== 'anthropic-costs' && form !== 'openai-costs';
  const isRounded = zoneHours === 0 && next() < 0.4;
  const expected: Pair['expected'] = {};
  const expect = (name: DifferenceClass, nano: bigint) => {
    expected[name] = (expected[name] ?? 0n) + nano;
  };
  const logs: CallRecord[] = [];
  const lines: Line[] = [];
  const log = (model: string, at: number, tokens: Tokens) => {
    logs.push({ ...callOf(model, { ...tokens, cacheWrite: 0, cacheWrite1h: 0, reasoning: null }), at });
  };
  /** @param part what is billed of the list price, in thousandths */
  const bill = (model: string, at: number, tokens: Tokens, part: number): bigint => {
    let sum = 0n;
    for (const kind of kinds) {
      const nano =
        ((model in rates ? BigInt(tokens[kind] * rates[model as Model][kind]) : 777_000n) * BigInt(part)) / 1000n;
      lines.push({ day: Math.floor((at + zoneHours * 3_600_000) / dayMs), model, kind, tokens: tokens[kind], nano });
      sum += nano;
    }
    return sum;
  };
  for (const model of Object.keys(rates)) {
    const part = zoneHours === 0 && next() < 0.4 ? pick([600, 750, 880, 1100]) : 1000;
    // On two days of twelve something is wrong; the others must show the price of an invoice without tokens.
    const [wrong, other] = [whole(0, 6), whole(6, 12)];
    const faults =
      zoneHours === 0
        ? [pick(['dropped', 'doubled', 'machine', 'unbilled', 'none'] as const), pick(['machine', 'none'] as const)]
        : [];
    for (let day = 0; day < days; day++) {
      const fault = day === wrong ? faults[0] : day === other ? faults[1] : undefined;
      for (let call = whole(1, 5); call > 0; call--) {
        const at = start + day * dayMs + whole(0, dayMs);
        const tokens = { input: 1000 * whole(10, 100), cachedInput: 1000 * whole(0, 90), output: 1000 * whole(1, 20) };
        const list = listOf(model, tokens);
        if (fault !== 'dropped') log(model, at, tokens);
        if (fault === 'doubled') log(model, at, tokens);
        if (fault === 'unbilled') {
          expect('onlyLogs', -list);
          continue;
        }
        const billed = bill(model, at, tokens, part);
        if (fault === 'dropped') expect('onlyInvoice', billed);
        else if (fault === 'doubled') {
          // Half of what is logged was billed: the price is that of the billed half, or of an invoice without tokens all.
          expect('tokens', hasTokens ? -list : -(list * BigInt(part)) / 1000n);
          expect('price', hasTokens ? billed - list : 2n * (billed - list));
        } else expect('price', billed - list);
        if (fault === 'machine') {
          const more = bill(model, at, tokens, part);
          expect('cannotKnow', hasTokens ? list : more);
          if (hasTokens) expect('price', more - list);
        }
      }
    }
  }
  if (zoneHours === 0 && next() < 0.5) {
    const [at, tokens] = [start + dayMs, { input: 1000, cachedInput: 1000, output: 1000 }];
    log('made-up-9-xl', at, tokens);
    expect('noPrice', bill('made-up-9-xl', at, tokens, 1000));
  }
  const decimals = isRounded ? 2 : 9;
  const written = written_(form, summed(lines), decimals);
  return {
    ...{ form, hasTokens, invoice: written.text, logs, billed: written.nano, expected },
    listed: logs.reduce(
      (sum, { model, input, cachedInput, output }) => sum + listOf(model, { input, cachedInput, output }),
      0n,
    ),
    slack: isRounded ? BigInt(lines.length) * 5_000_000n : 0n,
  };
}

/** One line for each day, model and kind of tokens. */
function summed(lines: readonly Line[]): Line[] {
  const sums = new Map<string, Line>();
  for (const line of lines) {
    const name = [line.day, line.model, line.kind].join();
    const sum = sums.get(name);
    if (sum === undefined) sums.set(name, { ...line });
    else Object.assign(sum, { tokens: sum.tokens + line.tokens, nano: sum.nano + line.nano });
  }
  return [...sums.values()];
}

const typesOf = {
  input: 'uncached_input_tokens',
  cachedInput: 'cache_read_input_tokens',
  output: 'output_tokens',
} as const;
const openAi = { input: 'input', cachedInput: 'cached input', output: 'output' } as const;
const amazon = { input: 'input-tokens', cachedInput: 'cache-read-input-token-count', output: 'output-tokens' } as const;
const azure = { input: 'Inp-glbl Tokens', cachedInput: 'cached Inp glbl Tokens', output: 'Outp-glbl Tokens' } as const;
const focus = { input: 'Input Tokens', cachedInput: 'Cached Input Tokens', output: 'Output Tokens' } as const;
const amazonNames: Record<string, string> = {
  'claude-sonnet-4-6': 'Claude4.6Sonnet',
  'claude-haiku-4-5': 'Claude4.5Haiku',
};

/** The invoice as text, and what its amounts add up to. */
function written_(form: Form, lines: readonly Line[], decimals: number): { text: string; nano: bigint } {
  const unit = 10n ** BigInt(9 - decimals);
  const rounded = lines.map((line) => ({ ...line, nano: ((line.nano + unit / 2n) / unit) * unit }));
  const dayText = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10);
  const usd = (nano: bigint, shift = 0) => {
    const digits = String(nano).padStart(10, '0');
    const point = digits.length - 9 + shift;
    return `${digits.slice(0, point)}.${digits.slice(point)}`.replace(/\.$/, '');
  };
  const csv = (rows: readonly object[]) =>
    [Object.keys(rows[0] as object), ...rows.map((row) => Object.values(row))]
      .map((row) => `${row.join(',')}\n`)
      .join('');
  const buckets = <Row>(make: (line: Line) => Row) =>
    [...new Set(rounded.map(({ day }) => day))].map((day) => ({
      day,
      results: rounded.filter((one) => one.day === day).map(make),
    }));
  const text = {
    'anthropic-costs': () =>
      JSON.stringify({
        data: buckets(({ model, kind, nano }) => ({
          ...{ amount: usd(nano, 2), currency: 'USD', cost_type: 'tokens', model, token_type: typesOf[kind] },
        })).map(({ day, results }) => ({ starting_at: `${dayText(day)}T00:00:00Z`, results })),
        has_more: false,
      }),
    'openai-costs': () =>
      JSON.stringify({
        object: 'page',
        data: buckets(({ model, kind, nano }) => ({
          object: 'organization.costs.result',
          amount: { value: Number(usd(nano)), currency: 'usd' },
          line_item: `${model}, ${openAi[kind]}`,
        })).map(({ day, results }) => ({ object: 'bucket', start_time: (day * dayMs) / 1000, results })),
      }),
    focus: () =>
      csv(
        rounded.map(({ day, model, kind, tokens, nano }) => ({
          ...{
            BilledCost: usd(nano),
            BillingCurrency: 'USD',
            ChargeCategory: 'Usage',
            SkuMeter: focus[kind],
            x_Model: model,
          },
          ...{ ChargePeriodStart: `${dayText(day)}T00:00:00Z`, ChargePeriodEnd: `${dayText(day + 1)}T00:00:00Z` },
          ...{ ConsumedQuantity: tokens, ConsumedUnit: 'Tokens' },
        })),
      ),
    'aws-cur': () =>
      csv(
        rounded.map(({ day, model, kind, tokens, nano }) => ({
          line_item_usage_start_date: `${dayText(day)}T00:00:00Z`,
          line_item_usage_type: `USE1-${amazonNames[model] ?? model}-${amazon[kind]}`,
          ...{ line_item_usage_amount: tokens / 1000, pricing_unit: '1K tokens', line_item_unblended_cost: usd(nano) },
        })),
      ),
    'azure-export': () =>
      csv(
        rounded.map(({ day, model, kind, tokens, nano }) => ({
          ...{ date: dayText(day), MeterCategory: 'Foundry Models', MeterName: `${model}-${azure[kind]}` },
          ...{ quantity: tokens / 1e6, unitOfMeasure: '1M', costInBillingCurrency: usd(nano), billingCurrency: 'USD' },
        })),
      ),
    openrouter: () =>
      csv(
        rounded.map(({ day, model, kind, tokens, nano }) => ({
          ...{ date: dayText(day), model_permaslug: model, provider_name: '', cost_total: usd(nano), requests: 1 },
          tokens_prompt: kind === 'output' ? 0 : tokens,
          tokens_cached: kind === 'cachedInput' ? tokens : 0,
          tokens_completion: kind === 'output' ? tokens : 0,
        })),
      ),
  }[form]();
  return { text, nano: rounded.reduce((sum, { nano }) => sum + nano, 0n) };
}
