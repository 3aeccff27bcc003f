/** Turns what was typed into a request, and into its answer or its errors. */

import { type Figures, figuresOf } from '../../core/answers/figures.ts';
import { type ResolvedRequest, resolveRequest } from '../../core/answers/resolved-request.ts';
import type { Catalog } from '../../core/dataset/catalog.ts';
import { isResolved, resolve } from '../../core/dataset/resolve.ts';
import { billFor } from '../../core/model/bill.ts';
import { workFor } from '../../core/model/work.ts';
import { ApiError } from '../../core/schemas/api-error.ts';
import type { EstimateRequest } from '../../core/schemas/estimate-request-schema.ts';
import { describe, type Finding } from '../../core/schemas/problems.ts';
import { numberIn } from '../typed-numbers.ts';
import { findingsIn } from './check-request.ts';
import { type Field, fieldNames, fittedIn, type Typed } from './link-state.ts';

export interface Answered {
  request: EstimateRequest;
  question: ResolvedRequest;
  figures: Figures;
}

/** Error messages of the API by field, and those that belong to no field or to several. */
export interface Wrong {
  fields: Partial<Record<Field, string>>;
  others: string[];
}

export const isAnswered = (outcome: Answered | Wrong): outcome is Answered => 'figures' in outcome;

/** The figures for what was typed, identical to those of the API's answer to the same request. */
export function ask(catalog: Catalog, typed: Typed): Answered | Wrong {
  const request = requestOf(typed);
  const findings = findingsIn(request);
  if (findings.length > 0) return wrongIn(findings);
  const question = resolveRequest(catalog, request);
  if (question instanceof ApiError) return wrongAs(question.message);
  const { sold, model } = question;
  const work = workFor(question);
  return { request, question, figures: figuresOf(sold, work, model, billFor(work, model)) };
}

/** Whether the answer depends on the prices of hosts: one was chosen, or the name of the model states one. */
export function needsHosts(catalog: Catalog, { host, modelId }: Typed): boolean {
  if (host !== undefined) return true;
  const found = modelId === undefined ? null : resolve(catalog, modelId.trim());
  return found !== null && isResolved(found) && found.host !== null;
}

/** The request as it would be posted: numbers as numbers, anything else as typed. */
export function requestOf(typed: Typed): EstimateRequest {
  const request: Record<string, unknown> = {};
  for (const field of fieldNames) {
    const text = typed[field]?.trim();
    if (text !== undefined && text !== '')
      request[field] = isText(field) ? text : field === 'fittedTo' ? fittedIn(text) : readValue(text);
  }
  return request as EstimateRequest;
}

/** Names are never numbers: a model may be called 4o. */
const isText = (field: Field): boolean => field === 'presetId' || field === 'modelId' || field === 'host';

function readValue(text: string): unknown {
  const number = numberIn(text);
  if (number !== null) return number;
  return ['true', 'false', 'null'].includes(text) ? JSON.parse(text) : text;
}

function wrongIn(findings: readonly Finding[]): Wrong {
  const wrong: Wrong = { fields: {}, others: [] };
  for (const finding of findings) {
    const field = fieldNames.find((name) => finding.instancePath.split('/')[1] === name);
    if (field === undefined) wrong.others.push(describe(finding));
    else wrong.fields[field] ??= describe(finding);
  }
  return wrong;
}

/** A refusal starts with the field it is about, or with "Unknown model". */
function wrongAs(message: string): Wrong {
  const field = /^Unknown model /.test(message)
    ? 'modelId'
    : fieldNames.find((name) => new RegExp(`^${name}\\b`).test(message));
  return field === undefined ? { fields: {}, others: [message] } : { fields: { [field]: message }, others: [] };
}
