/** The prices of a model as text: what `agent-cost price` prints where no count is given. */
import type { PriceList } from '../core/pricing/price-list.ts';
import { billableUnits } from '../core/schemas/billable-units.ts';
import type { Call } from '../core/schemas/priced-call-schemas.ts';
import { price as exact, whole } from '../core/values/rounded.ts';
import { table } from './answer-forms.ts';
import { headOf, sourceLines } from './price-text.ts';

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
