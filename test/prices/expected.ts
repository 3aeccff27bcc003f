import type { Short } from './support.ts';

/** The regions on Amazon's page whose prices the dataset has. */
const ours = 'Regions: US East (N. Virginia) and US West (Oregon)';

/** The rows of each fixture, as a person reading the page would write them down. */
export const expected: Record<string, Short[]> = {
  'alibaba/cn.html': [['qwen9-max', [3.2, 12.8], '0<Token<=32K', 'CNY', 'prompt <= 32000']],
  'alibaba/page.html': [
    [
      'qwen9-max',
      [1.2, 6],
      'Non-thinking; International; 0<Token<=32K',
      'USD',
      'non-thinking; international; prompt <= 32000',
    ],
    [
      'qwen9-max',
      [2.4, 12],
      'Non-thinking; International; 32K<Token<=128K',
      'USD',
      'non-thinking; international; prompt 32000-128000',
    ],
    ['qwen9-plus', [0.4, 1.4], 'Chinese mainland', 'USD', 'chinese mainland'],
  ],
  'amazon/page.md': [
    ['Amazon Nova 9 Twig', [0.04, 0.16, 0.01], ours, 'USD', ours.toLowerCase()],
    ['Amazon Nova 9 Bough', [0.9, 3.6, 0.225], ours, 'USD', ours.toLowerCase()],
    [
      'Amazon Nova 9 Bough',
      [1.1, 4.5],
      `${ours}; w/ latency optimized inference`,
      'USD',
      `${ours.toLowerCase()}; w/ latency optimized inference`,
    ],
    ['Amazon Nova 9 Twig', [0.05, 0.2, 0.0125], 'Regions: Europe (Frankfurt)', 'USD', 'regions: europe (frankfurt)'],
  ],
  'anthropic/cards.html': [
    ['Alder 7', [4, 20, 0.4, 5], null, 'USD', null],
    ['Birch 7', [1, 5, 0.1, 1.25], null, 'USD', null],
    ['Haiku 2', [6, 30, 0.6, 7.5], 'legacy', 'USD', 'legacy'],
  ],
  'anthropic/table.html': [
    ['Claude Alder 7', [4, 20, 0.4, 5, 8], null, 'USD', null],
    ['Claude Cedar 5', [1, 5, 0.1, 1.25, 2], 'through March 31, 2027', 'USD', 'until 2027-03-31'],
    ['Claude Cedar 5', [2, 10, 0.2, 2.5, 4], 'starting April 1, 2027', 'USD', 'from 2027-04-01'],
    ['Claude Alder 6', [6, 30, 0.6, 7.5, 12], 'retired, except on one cloud', 'USD', 'retired'],
  ],
  'anthropic/page.md': [
    ['Claude Alder 7', [4, 20, 0.4, 5, 8], null, 'USD', null],
    ['Claude Alder 6', [6, 30, 0.6, 7.5, 12], 'retired, except on one cloud', 'USD', 'retired'],
    ['Claude Birch 7', [0.2, 1, 0.02, 0.25, 0.4], 'for prompts up to 150,000 tokens', 'USD', 'prompt <= 150000'],
    ['Claude Birch 7', [0.4, 2, 0.04, 0.5, 0.8], 'for prompts over 150,000 tokens', 'USD', 'prompt > 150000'],
    ['Claude Cedar 5', [1, 5, 0.1, 1.25, 2], 'through March 31, 2027', 'USD', 'until 2027-03-31'],
    ['Claude Cedar 5', [2, 10, 0.2, 2.5, 4], 'starting April 1, 2027', 'USD', 'from 2027-04-01'],
  ],
  // USD per token in the list: 0.00000035 * 1,000,000 = 0.35.
  'cerebras/models.json': [
    ['gpt-oss-9b', [0.35, 0.75], null, 'USD', null],
    ['gemma-9-31b', [0.99, 1.49], null, 'USD', null],
  ],
  // Without what is free to download, and what is billed by images and searches.
  'cohere/page.html': [
    ['Command R9', [0.15, 0.6], null, 'USD', null],
    ['Command R97B', [0.0375, 0.15], null, 'USD', null],
    ['Command R9+ 08-2019', [2.5, 10], 'legacy', 'USD', 'legacy'],
    ['Command-dim', [0.3, 0.6], 'legacy', 'USD', 'legacy'],
  ],
  'deepseek/discount.html': [
    ['deepseek-n1', [0.15, 0.3, 0.003], null, 'USD', null],
    ['deepseek-n1-pro', [0.45, 0.9, 0.005], '75% off until 2027/01/31 15:59 UTC', 'USD', 'discount until 2027-01-31'],
  ],
  'deepseek/page.html': [
    ['deepseek-n1', [0.2, 0.7, 0.01], 'OFF-PEAK', 'USD', 'off-peak'],
    ['deepseek-n1', [0.4, 1.4, 0.02], 'PEAK (02:00-05:00, 07:00-11:00 UTC, Mon-Fri)', 'USD', 'peak'],
    ['deepseek-n1-pro', [0.6, 1.9, 0.03], 'OFF-PEAK', 'USD', 'off-peak'],
    ['deepseek-n1-pro', [1.2, 3.8, 0.06], 'PEAK (02:00-05:00, 07:00-11:00 UTC, Mon-Fri)', 'USD', 'peak'],
  ],
  'deepseek/page.md': [
    ['deepseek-n1', [0.45, 0.9, 0.01], '75% off', 'USD', 'discount'],
    ['deepseek-n1-pro', [0.6, 1.2, 0.03], null, 'USD', null],
  ],
  'fireworks/page.md': [
    ['Kimi K9', [3, 15, 0.3], null, 'USD', null],
    ['Kimi K9', [4.5, 22.5, 0.45], 'priority', 'USD', 'priority'],
    ['Kimi K9 Fast', [4.5, 22.5, 0.45], null, 'USD', null],
  ],
  'google/page.html': [
    ['Gemini 9 Pro', [1.5, 12, 0.15], 'Standard; prompts <= 200k tokens', 'USD', 'prompt <= 200000'],
    ['Gemini 9 Pro', [3, 18, 0.3], 'Standard; prompts > 200k tokens', 'USD', 'prompt > 200000'],
    ['Gemini 9 Pro', [0.75, 6, 0.075], 'Batch', 'USD', 'batch'],
  ],
  'google/page.md': [['Gemini 9 Flash', [0.3, 2.5, 0.03], 'Standard', 'USD', null]],
  'groq/page.md': [
    ['openai/gpt-tree', [0.15, 0.6], null, 'USD', null],
    ['leaf/leaf-27b', [0.8, 4], 'preview', 'USD', 'preview'],
  ],
  'minimax/page.html': [
    ['MiniMax-N9', [2.5, 10, 0.5], 'shown by default; <= 512K', 'CNY', 'prompt <= 512000'],
    ['MiniMax-N9', [5, 20, 1], 'shown by default; 512K~1M', 'CNY', 'prompt 512000-1000000'],
    ['MiniMax-N8', [2.2, 8.8, 0.44, null, null, 2.75], null, 'CNY', null],
  ],
  'minimax/tabs.md': [
    ['MiniMax-N9', [0.25, 1, 0.05], 'Standard; <= 512k input tokens', 'USD', 'prompt <= 512000'],
    ['MiniMax-N9', [0.5, 2, 0.1], 'Standard; > 512k input tokens*', 'USD', 'prompt > 512000'],
    ['MiniMax-N9', [0.375, 1.5, 0.075], 'Priority; <= 512k input tokens', 'USD', 'priority; prompt <= 512000'],
    ['MiniMax-N8', [0.2, 0.8, 0.04, null, null, 0.25], null, 'USD', null],
  ],
  'minimax/page.md': [['MiniMax-N9', [0.3, 1.2, 0.03, null, null, 0.375], null, 'USD', null]],
  'mistral/table.html': [
    ['Mistral Oak 9', [0.5, 1.5, 0.05], 'Standard', 'USD', null],
    ['Ministral 9 3B', [0.1, 0.1, 0.01], 'Standard', 'USD', null],
  ],
  'mistral/page.html': [
    ['Mistral Oak 9', [0.5, 1.5], null, 'USD', null],
    ['Voxtral Elm', [0.1, 0.3], 'text input; audio input is $0.004/min', 'USD', null],
    ['Mistral Embed 9', [0.1], null, 'USD', null],
    ['Classifier 9', [0.04, 0.04], null, 'USD', null],
  ],
  'moonshot/page.html': [['kimi-n9', [6, 28, 1.2], null, 'CNY', null]],
  'moonshot/page.md': [
    ['kimi-n9', [0.96, 4, 0.16], null, 'USD', null],
    ['kimi-n9-small', [0.1, 0.4, 0.01], null, 'USD', null],
  ],
  'openai/components.md': [
    ['gpt-90', [5, 30, 0.5], 'Standard; <300K context length', 'USD', 'prompt < 300000'],
    ['gpt-80-pro', [30, 180], 'Standard', 'USD', null],
    ['gpt-90', [2.5, 15, 0.25], 'Batch; <300K context length', 'USD', 'batch; prompt < 300000'],
  ],
  'openai/page.html': [
    ['gpt-80-mini', [0.75, 4.5, 0.075], 'Standard', 'USD', null],
    ['gpt-80-pro', [30, 180], 'Standard', 'USD', null],
    ['gpt-70', [1, 8], 'Standard', 'USD', null],
    ['gpt-90', [5, 30, 0.5, null, null, 6.25], 'Standard; short context', 'USD', 'short-context'],
    ['gpt-90', [10, 45, 1, null, null, 12.5], 'Standard; long context', 'USD', 'long-context'],
    ['gpt-80-mini', [0.375, 2.25, 0.0375], 'Batch', 'USD', 'batch'],
    ['gpt-90-code', [1.75, 14, 0.175], 'Standard', 'USD', null],
  ],
  'openai/page.md': [
    ['gpt-90', [5, 30, 0.5], 'Standard; short context', 'USD', 'short-context'],
    ['gpt-90', [10, 45, 1], 'Standard; long context', 'USD', 'long-context'],
    ['gpt-90-pro', [30, 180], 'Standard; short context', 'USD', 'short-context'],
    ['gpt-90', [2.5, 15, 0.25], 'Batch; short context', 'USD', 'batch; short-context'],
    ['gpt-90-code', [1.75, 14, 0.175], 'Standard', 'USD', null],
    ['o9-research', [6, 24], 'Standard', 'USD', null],
    ['o9-mini-research', [2, 8], 'Standard', 'USD', null],
  ],
  'xai/page.html': [
    ['grok-90', [1.25, 2.5, 0.2], '< 200k prompt tokens', 'USD', 'prompt < 200000'],
    ['grok-90', [2.5, 5, 0.4], '>= 200k prompt tokens', 'USD', 'prompt >= 200000'],
    ['grok-90-mini', [0.3, 0.5, 0.075], null, 'USD', null],
  ],
  'xai/page.md': [
    ['grok-90', [1.25, 2.5], null, 'USD', null],
    ['grok-90-fast', [0.2, 0.5], null, 'USD', null],
  ],
  'zai/page.md': [
    ['GLM-9', [1.5, 4.5, 0.25], null, 'USD', null],
    ['GLM-9-Old', [0.1, 0.1], null, 'USD', null],
    ['GLM-9-Flash', [0, 0, 0], 'Free', 'USD', null],
    ['GLM-9V', [0.3, 0.9, 0.05], 'vision', 'USD', null],
    ['GLM-9V-Read', [0.03, 0.03], 'vision', 'USD', null],
    ['GLM-9V-Flash', [0, 0, 0], 'vision; Free', 'USD', null],
  ],
};
