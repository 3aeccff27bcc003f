/** A logged call as `priceCall` takes it. */
import { billableUnits, byUnit } from '../core/schemas/billable-units.ts';
import type { Call } from '../core/schemas/priced-call-schemas.ts';
import type { CallRecord } from './call-record.ts';

/** @param on day whose prices are used (YYYY-MM-DD) */
export function callToPrice({ model, host, serviceTier, region, ...record }: CallRecord, on: string): Call {
  const counts = byUnit(billableUnits, 'count', ({ count }) => record[count]);
  return { model, ...counts, on, serviceTier, ...(host !== null && { host }), ...(region !== null && { region }) };
}
