/**
 * Labels on price pages that are not the id, an alias or the name of one of our models: the model each one refers to,
 * or null if it was reviewed and is deliberately not in the dataset. Any other label is reported as new. Labels are
 * never matched by prefix.
 */
export const labels: Record<string, Record<string, string | null>> = {
  anthropic: {
    // The marketing page omits the family name.
    'Fable 5.2': 'claude-fable-5-2',
    'Fable 5.1': 'claude-fable-5-1',
    'Fable 5': 'claude-fable-5',
    'Opus 5.5': 'claude-opus-5-5',
    'Opus 5': 'claude-opus-5',
    'Opus 4.8': 'claude-opus-4-8',
    'Opus 4.7': 'claude-opus-4-7',
    'Opus 4.6': 'claude-opus-4-6',
    'Opus 4.5': 'claude-opus-4-5',
    'Sonnet 5.5': 'claude-sonnet-5-5',
    'Sonnet 5': 'claude-sonnet-5',
    'Sonnet 4.6': 'claude-sonnet-4-6',
    'Sonnet 4.5': 'claude-sonnet-4-5',
    'Haiku 5.5': 'claude-haiku-5-5',
    'Haiku 4.5': 'claude-haiku-4-5',
    // Retired on the first-party API.
    'Claude Opus 4': null,
    'Claude Haiku 3.5': null,
    'Opus 4.1': 'claude-opus-4-1',
    'Opus 4': null,
    'Sonnet 4': 'claude-sonnet-4',
    // Not generally available.
    'Claude Mythos 5': null,
    'claude-mythos-5-1': null,
    'claude-mythos-5-2': null,
  },
  openai: {
    // A moving name, and models made for one tool.
    'chat-latest': null,
    'o3-deep-research': null,
    'o4-mini-deep-research': null,
    'computer-use-preview': null,
  },
  google: {
    // A preview that its stable model has replaced, and lines that were shut down.
    'Gemini 2.5 Flash-Lite Preview': null,
    'Gemini 2.0 Flash': null,
    'Gemini 2.0 Flash-Lite': null,
    // Made for one purpose.
    'Gemini Robotics-ER 1.6 Preview': null,
    'Gemini 2.5 Computer Use Preview': null,
  },
  deepseek: {
    // V4 Flash. V4.1 Flash has answered to this name since September 2026, but a row with it is the earlier model.
    'deepseek-v4-flash': null,
    // Experimental, with images.
    'deepseek-v4-flash-vision-exp': null,
  },
  xai: {
    // Variants of the 4.20 line.
    'grok-4.20-multi-agent-0309': null,
    'grok-4-1-fast-reasoning': null,
    'grok-4-1-fast-non-reasoning': null,
  },
  mistral: {
    // The page names the product line; 25.08 is the model behind it.
    Codestral: 'codestral-2508',
    // Earlier models, and reasoning and coding lines that the general models have replaced.
    'Devstral Small 2': null,
    'Mistral Small 3.2': null,
    'Magistral Small': null,
    'Pixtral Large': null,
    'Pixtral 12B': null,
    'Mistral NeMo': null,
    'Mistral 7B': null,
    'Mixtral 8x7B': null,
    'Mixtral 8x22B': null,
    // Not for text generation.
    'Voxtral Small': null,
    'Voxtral Mini': null,
    'Classifier API model 8B': null,
    'Classifier API model 3B': null,
    'Mistral Moderation': null,
    'Codestral Embed': null,
    'Mistral Embed': null,
  },
  moonshot: {
    'kimi-k2-0905-preview': null,
    'kimi-k2-0711-preview': null,
    'kimi-k2-turbo-preview': null,
    'kimi-k2-thinking-turbo': null,
  },
  groq: {
    // The page has the makers' ids; ours have no slash.
    'openai/gpt-oss-120b': 'gpt-oss-120b',
    'openai/gpt-oss-20b': 'gpt-oss-20b',
    // Filters and other makers' models, which the dataset lists under their makers or not at all.
    'openai/gpt-oss-safeguard-20b': null,
    'meta-llama/llama-prompt-guard-2-22m': null,
    'meta-llama/llama-prompt-guard-2-86m': null,
  },
  cohere: {
    'Command R+ 08-2024': 'command-r-plus-08-2024',
    // Deprecated since 2025-09-15: only customers who used them before are served, at prices that the page still has.
    'Command R 03-2024': null,
    'Command R+ 04-2024': null,
    Command: null,
    'Command-light': null,
  },
  fireworks: {
    'Qwen 3.8 Max': 'qwen3.8-max',
    // Only within the United States, at another price.
    'Kimi K3 US': null,
    'GLM 5.2 Fast US': null,
    // On its page in August and September 2026, in no newer dataset.
    'Kimi K2.7 Code': null,
    'Kimi K2.7 Code Fast': null,
    'Kimi K2.6': null,
    'Kimi K2.6 Fast': null,
    'DeepSeek V4 Pro': null,
    'DeepSeek V4 Pro 0813': null,
    'DeepSeek V4 Flash 0731': null,
    'DeepSeek V4 Flash Vision Exp': null,
    'GLM 5.2': null,
    'GLM 5.2 Fast': null,
    'Qwen 3.7 Plus': null,
    'MiniMax M2.7': null,
    'Muse Glimmer 30B': null,
    'OpenAI GPT OSS 120B': null,
    'OpenAI GPT OSS 20B': null,
    'NVIDIA Nemotron 3.5 Lightning 30B A3B': null,
    'NVIDIA Nemotron 3 Ultra Preview': null,
  },
  cerebras: {
    'gpt-oss-120b': 'cerebras-gpt-oss-120b',
    // A preview in the list of August 2026, in no newer dataset.
    'gemma-4-31b': null,
  },
  zai: {
    // Earlier and smaller text models.
    'GLM-4.7-FlashX': null,
    'GLM-4.5': null,
    'GLM-4.5-X': null,
    'GLM-4.5-Air': null,
    'GLM-4.5-AirX': null,
    'GLM-4-32B-0414-128K': null,
    'GLM-4.7-Flash': null,
    'GLM-4.5-Flash': null,
    // Image models.
    'GLM-5V-Turbo': null,
    'GLM-4.6V': null,
    'GLM-OCR': null,
    'GLM-4.6V-FlashX': null,
    'GLM-4.5V': null,
    'GLM-4.6V-Flash': null,
  },
};
