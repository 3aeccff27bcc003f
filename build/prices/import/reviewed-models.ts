/**
 * The models that are imported because the dataset lacks them. A person has reviewed each one: its name, its tier, its
 * provider and the names it is sold under. The packages only provide its price.
 */
import type { ModelFile } from '../../../runtime/core/schemas/data-files/model-file.ts';
import { lookUp } from '../../../runtime/core/values/look-up.ts';

export interface ReviewedModel extends Pick<ModelFile, 'id' | 'name' | 'tier' | 'tierReason' | 'aliases'> {
  /** Who sells it: its maker or, if only hosts sell it, the one where it is used most. */
  provider: string;
  /** The day of its release, from which its first price holds; absent: not known. */
  released?: string;
  /** Why a price far from the median of its tier is right. */
  confirmed?: string;
}

type Reviewed = [id: string, name: string, tier: ModelFile['tier'], tierReason: string, ...aliases: string[]];

const tenTimes = 'The pro levels cost about ten times the model they are made of.';
const confirmed: Record<string, string> = {
  'gpt-5-pro': tenTimes,
  'o3-pro': tenTimes,
  'voxtral-mini-3b-2507':
    'Two datasets state it: one of the smallest models of its tier, at the same price for input and output.',
};

/**
 * Days of release as models.dev has them (github.com/anomalyco/models.dev at f3fc6926, 2026-07-02), where most of its lists
 * agree and the seller asked the price of today then; of Muse Spark 1.1 the first on which LiteLLM's map has it, at that price. Without one a model is known from the day of the oldest source.
 */
const released: Record<string, string> = {
  'MiniMax-M2': '2025-10-27',
  'deepseek-v3.1': '2025-08-21',
  'deepseek-v3.2': '2025-12-01',
  'gemma-4-26b-a4b': '2026-04-02',
  'glm-4.7-flash': '2026-01-19',
  'gpt-5-pro': '2025-10-06',
  'gpt-oss-safeguard-120b': '2025-10-29',
  'gpt-oss-safeguard-20b': '2025-10-29',
  'llama-3.3-70b-instruct': '2024-12-06',
  'llama-4-maverick': '2025-04-05',
  'llama-4-scout': '2025-04-05',
  'magistral-small-2509': '2025-09-17',
  'mistral-small-3.1': '2025-03-17',
  'muse-spark-1.1': '2026-07-12',
  'nemotron-nano-12b-v2': '2025-10-28',
  'nemotron-nano-3-30b': '2025-12-23',
  'nemotron-nano-9b-v2': '2025-08-18',
  'nemotron-super-3-120b': '2026-03-11',
  'o3-pro': '2025-06-10',
  'palmyra-x4': '2025-04-28',
  'palmyra-x5': '2025-04-28',
  'pixtral-large-2502': '2025-04-08',
  'qwen3-235b-a22b-2507': '2025-07-21',
  'qwen3-32b': '2025-04-29',
  'qwen3-coder-30b-a3b': '2025-07-31',
  'qwen3.5-9b': '2026-03-03',
};

function daysOf(id: string): Pick<ReviewedModel, 'released' | 'confirmed'> {
  const [on, seen] = [lookUp(released, id), lookUp(confirmed, id)];
  return { ...(on !== undefined && { released: on }), ...(seen !== undefined && { confirmed: seen }) };
}

/** `host`: the end of their names; null: the name says it all. */
const soldBy = (provider: string, host: string | null, models: readonly Reviewed[]): ReviewedModel[] =>
  models.map(([id, name, tier, tierReason, ...aliases]) => ({
    provider,
    id,
    name: host === null ? name : `${name} on ${host}`,
    tier,
    tierReason,
    aliases,
    ...daysOf(id),
  }));

