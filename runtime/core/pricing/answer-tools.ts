/**
 * What an answer of a provider bills beside the usual tokens of text: web searches, which its usage object seldom
 * counts, and tokens of sound and pictures, which have prices of their own.
 */
import { type Fields, objectsOf, within } from './usage-shapes.ts';

/**
 * The web searches of an answer that are billed.
 *
 * - Anthropic, OpenRouter and LiteLLM count them: `server_tool_use.web_search_requests`, or in the details of the prompt.
 * - OpenAI's Responses list them as items `web_search_call`. To search is billed; to open a page that was found, or to
 *   look for text in it, is not. https://platform.openai.com/docs/guides/tools-web-search
 * - Gemini lists what it searched for: from Gemini 3 on each query is billed, before that the prompt, however many
 *   queries it led to. https://ai.google.dev/gemini-api/docs/google-search
 * - The AI SDK passes these on, as calls of a tool that the provider executed or as metadata of the provider.
 *
 * @param answer a response, or a step of one
 * @param usage its usage object
 * @param model its name, which decides what Gemini bills
 */
export function searchesIn(answer: Fields, usage: Fields, model: string | null): number {
  return Math.max(
    wholeIn(within(usage, 'server_tool_use').web_search_requests),
    wholeIn(within(usage, 'prompt_tokens_details').web_search_requests),
    objectsOf(answer.output).filter(isBilledSearch).length,
    objectsOf(answer.toolCalls ?? answer.content).filter(isProviderSearch).length,
    geminiSearches(answer, model),
  );
}

/** Whether an item of a Responses output, or of a Codex session, is a web search that is billed. */
export function isBilledSearch(item: Fields): boolean {
  const { type } = item;
  const kind = within(item, 'action').type;
  return type === 'web_search_call' && (kind === undefined || kind === 'search');
}

/** Whether a tool call of the AI SDK is a search that the provider executed. */
const isProviderSearch = ({ toolName, providerExecuted, type }: Fields): boolean =>
  (type === undefined || type === 'tool-call') &&
  providerExecuted === true &&
  typeof toolName === 'string' &&
  /^web_?search/i.test(toolName);

/** Models of Gemini for which the prompt is billed and not each query. */
const billsPrompts = /gemini-[12]\b/;

function geminiSearches(answer: Fields, model: string | null): number {
  const metadata = within(answer, 'providerMetadata');
  const grounded = [...objectsOf(answer.candidates), within(metadata, 'google'), within(metadata, 'vertex')];
  let queries = 0;
  for (const one of grounded) {
    for (const grounding of [within(one, 'groundingMetadata'), within(one, 'grounding_metadata')]) {
      const asked = grounding.webSearchQueries ?? grounding.web_search_queries;
      if (Array.isArray(asked)) queries += asked.length;
    }
  }
  return model !== null && billsPrompts.test(model) ? Math.min(1, queries) : queries;
}

/**
 * Tokens in a usage object that are sound or pictures, and are counted among those of text, as `200 AUDIO tokens of the
 * prompt`. The pictures and films of a prompt cost what text does; sound, and all that is not text in an answer, has a
 * price of its own. https://ai.google.dev/gemini-api/docs/pricing, https://platform.openai.com/docs/pricing
 */
export function tokensNotText(usage: Fields): string[] {
  const found: string[] = [];
  for (const [part, fields] of parts) {
    const counts = new Map<string, number>();
    for (const name of fields) {
      for (const { modality, tokenCount, token_count: other } of objectsOf(usage[name])) {
        const kind = String(modality).toUpperCase();
        if (isDear(kind, part)) add(counts, kind, wholeIn(tokenCount ?? other));
      }
      for (const kind of ['AUDIO', 'IMAGE']) {
        if (isDear(kind, part)) add(counts, kind, wholeIn(within(usage, name)[`${kind.toLowerCase()}_tokens`]));
      }
    }
    for (const [kind, count] of counts) if (count > 0) found.push(`${count} ${kind} tokens of the ${part}`);
  }
  return found;
}

/** Where the kinds of tokens of each part are counted; a usage has one of these fields. */
const parts = [
  ['prompt', ['promptTokensDetails', 'prompt_tokens_details', 'input_tokens_details']],
  [
    'answer',
    [
      ...['candidatesTokensDetails', 'responseTokensDetails', 'candidates_tokens_details'],
      ...['completion_tokens_details', 'output_tokens_details'],
    ],
  ],
] as const;

const isDear = (kind: string, part: string): boolean =>
  kind === 'AUDIO' || (part === 'answer' && (kind === 'IMAGE' || kind === 'VIDEO'));

const add = (counts: Map<string, number>, kind: string, count: number): void => {
  counts.set(kind, (counts.get(kind) ?? 0) + count);
};

/** A count; 0 if it is none. */
const wholeIn = (value: unknown): number =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0;
