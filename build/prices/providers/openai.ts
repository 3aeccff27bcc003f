import type { Provider } from './description.ts';

/**
 * Tables with two column groups by context length, one per processing mode, also as component data: the page shows the
 * first models of a table and has all of them in the properties of an island.
 */
export const openai: Provider = {
  id: 'openai',
  hosts: /(^|\.)(openai\.com|chatgpt\.com)$/,
  brand: /^(gpt|o\d|chatgpt|chat-|codex|davinci|babbage)|codex|computer-use/i,
  defaultMode: 'Standard',
  expects: ['cachedInput'],
  expectsLess: /legacy/i,
  bareCurrency: 'USD',
  headless: {
    4: ['Model', 'Input', 'Cached input', 'Output'],
    5: ['Model', 'Input', 'Cached input', 'Cache writes', 'Output'],
  },
  sections: [
    {
      match: /multimodal|realtime|audio|image|video|transcription|speech|embedding|moderation|\btools?\b|fine-?tun/i,
      skip: true,
    },
  ],
  labelShape: /[\d-]/,
  skipRows: /embedding|moderation/i,
  deprecations: { url: 'https://developers.openai.com/api/docs/deprecations', skip: /fine-?tun/i },
};
