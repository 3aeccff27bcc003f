/** The fields of a line of Claude Code that its reader needs, taken from its bytes: of an answer's text only the size. */
import { ReadCharacters } from '../fields/characters.ts';
import { JsonBytes, Wanted } from '../input/json-bytes.ts';
import { type PartsOfLine, unexpected } from '../input/line-bytes.ts';
import { longestMark } from './claude-code.ts';

const none: unknown = undefined;
const characters = (cursor: JsonBytes): number => (cursor.isText ? cursor.length() : 0 * cursor.skip());

/** What a block of an answer is and how long its text is, as `charactersOf` counts; `null` stands for a missing input. */
const block = new Wanted(() => ({ type: none, text: 0, thinking: 0, input: 'null'.length }), {
  ...{ text: characters, thinking: characters },
  input: (cursor) => cursor.skip(),
});

function charactersAt(cursor: JsonBytes): unknown {
  if (cursor.isText) return new ReadCharacters(cursor.length(), 0);
  if (!cursor.isList) return cursor.value();
  let [visible, thinking] = [0, 0];
  cursor.list(() => {
    if (!cursor.isObject) {
      cursor.skip();
      return;
    }
    const { type, text, thinking: thought, input } = cursor.object(block);
    visible += text;
    thinking += thought;
    if (type === 'tool_use' || type === 'server_tool_use') visible += input;
  });
  return new ReadCharacters(visible, thinking);
}

const message = new Wanted(
  () => ({
    id: none,
    content: none,
    usage: none,
    diagnostics: none,
    context_management: none,
    input_transformations: none,
    model: none,
    stop_reason: none,
  }),
  // The lines of an answer have the same usage.
  { content: charactersAt, usage: (cursor) => cursor.valueAgain() },
);

/** Of the message of a user only whether it is the result of a tool, which its first block tells. */
const resultBlock = new Wanted(() => ({ type: none }), {
  type(cursor) {
    cursor.isEnough = cursor.value() === 'tool_result';
  },
});
const userMessage = new Wanted(() => ({ content: none }), {
  content(cursor) {
    if (!cursor.isList) throw unexpected;
    cursor.list(() => {
      if (cursor.isObject) cursor.object(resultBlock);
      if (!cursor.isEnough) throw unexpected;
    });
  },
});

/** What a subagent answered, told in a line of its session; what it was told holds no call. */
const progressMessage = new Wanted(() => ({ type: none, timestamp: none, requestId: none, message: none }), {
  type(cursor) {
    const type = cursor.value();
    cursor.isEnough = type !== 'assistant';
    return type;
  },
  message(cursor, { type }) {
    if (!cursor.isObject) return cursor.value();
    if (type === undefined) throw unexpected;
    return cursor.object(message);
  },
});
const progress = new Wanted(() => ({ agentId: none, message: none }), {
  message: (cursor) => (cursor.isObject ? cursor.object(progressMessage) : void cursor.skip()),
});

const line = new Wanted(
  () => ({
    timestamp: none,
    requestId: none,
    costUSD: none,
    type: none,
    subtype: none,
    cwd: none,
    version: none,
    isSidechain: none,
    sessionId: none,
    session_id: none,
    agentType: none,
    agentId: none,
    gitBranch: none,
    message: none,
    data: none,
  }),
  {
    message(cursor, { type }) {
      if (!cursor.isObject) return cursor.value();
      return type === 'user' ? cursor.object(userMessage) : cursor.object(message);
    },
    data(cursor, { type }) {
      if (type === undefined) throw unexpected;
      if (type !== 'progress' || !cursor.isObject) return void cursor.skip();
      const found = cursor.object(progress);
      // Most tell how far a command or a hook is.
      if (found.message === undefined) cursor.isEnough = true;
      return found;
    },
  },
);

const cursor = new JsonBytes();
const closing = 125;

/**
 * What `JSON.parse` makes of a line, as far as the reader looks at it; null: a result of a tool, or progress, without a call.
 * undefined: the line must be read in full, since it is what somebody typed, or not as lines mostly are.
 */
export const partsOfLine: PartsOfLine = (lines, start, end) => {
  if (lines.bytes[end - 1] !== closing) return undefined;
  const found = cursor.line(line, lines, start, end);
  if (found === undefined || found === null) return found;
  const isLongMark = found.subtype !== undefined && end - start >= longestMark;
  return found.type === 'user' || isLongMark ? undefined : found;
};
