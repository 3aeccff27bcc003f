/** Service tiers under the names of providers. */
import type { ServiceTier } from '../../core/schemas/data-files/dated-price.ts';

/** In lower case. */
export const loggedTiers: Readonly<Record<string, ServiceTier>> = {
  batch: 'batch',
  flex: 'flex',
  priority: 'priority',
  fast: 'priority',
};

/** `standard` for OpenAI's `default` and `auto`, an unknown name, and null. */
export const serviceTierOf = (name: string | null): ServiceTier =>
  (name === null ? undefined : loggedTiers[name.toLowerCase()]) ?? 'standard';
