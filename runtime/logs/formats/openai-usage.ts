/**
 * Usage of an OpenAI organization: the CSV of its usage page, or the response of /v1/organization/usage/completions. A
 * row sums up the calls of a time bucket.
 *
 * input_tokens includes input_cached_tokens; reasoning is part of output_tokens and not reported separately.
 * https://platform.openai.com/docs/api-reference/usage/completions_object
 */

import { serviceTierOf } from '../../core/dataset/logged-names.ts';
import { callOf, whoOf } from '../call-record.ts';
import { firstTime } from '../fields/times.ts';
import { cachedInside, rowsOfBuckets } from '../fields/usage.ts';
import {
  countIn,
  firstText,
  isObject,
  type JsonObject,
  listIn,
  modelIn,
  objectsIn,
  textIn,
  usdIn,
  yesNoIn,
} from '../fields/values.ts';
import type { Format, Take } from './format.ts';

/** A bucket of costs has amounts, and no tokens. */
const isBucket = (bucket: unknown): boolean =>
  isObject(bucket) && bucket.object === 'bucket' && !objectsIn(bucket, 'results').some((row) => 'amount' in row);

/** Fields with the start of a bucket or of a CSV row. */
const starts = ['start_time', 'start_time_iso'];

export const openAiUsage: Format = {
  name: 'openai-usage',
  marks:
    'CSV with start_time, model, input_tokens, output_tokens, num_model_requests, or the JSON of /organization/usage',
  recognise: (value) =>
    isBucket(value) ||
    isBucket(listIn(value, 'data')[0]) ||
    ('num_model_requests' in value && 'input_tokens' in value && 'output_tokens' in value),
  open: () => (value, take, attempt) => {
    for (const { row, at } of rowsOfBuckets(value, isBucket, ...starts)) attempt(() => readRow(row, at, take));
    if ('num_model_requests' in value) readRow(value, firstTime(value, ...starts), take);
  },
};

function readRow(row: JsonObject, at: number | null, take: Take): void {
  const calls = countIn(row, 'num_model_requests') ?? 1;
  const tokens = cachedInside({
    input: countIn(row, 'input_tokens'),
    cachedInput: countIn(row, 'input_cached_tokens'),
    output: countIn(row, 'output_tokens'),
  });
  if (calls === 0 && tokens.input + tokens.cachedInput + tokens.output === 0) return;
  take({
    ...callOf(modelIn(row, 'model'), tokens),
    at,
    calls: Math.max(1, calls),
    serviceTier: yesNoIn(row, 'batch') === true ? 'batch' : serviceTierOf(textIn(row, 'service_tier')),
    project: firstText(row, 'project_name', 'project_id'),
    who: whoOf({ user: textIn(row, 'user_id'), key: firstText(row, 'api_key_name', 'api_key_id') }),
    usd: usdIn(row, 'cost_usd'),
  });
}
