/** HTML or XML whose values are escaped; nested markup and lists of markup are inserted as is. */

import { lookUp } from './look-up.ts';
export class Markup {
  constructor(readonly text: string) {}
}

export const markup = (strings: TemplateStringsArray, ...values: unknown[]): Markup =>
  new Markup(strings.map((part, index) => part + (index < values.length ? render(values[index]) : '')).join(''));

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const render = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(render).join('')
    : value instanceof Markup
      ? value.text
      : String(value).replace(/[&<>"']/g, (character) => lookUp(escapes, character) as string);
