/**
 * Activity of OpenRouter: the CSV of its Activity page, with a row for each generation, and the response of /activity,
 * with a row for each day and endpoint.
 *
 * tokens_cached are part of tokens_prompt, and reasoning tokens are part of completion tokens.
 * https://openrouter.ai/docs/guides/guides/activity-export, https://openrouter.ai/docs/api-reference/analytics/get-activity
 */

import { hostOf } from '../../core/dataset/logged-names.ts';
import { callOf, whoOf } from '../call-record.ts';
import { firstTime } from '../fields/times.ts';
import { cachedInside } from '../fields/usage.ts';
import { countIn, firstCount, isObject, type JsonObject, listIn, modelIn, textIn, usdIn } from '../fields/values.ts';
import type { Format, Take } from './format.ts';

const isRow = (row: unknown): boolean =>
  isObject(row) && 'model_permaslug' in row && ('tokens_prompt' in row || 'prompt_tokens' in row);

export const openRouter: Format = {
  name: 'openrouter',
  marks:
    'CSV with generation_id, created_at, model_permaslug, tokens_prompt, tokens_completion, or the JSON of /activity',
  recognise: (value) => isRow(value) || isRow(listIn(value, 'data')[0]),
  open: () => (value, take, attempt) => {
    if (!Array.isArray(value.data)) readRow(value, take);
    else for (const row of value.data.filter(isObject)) attempt(() => readRow(row, take));
  },
};

function readRow(row: JsonObject, take: Take): void {
  const variant = textIn(row, 'variant');
  const model = modelIn(row, 'model_permaslug', 'model');
  take(
    {
      // A variant such as :free has its own prices.
      ...callOf(
        variant === null || variant === 'standard' || model.includes(':') ? model : `${model}:${variant}`,
        cachedInside({
          input: firstCount(row, 'tokens_prompt', 'prompt_tokens'),
          cachedInput: countIn(row, 'tokens_cached'),
          output: firstCount(row, 'tokens_completion', 'completion_tokens'),
          reasoning: firstCount(row, 'tokens_reasoning', 'reasoning_tokens'),
        }),
      ),
      at: firstTime(row, 'created_at', 'date'),
      host: hostOf(textIn(row, 'provider_name')),
      calls: Math.max(1, countIn(row, 'requests') ?? 1),
      project: textIn(row, 'app_name'),
      who: whoOf({ user: textIn(row, 'user'), key: textIn(row, 'api_key_name') }),
      usd: usdIn(row, 'cost_total') ?? usdIn(row, 'usage'),
    },
    textIn(row, 'generation_id') ?? undefined,
  );
}
