/** The answer to a POST. A separate module: a server that only sends files does not load it. */
import { isEstimateRequest } from 'virtual:estimate-request';
import { Refusal } from '../../core/api/envelope.ts';
import { describeAll } from '../../core/api/problems.ts';
import { questionOf } from '../../core/api/request.ts';
import type { EstimateRequest } from '../../core/api/schemas/estimate-request-schema.ts';
import { answerBytes } from '../../core/fast/answer-bytes.ts';
import { json, type Reply, refuse } from '../reply.ts';
import type { Site } from '../site.ts';
import { inOneOrder } from './in-one-order.ts';
import { readObject } from './json-body.ts';

/** The answer to a POST with this body. `extra` are header names and values, such as RateLimit. */
export function computed(site: Site, body: Uint8Array, extra: readonly string[] = []): Reply {
  const answer = estimateFor(site, body);
  if (answer instanceof Refusal) return refuse(answer, extra);
  return json(200, answer, ['Cache-Control', 'no-store', ...extra]);
}

function estimateFor(site: Site, body: Uint8Array): Uint8Array | Refusal {
  const value = readObject(body);
  if (value instanceof Refusal) return value;
  const request = inOneOrder(value);
  if (!isEstimateRequest(request)) {
    return new Refusal('invalid_request', describeAll(isEstimateRequest.errors ?? []));
  }
  const question = questionOf(site.catalog, request as EstimateRequest);
  return question instanceof Refusal ? question : answerBytes(site.catalog, question);
}
