/**
 * Trajectories of mini-SWE-agent since version 2: `<instance>.traj.json`, a document for each instance.
 *
 * A message from the model keeps the API response, with its usage, in extra.response (or is that response itself, with
 * the Responses API). A response that could not be parsed was billed too, and is kept in the message that reports it.
 * Usage is as LiteLLM gives it: cached tokens are part of prompt_tokens.
 * https://github.com/SWE-agent/mini-swe-agent/blob/main/docs/usage/output_files.md
 */

import { serviceTierOf } from '../../core/dataset/logged-names.ts';
import { callOf } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { toolsOfAnswer, usageTokens } from '../fields/usage.ts';
import { isObject, type JsonObject, listIn, objectIn, objectsIn, textIn, usdIn } from '../fields/values.ts';
import { type Format, instanceOf, noModel } from './format.ts';

export const miniSweAgent: Format = {
  name: 'mini-swe-agent',
  marks: 'a document with trajectory_format, messages and info.model_stats',
  recognise: (value) =>
    Array.isArray(value.messages) && ('trajectory_format' in value || isObject(objectIn(value, 'info').model_stats)),
  open: (file) => (value, take, attempt) => {
    const config = objectIn(objectIn(objectIn(value, 'info'), 'config'), 'model');
    const instance = textIn(value, 'instance_id') ?? instanceOf(file);
    for (const message of objectsIn(value, 'messages')) {
      const extra = objectIn(message, 'extra');
      const answer = answerIn(message);
      const usage = objectIn(answer, 'usage');
      if (Object.keys(usage).length === 0) continue;
      const model = textIn(answer, 'model') ?? textIn(config, 'model_name') ?? noModel;
      attempt(() =>
        take({
          ...callOf(model, usageTokens(usage), toolsOfAnswer(answer, usage, model)),
          at: timeIn(extra, 'timestamp'),
          serviceTier: serviceTierOf(textIn(answer, 'service_tier')),
          session: instance,
          task: instance,
          usd: usdIn(extra, 'cost'),
        }),
      );
    }
  },
};

/** The API response that a message contains, or is. */
function answerIn(message: JsonObject): JsonObject {
  const response = objectIn(objectIn(message, 'extra'), 'response');
  return 'usage' in response || listIn(message, 'output').length === 0 ? response : message;
}
