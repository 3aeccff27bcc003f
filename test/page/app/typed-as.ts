import type { EstimateRequest } from '../../../runtime/core/schemas/estimate-request-schema.ts';
import { type Field, fittedText, type Typed } from '../../../runtime/site/cost/link-state.ts';

/** What a person types for a request; null is a value: a preset may have a number that it takes away. */
export const typedAs = ({ compare: _, fittedTo, ...request }: EstimateRequest): Typed => ({
  ...Object.fromEntries(Object.entries(request).map(([name, value]) => [name as Field, String(value)])),
  ...(fittedTo && { fittedTo: fittedText(fittedTo) }),
});
