/**
 * The models that are imported because the dataset lacks them. A person has reviewed each one: its name, its tier, its
 * provider and the names it is sold under. The packages only provide its price.
 */
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';

export interface ReviewedModel extends Pick<ModelFile, 'id' | 'name' | 'tier' | 'tierReason' | 'aliases'> {
  /** Who sells it: its maker or, if only hosts sell it, the one where it is used most. */
  provider: string;
  /** Why a price far from the median of its tier is right. */
  confirmed?: string;
}

const hosted = (
  provider: string,
  id: string,
  name: string,
  tier: ModelFile['tier'],
  tierReason: string,
  aliases: string[] = [],
): ReviewedModel => ({ provider, id, name, tier, tierReason, aliases });

export const reviewedModels: readonly ReviewedModel[] = [
  hosted(
    'amazon',
    'llama-3.1-8b-instruct',
    'Llama 3.1 8B on Bedrock',
    'fast',
    "Meta's open model of 8 billion parameters",
    ['llama3-1-8b-instruct'],
  ),
  hosted('amazon', 'llama-3.1-70b-instruct', 'Llama 3.1 70B on Bedrock', 'mid', "Meta's open model of July 2024", [
    'llama3-1-70b-instruct',
  ]),
  hosted('amazon', 'llama-3.3-70b-instruct', 'Llama 3.3 70B on Bedrock', 'mid', "Meta's open model of December 2024", [
    'llama3-3-70b-instruct',
    'llama-3.3-70b-instruct-fp8-fast',
  ]),
  hosted('amazon', 'llama-4-maverick', 'Llama 4 Maverick on Bedrock', 'mid', 'The larger open model of its line', [
    'llama4-maverick-17b-instruct',
  ]),
  hosted('amazon', 'llama-4-scout', 'Llama 4 Scout on Bedrock', 'fast', 'The smaller open model of its line', [
    'llama4-scout-17b-instruct',
    'llama-4-scout-17b-16e-instruct',
  ]),
  hosted('amazon', 'magistral-small-2509', 'Magistral Small 1.2 on Bedrock', 'fast', 'Small open reasoning model'),
  hosted('amazon', 'pixtral-large-2502', 'Pixtral Large on Bedrock', 'mid', 'Overtaken large model that reads images'),
  hosted(
    'amazon',
    'nemotron-nano-9b-v2',
    'Nemotron Nano 9B v2 on Bedrock',
    'fast',
    'Open model of 9 billion parameters',
    ['nemotron-nano-9b-v2:0'],
  ),
  hosted('amazon', 'nemotron-nano-3-30b', 'Nemotron 3 Nano 30B on Bedrock', 'fast', 'The smallest model of its line'),
  hosted('amazon', 'nemotron-super-3-120b', 'Nemotron 3 Super 120B on Bedrock', 'mid', 'The middle model of its line', [
    'nemotron-3-120b-a12b',
  ]),
  hosted('amazon', 'palmyra-x4', 'Palmyra X4 on Bedrock', 'mid', "Writer's flagship of 2024"),
  hosted('amazon', 'palmyra-x5', 'Palmyra X5 on Bedrock', 'mid', "Writer's flagship of 2025"),
  hosted('amazon', 'qwen3-32b', 'Qwen3 32B on Bedrock', 'fast', 'Open model of 32 billion parameters'),
  hosted(
    'amazon',
    'qwen3-coder-30b-a3b',
    'Qwen3 Coder 30B on Bedrock',
    'fast',
    'The smaller open coding model of its line',
  ),
  hosted(
    'amazon',
    'qwen3-coder-480b-a35b',
    'Qwen3 Coder 480B on Bedrock',
    'mid',
    'The larger open coding model of its line',
  ),
  hosted('amazon', 'qwen3-vl-235b-a22b', 'Qwen3 VL 235B on Bedrock', 'mid', 'Large open model that reads images'),
  hosted(
    'cloudflare',
    'deepseek-v4-flash-0731',
    'DeepSeek V4 Flash (0731) on Cloudflare',
    'fast',
    'The small line of DeepSeek',
  ),
  hosted('cloudflare', 'gemma-4-26b-a4b', 'Gemma 4 26B on Cloudflare', 'fast', 'Open model of 26 billion parameters', [
    'gemma-4-26b-a4b-it',
  ]),
  hosted(
    'cloudflare',
    'granite-4.0-h-micro',
    'Granite 4.0 H Micro on Cloudflare',
    'fast',
    "IBM's smallest open model of its line",
  ),
  hosted(
    'cloudflare',
    'mistral-small-3.1',
    'Mistral Small 3.1 on Cloudflare',
    'fast',
    'Open model of 24 billion parameters',
    ['mistral-small-3.1-24b-instruct'],
  ),
  hosted('cloudflare', 'qwen3.8-27b', 'Qwen3.8 27B on Cloudflare', 'fast', 'Open model of 27 billion parameters', [
    'qwen-3.8-27b',
  ]),
  hosted('groq', 'qwen3.6-27b', 'Qwen3.6 27B on Groq', 'fast', 'Open model of 27 billion parameters'),
  {
    ...hosted('openai', 'gpt-5-pro', 'GPT-5 pro', 'frontier', 'The dearest level of its generation'),
    confirmed: 'The pro levels cost about ten times the model they are made of.',
  },
  hosted(
    'openai',
    'gpt-5.6-cyber',
    'GPT-5.6 Cyber',
    'frontier',
    'Flagship of its generation for security work, with limited access',
  ),
  {
    ...hosted('openai', 'o3-pro', 'o3-pro', 'frontier', 'The dearest level of its generation'),
    confirmed: 'The pro levels cost about ten times the model they are made of.',
  },
  hosted(
    'amazon',
    'deepseek-v3.1',
    'DeepSeek V3.1 on Bedrock',
    'mid',
    'Open model of DeepSeek of August 2025, sold by hosts alone',
    ['deepseek.v3-v1:0', 'deepseek-chat-v3.1'],
  ),
  hosted(
    'amazon',
    'deepseek-v3.2',
    'DeepSeek V3.2 on Bedrock',
    'mid',
    'Open model of DeepSeek of December 2025, sold by hosts alone',
  ),
  hosted('amazon', 'gemma-4-31b', 'Gemma 4 31B on Bedrock', 'fast', 'Open model of 31 billion parameters', [
    'gemma-4-31b-it',
  ]),
  hosted('amazon', 'gemma-4-e2b', 'Gemma 4 E2B on Bedrock', 'fast', 'The smallest open model of its line', [
    'gemma-4-e2b-it',
  ]),
  hosted('amazon', 'glm-4.7-flash', 'GLM-4.7-Flash on Bedrock', 'fast', 'The small open model of its line'),
  hosted(
    'amazon',
    'gpt-oss-safeguard-120b',
    'gpt-oss-safeguard-120b on Bedrock',
    'mid',
    "OpenAI's larger open model that classifies content",
  ),
  hosted(
    'amazon',
    'gpt-oss-safeguard-20b',
    'gpt-oss-safeguard-20b on Bedrock',
    'fast',
    "OpenAI's smaller open model that classifies content",
  ),
  hosted('amazon', 'MiniMax-M2', 'MiniMax-M2 on Bedrock', 'mid', 'Open model of October 2025, sold by hosts alone'),
  hosted(
    'amazon',
    'nemotron-nano-12b-v2',
    'Nemotron Nano 12B v2 VL on Bedrock',
    'fast',
    'Open model of 12 billion parameters that reads images',
    ['nemotron-nano-12b-v2-vl'],
  ),
  hosted(
    'amazon',
    'qwen3-235b-a22b-2507',
    'Qwen3 235B A22B (2507) on Bedrock',
    'mid',
    'Large open model of July 2025',
    ['qwen3-235b-a22b-instruct-2507'],
  ),
  hosted(
    'amazon',
    'qwen3-coder-next',
    'Qwen3 Coder Next on Bedrock',
    'fast',
    'Open coding model of 3 billion active parameters',
  ),
  hosted(
    'amazon',
    'qwen3-next-80b-a3b',
    'Qwen3 Next 80B A3B on Bedrock',
    'fast',
    'Open model of 3 billion active parameters',
    ['qwen3-next-80b-a3b-instruct'],
  ),
  {
    ...hosted(
      'amazon',
      'voxtral-mini-3b-2507',
      'Voxtral Mini on Bedrock',
      'fast',
      'Open model of 3 billion parameters that hears',
    ),
    confirmed: 'Two datasets state it: one of the smallest models of its tier, at the same price for input and output.',
  },
  hosted(
    'baseten',
    'deepseek-v4.1-flash-fast',
    'DeepSeek V4.1 Flash Fast on Baseten',
    'fast',
    'DeepSeek V4.1 Flash on faster serving',
    ['deepseek-v4.1-flash-1017-fast'],
  ),
  hosted('baseten', 'glm-5.2-fast', 'GLM-5.2 Fast on Baseten', 'frontier', 'GLM-5.2 on faster serving'),
  hosted('baseten', 'glm-5.3-fast', 'GLM-5.3 Fast on Baseten', 'frontier', 'GLM-5.3 on faster serving'),
  hosted('fireworks', 'kimi-k3-fast', 'Kimi K3 Fast on Fireworks', 'frontier', 'Kimi K3 on faster serving'),
  hosted(
    'fireworks',
    'ember-1',
    'Ember 1',
    'frontier',
    "Fireworks' own model, trained from Kimi K3 to think in fewer tokens",
  ),
  hosted('meta', 'muse-spark-1.1', 'Muse Spark 1.1', 'mid', 'Middle Muse, two releases behind 1.3'),
  hosted(
    'mistral',
    'voxtral-small-2507',
    'Voxtral Small 25.07',
    'fast',
    'Open model of 24 billion parameters that hears',
    ['voxtral-small-24b-2507'],
  ),
  hosted(
    'together',
    'beam-1.0',
    'Beam 1.0 on Together',
    'mid',
    "Reflection's open model of 23 billion active parameters",
    ['beam-1.0-501b-a23b'],
  ),
  hosted(
    'together',
    'muse-spark-open',
    'Muse Spark Open on Together',
    'mid',
    "Meta's open model of 42 billion active parameters",
    ['muse-spark-open-816b-a42b'],
  ),
  hosted(
    'together',
    'nemotron-3.5-super-vl',
    'Nemotron 3.5 Super VL on Together',
    'mid',
    'The middle model of its line, which reads images',
    ['nvidia-nemotron-3.5-super-vl', 'nemotron-3.5-super-vl-120b-a12b'],
  ),
  hosted('together', 'qwen3.5-9b', 'Qwen3.5 9B on Together', 'fast', 'Open model of 9 billion parameters'),
  hosted('xiaomi', 'mimo-v2.6-flash', 'MiMo V2.6 Flash', 'fast', 'The small model of its line'),
  hosted(
    'xiaomi',
    'mimo-v2.6-pro-ultraspeed',
    'MiMo V2.6 Pro UltraSpeed',
    'frontier',
    'MiMo V2.6 Pro on faster serving, for ten times its price',
  ),
];
