/**
 * Sessions of Gemini CLI: `~/.gemini/tmp/<project>/chats/session-*.json`, one document, or since 2026 `.jsonl` with a head,
 * a line for each message, and lines that change the session (`$set`, `$rewindTo`). A message is written again when its
 * tools have run; its id stays.
 *
 * tokens.input is the whole prompt, cached tokens included; `tool` is prompt too, and thoughts are beside the output.
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/chatRecordingService.ts (TokensSummary)
 */
import { type CallRecord, callOf } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { cachedInside } from '../fields/usage.ts';
import { countIn, isObject, type JsonObject, Misread, objectsIn, textIn } from '../fields/values.ts';
import { type Format, keyIn, noModel, type ReadValue } from './format.ts';

const isHead = (value: JsonObject): boolean => 'sessionId' in value && 'projectHash' in value;
const isMessage = (value: JsonObject): boolean => value.type === 'gemini' && 'tokens' in value && 'timestamp' in value;

/** What is known of a session so far; `changed`: messages were taken back since its last call. */
interface State extends Pick<CallRecord, 'session' | 'project' | 'subagent'> {
  changed: boolean;
}

export const geminiCli: Format = {
  name: 'gemini-cli',
  marks: 'a document, or a first line, with sessionId and projectHash; messages of type gemini with tokens',
  recognise: (value) => isHead(value) || isMessage(value),
  open({ number }, state) {
    let { session, project, subagent, changed }: State = {
      ...{ session: null, project: null, subagent: null, changed: false },
      ...state,
    };
    const read: ReadValue = (value, take, attempt) => {
      if (isHead(value)) {
        session = textIn(value, 'sessionId') ?? session;
        project = textIn(value, 'projectHash') ?? project;
        subagent = value.kind === 'subagent' ? 'subagent' : null;
        if ('messages' in value && !Array.isArray(value.messages)) throw new Misread('messages is not a list');
      }
      if ('$rewindTo' in value) changed = true;
      for (const message of [value, ...objectsIn(value, 'messages')]) {
        attempt(() => {
          const { tokens } = message;
          // A notice of the program, or an answer that failed, has no tokens.
          if (message.type !== 'gemini' || !isObject(tokens)) return;
          const thoughts = countIn(tokens, 'thoughts') ?? 0;
          const [input, output] = [countIn(tokens, 'input'), countIn(tokens, 'output')];
          if (input === undefined || output === undefined) throw new Misread('tokens has no input and output');
          const id = textIn(message, 'id');
          take(
            {
              ...callOf(
                textIn(message, 'model') ?? noModel,
                cachedInside({
                  input: input + (countIn(tokens, 'tool') ?? 0),
                  cachedInput: countIn(tokens, 'cached'),
                  output: output + thoughts,
                  reasoning: thoughts,
                }),
              ),
              at: timeIn(message, 'timestamp'),
              session,
              task: session,
              project,
              agent: 'Gemini CLI',
              subagent,
              prefixChanged: changed,
            },
            keyIn(session ?? number, id),
          );
          changed = false;
        });
      }
    };
    // Without a session the keys are those of this file only.
    read.state = () => (session === null ? undefined : { session, project, subagent, changed });
    return read;
  },
};
