/** What a provider charges in addition to tokens: for its tools, and for processing in a region. */
import type { ModelFile } from '../schemas/data-files/model-file.ts';
import type { ProviderFile } from '../schemas/data-files/provider-file.ts';

/** A model and its seller. */
export interface Sold {
  facts: Pick<ModelFile, 'id'>;
  provider: Pick<ProviderFile, 'regions' | 'toolFees'>;
}

/** The regions to which processing of a model's calls can be bound. */
export const regionsOf = ({ facts, provider }: Sold): NonNullable<ProviderFile['regions']> =>
  (provider.regions ?? []).filter(({ models }) => models?.includes(facts.id) ?? true);

type ToolFee = NonNullable<ProviderFile['toolFees']>[number];

/** Tool fees of a model: those that name it, otherwise those for all models of the provider. */
export const toolFeesOf = ({ facts, provider }: Sold): ToolFee[] =>
  (provider.toolFees ?? []).filter(
    (fee, _, all) =>
      fee.models?.includes(facts.id) ??
      !all.some(({ tool, models }) => tool === fee.tool && models?.includes(facts.id)),
  );

/** The fee for searching the web with a model; undefined: not offered or unknown. */
export const webSearchFeeOf = (model: Sold): ToolFee | undefined =>
  toolFeesOf(model).find(({ tool }) => tool === 'webSearch');

/** USD for 1,000 web searches; null: not offered or unknown. */
export function webSearchPer1000(model: Sold): number | null {
  const fee = webSearchFeeOf(model);
  return fee === undefined ? null : (fee.usd * 1000) / fee.per;
}
