/** What `agent-cost price` prints of a call and of a model's prices alike. */
import { lastSeenInWords } from '../core/dataset/sources.ts';
import type { PriceList } from '../core/pricing/price-list.ts';
import { billableUnits } from '../core/schemas/billable-units.ts';
import type { Call, PricedCall } from '../core/schemas/priced-call-schemas.ts';
import { quote } from '../core/values/did-you-mean.ts';
import { price as exact, whole } from '../core/values/rounded.ts';
import { table } from './output.ts';

type Subject = Pick<PricedCall, 'model' | 'provider' | 'host' | 'on' | 'serviceTier' | 'region' | 'regionPriceKnown'>;

/** The model, whose price it is, the day and the terms: `gpt-oss-120b (groq) on 2026-11-23`. */
export function headOf(asked: string, isPriced: boolean, subject: Subject): string {
  const { model, provider, host, on, serviceTier, region, regionPriceKnown } = subject;
  const seller = isPriced ? (host ?? provider) : null;
  const terms = [
    ...(serviceTier === 'standard' ? [] : [serviceTier]),
    ...(region === 'global' ? [] : [regionPriceKnown || !isPriced ? region : `${region} (no price of its own)`]),
  ];
  return `${model ?? quote(asked)}${seller === null ? '' : ` (${seller})`} on ${[on, ...terms].join(', ')}`;
}

/** Since when the price holds, when it was last seen, and where it was read. */
export function sourceLines(pricing: NonNullable<PricedCall['pricing']>): string[] {
  const { from, until, lastSeen, aboveTokens, sources } = pricing;
  const band = aboveTokens === null ? '' : ` for prompts above ${whole(aboveTokens)} tokens`;
  const days = `in force ${from === null ? 'since release' : `from ${from}`}${until === null ? '' : ` until ${until}`}`;
  return [
    `Price${band} ${days}, ${lastSeenInWords(lastSeen)}; sources:`,
    ...sources.map(({ url, name, on }) => `  ${on}  ${url ?? name}`),
  ];
}

/** The prices of a model as text: what `agent-cost price` prints where no count is given. */
export function priceListText(asked: Call, list: PriceList): string[] {
  const { prices, unpriced, pricing, notes } = list;
  const labels = new Map<string, string>(billableUnits.map(({ part, label }) => [part, label]));
  const rows = prices.map(({ part, unit, per, usd, aboveTokens }) => [
    labels.get(part) ?? part,
    exact(usd),
    `${whole(per)} ${unit}`,
    aboveTokens === null ? '' : `prompts above ${whole(aboveTokens)} tokens`,
  ]);
  const head = headOf(asked.model, unpriced === null, list);
  return [
    unpriced === null ? head : `${head}: unpriced`,
    ...(unpriced === null ? ['', ...table(['', 'price', 'per', ''], rows), ''] : [unpriced]),
    ...(pricing === null ? [] : sourceLines(pricing)),
    ...notes.map((note) => `  - ${note}`),
  ];
}
