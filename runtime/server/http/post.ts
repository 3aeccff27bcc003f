/** The answer to a POST. A separate module: a server that only sends files does not load it. */
import isAdviceRequest from 'virtual:validator/advice-request';
import isEstimateRequest from 'virtual:validator/estimate-request';
import { basePath } from '../../api/routes.ts';
import { adviceBytes, answerBytes } from '../../core/answers/answer-bytes.ts';
import { resolveRequest } from '../../core/answers/resolved-request.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import { adviceRequest, type EstimateRequest, estimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import { describeAll, type Validator } from '../../core/schemas/problems.ts';
import { type HttpResponse, json, refuse } from './http-response.ts';
import { readObject } from './json-body.ts';
import type { Site } from './site.ts';

interface Posted {
  /** A request whose fields are all there and undefined. */
  blank: object;
  isRequest: Validator;
  answer: typeof answerBytes;
}

const posted = (schema: { properties: object }, isRequest: Validator, answer: typeof answerBytes): Posted => ({
  blank: Object.fromEntries(Object.keys(schema.properties).map((name) => [name, undefined])),
  isRequest,
  answer,
});

const estimates = posted(estimateRequest, isEstimateRequest, answerBytes);
const advice = posted(adviceRequest, isAdviceRequest, adviceBytes);

/** The answer to a POST to `url` with this body. `extra` are header names and values, such as RateLimit. */
export function computed(site: Site, url: string, body: Uint8Array, extra: readonly string[] = []): HttpResponse {
  const answer = answerFor(site, url === `${basePath}/advice` ? advice : estimates, body);
  if (answer instanceof ApiError) return refuse(answer, extra);
  return json(200, answer, ['Cache-Control', 'no-store', ...extra]);
}

function answerFor({ catalog }: Site, { blank, isRequest, answer }: Posted, body: Uint8Array): Uint8Array | ApiError {
  const value = readObject(body);
  if (value instanceof ApiError) return value;
  const request = inOneOrder(value, blank);
  if (!isRequest(request)) return new ApiError('invalid_request', describeAll(isRequest.errors ?? []));
  const question = resolveRequest(catalog, request as EstimateRequest);
  return question instanceof ApiError ? question : answer(catalog, question);
}

/**
 * The same request with its fields in a fixed order and the absent ones undefined, so that the engine sees one hidden
 * class and not one for every subset of fields. A request with an unknown field is returned unchanged, for the
 * validator to refuse.
 */
export function inOneOrder(request: object, blank: object): object {
  const ordered: Record<string, unknown> = { ...blank };
  for (const name in request) {
    if (!Object.hasOwn(blank, name)) return request;
    ordered[name] = request[name as keyof object];
  }
  return ordered;
}
