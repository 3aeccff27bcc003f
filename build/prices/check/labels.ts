/**
 * Labels on price pages that are not the id, an alias or the name of one of our models: the model each one refers to.
 * Rows about anything else are in `left-out.json`, with the reason; any other label is reported as new. Labels are never
 * matched by prefix.
 */
export const labels: Record<string, Record<string, string>> = {
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
    'Opus 4.1': 'claude-opus-4-1',
    'Sonnet 4': 'claude-sonnet-4',
  },
  mistral: {
    // The page names the product line; 25.08 is the model behind it.
    Codestral: 'codestral-2508',
  },
  groq: {
    // The page has the makers' ids; ours have no slash.
    'openai/gpt-oss-120b': 'gpt-oss-120b',
    'openai/gpt-oss-20b': 'gpt-oss-20b',
  },
  cohere: {
    'Command R+ 08-2024': 'command-r-plus-08-2024',
  },
  fireworks: {
    'Qwen 3.8 Max': 'qwen3.8-max',
  },
  cerebras: {
    'gpt-oss-120b': 'cerebras-gpt-oss-120b',
  },
};
