/**
 * Sessions of Claude Code: `~/.claude/projects/<project>/<session>.jsonl`, with those of subagents in folders below.
 *
 * Each line with `"type":"assistant"` holds a block of an answer and the usage of the answer so far. An answer has
 * several lines: message.id and requestId identify those that belong together, and the last one has the full output: it
 * is the one with a `stop_reason`. Where no line of an answer has one, its output is a placeholder, the few tokens known
 * when it began. A resumed or forked session starts with copies of the lines of the original.
 *
 * Lines of type `progress` repeat what a subagent answers (`data.message`), whose own file may be missing.
 *
 * Lines refer to the one before (`parentUuid`). An edited message, or a rewind, is a second prompt after the same line;
 * `microcompact_boundary` marks that old results of tools were cleared; another `version` has instructions and tools of its own.
 *
 * Tokens are those of Anthropic's API: input_tokens, cache_read_input_tokens and cache_creation_input_tokens do not
 * overlap, `cache_creation` splits the last by time to live, and thinking is part of output_tokens.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
import { callOf } from '../call-record.ts';
import { charactersOf } from '../fields/characters.ts';
import { callsOfAnswer } from '../fields/iterations.ts';
import { Conversation, type ConversationState, saysChanged } from '../fields/prefix-changes.ts';
import { timeIn } from '../fields/times.ts';
import { anthropicTier, anthropicTokens, inferenceRegion, toolCountsIn } from '../fields/usage.ts';
import { firstText, isObject, type JsonObject, modelIn, objectIn, objectsIn, textIn, usdIn } from '../fields/values.ts';
import type { Format, ReadValue } from './format.ts';

/** What is known of a session so far. */
interface State extends Partial<ConversationState> {
  project: string | null;
  /** The version of its last call. */
  version: string | null;
}

/** Whether a line is what somebody typed: its kind is near its beginning, as is that of a tool's result and of progress. */
function isPrompt(line: string): boolean {
  const head = line.slice(0, longestHead);
  return head.includes('"type":"user"') && !head.includes('"tool_result"') && !head.includes('"type":"progress"');
}

export const claudeCode: Format = {
  name: 'claude-code',
  marks: 'JSON lines with type, sessionId and, where type is assistant, message.usage',
  recognise(line) {
    const { type } = line;
    if (typeof type !== 'string' || !/^[a-z][a-z-]+$/.test(type) || 'model' in line) return false;
    // Lines of a session, of `claude --output-format stream-json`, a title or a snapshot of files.
    return ['sessionId', 'session_id', 'leafUuid', 'isSnapshotUpdate'].some((key) => Object.hasOwn(line, key));
  },
  // The mark of a compaction is a short line.
  isIdle: (line) =>
    line.endsWith('}') &&
    !line.includes('"usage"') &&
    !isPrompt(line) &&
    !(line.length < longestMark && line.includes('compact_boundary"')),
  open(_, state) {
    const known: State = { project: null, version: null, ...state };
    let { project, version } = known;
    const conversation = new Conversation(known);
    const last = new LastLine();
    const read: ReadValue = (given, take) => {
      const line = ofSubagent(given) ?? given;
      project ??= textIn(line, 'cwd');
      const message = objectIn(line, 'message');
      // Of progress only what a subagent answered is read.
      const subtype = given.type === 'progress' ? undefined : line.subtype;
      if (subtype === 'compact_boundary') conversation.compacted = true;
      else if (subtype === 'microcompact_boundary') conversation.changed = true;
      else if (line.type === 'user' && line.isSidechain !== true && !hasResult(message)) {
        conversation.typed(textIn(line, 'parentUuid'), textIn(line, 'uuid'));
      }
      const usage = message.usage;
      // A message from the program itself, such as an error notice, has the model <synthetic>.
      if (line.type !== 'assistant' || !isObject(usage) || message.model === '<synthetic>') return;
      const before = version;
      version = textIn(line, 'version') ?? before;
      if (saysChanged(message) || (before !== null && before !== version)) conversation.changed = true;
      const id = textIn(message, 'id');
      const { visible, thinking } = charactersOf(message.content);
      const key = id === null ? undefined : `${id} ${textIn(line, 'requestId') ?? ''}`;
      const isAgain = last.isLike(line, message, version, key) && !conversation.compacted && !conversation.changed;
      if (isAgain) {
        // A time that cannot be read makes the line a broken one.
        timeIn(line, 'timestamp');
        if (take.again?.(key as string, visible, thinking)) return;
      }
      const session = firstText(line, 'sessionId', 'session_id');
      const whole = callOf(modelIn(message, 'model'), anthropicTokens(usage), toolCountsIn(usage));
      // Set one by one: a spread makes another shape of object than stored calls have, and what prices both is compiled twice.
      whole.at = timeIn(line, 'timestamp');
      whole.serviceTier = anthropicTier(usage.service_tier, usage.speed);
      whole.region = inferenceRegion(usage.inference_geo);
      whole.session = session;
      whole.task = session;
      whole.project = project;
      whole.agent = 'Claude Code';
      whole.agentVersion = version;
      whole.branch = textIn(line, 'gitBranch');
      whole.usd = usdIn(line, 'costUSD');
      whole.isFinal = message.stop_reason === undefined ? null : message.stop_reason !== null;
      whole.visibleChars = visible;
      whole.thinkingChars = thinking;
      if (line.isSidechain === true) {
        whole.subagent = firstText(line, 'agentType', 'agentId') ?? 'sidechain';
        whole.tags = ['sidechain'];
      }
      const { compacted, prefixChanged } = conversation.called();
      whole.compacted = compacted;
      whole.prefixChanged = prefixChanged;
      const { call, more } = callsOfAnswer(whole, usage);
      last.is(line, message, version, call.at === null ? undefined : key);
      take(call, key, more);
    };
    // The first line that is read in full tells the project, whatever it is.
    read.takesParts = () => project !== null;
    read.state = () => ({ project, version, ...conversation.state() });
    return read;
  },
};

