/**
 * Sessions of the Codex CLI: `~/.codex/sessions/<year>/<month>/<day>/rollout-*.jsonl`.
 *
 * An event `token_count` follows each call: `last_token_usage` is that call, `total_token_usage` the sum so far. The
 * event is repeated with the same sum when only the rate limits changed. The model is that of the last `turn_context`
 * before it. A forked session starts with a copy of the original, whose id it names.
 *
 * Tokens are those of OpenAI's API: cached_input_tokens are part of input_tokens, reasoning_output_tokens of
 * output_tokens. https://github.com/openai/codex/blob/main/codex-rs/protocol/src/protocol.rs (TokenUsage)
 */

import { serviceTierOf } from '../../core/dataset/logged-names.ts';
import { isBilledSearch } from '../../core/pricing/answer-tools.ts';
import { type CallRecord, callOf } from '../call-record.ts';
import { codexLimits } from '../fields/limit-reports.ts';
import { timeIn } from '../fields/times.ts';
import { openAiTokens } from '../fields/usage.ts';
import { firstText, isObject, type JsonObject, objectIn, textIn } from '../fields/values.ts';
import { type Format, noModel, type ReadValue } from './format.ts';

const kinds: readonly unknown[] = ['session_meta', 'turn_context', 'event_msg', 'response_item', 'compacted'];

/** Marks of the lines that are read; other lines have none of them. */
const read = ['"token_count"', '"session_meta"', '"turn_context"', '"web_search_call"', '"thread_rolled_back"'];

export const codex: Format = {
  name: 'codex',
  marks: 'JSON lines with timestamp, type (session_meta, turn_context, event_msg) and payload',
  recognise: (line) => kinds.includes(line.type) && isObject(line.payload),
  // A line with the compacted conversation says so at its start.
  isIdle: (line) =>
    line.endsWith('}') &&
    !read.some((kind) => line.includes(kind)) &&
    !line.slice(0, 120).includes('"type":"compacted"'),
  open({ number, limit }, state) {
    let {
      session,
      origin,
      project,
      version,
      model,
      tier,
      branch,
      subagent,
      searches,
      compacted,
      changed,
      latest,
    }: State = {
      ...unknown,
      ...state,
    };
    /** Whether every key has the id of a session. */
    let areGlobal = true;
    const read: ReadValue = (line, take) => {
      const { type } = line;
      const payload = objectIn(line, 'payload');
      if (type === 'session_meta') {
        const id = textIn(payload, 'id');
        session ??= id;
        origin = textIn(payload, 'forked_from_id') ?? id;
        project ??= textIn(payload, 'cwd');
        version ??= textIn(payload, 'cli_version');
        branch ??= textIn(objectIn(payload, 'git'), 'branch');
        subagent ??= subagentOf(payload);
      } else if (type === 'turn_context') {
        model = textIn(payload, 'model') ?? model;
        tier = textIn(payload, 'service_tier');
        project ??= textIn(payload, 'cwd');
      } else if (type === 'compacted') compacted = true;
      else if (type === 'response_item' && isBilledSearch(payload)) searches += 1;
      else if (type === 'event_msg' && payload.type === 'thread_rolled_back') changed = true;
      if (type !== 'event_msg' || payload.type !== 'token_count') return;
      for (const said of codexLimits(payload.rate_limits, timeIn(line, 'timestamp'))) limit(said);
      if (!isObject(payload.info)) return;
      const { last_token_usage: last, total_token_usage: total } = payload.info;
      if (!isObject(last)) return;
      if (origin === null) areGlobal = false;
      const key = isObject(total) ? `${origin ?? number} ${sumsOf(total)}` : undefined;
      if (latest !== null && latest.key === key) {
        // No call was made: at most the context was recounted after it was compacted.
        take(latest.call, key);
        return;
      }
      const call = {
        ...callOf(model ?? noModel, openAiTokens(last)),
        at: timeIn(line, 'timestamp'),
        searches,
        serviceTier: serviceTierOf(tier),
        session,
        task: session,
        project,
        agent: 'Codex',
        agentVersion: version,
        subagent,
        branch,
        compacted,
        prefixChanged: changed,
      };
      searches = 0;
      [compacted, changed] = [false, false];
      latest = key === undefined ? null : { call, key };
      take(call, key);
    };
    read.state = () =>
      areGlobal
        ? { session, origin, project, version, model, tier, branch, subagent, searches, compacted, changed, latest }
        : undefined;
    return read;
  },
};

/** What is known of a session so far. */
interface State {
  session: string | null;
  /** The session that it was forked from, or its own id. */
  origin: string | null;
  project: string | null;
  version: string | null;
  model: string | null;
  tier: string | null;
  branch: string | null;
  subagent: string | null;
  /** Searches, a compaction and messages taken back since the last call. */
  searches: number;
  compacted: boolean;
  changed: boolean;
  /** The last call that has a key. */
  latest: { call: CallRecord; key: string } | null;
}

const unknown: State = {
  ...{
    session: null,
    origin: null,
    project: null,
    version: null,
    model: null,
    tier: null,
    branch: null,
    subagent: null,
  },
  ...{ searches: 0, compacted: false, changed: false, latest: null },
};

/** The sum so far identifies a call within its session, because it only grows. */
const sumsOf = (total: JsonObject): string =>
  ['input_tokens', 'cached_input_tokens', 'output_tokens'].map((key) => textIn(total, key)).join(' ');

/** The role of a subagent's session: `source` is `{subagent: "review"}` or `{subagent: {thread_spawn: {agent_role}}}`. */
function subagentOf(payload: JsonObject): string | null {
  const source = objectIn(payload, 'source');
  if (!('subagent' in source)) return null;
  const spawned = objectIn(objectIn(source, 'subagent'), 'thread_spawn');
  return (
    textIn(source, 'subagent') ??
    firstText(spawned, 'agent_role', 'agent_nickname') ??
    textIn(objectIn(source, 'subagent'), 'other') ??
    'subagent'
  );
}
