/**
 * Messages of opencode: `storage/message/<session>/<message>.json`, a document for each; the rows of its database
 * `opencode.db`, read as the same documents; and what `opencode export` writes.
 *
 * The parts of `tokens` do not overlap: input excludes what was read from the cache and written to it, and reasoning is
 * beside the output. `cost` is opencode's own, 0 where a subscription pays.
 * https://github.com/sst/opencode/blob/dev/packages/opencode/src/session/message-v2.ts
 */

import { hostOf } from '../../core/dataset/logged-names.ts';
import { callOf } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { cachedBeside } from '../fields/usage.ts';
import {
  countIn,
  firstText,
  isObject,
  type JsonObject,
  modelIn,
  objectIn,
  objectsIn,
  textIn,
  usdIn,
} from '../fields/values.ts';
import { type Format, keyIn, type Take } from './format.ts';

const isMessage = (value: JsonObject): boolean =>
  (value.role === 'assistant' && 'modelID' in value && 'providerID' in value) ||
  (value.role === 'user' && 'sessionID' in value && isObject(value.time));

/** `opencode export`: `info` of the session, and its messages with their parts. */
const isExport = (value: JsonObject): boolean =>
  isObject(value.info) && objectsIn(value, 'messages').some(({ info }) => isObject(info) && isMessage(info));

export const openCode: Format = {
  name: 'opencode',
  marks: 'messages with role, sessionID, modelID, providerID and tokens, or an export with info and messages',
  recognise: (value) => isMessage(value) || isExport(value),
  open: () => (value, take, attempt) => {
    if (!isExport(value)) readMessage(value, take);
    else
      for (const message of objectsIn(value, 'messages')) attempt(() => readMessage(objectIn(message, 'info'), take));
  },
};

function readMessage(message: JsonObject, take: Take): void {
  if (message.role !== 'assistant') return;
  const tokens = objectIn(message, 'tokens');
  const cache = objectIn(tokens, 'cache');
  const reasoning = countIn(tokens, 'reasoning') ?? 0;
  const output = countIn(tokens, 'output');
  // An answer that failed before it began has no usage.
  if (isObject(message.error) && (output ?? 0) + (countIn(tokens, 'input') ?? 0) === 0) return;
  const session = textIn(message, 'sessionID');
  const id = textIn(message, 'id');
  const agent = firstText(message, 'agent', 'mode');
  take(
    {
      ...callOf(
        modelIn(message, 'modelID'),
        cachedBeside({
          input: countIn(tokens, 'input'),
          cachedInput: countIn(cache, 'read'),
          cacheWrite: countIn(cache, 'write'),
          output: output === undefined ? undefined : output + reasoning,
          reasoning,
        }),
      ),
      at: timeIn(objectIn(message, 'time'), 'created'),
      host: hostOf(textIn(message, 'providerID')),
      session,
      task: session,
      project: firstText(objectIn(message, 'path'), 'cwd', 'root'),
      agent: 'opencode',
      subagent: agent === null || ['build', 'plan'].includes(agent) ? null : agent,
      // 0 is what it writes where it knows no price.
      usd: usdIn(message, 'cost') || null,
    },
    keyIn('opencode', id),
  );
}
