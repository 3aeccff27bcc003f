import type { Provider } from './description.ts';

/** Script data in ten-thousandths of a dollar per million tokens; the Markdown export has a table. */
export const xai: Provider = {
  id: 'xai',
  hosts: /(^|\.)x\.ai$/,
  brand: /\bgrok/i,
  script: {
    name: 'name',
    prices: {
      input: 'promptTextTokenPrice',
      output: 'completionTextTokenPrice',
      cachedInput: 'cachedPromptTokenPrice',
    },
    longPrices: {
      input: 'promptTextTokenPriceLongContext',
      output: 'completionTokenPriceLongContext',
      cachedInput: 'cachedPromptTokenPriceLongContext',
    },
    longAbove: 'longContextThreshold',
    perDollar: 10_000,
  },
  sections: [{ match: /imagine|voice|image|video|tools? |batch|files|storage/i, skip: true }],
};