/**
 * The answer of a subagent as a line of its own, where a line tells what the subagent did: in a session whose subagents
 * have no files, it is the only trace of the call.
 */
function ofSubagent(line: JsonObject): JsonObject | null {
  if (line.type !== 'progress') return null;
  const { message: answer, agentId } = objectIn(line, 'data');
  if (!isObject(answer) || answer.type !== 'assistant') return null;
  const { message, requestId, timestamp = line.timestamp } = answer;
  return { ...line, type: 'assistant', message, requestId, timestamp, isSidechain: true, agentId };
}

/** The line before: most answers have several, which differ in their blocks and their time. */
class LastLine {
  private key: string | undefined;
  private version: string | null = null;
  private readonly values: unknown[] = [];

  /** @param key undefined: the next line is to be handed over whole */
  is(line: JsonObject, message: JsonObject, version: string | null, key: string | undefined): void {
    this.key = key;
    this.version = version;
    for (let at = 0; at < ofLine.length; at++) this.values[at] = line[ofLine[at] as string];
    for (let at = 0; at < ofMessage.length; at++) this.values[ofLine.length + at] = message[ofMessage[at] as string];
  }

  /** Whether a line is of the same answer; the same usage is the same object, where it was read from its bytes. */
  isLike(line: JsonObject, message: JsonObject, version: string | null, key: string | undefined): boolean {
    if (key === undefined || key !== this.key || version !== this.version) return false;
    for (let at = 0; at < ofLine.length; at++) if (this.values[at] !== line[ofLine[at] as string]) return false;
    for (let at = 0; at < ofMessage.length; at++)
      if (this.values[ofLine.length + at] !== message[ofMessage[at] as string]) return false;
    return true;
  }
}

/** What a call is made of, besides its key, time, usage and characters. */
const ofLine = ['sessionId', 'session_id', 'isSidechain', 'agentType', 'agentId', 'gitBranch', 'costUSD'] as const;
const ofMessage = ['usage', 'model', 'stop_reason'] as const;

/** Maximum characters of a line that marks a compaction. */
export const longestMark = 4096;
/** Characters within which a line tells what it is. */
const longestHead = 1000;

const hasResult = (message: JsonObject): boolean =>
  objectsIn(message, 'content').some(({ type }) => type === 'tool_result');
