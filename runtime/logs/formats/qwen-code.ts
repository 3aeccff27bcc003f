/**
 * Sessions of Qwen Code: `~/.qwen/projects/<project>/chats/<session>.jsonl`. Its lines look like those of Claude Code, but
 * a message has `parts`, and the usage of an answer is Gemini's, whatever model served it. A message that was edited is a
 * second one after the same line (`parentUuid`).
 * https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/services/chatRecordingService.ts
 */
import { callOf } from '../call-record.ts';
import { Conversation } from '../fields/prefix-changes.ts';
import { timeIn } from '../fields/times.ts';
import { geminiTokens } from '../fields/usage.ts';
import { isObject, objectIn, textIn } from '../fields/values.ts';
import { type Format, keyIn, noModel, noteNotText, type ReadValue } from './format.ts';

/** Characters within which a line tells what it is. */
const longestHead = 1000;

export const qwenCode: Format = {
  name: 'qwen-code',
  marks: 'JSON lines with type, sessionId and message.parts, answers with usageMetadata',
  recognise: (line) =>
    'sessionId' in line &&
    ('usageMetadata' in line || 'systemPayload' in line || Array.isArray(objectIn(line, 'message').parts)),
  isIdle: (line) =>
    line.endsWith('}') &&
    !line.includes('"usageMetadata"') &&
    !/"type":"user"|"subtype":"chat_compression"/.test(line.slice(0, longestHead)),
  open(file, state) {
    const conversation = new Conversation(state ?? {});
    const read: ReadValue = (line, take) => {
      if (line.subtype === 'chat_compression') conversation.compacted = true;
      else if (line.type === 'user') {
        conversation.typed(textIn(line, 'parentUuid'), textIn(line, 'uuid'));
      }
      const { usageMetadata: usage } = line;
      if (line.type !== 'assistant' || !isObject(usage)) return;
      noteNotText(usage, file);
      const session = textIn(line, 'sessionId');
      const id = textIn(line, 'uuid');
      take(
        {
          ...callOf(textIn(line, 'model') ?? noModel, geminiTokens(usage)),
          at: timeIn(line, 'timestamp'),
          session,
          task: session,
          project: textIn(line, 'cwd'),
          agent: 'Qwen Code',
          branch: textIn(line, 'gitBranch'),
          ...conversation.called(),
        },
        keyIn('qwen', id),
      );
    };
    read.state = () => conversation.state();
    return read;
  },
};
