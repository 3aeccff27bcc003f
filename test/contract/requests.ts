/**
 * The contract as data: requests, and the answers required of every carrier of the API. Nothing here is
 * platform-specific; contract.test.ts runs the list over real sockets.
 */
import type { ContractRequest } from './contract-request.ts';
import { callerRequests } from './requests/callers.ts';
import { conditionalRequests } from './requests/conditional.ts';
import { encodingRequests } from './requests/encodings.ts';
import { estimateRequests } from './requests/estimates.ts';
import { filterRequests } from './requests/filters.ts';
import { longUrlRequests } from './requests/long-urls.ts';
import { methodRequests } from './requests/methods.ts';
import { nameRequests } from './requests/names.ts';
import { pageRequests } from './requests/pages.ts';
import { pathRequests } from './requests/paths.ts';
import { postRefusals } from './requests/post-refusals.ts';
import { postRequests } from './requests/posts.ts';
import { routeRequests } from './requests/routes.ts';

/** In the order of docs/host-differences.md. */
export const requests: readonly ContractRequest[] = [
  ...routeRequests,
  ...filterRequests,
  ...nameRequests,
  ...estimateRequests,
  ...pathRequests,
  ...pageRequests,
  ...conditionalRequests,
  ...encodingRequests,
  ...methodRequests,
  ...postRequests,
  ...postRefusals,
  ...longUrlRequests,
  ...callerRequests,
];
