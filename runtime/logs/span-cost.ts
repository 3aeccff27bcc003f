/**
 * What the call of an OpenTelemetry span cost, as attributes of that span.
 *
 * `gen_ai.usage.cost.amount`, `.currency` and `.source` are the names proposed for the conventions of generative AI
 * (open-telemetry/semantic-conventions-genai, pull request 443, open on 2026-11-23), where `local` means computed from
 * token counts and not taken from the answer; everything else has our own prefix. A call without a price has no amount
 * at all, never 0, and `agent_cost.unpriced` says why.
 */
import type { Catalog } from '../core/dataset/catalog.ts';
import { priceCall } from '../core/pricing/price-call.ts';
import { billableUnits } from '../core/schemas/billable-units.ts';
import { callToPrice } from './call-record.ts';
import { attributesOf } from './fields/otlp.ts';
import { isObject, type JsonObject, listIn, Misread, objectsIn } from './fields/values.ts';
import { callInAttributes } from './formats/opentelemetry.ts';

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The dollars that another program wrote there. */
const amountName = 'gen_ai.usage.cost.amount';

/**
 * The attributes to add to a span; null: it is about no model call.
 * @param attributes those of the span, by name
 * @param at its start in milliseconds since 1970; null: not known, so that the prices are those of the catalog's day
 */
export function costAttributes(catalog: Catalog, attributes: JsonObject, at: number | null): SpanAttributes | null {
  const call = readCall(attributes);
  if (call === null) return null;
  const about = { 'agent_cost.dataset.version': catalog.version };
  if ('reason' in call) return { ...about, 'agent_cost.unpriced': call.reason };
  const priced = priceCall(
    catalog,
    callToPrice(call.record, at === null ? catalog.asOf : new Date(at).toISOString().slice(0, 10)),
  );
  const { usd, unpriced, model, host, region, lines, pricing } = priced;
  const named = {
    ...about,
    ...(model !== null && { 'agent_cost.model': model }),
    ...(host !== null && { 'agent_cost.host': host }),
    'agent_cost.region': region,
  };
  if (usd === null) return { ...named, 'agent_cost.unpriced': String(unpriced) };
  // What an answer or a gateway stated stays: ours stands beside it.
  const isTaken = attributes[amountName] !== undefined;
  return {
    ...(isTaken
      ? { 'agent_cost.cost.amount': usd }
      : { [amountName]: usd, 'gen_ai.usage.cost.currency': 'USD', 'gen_ai.usage.cost.source': 'local' }),
    ...named,
    'agent_cost.price.on': priced.on,
    ...(pricing !== null && { 'agent_cost.price.source': pricing.source }),
    ...Object.fromEntries(lines.map(({ part, usd: line }) => [`agent_cost.cost.${attributeOf(part)}`, line])),
  };
}

/** The name of a part of the amount, in the spelling of OpenTelemetry's conventions: cached_input, cache_write_1h. */
const attributeOf = (part: string): string => billableUnits.find((unit) => unit.part === part)?.callColumn ?? part;

/** The call of a span, or why its counts cannot be understood. */
function readCall(attributes: JsonObject) {
  try {
    const record = callInAttributes(attributes);
    return record && { record };
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    return { reason: error.message };
  }
}

export type Enriched = ReturnType<typeof enrichRequest>;

/**
 * Adds the attributes to the spans of an ExportTraceServiceRequest in OTLP JSON, in place. What was added before is
 * replaced, so that a file can be enriched again.
 * @returns how many spans of calls were found, and for how many of them no price is known
 */
export function enrichRequest(catalog: Catalog, request: unknown) {
  const found = { calls: 0, unpriced: 0 };
  for (const resource of isObject(request) ? objectsIn(request, 'resourceSpans') : []) {
    for (const scope of objectsIn(resource, 'scopeSpans')) {
      for (const span of objectsIn(scope, 'spans')) {
        const attributes = attributesOf(span);
        const others = listIn(span, 'attributes').filter((one) => !isOurs(one, attributes));
        const before = { ...attributes };
        if (isComputed(attributes)) delete (before as Record<string, unknown>)[amountName];
        const added = costAttributes(catalog, before, startOf(span));
        if (added === null) continue;
        found.calls += 1;
        if ('agent_cost.unpriced' in added) found.unpriced += 1;
        (span as { attributes: unknown }).attributes = [...others, ...Object.entries(added).map(otlpAttribute)];
      }
    }
  }
  return found;
}

/** Whether the amount was written by this function. */
const isComputed = (attributes: JsonObject): boolean =>
  attributes['agent_cost.dataset.version'] !== undefined && attributes['agent_cost.cost.amount'] === undefined;

const isOurs = (attribute: unknown, attributes: JsonObject): boolean => {
  const key = isObject(attribute) ? String(attribute.key) : '';
  return key.startsWith('agent_cost.') || (key.startsWith('gen_ai.usage.cost.') && isComputed(attributes));
};

/** Nanoseconds since 1970, as text or a number; null: none. */
function startOf({ startTimeUnixNano: start }: JsonObject): number | null {
  const nano = Number(start);
  return nano > 0 ? Math.floor(nano / 1e6) : null;
}

const otlpAttribute = ([key, value]: [string, string | number | boolean]) => ({
  key,
  value: typeof value === 'number' ? { doubleValue: value } : { stringValue: String(value) },
});
