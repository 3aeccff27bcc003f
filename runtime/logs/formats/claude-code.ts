/**
 * Sessions of Claude Code: `~/.claude/projects/<project>/<session>.jsonl`, with those of subagents in folders below.
 *
 * Each line with `"type":"assistant"` holds a block of an answer and the usage of the answer so far. An answer has
 * several lines: message.id and requestId identify those that belong together, and the last one has the full output. A
 * resumed or forked session starts with copies of the lines of the original.
 *
 * Tokens are those of Anthropic's API: input_tokens, cache_read_input_tokens and cache_creation_input_tokens do not
 * overlap, `cache_creation` splits the last by time to live, and thinking is part of output_tokens.
 * https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
import { callOf } from '../call-record.ts';
import { timeIn } from '../fields/times.ts';
import { anthropicTier, anthropicTokens, inferenceRegion, toolCountsIn } from '../fields/usage.ts';
import { firstText, isObject, modelIn, objectIn, textIn, usdIn } from '../fields/values.ts';
import type { Format } from './format.ts';

export const claudeCode: Format = {
  name: 'claude-code',
  marks: 'JSON lines with type, sessionId and, where type is assistant, message.usage',
  recognise(line) {
    const { type } = line;
    if (typeof type !== 'string' || !/^[a-z][a-z-]+$/.test(type) || 'model' in line) return false;
    // Lines of a session, of `claude --output-format stream-json`, a title or a snapshot of files.
    return ['sessionId', 'session_id', 'leafUuid', 'isSnapshotUpdate'].some((key) => key in line);
  },
  isIdle: (line) => line.endsWith('}') && !line.includes('"usage"'),
  open() {
    let project: string | null = null;
    return (line, take) => {
      project ??= textIn(line, 'cwd');
      const message = objectIn(line, 'message');
      const usage = message.usage;
      // A message from the program itself, such as an error notice, has the model <synthetic>.
      if (line.type !== 'assistant' || !isObject(usage) || message.model === '<synthetic>') return;
      const session = firstText(line, 'sessionId', 'session_id');
      const id = textIn(message, 'id');
      take(
        {
          ...callOf(modelIn(message, 'model'), anthropicTokens(usage), toolCountsIn(usage)),
          at: timeIn(line, 'timestamp'),
          serviceTier: anthropicTier(usage.service_tier, usage.speed),
          region: inferenceRegion(usage.inference_geo),
          session,
          task: session,
          project,
          tags: line.isSidechain === true ? ['sidechain'] : [],
          usd: usdIn(line, 'costUSD'),
        },
        id === null ? undefined : `${id} ${textIn(line, 'requestId') ?? ''}`,
      );
    };
  },
};
