/**
 * Model invocation logs of Amazon Bedrock, from S3 or CloudWatch: a record for each call (schemaType ModelInvocationLog).
 *
 * input.inputTokenCount excludes what was read from the cache and written to it. The answer, where it is logged, tells
 * which writes are for an hour. The profile in modelId (`us.anthropic...`) decides the price.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-invocation-logging.html
 */
import { callOf, type Tokens } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { anthropicTokens, cachedBeside, toolCountsIn } from '../fields/usage.ts';
import { countIn, firstText, type JsonObject, Misread, modelIn, objectIn, textIn } from '../fields/values.ts';
import { type Format, keyIn } from './format.ts';

export const bedrockInvocations: Format = {
  name: 'bedrock-invocations',
  marks: 'JSON lines with schemaType ModelInvocationLog, modelId, input.inputTokenCount and output.outputTokenCount',
  recognise: (value) => value.schemaType === 'ModelInvocationLog',
  differs: (value) =>
    'modelId' in value && 'operation' in value && 'input' in value ? 'schemaType is not ModelInvocationLog' : null,
  open: () => (record, take) => {
    const [input, output] = [objectIn(record, 'input'), objectIn(record, 'output')];
    // A call that was refused.
    if ('errorCode' in record && countIn(output, 'outputTokenCount') === undefined) return;
    if (countIn(input, 'inputTokenCount') === undefined && countIn(output, 'outputTokenCount') === undefined) {
      throw new Misread('neither input.inputTokenCount nor output.outputTokenCount');
    }
    const usage = objectIn(objectIn(output, 'outputBodyJson'), 'usage');
    const id = textIn(record, 'requestId');
    take(
      {
        ...callOf(modelIn(record, 'modelId'), tokensOf(input, output, usage), toolCountsIn(usage)),
        at: timeIn(record, 'timestamp'),
        host: 'bedrock',
        project: firstText(objectIn(record, 'requestMetadata'), 'project', 'app', 'application', 'team'),
      },
      keyIn('bedrock', id),
    );
  },
};

function tokensOf(input: JsonObject, output: JsonObject, usage: JsonObject): Tokens {
  if ('cache_creation' in usage && countIn(usage, 'input_tokens') !== undefined) return anthropicTokens(usage);
  return cachedBeside({
    input: countIn(input, 'inputTokenCount'),
    cachedInput: countIn(input, 'cacheReadInputTokenCount'),
    cacheWrite: countIn(input, 'cacheWriteInputTokenCount'),
    output: countIn(output, 'outputTokenCount') ?? 0,
  });
}
