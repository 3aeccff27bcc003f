/**
 * Observations exported from Langfuse, as JSON, JSON lines or CSV, from its pages, its API or to a bucket.
 *
 * The parts of usageDetails do not overlap: Langfuse subtracts prompt_tokens_details from `input` and
 * completion_tokens_details from `output`, so `output` excludes reasoning. Clients that send their own usageDetails may
 * differ: if `total` is just `input` + `output`, the details are parts of them.
 * https://langfuse.com/docs/observability/features/token-and-cost-tracking
 *
 * Only observations of the types GENERATION and EMBEDDING are calls; the usage of others repeats theirs.
 */
import { callOf, type Tokens, whoOf } from '../call-record.ts';
import { firstTime } from '../fields/times.ts';
import { cachedBeside, cachedInside, toolsOfKept } from '../fields/usage.ts';
import {
  countIn,
  firstCount,
  firstText,
  type JsonObject,
  modelIn,
  objectOrJsonIn,
  tagsOf,
  textIn,
  usdIn,
} from '../fields/values.ts';
import { type Format, keyIn } from './format.ts';

export const langfuse: Format = {
  name: 'langfuse',
  marks: 'observations with id, traceId, type, model or providedModelName, and usageDetails (or in snake_case)',
  recognise: (row) =>
    ('traceId' in row || 'trace_id' in row) &&
    ['usageDetails', 'usage_details', 'providedModelName', 'provided_model_name', 'parentObservationId'].some((key) =>
      Object.hasOwn(row, key),
    ),
  open: () => (row, take) => {
    const type = textIn(row, 'type') ?? 'GENERATION';
    const usage = usageOf(row);
    if (!['GENERATION', 'EMBEDDING'].includes(type) || Object.keys(usage).length === 0) return;
    const trace = firstText(row, 'traceId', 'trace_id');
    const id = textIn(row, 'id');
    const model = modelIn(row, 'model', 'providedModelName', 'provided_model_name');
    take(
      {
        ...callOf(model, tokensOf(usage), toolsOfKept(row.output, model)),
        at: firstTime(row, 'startTime', 'start_time'),
        session: firstText(row, 'sessionId', 'session_id') ?? trace,
        task: trace,
        project: firstText(row, 'projectId', 'project_id'),
        who: whoOf({ user: firstText(row, 'userId', 'user_id') }),
        tags: tagsOf(row.tags ?? row.traceTags),
        usd: usdIn(row, 'totalCost') ?? usdIn(row, 'total_cost') ?? usdIn(row, 'calculatedTotalCost'),
      },
      keyIn(trace ?? '', id),
    );
  },
};

/** The usage by type, or the older form with only input and output. */
function usageOf(row: JsonObject): JsonObject {
  for (const key of ['usageDetails', 'usage_details', 'usage']) {
    const usage = objectOrJsonIn(row, key);
    if (Object.keys(usage).length > 0) return usage;
  }
  return {};
}

function tokensOf(usage: JsonObject): Tokens {
  const tokens = {
    input: countIn(usage, 'input'),
    cachedInput: firstCount(
      usage,
      'input_cached_tokens',
      'cache_read_input_tokens',
      'input_cache_read',
      'input_cached',
    ),
    cacheWrite: firstCount(usage, 'cache_creation_input_tokens', 'input_cache_creation', 'input_cache_write_tokens'),
    cacheWrite1h: firstCount(usage, 'input_cache_creation_1h'),
    output: countIn(usage, 'output'),
    reasoning: firstCount(usage, 'output_reasoning_tokens', 'output_reasoning', 'reasoning_tokens'),
  };
  const { input = 0, output = 0, reasoning = 0 } = tokens;
  const details = (tokens.cachedInput ?? 0) + (tokens.cacheWrite ?? 0) + (tokens.cacheWrite1h ?? 0) + reasoning;
  const isInside = details > 0 && countIn(usage, 'total') === input + output;
  return isInside ? cachedInside(tokens) : cachedBeside({ ...tokens, output: output + reasoning });
}
