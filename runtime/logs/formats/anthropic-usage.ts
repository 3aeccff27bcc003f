/**
 * Usage of an Anthropic organization: the CSV of its Console, or the response of
 * /v1/organizations/usage_report/messages. A row sums up the calls of a day or of another time bucket.
 *
 * Uncached input tokens, cache reads, and cache writes for five minutes and for an hour have separate columns; thinking
 * is part of the output.
 * https://platform.claude.com/docs/en/api/admin-api/usage-cost/get-messages-usage-report
 *
 * Neither form counts calls. It only tells whether the prompts were longer than 200,000 tokens, so a row is read as the
 * fewest calls consistent with that.
 */
import { callOf, promptOf, whoOf } from '../call-record.ts';
import { firstTime } from '../fields/times.ts';
import { anthropicTier, cachedBeside, inferenceRegion, rowsOfBuckets, toolCountsIn } from '../fields/usage.ts';
import {
  countIn,
  firstCount,
  firstText,
  isObject,
  type JsonObject,
  listIn,
  modelIn,
  objectIn,
  objectsIn,
  textIn,
} from '../fields/values.ts';
import type { Format, Take } from './format.ts';

/** A bucket of the cost report has amounts, and no tokens. */
const isBucket = (bucket: unknown): boolean =>
  isObject(bucket) &&
  'starting_at' in bucket &&
  'results' in bucket &&
  !objectsIn(bucket, 'results').some((row) => 'amount' in row);

export const anthropicUsage: Format = {
  name: 'anthropic-usage',
  marks: 'CSV with usage_date_utc, model_version, usage_input_tokens_no_cache, or the JSON of /usage_report/messages',
  recognise: (value) => 'usage_input_tokens_no_cache' in value || isBucket(value) || isBucket(listIn(value, 'data')[0]),
  open: () => (value, take, attempt) => {
    for (const { row, at } of rowsOfBuckets(value, isBucket, 'starting_at')) attempt(() => readRow(row, at, take));
    if ('usage_input_tokens_no_cache' in value) readRow(value, firstTime(value, 'usage_date_utc'), take);
  },
};

const longPrompt = 200_000;

function readRow(row: JsonObject, at: number | null, take: Take): void {
  const written = objectIn(row, 'cache_creation');
  const tokens = cachedBeside({
    input: firstCount(row, 'usage_input_tokens_no_cache', 'uncached_input_tokens'),
    cachedInput: firstCount(row, 'usage_input_tokens_cache_read', 'cache_read_input_tokens'),
    cacheWrite: countIn(row, 'usage_input_tokens_cache_write_5m') ?? countIn(written, 'ephemeral_5m_input_tokens'),
    cacheWrite1h: countIn(row, 'usage_input_tokens_cache_write_1h') ?? countIn(written, 'ephemeral_1h_input_tokens'),
    output: firstCount(row, 'usage_output_tokens', 'output_tokens'),
  });
  const prompt = promptOf(tokens);
  const searches = countIn(row, 'web_search_count');
  const tools = { ...toolCountsIn(row), ...(searches !== undefined && { searches }) };
  if (prompt + tokens.output === 0 && Object.values(tools).every((count) => count === 0)) return;
  const isLong = /^(>|200k-)/.test(textIn(row, 'context_window')?.trim() ?? '');
  take({
    ...callOf(modelIn(row, 'model_version', 'model'), tokens, tools),
    at,
    calls: isLong ? 1 : Math.max(1, Math.ceil(prompt / longPrompt)),
    serviceTier: anthropicTier(row.usage_type ?? row.service_tier, row.speed),
    region: inferenceRegion(row.inference_geo),
    project: firstText(row, 'workspace', 'workspace_id'),
    who: whoOf({ key: firstText(row, 'api_key', 'api_key_id') }),
  });
}
