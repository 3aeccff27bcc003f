/**
 * Sessions of pi: `~/.pi/agent/sessions/<folder>/<time>_<session>.jsonl`. The first line is the session, with its folder; an
 * entry of type `message` whose message is of the assistant is a call. A forked session begins with copies of entries.
 * Entries refer to the one before (`parentId`): a message that was edited is a second one after the same entry, and
 * `branch_summary` stands for a branch that was left.
 *
 * The parts of `usage` do not overlap, and usage.cost is pi's own.
 * https://github.com/badlogic/pi-mono/blob/main/packages/ai/src/types.ts (Usage)
 */

import { hostOf } from '../../core/dataset/logged-names.ts';
import { type CallRecord, callOf } from '../call-record.ts';
import { Conversation, type ConversationState } from '../fields/prefix-changes.ts';
import { firstTime, timeIn } from '../fields/times.ts';
import { cachedBeside } from '../fields/usage.ts';
import { countIn, isObject, type JsonObject, modelIn, objectIn, textIn, usdIn } from '../fields/values.ts';
import type { Format, ReadValue } from './format.ts';

const isHead = (line: JsonObject): boolean => line.type === 'session' && 'cwd' in line && 'id' in line;

/** What is known of a session so far. */
type State = Pick<CallRecord, 'session' | 'project'> & Partial<ConversationState>;

/** Characters within which a line tells what it is. */
const longestHead = 400;

export const pi: Format = {
  name: 'pi',
  marks: 'JSON lines, first of type session with id and cwd; messages with message.usage.cacheRead',
  recognise: (line) =>
    isHead(line) || (line.type === 'message' && 'cacheRead' in objectIn(objectIn(line, 'message'), 'usage')),
  isIdle: (line) =>
    line.endsWith('}') &&
    !line.includes('"usage"') &&
    !line.includes('"session"') &&
    !/"role":"user"|"type":"(?:compaction|branch_summary)"/.test(line.slice(0, longestHead)),
  open(_, state) {
    const known: State = { session: null, project: null, ...state };
    let { session, project } = known;
    const conversation = new Conversation(known);
    const read: ReadValue = (line, take) => {
      if (isHead(line)) {
        session = textIn(line, 'id');
        project = textIn(line, 'cwd');
      }
      const message = objectIn(line, 'message');
      if (line.type === 'compaction') conversation.compacted = true;
      else if (line.type === 'branch_summary') conversation.changed = true;
      else if (line.type === 'message' && message.role === 'user') {
        conversation.typed(textIn(line, 'parentId'), textIn(line, 'id'));
      }
      const { usage } = message;
      if (line.type !== 'message' || message.role !== 'assistant' || !isObject(usage)) return;
      const [id, at] = [textIn(line, 'id'), firstTime(message, 'timestamp') ?? timeIn(line, 'timestamp')];
      const tokens = {
        input: countIn(usage, 'input'),
        cachedInput: countIn(usage, 'cacheRead'),
        cacheWrite: countIn(usage, 'cacheWrite'),
        output: countIn(usage, 'output'),
      };
      // An answer that was aborted before it began.
      if ((tokens.input ?? -1) + (tokens.cachedInput ?? 0) + (tokens.cacheWrite ?? 0) + (tokens.output ?? 0) === 0)
        return;
      take(
        {
          ...callOf(modelIn(message, 'model'), cachedBeside(tokens)),
          at,
          host: hostOf(textIn(message, 'provider')),
          session,
          task: session,
          project,
          agent: 'pi',
          usd: usdIn(objectIn(usage, 'cost'), 'total') || null,
          ...conversation.called(),
        },
        // Ids have eight characters; with the time they are unique beyond their session.
        id === null ? undefined : `pi ${id} ${at}`,
      );
    };
    read.state = () => ({ session, project, ...conversation.state() });
    return read;
  },
};
