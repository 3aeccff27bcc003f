/** What `agent-cost price` prints of a call and of a model's prices alike. */
import { lastSeenInWords } from '../core/dataset/sources.ts';
import type { PricedCall } from '../core/schemas/priced-call-schemas.ts';
import { quote } from '../core/values/did-you-mean.ts';
import { whole } from '../core/values/rounded.ts';

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
export function sourceLines({
  from,
  until,
  lastSeen,
  aboveTokens,
  sources,
}: NonNullable<PricedCall['pricing']>): string[] {
  const band = aboveTokens === null ? '' : ` for prompts above ${whole(aboveTokens)} tokens`;
  const days = `in force ${from === null ? 'since release' : `from ${from}`}${until === null ? '' : ` until ${until}`}`;
  return [
    `Price${band} ${days}, ${lastSeenInWords(lastSeen)}; sources:`,
    ...sources.map(({ url, name, on }) => `  ${on}  ${url ?? name}`),
  ];
}