export const reviewedModels: readonly ReviewedModel[] = [
  ...soldBy('amazon', 'Bedrock', [
    [
      'llama-3.1-8b-instruct',
      'Llama 3.1 8B',
      'fast',
      "Meta's open model of 8 billion parameters",
      'llama3-1-8b-instruct',
    ],
    ['llama-3.1-70b-instruct', 'Llama 3.1 70B', 'mid', "Meta's open model of July 2024", 'llama3-1-70b-instruct'],
    [
      'llama-3.3-70b-instruct',
      'Llama 3.3 70B',
      'mid',
      "Meta's open model of December 2024",
      'llama3-3-70b-instruct',
      'llama-3.3-70b-instruct-fp8-fast',
    ],
    [
      'llama-4-maverick',
      'Llama 4 Maverick',
      'mid',
      'The larger open model of its line',
      'llama4-maverick-17b-instruct',
    ],
    [
      'llama-4-scout',
      'Llama 4 Scout',
      'fast',
      'The smaller open model of its line',
      'llama4-scout-17b-instruct',
      'llama-4-scout-17b-16e-instruct',
    ],
    ['magistral-small-2509', 'Magistral Small 1.2', 'fast', 'Small open reasoning model'],
    ['pixtral-large-2502', 'Pixtral Large', 'mid', 'Overtaken large model that reads images'],
    [
      'nemotron-nano-9b-v2',
      'Nemotron Nano 9B v2',
      'fast',
      'Open model of 9 billion parameters',
      'nemotron-nano-9b-v2:0',
    ],
    ['nemotron-nano-3-30b', 'Nemotron 3 Nano 30B', 'fast', 'The smallest model of its line'],
    ['nemotron-super-3-120b', 'Nemotron 3 Super 120B', 'mid', 'The middle model of its line', 'nemotron-3-120b-a12b'],
    ['palmyra-x4', 'Palmyra X4', 'mid', "Writer's flagship of 2024"],
    ['palmyra-x5', 'Palmyra X5', 'mid', "Writer's flagship of 2025"],
    ['qwen3-32b', 'Qwen3 32B', 'fast', 'Open model of 32 billion parameters'],
    ['qwen3-coder-30b-a3b', 'Qwen3 Coder 30B', 'fast', 'The smaller open coding model of its line'],
    ['qwen3-coder-480b-a35b', 'Qwen3 Coder 480B', 'mid', 'The larger open coding model of its line'],
    ['qwen3-vl-235b-a22b', 'Qwen3 VL 235B', 'mid', 'Large open model that reads images'],
    [
      'deepseek-v3.1',
      'DeepSeek V3.1',
      'mid',
      'Open model of DeepSeek of August 2025, sold by hosts alone',
      'deepseek.v3-v1:0',
      'deepseek-chat-v3.1',
    ],
    ['deepseek-v3.2', 'DeepSeek V3.2', 'mid', 'Open model of DeepSeek of December 2025, sold by hosts alone'],
    ['gemma-4-31b', 'Gemma 4 31B', 'fast', 'Open model of 31 billion parameters', 'gemma-4-31b-it'],
    ['gemma-4-e2b', 'Gemma 4 E2B', 'fast', 'The smallest open model of its line', 'gemma-4-e2b-it'],
    ['glm-4.7-flash', 'GLM-4.7-Flash', 'fast', 'The small open model of its line'],
    ['gpt-oss-safeguard-120b', 'gpt-oss-safeguard-120b', 'mid', "OpenAI's larger open model that classifies content"],
    ['gpt-oss-safeguard-20b', 'gpt-oss-safeguard-20b', 'fast', "OpenAI's smaller open model that classifies content"],
    ['MiniMax-M2', 'MiniMax-M2', 'mid', 'Open model of October 2025, sold by hosts alone'],
    [
      'nemotron-nano-12b-v2',
      'Nemotron Nano 12B v2 VL',
      'fast',
      'Open model of 12 billion parameters that reads images',
      'nemotron-nano-12b-v2-vl',
    ],
    [
      'qwen3-235b-a22b-2507',
      'Qwen3 235B A22B (2507)',
      'mid',
      'Large open model of July 2025',
      'qwen3-235b-a22b-instruct-2507',
    ],
    ['qwen3-coder-next', 'Qwen3 Coder Next', 'fast', 'Open coding model of 3 billion active parameters'],
    [
      'qwen3-next-80b-a3b',
      'Qwen3 Next 80B A3B',
      'fast',
      'Open model of 3 billion active parameters',
      'qwen3-next-80b-a3b-instruct',
    ],
    ['voxtral-mini-3b-2507', 'Voxtral Mini', 'fast', 'Open model of 3 billion parameters that hears'],
  ]),
  ...soldBy('cloudflare', 'Cloudflare', [
    ['deepseek-v4-flash-0731', 'DeepSeek V4 Flash (0731)', 'fast', 'The small line of DeepSeek'],
    ['gemma-4-26b-a4b', 'Gemma 4 26B', 'fast', 'Open model of 26 billion parameters', 'gemma-4-26b-a4b-it'],
    ['granite-4.0-h-micro', 'Granite 4.0 H Micro', 'fast', "IBM's smallest open model of its line"],
    [
      'mistral-small-3.1',
      'Mistral Small 3.1',
      'fast',
      'Open model of 24 billion parameters',
      'mistral-small-3.1-24b-instruct',
    ],
    ['qwen3.8-27b', 'Qwen3.8 27B', 'fast', 'Open model of 27 billion parameters', 'qwen-3.8-27b'],
  ]),
  ...soldBy('groq', 'Groq', [['qwen3.6-27b', 'Qwen3.6 27B', 'fast', 'Open model of 27 billion parameters']]),
  ...soldBy('openai', null, [
    ['gpt-5-pro', 'GPT-5 pro', 'frontier', 'The dearest level of its generation'],
    ['gpt-5.6-cyber', 'GPT-5.6 Cyber', 'frontier', 'Flagship of its generation for security work, with limited access'],
    ['o3-pro', 'o3-pro', 'frontier', 'The dearest level of its generation'],
  ]),
  ...soldBy('baseten', 'Baseten', [
    [
      'deepseek-v4.1-flash-fast',
      'DeepSeek V4.1 Flash Fast',
      'fast',
      'DeepSeek V4.1 Flash on faster serving',
      'deepseek-v4.1-flash-1017-fast',
    ],
    ['glm-5.2-fast', 'GLM-5.2 Fast', 'frontier', 'GLM-5.2 on faster serving'],
    ['glm-5.3-fast', 'GLM-5.3 Fast', 'frontier', 'GLM-5.3 on faster serving'],
  ]),
  ...soldBy('fireworks', null, [
    ['kimi-k3-fast', 'Kimi K3 Fast on Fireworks', 'frontier', 'Kimi K3 on faster serving'],
    ['ember-1', 'Ember 1', 'frontier', "Fireworks' own model, trained from Kimi K3 to think in fewer tokens"],
  ]),
  ...soldBy('meta', null, [['muse-spark-1.1', 'Muse Spark 1.1', 'mid', 'Middle Muse, two releases behind 1.3']]),
  ...soldBy('mistral', null, [
    [
      'voxtral-small-2507',
      'Voxtral Small 25.07',
      'fast',
      'Open model of 24 billion parameters that hears',
      'voxtral-small-24b-2507',
    ],
  ]),
  ...soldBy('together', 'Together', [
    ['beam-1.0', 'Beam 1.0', 'mid', "Reflection's open model of 23 billion active parameters", 'beam-1.0-501b-a23b'],
    [
      'muse-spark-open',
      'Muse Spark Open',
      'mid',
      "Meta's open model of 42 billion active parameters",
      'muse-spark-open-816b-a42b',
    ],
    [
      'nemotron-3.5-super-vl',
      'Nemotron 3.5 Super VL',
      'mid',
      'The middle model of its line, which reads images',
      'nvidia-nemotron-3.5-super-vl',
      'nemotron-3.5-super-vl-120b-a12b',
    ],
    ['qwen3.5-9b', 'Qwen3.5 9B', 'fast', 'Open model of 9 billion parameters'],
  ]),
  ...soldBy('xiaomi', null, [
    ['mimo-v2.6-flash', 'MiMo V2.6 Flash', 'fast', 'The small model of its line'],
    [
      'mimo-v2.6-pro-ultraspeed',
      'MiMo V2.6 Pro UltraSpeed',
      'frontier',
      'MiMo V2.6 Pro on faster serving, for ten times its price',
    ],
  ]),
];
