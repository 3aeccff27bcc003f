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
 * The calls of an answer: the first, and those beside it.
 * @param whole the call with the usage at the top
 */
export function callsOfAnswer(whole: CallRecord, usage: JsonObject): { call: CallRecord; more: CallRecord[] } {
  const runs = objectsIn(usage, 'iterations').map((run) => ({
    isMessage: (textIn(run, 'type') ?? 'message') === 'message',
    model: firstText(run, 'model'),
    tokens: anthropicTokens(run),
  }));
  const beside = ({ model, tokens }: (typeof runs)[number]): CallRecord => ({
    ...whole,
    ...tokens,
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
  const [first, ...rest] = parts ?? [];
  if (first === undefined) return { call: whole, more: others.map(beside) };
  const call = { ...whole, ...first.tokens, model: first.model ?? whole.model };
  return { call, more: [...rest, ...(parts === runs ? [] : others)].map(beside) };
}

/** Whether the counts of some runs are together those of the whole. */
const addUp = (runs: readonly { tokens: Tokens }[], whole: CallRecord): boolean =>
  counts.every((name) => runs.reduce((sum, { tokens }) => sum + tokens[name], 0) === whole[name]);
