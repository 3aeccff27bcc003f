/** The answer to a POST. A separate module: a server that only sends files does not load it. */
import { isEstimateRequest } from 'virtual:estimate-request';
import { answerBytes } from '../../core/answers/answer-bytes.ts';
import { resolveRequest } from '../../core/answers/resolved-request.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import { type EstimateRequest, estimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import { describeAll } from '../../core/schemas/problems.ts';
import { type HttpResponse, json, refuse } from './http-response.ts';
import { readObject } from './json-body.ts';
import type { Site } from './site.ts';

/** The answer to a POST with this body. `extra` are header names and values, such as RateLimit. */
export function computed(site: Site, body: Uint8Array, extra: readonly string[] = []): HttpResponse {
  const answer = estimateFor(site, body);
  if (answer instanceof ApiError) return refuse(answer, extra);
  return json(200, answer, ['Cache-Control', 'no-store', ...extra]);
}

function estimateFor(site: Site, body: Uint8Array): Uint8Array | ApiError {
  const value = readObject(body);
  if (value instanceof ApiError) return value;
  const request = inOneOrder(value);
  if (!isEstimateRequest(request)) {
    return new ApiError('invalid_request', describeAll(isEstimateRequest.errors ?? []));
  }
  const question = resolveRequest(site.catalog, request as EstimateRequest);
  return question instanceof ApiError ? question : answerBytes(site.catalog, question);
}

const blank = Object.fromEntries(Object.keys(estimateRequest.properties).map((name) => [name, undefined]));

/**
 * The same request with its fields in a fixed order and the absent ones undefined, so that the engine sees one hidden
 * class and not one for every subset of fields. A request with an unknown field is returned unchanged, for the
 * validator to refuse.
 */
export function inOneOrder(request: object): object {
  const ordered: Record<string, unknown> = { ...blank };
  for (const name in request) {
    if (!Object.hasOwn(blank, name)) return request;
    ordered[name] = request[name as keyof object];
  }
  return ordered;
}
