/** The shape of a provider. */
import type { FromSchema } from 'json-schema-to-ts';
import { providerCaching } from '../../schemas/data-files/caching-facts.ts';
import { named } from '../../schemas/shape.ts';
import { count, string, strings } from '../../schemas/units.ts';

export const provider = named('Provider', 'A maker: pricing page and caching facts.', {
  id: string,
  name: string,
  pricingUrl: string,
  caching: { title: 'ProviderCaching', ...providerCaching },
  rules: { ...strings, description: 'Facts that affect a bill but are not in the estimate.' },
  modelCount: count,
});

export type Provider = FromSchema<typeof provider>;
