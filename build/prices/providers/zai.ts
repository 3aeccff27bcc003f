import type { Provider } from './description.ts';

/** One table per kind of model; vision models take images and are priced per token. */
export const zai: Provider = {
  id: 'zai',
  hosts: /(^|\.)(z\.ai|bigmodel\.cn)$/,
  brand: /\bglm\b/i,
  expects: ['cachedInput'],
  sections: [
    { match: /^text models|language models/i, tier: null },
    { match: /^(image|video|audio|built-in|agents)/i, skip: true },
    { match: /^vision models/i, tier: 'vision' },
  ],
};
