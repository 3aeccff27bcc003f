/**
 * Sessions of Claude Code: `~/.claude/projects/<project>/<session>.jsonl`, with those of subagents in folders below.
 *
 * Each line with `"type":"assistant"` holds a block of an answer and the usage of the answer so far. An answer has
 * several lines: message.id and requestId identify those that belong together, and the last one has the full output: it
 * is the one with a `stop_reason`. Where no line of an answer has one, its output is a placeholder, the few tokens known
 * when it began. A resumed or forked session starts with copies of the lines of the original.
 *
 * Tokens are those of Anthropic's API: input_tokens, cache_read_input_tokens and cache_creation_input_tokens do not
 * overlap, `cache_creation` splits the last by time to live, and thinking is part of output_tokens.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
import { callOf } from '../call-record.ts';
import { charactersOf } from '../fields/characters.ts';
import { callsOfAnswer } from '../fields/iterations.ts';
import { timeIn } from '../fields/times.ts';
import { anthropicTier, anthropicTokens, inferenceRegion, toolCountsIn } from '../fields/usage.ts';
import { firstText, isObject, modelIn, objectIn, textIn, usdIn } from '../fields/values.ts';
import type { Format, ReadValue } from './format.ts';

/** The folder of the session, and whether it was compacted since its last call. */
interface State {
  project: string | null;
  compacted: boolean;
}

export const claudeCode: Format = {
  name: 'claude-code',
  marks: 'JSON lines with type, sessionId and, where type is assistant, message.usage',
  recognise(line) {
    const { type } = line;
    if (typeof type !== 'string' || !/^[a-z][a-z-]+$/.test(type) || 'model' in line) return false;
    // Lines of a session, of `claude --output-format stream-json`, a title or a snapshot of files.
    return ['sessionId', 'session_id', 'leafUuid', 'isSnapshotUpdate'].some((key) => key in line);
  },
  // The mark of a compaction is a short line.
  isIdle: (line) =>
    line.endsWith('}') &&
    !line.includes('"usage"') &&
    !(line.length < longestMark && line.includes('"compact_boundary"')),
  open(_, state) {
    let { project, compacted }: State = { project: null, compacted: false, ...state };
    const read: ReadValue = (line, take) => {
      project ??= textIn(line, 'cwd');
      if (line.subtype === 'compact_boundary') compacted = true;
      const message = objectIn(line, 'message');
      const usage = message.usage;
      // A message from the program itself, such as an error notice, has the model <synthetic>.
      if (line.type !== 'assistant' || !isObject(usage) || message.model === '<synthetic>') return;
      const session = firstText(line, 'sessionId', 'session_id');
      const id = textIn(message, 'id');
      const { visible, thinking } = charactersOf(message.content);
      const { call, more } = callsOfAnswer(
        {
          ...callOf(modelIn(message, 'model'), anthropicTokens(usage), toolCountsIn(usage)),
          at: timeIn(line, 'timestamp'),
          serviceTier: anthropicTier(usage.service_tier, usage.speed),
          region: inferenceRegion(usage.inference_geo),
          session,
          task: session,
          project,
          agent: 'Claude Code',
          subagent: line.isSidechain === true ? (firstText(line, 'agentType', 'agentId') ?? 'sidechain') : null,
          branch: textIn(line, 'gitBranch'),
          tags: line.isSidechain === true ? ['sidechain'] : [],
          usd: usdIn(line, 'costUSD'),
          isFinal: 'stop_reason' in message ? message.stop_reason !== null : null,
          visibleChars: visible,
          thinkingChars: thinking,
          compacted,
        },
        usage,
      );
      compacted = false;
      take(call, id === null ? undefined : `${id} ${textIn(line, 'requestId') ?? ''}`, more);
    };
    read.state = () => ({ project, compacted });
    return read;
  },
};

/** Maximum characters of a line that marks a compaction. */
const longestMark = 4096;
