/** Numbers as people type them. */

/** A number, perhaps grouped with commas or spaces (50,000); null: the text is none. */
export function numberIn(text: string): number | null {
  const plain = ungrouped(text);
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : null;
}

/** As it stands in an address: a number without what groups it, any other text as typed. */
export const inAddress = (text: string): string => (numberIn(text) === null ? text : ungrouped(text));

const ungrouped = (text: string): string => text.replace(/(?<=\d)[, _\u00a0\u202f](?=\d{3}(?!\d))/g, '');
