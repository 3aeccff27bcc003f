/**
 * Raw responses of the providers' APIs: lines with `model` and `usage`, from OpenAI's chat completions and responses
 * and from Anthropic's messages, and the result files of their batches, where each line wraps such a response.
 *
 * Usage follows the convention of its API: `runtime/logs/fields/usage.ts`. OpenRouter adds who served the call, and its
 * dollars; with a key of the caller's own these are its fee, and the provider's bill is beside them.
 * https://platform.openai.com/docs/guides/batch, https://platform.claude.com/docs/en/build-with-claude/batch-processing,
 * https://openrouter.ai/docs/use-cases/usage-accounting
 */

import { hostOf, serviceTierOf } from '../../core/dataset/logged-names.ts';
import { callOf } from '../call-record.ts';
import { callsOfAnswer } from '../fields/iterations.ts';
import { saysChanged } from '../fields/prefix-changes.ts';
import { firstTime } from '../fields/times.ts';
import { anthropicTier, inferenceRegion, toolsOfAnswer, usageTokens } from '../fields/usage.ts';
import { firstText, isObject, type JsonObject, modelIn, objectIn, textIn, usdIn } from '../fields/values.ts';
import { type Format, noteNotText } from './format.ts';

/** The response in a line, and whether it is from a batch. */
function answerIn(line: JsonObject): { answer: JsonObject; isBatch: boolean } {
  const inBatch = [objectIn(objectIn(line, 'response'), 'body'), objectIn(objectIn(line, 'result'), 'message')];
  const answer = inBatch.find(({ model }) => model !== undefined);
  return { answer: answer ?? line, isBatch: answer !== undefined };
}

export const apiResponses: Format = {
  name: 'api-responses',
  marks: 'JSON lines with model and usage, as returned by an API, or with custom_id and such a response',
  recognise(line) {
    const { answer, isBatch } = answerIn(line);
    return isBatch || (typeof answer.model === 'string' && isObject(answer.usage));
  },
  open: (file) => (line, take) => {
    const { answer, isBatch } = answerIn(line);
    const usage = objectIn(answer, 'usage');
    // A failed request of a batch has no response.
    if (Object.keys(usage).length === 0) return;
    noteNotText(usage, file);
    const model = modelIn(answer, 'model');
    const isAnthropic = answer.type === 'message';
    const tier = isAnthropic
      ? anthropicTier(usage.service_tier, usage.speed)
      : serviceTierOf(textIn(answer, 'service_tier'));
    const task = firstText(line, 'custom_id');
    const { call, more } = callsOfAnswer(
      {
        ...callOf(model, usageTokens(usage), toolsOfAnswer(answer, usage, model)),
        at: firstTime(answer, 'created', 'created_at'),
        host: hostOf(textIn(answer, 'provider')),
        serviceTier: isBatch ? 'batch' : tier,
        region: inferenceRegion(usage.inference_geo),
        session: task,
        task,
        usd: usdOf(usage),
        prefixChanged: saysChanged(answer),
      },
      usage,
    );
    take(call, textIn(answer, 'id') ?? undefined, more);
  },
};

/** The dollars in a usage; null: it has none. */
function usdOf(usage: JsonObject): number | null {
  const cost = usdIn(usage, 'cost');
  const upstream = usage.is_byok === true ? usdIn(objectIn(usage, 'cost_details'), 'upstream_inference_cost') : 0;
  return cost === null || upstream === null ? null : cost + upstream;
}
