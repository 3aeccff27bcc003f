import type { Provider } from './description.ts';

/** One heading per model, one table per processing mode below it, prompt lengths inside the cells. */
export const google: Provider = {
  id: 'google',
  hosts: /(^|\.)(ai\.google\.dev|google\.dev|aistudio\.google\.com)$/,
  brand: /\bgemini\b/i,
  modelHeadings: { column: /\bpaid tier\b.*\btokens\b/i },
  defaultMode: 'Standard',
  ignore: /grounding|tuning|image generation|used to improve|live api|session/i,
  sections: [{ match: /^pricing for (tools|agents)|embedding|\b(tts|imagen|veo|lyria)\b/i, skip: true }],
  deprecations: { url: 'https://ai.google.dev/gemini-api/docs/deprecations', earliest: /earliest possible\s+dates/i },
};
