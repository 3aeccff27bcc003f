import type { Provider } from './description.ts';

/** A content system's records in streamed script data, or tables behind currency and mode toggles. */
export const mistral: Provider = {
  id: 'mistral',
  hosts: /(^|\.)mistral\.ai$/,
  brand: /mistral|mixtral|ministral|codestral|devstral|magistral|voxtral|pixtral/i,
  inputOnly: /embed|moderat|classif/i,
  expects: ['cachedInput'],
  records: { list: 'price', header: 'value', price: 'price_dollar', currency: 'USD' },
  sections: [{ match: /audio|ocr|document|fine-?tun|connectors?|tools?$/i, skip: true }],
};
