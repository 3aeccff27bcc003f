/**
 * Tasks of Cline, Roo Code and Kilo Code: `tasks/<task>/ui_messages.json` in the global storage of the editor, a list of
 * messages. `say: "api_req_started"` is a call; its `text` is JSON that is completed when the answer has arrived.
 *
 * tokensIn excludes what was read from the cache and written to it. Roo Code, which names the `apiProtocol`, counts the
 * whole prompt as tokensIn since version 3.31: it is read so where the cached tokens fit into it. Only newer versions of
 * Cline name the model (`modelInfo`).
 * https://github.com/cline/cline/blob/main/src/shared/ExtensionMessage.ts (ClineApiReqInfo)
 */

import { hostOf } from '../../core/dataset/logged-names.ts';
import { callOf } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { cachedBeside, cachedInside } from '../fields/usage.ts';
import { countIn, type JsonObject, Misread, objectIn, objectOrJsonIn, textIn, usdIn } from '../fields/values.ts';
import { type Format, noModel } from './format.ts';

const isCall = (message: JsonObject): boolean => message.say === 'api_req_started';

export const cline: Format = {
  name: 'cline',
  marks: 'a list of messages with ts, type (say, ask) and say or ask, calls as api_req_started with tokensIn',
  recognise: ({ ts, type, ...message }) =>
    typeof ts === 'number' && ((type === 'say' && 'say' in message) || (type === 'ask' && 'ask' in message)),
  open({ name }) {
    const [agent, task] = [agentOf(name), taskOf(name)];
    return (message, take) => {
      if (!isCall(message)) return;
      const info = objectOrJsonIn(message, 'text');
      if (Object.keys(info).length === 0) throw new Misread('text of api_req_started is not JSON');
      const output = countIn(info, 'tokensOut');
      // The answer never came.
      if (output === undefined && countIn(info, 'tokensIn') === undefined) return;
      const tokens = {
        input: countIn(info, 'tokensIn'),
        cachedInput: countIn(info, 'cacheReads'),
        cacheWrite: countIn(info, 'cacheWrites'),
        output,
      };
      const cached = (tokens.cachedInput ?? 0) + (tokens.cacheWrite ?? 0);
      const isWhole = 'apiProtocol' in info && (tokens.input ?? 0) >= cached;
      const model = objectIn(message, 'modelInfo');
      take({
        ...callOf(textIn(model, 'modelId') ?? noModel, (isWhole ? cachedInside : cachedBeside)(tokens)),
        at: timeIn(message, 'ts'),
        host: hostOf(textIn(model, 'providerId')),
        session: task,
        task,
        agent,
        usd: usdIn(info, 'cost'),
      });
    };
  },
};

/** The extension, by the folder of its storage: the messages do not name it. */
function agentOf(file: string): string {
  if (/roo-(cline|code)/i.test(file)) return 'Roo Code';
  return /kilo-?code/i.test(file) ? 'Kilo Code' : 'Cline';
}

/** The folder of the task, which is its id. */
const taskOf = (file: string): string | null => /([^/\\]+)[/\\]ui_messages\.json/.exec(file)?.[1] ?? null;
