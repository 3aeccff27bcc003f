/**
 * Spans of generative AI in OpenTelemetry, as OTLP JSON: one ExportTraceServiceRequest on each line, as the file
 * exporter of the Collector writes them, or in one document.
 *
 * gen_ai.usage.input_tokens includes gen_ai.usage.cache_read.input_tokens and cache_creation.input_tokens, and
 * output_tokens includes reasoning.output_tokens; for Anthropic the instrumentation adds them up.
 * https://github.com/open-telemetry/semantic-conventions-genai (attributes of gen_ai.usage)
 *
 * Spans of OpenInference (llm.token_count.*) are read too.
 *
 * Older instrumentations pass on Anthropic's counts unchanged. If there are more cached tokens than prompt tokens, the
 * prompt count must exclude them.
 */

import { hostOf, serviceTierOf } from '../../core/dataset/logged-names.ts';
import { type CallRecord, callOf } from '../call-record.ts';
import { attributesOf, whoInAttributes } from '../fields/otlp.ts';
import { timeIn } from '../fields/times.ts';
import { cachedBeside, cachedInside, toolsOfKept } from '../fields/usage.ts';
import {
  firstCount,
  firstText,
  type JsonObject,
  modelIn,
  objectIn,
  objectsIn,
  textIn,
  usdIn,
} from '../fields/values.ts';
import { type Format, keyIn, type Take } from './format.ts';
import { openInferenceTokens } from './openinference.ts';

/** Spans of an agent or a workflow repeat the usage of the calls below them. */
const notCalls: readonly unknown[] = ['invoke_agent', 'create_agent', 'invoke_workflow', 'execute_tool'];

export const openTelemetry: Format = {
  name: 'opentelemetry',
  marks: 'OTLP JSON with resourceSpans, whose spans have attributes gen_ai.usage.*',
  recognise: (value) => Array.isArray(value.resourceSpans),
  isIdle: (line) => line.endsWith('}') && !line.includes('"gen_ai.usage.') && !line.includes('"llm.token_count.'),
  open: () => (value, take, attempt) => {
    for (const resource of objectsIn(value, 'resourceSpans')) {
      const shared = attributesOf(objectIn(resource, 'resource'));
      for (const scope of objectsIn(resource, 'scopeSpans')) {
        for (const span of objectsIn(scope, 'spans')) attempt(() => readSpan(span, shared, take));
      }
    }
  },
};

function readSpan(span: JsonObject, shared: JsonObject, take: Take): void {
  const attributes = attributesOf(span);
  const call = callInAttributes(attributes);
  if (call === null) return;
  const trace = textIn(span, 'traceId');
  const id = textIn(span, 'spanId');
  take(
    {
      ...call,
      at: timeIn(span, 'startTimeUnixNano'),
      session: firstText(attributes, 'gen_ai.conversation.id', 'session.id') ?? trace,
      task: trace,
      project: textIn(shared, 'service.name'),
      who: whoInAttributes({ ...shared, ...attributes }),
      usd: usdIn(attributes, 'gen_ai.usage.cost') ?? recordedUsd(attributes) ?? usdIn(attributes, 'llm.cost.total'),
    },
    trace === null ? undefined : keyIn(trace, id),
  );
}

/** The call that a span is about; null: it is about none, or repeats the usage of the calls below it. */
export function callInAttributes(attributes: JsonObject): CallRecord | null {
  const tokens =
    attributes['openinference.span.kind'] === 'LLM' ? openInferenceTokens(attributes) : genAiTokens(attributes);
  const { input } = tokens;
  if (input === undefined && tokens.output === undefined) return null;
  if (notCalls.includes(attributes['gen_ai.operation.name'])) return null;
  const isBeside = (tokens.cachedInput ?? 0) + (tokens.cacheWrite ?? 0) > (input ?? 0);
  const model = modelIn(attributes, 'gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name');
  return {
    ...callOf(model, (isBeside ? cachedBeside : cachedInside)(tokens), toolsOfKept(answerIn(attributes), model)),
    host: hostOf(firstText(attributes, 'gen_ai.provider.name', 'gen_ai.system', 'llm.provider')),
    serviceTier: serviceTierOf(
      firstText(attributes, 'openai.response.service_tier', 'gen_ai.openai.response.service_tier'),
    ),
  };
}

/** The answer, where an instrumentation keeps it: OpenInference, Langfuse, and the conventions' own. */
const answerIn = (attributes: JsonObject): unknown =>
  attributes['output.value'] ?? attributes['langfuse.observation.output'] ?? attributes['gen_ai.output.messages'];

/** Dollars under the names proposed for the conventions, unless this program computed them (`agent-cost price enrich`). */
function recordedUsd(attributes: JsonObject): number | null {
  const isDollars = (attributes['gen_ai.usage.cost.currency'] ?? 'USD') === 'USD';
  const isOurs = attributes['agent_cost.dataset.version'] !== undefined && !('agent_cost.cost.amount' in attributes);
  return isDollars && !isOurs ? usdIn(attributes, 'gen_ai.usage.cost.amount') : null;
}

/** The counts of the semantic conventions of generative AI, under their names of today and before. */
function genAiTokens(attributes: JsonObject) {
  return {
    input: firstCount(attributes, 'gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'),
    cachedInput: firstCount(
      attributes,
      'gen_ai.usage.cache_read.input_tokens',
      'gen_ai.usage.cache_read_input_tokens',
      'gen_ai.usage.input_tokens.cached',
    ),
    cacheWrite: firstCount(
      attributes,
      'gen_ai.usage.cache_creation.input_tokens',
      'gen_ai.usage.cache_creation_input_tokens',
      'gen_ai.usage.input_tokens.cache_write',
    ),
    output: firstCount(attributes, 'gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'),
    reasoning: firstCount(attributes, 'gen_ai.usage.reasoning.output_tokens', 'gen_ai.usage.output_tokens.reasoning'),
  };
}
