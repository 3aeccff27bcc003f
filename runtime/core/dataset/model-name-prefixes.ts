/** How others write model names: prefixes and suffixes around the name itself. */
import type { ServiceTier } from '../schemas/levels.ts';

/** The host that a prefix before a slash names (LiteLLM, OpenRouter, Vercel, Cloudflare, the clouds); null: none. */
export const hostPrefixes: Record<string, string | null> = {
  // Gateways forward requests to the maker of the model.
  openrouter: null,
  litellm_proxy: null,
  'vercel-ai-gateway': null,
  vercel_ai_gateway: null,
  github_copilot: null,
  'github-copilot': null,
  models: null,
  chat: null,
  responses: null,
  // Makers.
  openai: null,
  anthropic: null,
  google: null,
  gemini: null,
  mistral: null,
  mistralai: null,
  codestral: null,
  xai: null,
  'x-ai': null,
  deepseek: null,
  'deepseek-ai': null,
  moonshot: null,
  moonshotai: null,
  zai: null,
  'z-ai': null,
  'zai-org': null,
  minimax: null,
  minimaxai: null,
  alibaba: null,
  dashscope: null,
  qwen: null,
  cohere: null,
  cohere_chat: null,
  meta: null,
  'meta-llama': null,
  'meta-models': null,
  amazon: null,
  nvidia: null,
  'ibm-granite': null,
  reflection: null,
  thinkingmachines: null,
  perplexity: null,
  stepfun: null,
  'stepfun-ai': null,
  bytedance: null,
  'bytedance-seed': null,
  inception: null,
  tencent: null,
  spacexai: null,
  xiaomi: null,
  xiaomimimo: null,
  // Hosts sell other makers' models at their own prices.
  azure: 'azure',
  azure_ai: 'azure',
  bedrock: 'bedrock',
  bedrock_converse: 'bedrock',
  converse: 'bedrock',
  converse_like: 'bedrock',
  invoke: 'bedrock',
  'amazon-bedrock': 'bedrock',
  vertex_ai: 'vertex',
  vertex: 'vertex',
  'google-vertex': 'vertex',
  groq: 'groq',
  together: 'together',
  together_ai: 'together',
  fireworks: 'fireworks',
  fireworks_ai: 'fireworks',
  cerebras: 'cerebras',
  baseten: 'baseten',
  deepinfra: 'deepinfra',
  novita: 'novita',
  nebius: 'nebius',
  cloudflare: 'cloudflare',
  'workers-ai': 'cloudflare',
  '@cf': 'cloudflare',
  nvidia_nim: 'nvidia',
  huggingface: 'huggingface',
};

/** Places of Amazon Bedrock's inference profiles: `us.anthropic.claude-...`. */
export const regionPrefixes = ['us-gov', 'us', 'eu', 'apac', 'ap', 'au', 'jp', 'ca', 'in', 'global'];

/** Makers before a dot in Amazon Bedrock's ids. */
export const makerPrefixes = [
  'amazon',
  'anthropic',
  'cohere',
  'deepseek',
  'google',
  'meta',
  'minimax',
  'mistral',
  'moonshot',
  'moonshotai',
  'nvidia',
  'openai',
  'qwen',
  'writer',
  'xai',
  'zai',
];

/**
 * Dated snapshots whose price differs from that of the model they are named after, so the date must not be stripped:
 * gpt-4o-2024-05-13 stayed at 5 / 15 when gpt-4o became 2.5 / 10 (OpenAI's price page, 2024-10).
 */
export const snapshotsOfTheirOwn = ['gpt-4o-2024-05-13'];

/** Ends of names that mean a level of service: of Vercel's gateway (`-fast`, `-batch`) and OpenRouter (`:batch`). */
export const tierSuffixes: Readonly<Record<string, ServiceTier>> = {
  batch: 'batch',
  fast: 'priority',
  priority: 'priority',
  flex: 'flex',
};
