import type { Provider } from './description.ts';

/** A reseller: both prices in one cell, the model's id at the end of a link. */
export const groq: Provider = {
  id: 'groq',
  hosts: /(^|\.)groq\.com$/,
  brand: /\w/,
  labelShape: /^[a-z][\w./-]*$/i,
  labelLink: /\/docs\/model\/(.+)$/,
  sections: [
    { match: /^production (models|systems)/i, tier: null },
    { match: /^preview (models|systems)/i, tier: 'preview' },
  ],
  deprecations: { url: 'https://console.groq.com/docs/deprecations' },
};
