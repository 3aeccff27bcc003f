/** How others write model names: prefixes and suffixes around the name itself. */
import type { ServiceTier } from '../schemas/levels.ts';

const hostNames =
  'deepinfra novita nebius cloudflare huggingface sambanova hyperbolic replicate siliconflow nscale ' +
  'databricks sagemaker oci gmi snowflake wandb scaleway ovhcloud crusoe volcengine github sap poe ' +
  'requesty zenmux';
/** Shops of makers in mainland China, with prices in yuan. */
const inChina = 'minimax-cn moonshotai-cn alibaba-cn';

/** Hosts whose prefix is their name: sellers of other makers' models, and makers where they sell at other prices. */
const underTheirOwnNames = Object.fromEntries(`${hostNames} ${inChina}`.split(' ').map((name) => [name, name]));

/** The host that a prefix before a slash names (LiteLLM, OpenRouter, Vercel, Cloudflare, the clouds); null: none. */
export const hostPrefixes: Record<string, string | null> = {
  // Gateways that set their own prices, mostly those of the makers.
  openrouter: 'openrouter',
  vercel: 'vercel',
  'vercel-ai-gateway': 'vercel',
  vercel_ai_gateway: 'vercel',
  // Proxies forward requests to the maker of the model.
  litellm_proxy: null,
  github_copilot: null,
  'github-copilot': null,
  copilot: null,
  'text-completion-openai': null,
  chatgpt: null,
  'openai-codex': null,
  opencode: null,
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
  // models.dev's name for Meta's own API.
  llama: null,
  amazon: null,
  amazon_nova: null,
  'amazon-nova': null,
  meta_llama: null,
  zhipu: null,
  zhipuai: null,
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
  xiaomi_mimo: null,
  // Hosts sell other makers' models at their own prices.
  azure: 'azure',
  azure_ai: 'azure',
  'azure-cognitive-services': 'azure',
  bedrock: 'bedrock',
  aws: 'bedrock',
  bedrock_converse: 'bedrock',
  bedrock_mantle: 'bedrock',
  converse: 'bedrock',
  converse_like: 'bedrock',
  invoke: 'bedrock',
  'amazon-bedrock': 'bedrock',
  vertex_ai: 'vertex',
  vertex: 'vertex',
  'google-vertex': 'vertex',
  'google-vertex-anthropic': 'vertex',
  'vertex_ai-anthropic_models': 'vertex',
  groq: 'groq',
  together: 'together',
  together_ai: 'together',
  togetherai: 'together',
  fireworks: 'fireworks',
  fireworks_ai: 'fireworks',
  'fireworks-ai': 'fireworks',
  cerebras: 'cerebras',
  baseten: 'baseten',
  ibm: 'ibm',
  watsonx: 'ibm',
  ...underTheirOwnNames,
  'workers-ai': 'cloudflare',
  'cloudflare-workers-ai': 'cloudflare',
  '@cf': 'cloudflare',
  nvidia_nim: 'nvidia',
  gradient_ai: 'gradient',
  lambda_ai: 'lambda',
  featherless_ai: 'featherless',
  friendliai: 'friendli',
  'github-models': 'github',
  'sap-ai-core': 'sap',
  // Programs on one's own machine.
  local: 'local',
  ollama: 'local',
  ollama_chat: 'local',
  lm_studio: 'local',
  lmstudio: 'local',
  llamacpp: 'local',
  'llama.cpp': 'local',
  'llama-cpp': 'local',
  llamafile: 'local',
  vllm: 'local',
  hosted_vllm: 'local',
  mlx: 'local',
  'mlx-community': 'local',
  'hf.co': 'local',
};

/** Places of Amazon Bedrock's inference profiles: `us.anthropic.claude-...`. */
export const regionPrefixes = ['us-gov', 'us', 'eu', 'apac', 'ap', 'au', 'jp', 'ca', 'in', 'global'];

/** Makers before a dot in Amazon Bedrock's ids. */
export const makerPrefixes = [
  'ai21',
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
  'stability',
  'twelvelabs',
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

/** Models of Ollama's cloud, which run on no machine of one's own. */
export const ollamaCloud = /[:-]cloud$/;

/**
 * Names that mean no fixed model, or one that is not billed by the tokens of its text; each with a sentence that says so.
 * Those that only plans have are data: `data/names.json`.
 */
export const namesWithoutAPrice: readonly (readonly [names: RegExp, reason: string])[] = [
  [/^(default|best|opusplan|(claude-)?(sonnet|opus|haiku|fable))$/, 'The alias points to different models over time.'],
  [
    /(^|\/)(auto|auto-(beta|code)|fusion|free|pareto-code|bodybuilder|model[-_]router|[a-z-]*-router|openrouter-[a-z]+)$/,
    'A router bills the model that it chooses, which its answer names.',
  ],
  [/^ft:/, 'A fine-tuned model has a price of its own.'],
  [
    /^arn:aws[a-z-]*:(bedrock:[^:]*:\d*:(application-inference-profile|provisioned-model|imported-model|custom-model)|sagemaker:)/,
    'The ARN does not say which model it stands for: name that, and the host bedrock.',
  ],
  [/-(1|6)-?month-commitment|\/\d-month-commitment\//, 'Provisioned throughput is billed by the hour.'],
  [
    /[:-]cloud$|^([a-z]+-coding-plan|opencode-go)\/|(^|\/)kimi-for-coding$/,
    "Ollama's cloud is a subscription, as coding plans are: it has no price per token.",
  ],
  [
    /(^|[-_./])(embed(ding)?s?|rerank(er)?|moderation|guard)([-_.:]|$)|(^|\/)(bge|gte|e5)-|text-?embedding/,
    'Embeddings, rerankers and classifiers are not in the dataset.',
  ],
  [
    /(^|[-_./])(audio|tts|voice|speech|transcribe|realtime|live|whisper|image|imagen|veo|sora|dall-e|flux|lyria|chirp|canvas|reel|sonic|nano-banana)([-_.:\d]|$)/,
    'Speech, pictures and films are billed by other units than the tokens of text: not in the dataset.',
  ],
  [
    /(search-(preview|api)|deep-research|computer-use)/,
    'It is billed for what it searches or does besides its tokens: not in the dataset.',
  ],
];
