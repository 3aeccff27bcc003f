/**
 * Runs exported from LangSmith, as JSON lines, a list or CSV. A run of type `llm` is a call; chains repeat its usage.
 *
 * prompt_tokens is the whole prompt and completion_tokens the whole answer, as LangChain's usage_metadata counts them:
 * input_token_details and output_token_details are parts of them.
 * https://docs.langchain.com/langsmith/log-llm-trace (usage_metadata), https://docs.langchain.com/langsmith/run-data-format
 */

import { hostOf } from '../../core/dataset/logged-names.ts';
import { callOf, whoOf } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { cachedInside, toolsOfKept } from '../fields/usage.ts';
import {
  countIn,
  firstCount,
  firstText,
  type JsonObject,
  objectIn,
  objectOrJsonIn,
  tagsOf,
  textIn,
  usdIn,
} from '../fields/values.ts';
import { type Format, keyIn, noModel } from './format.ts';

export const langSmith: Format = {
  name: 'langsmith',
  marks: 'runs with run_type, trace_id, start_time, and prompt_tokens or usage_metadata',
  recognise: (run) => 'run_type' in run && ('trace_id' in run || 'dotted_order' in run || 'prompt_tokens' in run),
  open: () => (run, take) => {
    if (run.run_type !== 'llm') return;
    const usage = usageOf(run);
    const metadata = objectIn(objectOrJsonIn(run, 'extra'), 'metadata');
    const invocation = objectIn(objectOrJsonIn(run, 'extra'), 'invocation_params');
    const [read, answer] = [objectIn(usage, 'input_token_details'), objectIn(usage, 'output_token_details')];
    const hour = countIn(read, 'ephemeral_1h_input_tokens') ?? 0;
    const fromRun = (name: string, other: string) => countIn(usage, name) ?? countIn(run, other);
    const [input, output] = [fromRun('input_tokens', 'prompt_tokens'), fromRun('output_tokens', 'completion_tokens')];
    // A call that failed has no usage.
    if (run.error && (input ?? 0) + (output ?? 0) === 0) return;
    const [trace, id] = [textIn(run, 'trace_id'), textIn(run, 'id')];
    const model = firstText(metadata, 'ls_model_name') ?? firstText(invocation, 'model', 'model_name') ?? noModel;
    take(
      {
        ...callOf(
          model,
          cachedInside({
            input,
            cachedInput: countIn(read, 'cache_read'),
            cacheWrite: Math.max(0, (firstCount(read, 'cache_creation') ?? 0) - hour),
            cacheWrite1h: hour,
            output,
            reasoning: countIn(answer, 'reasoning'),
          }),
          toolsOfKept(messagesOf(run)[1]?.content, model),
        ),
        at: timeIn(run, 'start_time'),
        host: hostOf(textIn(metadata, 'ls_provider')),
        session: firstText(metadata, 'session_id', 'thread_id', 'conversation_id') ?? trace,
        task: trace,
        project: firstText(run, 'session_name', 'session_id'),
        who: whoOf({ user: textIn(metadata, 'user_id') }),
        tags: tagsOf(run.tags),
        usd: usdIn(run, 'total_cost'),
      },
      keyIn('langsmith', id),
    );
  },
};

/** usage_metadata, which LangChain puts into the message of the first generation. */
function usageOf(run: JsonObject): JsonObject {
  const places = [...messagesOf(run), objectIn(objectOrJsonIn(run, 'extra'), 'metadata')];
  return places.map((place) => objectIn(place, 'usage_metadata')).find((usage) => 'input_tokens' in usage) ?? {};
}

/** The outputs, and in two forms the message of the first generation. */
function messagesOf(run: JsonObject): JsonObject[] {
  const outputs = objectOrJsonIn(run, 'outputs');
  const first = [outputs.generations].flat(2).find((one) => typeof one === 'object' && one !== null) as
    | JsonObject
    | undefined;
  const message = objectIn(first ?? {}, 'message');
  return [outputs, objectIn(message, 'kwargs'), message];
}
