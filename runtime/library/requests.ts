/** What the library accepts: catalogs, calls and requests, each checked against its schema. */

import { embeddedCatalog } from 'virtual:embedded-catalog';
import isCall from 'virtual:validator/call';
import isEstimateRequest from 'virtual:validator/estimate-request';
import isOverlay from 'virtual:validator/overlay';
import { type OutputUnit, type Schema, Validator as SchemaValidator } from '@cfworker/json-schema';
import { catalogSchema } from '../api/published-schemas/catalog-schema.ts';
import { type Catalog, catalogFrom } from '../core/dataset/catalog.ts';
import type { CatalogFile } from '../core/dataset/dataset.ts';
import { catalogOn, withOverlay } from '../core/dataset/overlay-catalog.ts';
import { ApiError } from '../core/schemas/api-error.ts';
import type { Overlay } from '../core/schemas/data-files/overlay-file.ts';
import type { EstimateRequest } from '../core/schemas/estimate-request-schema.ts';
import type { Call } from '../core/schemas/priced-call-schemas.ts';
import { describeAll, type Finding, type Validator } from '../core/schemas/problems.ts';
import { isDay } from '../core/values/day.ts';
import { memoize } from '../core/values/memoize.ts';
import { InvalidRequest } from './invalid-request.ts';

/** Returns the answer, or throws its refusal as an error. */
export function accepted<T>(answer: T | ApiError): T {
  if (answer instanceof ApiError) throw new InvalidRequest(answer.message, answer.code);
  return answer;
}

let embedded: Catalog | undefined;

/** The catalog that ships with this version of the package; parsed on first use. */
export function defaultCatalog(): Catalog {
  embedded ??= catalogFrom(JSON.parse(embeddedCatalog) as CatalogFile);
  return embedded;
}

/** The catalog from the text or the parsed content of a `catalog.json`. */
export function catalogOf(source: unknown): Catalog {
  const file = typeof source === 'string' ? parsed(source) : source;
  const { valid, errors } = new SchemaValidator(catalogSchema() as Schema, '2020-12').validate(file);
  if (!valid) throw new InvalidRequest(`This is not a catalog.json of agent-cost: ${deepest(errors)}`);
  return catalogFrom(file as CatalogFile);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidRequest(`This is not a catalog.json of agent-cost: ${(error as Error).message}`);
  }
}

/** The error that is the cause: the others only report that the values around it are invalid. */
function deepest(errors: readonly OutputUnit[]): string {
  const depth = ({ instanceLocation }: OutputUnit): number => instanceLocation.split('/').length;
  const [cause] = errors.toSorted((a, b) => depth(b) - depth(a));
  return cause === undefined
    ? 'it does not match its schema.'
    : `${cause.instanceLocation.slice(1) || '/'}: ${cause.error}`;
}

const isCatalog = (value: unknown): value is Catalog =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Catalog>).find === 'function';

/** Catalogs derived from one: for other days, and with own prices. */
const derived = memoize((_: Catalog) => ({
  days: new Map<string, Catalog>(),
  overlays: new WeakMap<Overlay, Catalog>(),
}));

/** The catalog for another day; a few are cached. */
function onDay(catalog: Catalog, day: string): Catalog {
  if (!isDay(day)) throw new InvalidRequest(`on must be a date such as ${catalog.asOf} (got ${JSON.stringify(day)}).`);
  const { days } = derived(catalog);
  const kept = days.get(day) ?? catalogOn(catalog, day);
  if (days.size >= 16) days.clear();
  days.set(day, kept);
  return kept;
}

/** The catalog at the prices of an overlay, which is validated; cached as long as the overlay. */
function overlaid(catalog: Catalog, overlay: unknown): Catalog {
  check<Overlay>(overlay, isOverlay, 'overlay: ');
  const { overlays } = derived(catalog);
  const kept = overlays.get(overlay) ?? accepted(withOverlay(catalog, overlay));
  overlays.set(overlay, kept);
  return kept;
}

/** The catalog that the options of a function name, on their day and at their own prices. */
export function catalogIn(options: { catalog?: unknown; on?: string; overlay?: unknown }): Catalog {
  const { catalog = defaultCatalog(), on, overlay } = options;
  if (isCatalog(catalog)) {
    const dated = on === undefined ? catalog : onDay(catalog, on);
    return overlay === undefined ? dated : overlaid(dated, overlay);
  }
  throw new InvalidRequest('options.catalog must be a result of catalog(): await catalog(content of a catalog.json).');
}

export function checkRequest(request: unknown): asserts request is EstimateRequest {
  check<EstimateRequest>(request, isEstimateRequest);
}

/** @param place such as `calls[3]`; empty for a single call */
export function checkCall(call: unknown, place: string): asserts call is Call {
  check<Call>(call, isCall, place && `${place}: `);
}

function check<T>(value: unknown, isValid: Validator, prefix = ''): asserts value is T {
  if (!isValid(value)) throw new InvalidRequest(prefix + describeAll(isValid.errors as Finding[]));
}
