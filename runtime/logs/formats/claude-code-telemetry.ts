/**
 * Claude Code's own OpenTelemetry logs (CLAUDE_CODE_ENABLE_TELEMETRY=1, OTEL_LOGS_EXPORTER=otlp), as OTLP JSON: the event
 * `claude_code.api_request` is a call. Its token counts do not overlap, and cost_usd is Claude Code's own estimate.
 * https://code.claude.com/docs/en/monitoring-usage (API request event)
 */
import { callOf } from '../call-record.ts';
import { attributesOf, whoInAttributes } from '../fields/otlp.ts';
import { firstTime, timeIn } from '../fields/times.ts';
import { anthropicTier, cachedBeside } from '../fields/usage.ts';
import { countIn, firstText, type JsonObject, modelIn, objectIn, objectsIn, textIn, usdIn } from '../fields/values.ts';
import { type Format, keyIn, type Take } from './format.ts';

const isCall = (record: JsonObject, attributes: JsonObject): boolean =>
  attributes['event.name'] === 'api_request' ||
  attributes['event.name'] === 'claude_code.api_request' ||
  objectIn(record, 'body').stringValue === 'claude_code.api_request';

export const claudeCodeTelemetry: Format = {
  name: 'claude-code-telemetry',
  marks: 'OTLP JSON with resourceLogs, whose records are events claude_code.api_request',
  recognise: (value) => Array.isArray(value.resourceLogs),
  differs: (value) =>
    Array.isArray(value.resourceMetrics)
      ? 'it has resourceMetrics, which are sums over time, and not the resourceLogs with a record for each call'
      : null,
  isIdle: (line) => line.endsWith('}') && !line.includes('api_request"'),
  open: () => (value, take, attempt) => {
    for (const resource of objectsIn(value, 'resourceLogs')) {
      const shared = attributesOf(objectIn(resource, 'resource'));
      for (const scope of objectsIn(resource, 'scopeLogs')) {
        for (const record of objectsIn(scope, 'logRecords')) attempt(() => readRecord(record, shared, take));
      }
    }
  },
};

function readRecord(record: JsonObject, shared: JsonObject, take: Take): void {
  const attributes = attributesOf(record);
  if (!isCall(record, attributes)) return;
  const session = textIn(attributes, 'session.id');
  const source = textIn(attributes, 'query_source');
  const id = textIn(attributes, 'request_id');
  take(
    {
      ...callOf(
        modelIn(attributes, 'model'),
        cachedBeside({
          input: countIn(attributes, 'input_tokens'),
          cachedInput: countIn(attributes, 'cache_read_tokens'),
          cacheWrite: countIn(attributes, 'cache_creation_tokens'),
          output: countIn(attributes, 'output_tokens'),
        }),
      ),
      at: timeIn(attributes, 'event.timestamp') ?? firstTime(record, 'timeUnixNano', 'observedTimeUnixNano'),
      serviceTier: anthropicTier(undefined, attributes.speed),
      session,
      task: session,
      agent: 'Claude Code',
      agentVersion: firstText({ ...shared, ...attributes }, 'app.version', 'service.version'),
      who: whoInAttributes({ ...shared, ...attributes }),
      subagent: source === 'subagent' ? (firstText(attributes, 'agent.name', 'agent_name') ?? source) : null,
      usd: usdIn(attributes, 'cost_usd'),
    },
    keyIn('claude', id),
  );
}
