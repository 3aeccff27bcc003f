/**
 * The models that are imported because the dataset lacks them. A person put each here: its name, where it stands, and under
 * which names it is sold. The packages only give its price, wherever they agree.
 */
import type { ModelFile } from '../../../runtime/core/dataset/dataset.ts';

export interface ReviewedModel extends Pick<ModelFile, 'id' | 'name' | 'tier' | 'tierReason' | 'aliases'> {
  /** Who sells it: its maker, or the host it is most used at where only hosts sell it. */
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
  hosted('cloudflare', 'qwen3.8-27b', 'Qwen3.8 27B on Cloudflare', 'fast', 'Open model of 27 billion parameters'),
  hosted(
    'groq',
    'gpt-oss-safeguard-20b',
    'gpt-oss-safeguard-20b on Groq',
    'fast',
    "OpenAI's open model that classifies content",
  ),
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
];
