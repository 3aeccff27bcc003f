import type { Provider } from './description.ts';

/** Component data in Markdown, a table in HTML; the mainland site is in yuan. The V1 line is withdrawn. */
export const moonshot: Provider = {
  id: 'moonshot',
  hosts: /(^|\.)(moonshot\.(ai|cn)|kimi\.(com|ai))$/,
  brand: /kimi|moonshot/i,
  skipRows: /^moonshot-v1\b/,
  expects: ['cachedInput'],
  expectsLess: /moonshot v1/i,
};
