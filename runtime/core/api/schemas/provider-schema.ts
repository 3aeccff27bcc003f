/** The shape of a provider. */
import type { FromSchema } from 'json-schema-to-ts';
import { providerCaching } from '../../dataset/files/caching-facts.ts';
import { named } from '../shape.ts';
import { count, string, strings } from './units.ts';

export const provider = named('Provider', 'A provider: pricing page and caching facts.', {
  id: string,
  name: string,
  pricingUrl: string,
  caching: { title: 'ProviderCaching', ...providerCaching },
  rules: { ...strings, description: 'Facts that affect a bill but are not in the estimate.' },
  modelCount: count,
});

export type Provider = FromSchema<typeof provider>;
