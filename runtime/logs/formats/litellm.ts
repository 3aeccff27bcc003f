/**
 * Spend logs of the LiteLLM proxy: rows of its table LiteLLM_SpendLogs as CSV or JSON, or the response of /spend/logs.
 *
 * prompt_tokens is the whole prompt for every provider, including Anthropic; cache reads and writes are in
 * metadata.additional_usage_values or metadata.usage_object, and reasoning is part of completion_tokens.
 * https://docs.litellm.ai/docs/completion/prompt_caching, https://docs.litellm.ai/docs/proxy/spend_logs_deletion
 *
 * An answer from the proxy's own cache (cache_hit) is not a call and is left out.
 */

import { hostOf, serviceTierOf } from '../../core/dataset/logged-names.ts';
import { callOf, whoOf } from '../call-record.ts';
import { firstTime } from '../fields/times.ts';
import { openAiTokens, toolsOfAnswer } from '../fields/usage.ts';
import { firstText, modelIn, objectIn, objectOrJsonIn, tagsOf, textIn, usdIn, yesNoIn } from '../fields/values.ts';
import { type Format, noteNotText } from './format.ts';

export const liteLlm: Format = {
  name: 'litellm',
  marks: 'rows with request_id, call_type, spend, prompt_tokens, completion_tokens, model and metadata',
  recognise: (row) => ['request_id', 'call_type', 'spend', 'prompt_tokens'].every((key) => Object.hasOwn(row, key)),
  open: (file) => (row, take) => {
    if (yesNoIn(row, 'cache_hit') === true) return;
    const metadata = objectOrJsonIn(row, 'metadata');
    const usage = {
      ...objectIn(metadata, 'usage_object'),
      ...objectIn(metadata, 'additional_usage_values'),
      prompt_tokens: row.prompt_tokens,
      completion_tokens: row.completion_tokens,
    };
    noteNotText(usage, file);
    const model = modelIn(row, 'model', 'model_group');
    const session = textIn(row, 'session_id');
    const team = textIn(metadata, 'user_api_key_team_alias') ?? textIn(row, 'team_id');
    take(
      {
        ...callOf(model, openAiTokens(usage), toolsOfAnswer({}, usage, model)),
        at: firstTime(row, 'startTime', 'start_time', 'endTime'),
        host: hostOf(textIn(row, 'custom_llm_provider')),
        serviceTier: serviceTierOf(textIn(usage, 'service_tier')),
        session,
        task: session,
        project: team,
        who: whoOf({
          user: firstText(row, 'end_user', 'user'),
          key: textIn(metadata, 'user_api_key_alias') ?? textIn(row, 'api_key'),
          team,
        }),
        tags: tagsOf(row.request_tags),
        usd: usdIn(row, 'spend'),
      },
      textIn(row, 'request_id') ?? undefined,
    );
  },
};
