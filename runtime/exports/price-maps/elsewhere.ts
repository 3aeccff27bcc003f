/** What other price maps call our providers and hosts. A seller that is not in the table keeps our id. */
import { lookUp } from '../../core/values/look-up.ts';
import type { Seller } from './listed.ts';

interface Elsewhere {
  /** LiteLLM: `litellm_provider`, and what stands before the name of a model (default: the provider and a slash). */
  litellm?: string;
  litellmPrefix?: string;
  /** Ids in models.dev, in genai-prices, in llm-prices (`vendor`), and the maker's part of an OpenRouter id. */
  modelsDev?: string;
  genaiPrices?: string;
  llmPrices?: string;
  openrouter?: string;
  /** A regular expression for the addresses of the API, where they are not below the domains of the price pages. */
  api?: string;
}

const bedrock = 'https://bedrock[^/]*\\.amazonaws\\.com';
const vertexApi = 'https://([^/]+-)?aiplatform\\.googleapis\\.com';

const elsewhere: Readonly<Record<string, Elsewhere>> = {
  alibaba: { litellm: 'dashscope', llmPrices: 'qwen', openrouter: 'qwen' },
  amazon: {
    litellm: 'bedrock_converse',
    litellmPrefix: '',
    modelsDev: 'amazon-bedrock',
    genaiPrices: 'aws',
    api: bedrock,
  },
  anthropic: { litellmPrefix: '' },
  azure: { api: 'https://[^/]+\\.(openai\\.azure|services\\.ai\\.azure|cognitiveservices\\.azure)\\.com' },
  bedrock: {
    litellm: 'bedrock_converse',
    litellmPrefix: '',
    modelsDev: 'amazon-bedrock',
    genaiPrices: 'aws',
    api: bedrock,
  },
  bytedance: { openrouter: 'bytedance-seed' },
  cerebras: { api: 'https://api\\.cerebras\\.ai' },
  cloudflare: { modelsDev: 'cloudflare-workers-ai', api: 'https://[^/]+\\.cloudflare\\.com' },
  cohere: { litellm: 'cohere_chat', litellmPrefix: '' },
  fireworks: { litellm: 'fireworks_ai', modelsDev: 'fireworks-ai', api: 'https://api\\.fireworks\\.ai' },
  google: { litellm: 'gemini', api: 'https://generativelanguage\\.googleapis\\.com' },
  groq: { api: 'https://api\\.groq\\.com' },
  ibm: { litellm: 'watsonx', openrouter: 'ibm-granite' },
  meta: { litellm: 'meta_llama', modelsDev: 'llama', llmPrices: 'meta-ai', openrouter: 'meta-llama' },
  mistral: { openrouter: 'mistralai' },
  moonshot: { modelsDev: 'moonshotai', genaiPrices: 'moonshotai', llmPrices: 'moonshot-ai', openrouter: 'moonshotai' },
  nvidia: { litellm: 'nvidia_nim' },
  openai: { litellmPrefix: '' },
  together: { litellm: 'together_ai', modelsDev: 'togetherai', api: 'https://api\\.together\\.(ai|xyz)' },
  vertex: { litellm: 'vertex_ai', modelsDev: 'google-vertex', api: vertexApi },
  xai: { genaiPrices: 'x-ai', openrouter: 'x-ai' },
  xiaomi: { litellm: 'xiaomi_mimo' },
  zai: { llmPrices: 'z.ai', openrouter: 'z-ai' },
};

type Format = 'litellm' | 'modelsDev' | 'genaiPrices' | 'llmPrices' | 'openrouter';

/** The name of a seller in a format. */
export const sellerIn = (format: Format, { id }: Seller): string => lookUp(elsewhere, id)?.[format] ?? id;

/** What LiteLLM writes before the name of a model of this seller. */
export const litellmPrefix = (seller: Seller): string =>
  lookUp(elsewhere, seller.id)?.litellmPrefix ?? `${sellerIn('litellm', seller)}/`;

/** A regular expression for the addresses of the seller's API; below its own domains, or else one that matches none. */
export function apiPattern({ id, domains }: Seller): string {
  const known = lookUp(elsewhere, id)?.api;
  if (known !== undefined) return known;
  const own = domains.map((domain) => domain.replaceAll('.', '\\.')).join('|');
  return own === '' ? '(?!)' : `https?://([^/]*\\.)?(${own})(/|$)`;
}
