/** The fields of a line of Claude Code that its reader needs, taken from its bytes: of an answer's text only the size. */
import { ReadCharacters } from '../fields/characters.ts';
import { type Again, JsonBytes, type ReadField, Wanted } from '../input/json-bytes.ts';
import { type PartsOfLine, unexpected } from '../input/line-bytes.ts';
import { longestMark } from './claude-code.ts';

const value: ReadField = (cursor) => cursor.value();
const characters: ReadField = (cursor) => (cursor.isText ? cursor.length() : void cursor.skip());

/** What a block of an answer is and how long its text is, as `charactersOf` counts. */
const block = new Wanted({
  ...{ type: value, text: characters, thinking: characters },
  input: (cursor) => cursor.skip(),
});

interface Block {
  type?: unknown;
  text?: number;
  thinking?: number;
  input?: number;
}

/** The length of `null`, which stands for a missing input. */
const noInput = 4;

function charactersAt(cursor: JsonBytes): unknown {
  if (cursor.isText) return new ReadCharacters(cursor.length(), 0);
  if (!cursor.isList) return cursor.value();
  let [visible, thinking] = [0, 0];
  cursor.list(() => {
    if (!cursor.isObject) {
      cursor.skip();
      return;
    }
    const { type, text = 0, thinking: thought = 0, input = noInput } = cursor.object(block) as Block;
    visible += text;
    thinking += thought;
    if (type === 'tool_use' || type === 'server_tool_use') visible += input;
  });
  return new ReadCharacters(visible, thinking);
}

/** The lines of an answer have the same usage. */
const lastUsage: Again = { letters: '', value: null };

const message = new Wanted({
  ...{ id: value, content: charactersAt, usage: (cursor) => cursor.valueAgain(lastUsage) },
  ...{ diagnostics: value, context_management: value, input_transformations: value },
  ...{ model: value, stop_reason: value },
});

/** Of the message of a user only whether it is the result of a tool, which its first block tells. */
const resultBlock = new Wanted({
  type(cursor) {
    cursor.isEnough = cursor.value() === 'tool_result';
  },
});
const userMessage = new Wanted({
  content(cursor) {
    if (!cursor.isList) throw unexpected;
    cursor.list(() => {
      if (cursor.isObject) cursor.object(resultBlock);
      if (!cursor.isEnough) throw unexpected;
    });
  },
});

/** What a subagent answered, told in a line of its session; of what it was told only the kind. */
const progressMessage = new Wanted({
  ...{ type: value, timestamp: value, requestId: value },
  message(cursor, { type }) {
    if (!cursor.isObject) return cursor.value();
    if (type === 'assistant') return cursor.object(message);
    if (type === undefined) throw unexpected;
    return void cursor.skip();
  },
});
const progress = new Wanted({
  agentId: value,
  message: (cursor) => (cursor.isObject ? cursor.object(progressMessage) : void cursor.skip()),
});

const line = new Wanted({
  ...{ timestamp: value, requestId: value, costUSD: value },
  ...{ type: value, subtype: value, cwd: value, version: value, isSidechain: value },
  ...{ sessionId: value, session_id: value, agentType: value, agentId: value, gitBranch: value },
  message(cursor, { type }) {
    if (!cursor.isObject) return cursor.value();
    return cursor.object(type === 'user' ? userMessage : message);
  },
  data(cursor, { type }) {
    if (type === undefined) throw unexpected;
    return type === 'progress' && cursor.isObject ? cursor.object(progress) : void cursor.skip();
  },
});

const cursor = new JsonBytes();
const closing = 125;

/**
 * What `JSON.parse` makes of a line, as far as the reader looks at it; null: a result of a tool, which holds no call.
 * undefined: the line must be read in full, since it is what somebody typed, or not as lines mostly are.
 */
export const partsOfLine: PartsOfLine = (lines, start, end) => {
  if (lines.bytes[end - 1] !== closing) return undefined;
  const found = cursor.line(line, lines, start, end);
  if (found === undefined || found === null) return found;
  const isLongMark = found.subtype !== undefined && end - start >= longestMark;
  return found.type === 'user' || isLongMark ? undefined : found;
};
