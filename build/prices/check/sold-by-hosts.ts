/** What hosts charge for other makers' models, in the form of models, so that pages of hosts are compared with it, too. */
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import type { Offers } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import type { ProviderFile } from '../../../runtime/core/schemas/data-files/provider-file.ts';

/** The offers of each host by its id, without those that repeat a model which the host has as a provider. */
export function soldByHosts(providers: readonly ProviderFile[], { offers }: Offers): Map<string, ModelFile[]> {
  const makers = new Map(providers.flatMap(({ models }) => models.map((model) => [model.id, model] as const)));
  const sold = new Map<string, ModelFile[]>();
  for (const { host, model: id, prices } of offers) {
    const maker = makers.get(id);
    if (maker === undefined || makers.has(`${host}-${id}`)) continue;
    sold.set(host, [...(sold.get(host) ?? []), { ...maker, prices }]);
  }
  return sold;
}
