/** The overlay that a constant ratio of billed to list dollars suggests: proposed, never assumed. */
import type { Overlay, OverlayRule } from '../../core/schemas/data-files/overlay-file.ts';
import type { BilledRatio } from './differences.ts';

/** A ratio closer to 1 than this is the list price. */
const leastDiscount = 0.0005;

/** Percent below the list price, negative for a surcharge, with as few of four decimals as its rounding allows. */
function discountPct({ ratio, within }: Pick<BilledRatio, 'ratio' | 'within'>): number {
  const pct = 100 * (1 - ratio);
  for (let decimals = 0; decimals < 4; decimals++) {
    const rounded = Math.round(pct * 10 ** decimals) / 10 ** decimals;
    if (Math.abs(rounded - pct) <= 100 * within) return rounded;
  }
  return Math.round(pct * 1e4) / 1e4;
}

const isListPrice = ({ ratio, within }: BilledRatio): boolean => Math.abs(ratio - 1) <= Math.max(leastDiscount, within);

const agree = (a: BilledRatio, b: BilledRatio): boolean =>
  Math.abs(a.ratio - b.ratio) <= Math.max(leastDiscount, a.within + b.within);

/**
 * A rule for each provider whose models all have the same ratio, and for each other model; null: all are billed at list
 * price, or nothing is constant.
 */
export function discountOverlay(
  ratios: readonly BilledRatio[],
  providerOf: (model: string) => string | null,
): Overlay | null {
  const byProvider = new Map<string, BilledRatio[]>();
  for (const one of ratios) {
    const provider = providerOf(one.model);
    if (provider !== null) byProvider.set(provider, [...(byProvider.get(provider) ?? []), one]);
  }
  const rules = [...byProvider].flatMap(([provider, some]): OverlayRule[] => {
    const all = some.filter((one) => !isListPrice(one)).sort((a, b) => a.within - b.within);
    const [surest] = all;
    const isOne = some.length > 1 && all.length === some.length && all.every((one) => surest && agree(one, surest));
    if (isOne && surest !== undefined) return [{ provider, discountPct: discountPct(surest) }];
    return all.map((one) => ({ model: one.model, discountPct: discountPct(one) }));
  });
  return rules.length === 0 ? null : { name: 'as-billed', rules };
}
