/**
 * Aider's analytics log (`aider --analytics-log FILE`): JSON lines; the event `message_send` is a call. prompt_tokens is
 * the whole prompt; cached tokens are only in its cost.
 * https://aider.chat/docs/more/analytics.html
 */
import { callOf } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { cachedInside } from '../fields/usage.ts';
import { countIn, isObject, modelIn, objectIn, usdIn } from '../fields/values.ts';
import type { Format } from './format.ts';

export const aider: Format = {
  name: 'aider',
  marks: 'JSON lines with event, properties and user_id; message_send has main_model, prompt_tokens, completion_tokens',
  recognise: (line) => typeof line.event === 'string' && isObject(line.properties) && 'user_id' in line,
  isIdle: (line) => line.endsWith('}') && !line.includes('"message_send"'),
  open: () => (line, take) => {
    if (line.event !== 'message_send') return;
    const properties = objectIn(line, 'properties');
    take({
      ...callOf(
        modelIn(properties, 'main_model'),
        cachedInside({
          input: countIn(properties, 'prompt_tokens'),
          output: countIn(properties, 'completion_tokens'),
        }),
      ),
      at: timeIn(line, 'time'),
      agent: 'Aider',
      usd: usdIn(properties, 'cost'),
    });
  },
};
