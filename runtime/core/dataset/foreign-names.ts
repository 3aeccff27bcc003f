/** How others write the name of a model: prefixes and suffixes around the name itself. */

/** A gateway or a host before a slash, as LiteLLM, OpenRouter, Vercel, Cloudflare and the clouds write it. */
export const hostPrefixes: Record<string, string | null> = {
  // Gateways pass a request on: the model is its maker's.
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
  xiaomi: null,
  xiaomimimo: null,
  // Hosts sell models of others at prices of their own.
  azure: 'azure',
  azure_ai: 'azure',
  bedrock: 'bedrock',
  bedrock_converse: 'bedrock',
  converse: 'bedrock',
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

/** Regions of Amazon Bedrock's inference profiles: `us.anthropic.claude-...`. */
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
 * Dated snapshots that cost something else than the model they look like, so the date may not be taken off:
 * gpt-4o-2024-05-13 stayed at 5 / 15 when gpt-4o became 2.5 / 10 (OpenAI's price page, 2024-10).
 */
export const snapshotsOfTheirOwn = ['gpt-4o-2024-05-13'];
