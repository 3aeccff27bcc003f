/**
 * Results of the Vercel AI SDK kept as lines of JSON: `usage` and `response` of generateText, or what onFinish is given.
 * `totalUsage` adds up the steps, which are read instead where they are there.
 *
 * inputTokens is the whole prompt, cached tokens included, and outputTokens includes reasoning (versions 5 and 6);
 * version 4 has promptTokens and completionTokens, and no cached tokens.
 * https://ai-sdk.dev/docs/reference/ai-sdk-core/generate-text (LanguageModelUsage)
 */
import { callOf, type Tokens } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { cachedInside, toolsOfAnswer } from '../fields/usage.ts';
import {
  countIn,
  firstCount,
  firstText,
  isObject,
  type JsonObject,
  objectIn,
  objectsIn,
  textIn,
} from '../fields/values.ts';
import { type Format, keyIn, noModel, type Take } from './format.ts';

const isUsage = (usage: unknown): usage is JsonObject =>
  isObject(usage) && ('inputTokens' in usage || 'promptTokens' in usage) && 'totalTokens' in usage;

const isResult = (value: JsonObject): boolean =>
  isUsage(value.usage) && ('finishReason' in value || 'steps' in value || 'modelId' in objectIn(value, 'response'));

export const vercelAiSdk: Format = {
  name: 'vercel-ai-sdk',
  marks: 'JSON lines with usage (inputTokens, outputTokens, totalTokens), finishReason and response.modelId',
  recognise: isResult,
  open: () => (value, take, attempt) => {
    const steps = objectsIn(value, 'steps').filter(({ usage }) => isUsage(usage));
    for (const step of steps.length > 0 ? steps : [value]) attempt(() => readStep(step, value, take));
  },
};

function readStep(step: JsonObject, result: JsonObject, take: Take): void {
  const [own, whole] = [objectIn(step, 'response'), objectIn(result, 'response')];
  const id = textIn(own, 'id');
  const usage = objectIn(step, 'usage');
  const model =
    firstText(own, 'modelId') ?? firstText(whole, 'modelId') ?? firstText(result, 'model', 'modelId') ?? noModel;
  take(
    {
      ...callOf(model, tokensOf(usage), toolsOfAnswer(step, usage, model)),
      at: timeIn(own, 'timestamp') ?? timeIn(whole, 'timestamp') ?? timeIn(result, 'timestamp'),
    },
    keyIn('ai-sdk', id),
  );
}

function tokensOf(usage: JsonObject): Tokens {
  const [prompt, answer] = [objectIn(usage, 'inputTokenDetails'), objectIn(usage, 'outputTokenDetails')];
  return cachedInside({
    input: firstCount(usage, 'inputTokens', 'promptTokens'),
    cachedInput: countIn(prompt, 'cacheReadTokens') ?? countIn(usage, 'cachedInputTokens'),
    cacheWrite: countIn(prompt, 'cacheWriteTokens'),
    output: firstCount(usage, 'outputTokens', 'completionTokens'),
    reasoning: countIn(answer, 'reasoningTokens') ?? countIn(usage, 'reasoningTokens'),
  });
}
