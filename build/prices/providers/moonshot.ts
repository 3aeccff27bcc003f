import type { Provider } from './description.ts';

/** Component data in Markdown, a table in HTML; the mainland site is in yuan. The V1 line is withdrawn. */
export const moonshot: Provider = {
  id: 'moonshot',
  hosts: /(^|\.)(moonshot\.(ai|cn)|kimi\.(com|ai))$/,
  brand: /kimi|moonshot/i,
  pages: ['chat-k3', 'chat-k27-code', 'chat-k26'].map((page) => `https://platform.kimi.ai/docs/pricing/${page}.md`),
  skipRows: /^moonshot-v1\b/,
  expects: ['cachedInput'],
  expectsLess: /moonshot v1/i,
};
