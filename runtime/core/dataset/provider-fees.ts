/** What a provider charges in addition to tokens: for its tools, and for processing in a region. */
import { byUnit, type ToolUnit, toolUnits } from '../schemas/billable-units.ts';
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

export type ToolFee = NonNullable<ProviderFile['toolFees']>[number];

/** Tool fees of a model: those that name it, otherwise those for all models of the provider. */
export const toolFeesOf = ({ facts, provider }: Sold): ToolFee[] =>
  (provider.toolFees ?? []).filter(
    (fee, _, all) =>
      fee.models?.includes(facts.id) ??
      !all.some(({ tool, models }) => tool === fee.tool && models?.includes(facts.id)),
  );

/** The fee for a tool used with a model; undefined: not offered or unknown. */
export const toolFeeOf = (model: Sold, tool: ToolFee['tool']): ToolFee | undefined =>
  toolFeesOf(model).find((fee) => fee.tool === tool);

/** USD for as many units of a tool as its list price is for; null: not offered or unknown. */
export function listedFee(model: Sold, { part, per }: ToolUnit): number | null {
  const fee = toolFeeOf(model, part);
  return fee === undefined ? null : (fee.usd * per) / fee.per;
}

/** The listed fee of every tool, such as `webSearchPer1000`. */
export const listedFees = (model: Sold): Record<ToolUnit['priceField'], number | null> =>
  byUnit(toolUnits, 'priceField', (unit) => listedFee(model, unit));
