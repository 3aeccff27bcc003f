/**
 * Calls within one answer of Anthropic's API. A request can run the model several times: to use its server tools, to
 * compact the conversation first, or to ask a stronger model (advisor). `usage.iterations` lists these runs. The usage at
 * the top is the sum of those of type `message`: compactions and advisors are billed beside it, an advisor at the price
 * of its own model.
 * https://platform.claude.com/docs/en/build-with-claude/compaction,
 * https://platform.claude.com/docs/en/agents-and-tools/tool-use/advisor-tool
 */
import { type CallRecord, noTools, type Tokens } from '../call-record.ts';
import { anthropicTokens } from './usage.ts';
import { firstText, type JsonObject, objectsIn, textIn } from './values.ts';

const counts = ['input', 'cachedInput', 'cacheWrite', 'cacheWrite1h', 'output'] as const;

/**
 * The calls of an answer: the first message, and those beside it, of which compactions before that message precede it.
 * The first message after a compaction is the first call of the conversation that was compacted.
 * @param whole the call with the usage at the top
 */
export function callsOfAnswer(whole: CallRecord, usage: JsonObject): { call: CallRecord; more: readonly CallRecord[] } {
  // Most answers are one run of the model.
  if (usage.iterations === undefined) return { call: whole, more: none };
  const runs = runsIn(usage);
  const beside = ({ model, tokens, compacted, precedes }: Run): CallRecord => ({
    ...whole,
    ...tokens,
    compacted,
    precedes,
    ...noTools,
    model: model ?? whole.model,
    usd: null,
    isFinal: null,
    visibleChars: 0,
    thinkingChars: 0,
  });
  const messages = runs.filter(({ isMessage }) => isMessage);
  const others = runs.filter(({ isMessage }) => !isMessage);
  // Each run has its own prompt, whose length decides its price; only a list that adds up can be taken apart.
  const parts = [others.length > 0 && addUp(runs, whole) ? runs : messages].find(
    (some) => some.length > 1 && addUp(some, whole),
  );
  const compacted = whole.compacted || messages[0]?.compacted === true;
  const first = parts?.find(({ isMessage }) => isMessage);
  if (parts === undefined || first === undefined) return { call: { ...whole, compacted }, more: others.map(beside) };
  const call = { ...whole, ...first.tokens, compacted, model: first.model ?? whole.model };
  return { call, more: runs.filter((run) => run !== first).map(beside) };
}

const none: readonly CallRecord[] = [];

/** A run of the model within an answer. */
type Run = ReturnType<typeof runsIn>[number];

function runsIn(usage: JsonObject) {
  const runs = objectsIn(usage, 'iterations');
  const types = runs.map((run) => textIn(run, 'type') ?? 'message');
  const firstMessage = types.indexOf('message');
  return runs.map((run, place) => {
    const isMessage = types[place] === 'message';
    return {
      isMessage,
      /** null: that of the answer. */
      model: firstText(run, 'model'),
      tokens: anthropicTokens(run),
      compacted: isMessage && isAfterCompaction(types, place),
      precedes: types[place] === 'compaction' && place < firstMessage,
    };
  });
}

/** Whether no message lies between a run and a compaction before it. */
function isAfterCompaction(types: readonly string[], place: number): boolean {
  const earlier = types.slice(0, place);
  return earlier.lastIndexOf('compaction') > earlier.lastIndexOf('message');
}

/** Whether the counts of some runs are together those of the whole. */
const addUp = (runs: readonly { tokens: Tokens }[], whole: CallRecord): boolean =>
  counts.every((name) => runs.reduce((sum, { tokens }) => sum + tokens[name], 0) === whole[name]);
