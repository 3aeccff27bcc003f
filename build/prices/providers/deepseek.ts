import type { Provider } from './description.ts';

/** One table with the models as columns; hours and discounts are in footnotes. */
export const deepseek: Provider = {
  id: 'deepseek',
  hosts: /(^|\.)deepseek\.com$/,
  brand: /deepseek/i,
  expects: ['cachedInput'],
};
