/**
 * Data in a script: a text as one string literal. Taken out again, it leaves code that is the same for any data, so the
 * code has one SHA-256, and the data can be compared with those of a snapshot.
 */

/** What can be embedded: the text of `catalog.json`, and the prices in force as `sentText` makes them for the page. */
export type EmbeddedData = 'catalog' | 'prices';

export interface Embedding {
  data: EmbeddedData;
  /** Literals around the literal: a script that holds another script as text has one. */
  depth: 0 | 1;
}

/** The scripts that hold data, by their path in a snapshot. */
export const embeddings: Readonly<Record<string, Embedding>> = {
  'index.js': { data: 'catalog', depth: 0 },
  'public/assets/cost.js': { data: 'prices', depth: 0 },
  'public/assets/data.js': { data: 'catalog', depth: 0 },
  'public/assets/log-worker-code.js': { data: 'catalog', depth: 1 },
};

/** Stands for a text in code; long enough to occur nowhere else. */
export const placeholder = (name: string): string => `agent-cost puts the text of ${name} here`;

/** The characters of a text inside single quotes, in ASCII. */
const escaped = (text: string): string =>
  text.replace(/[\\']|[^\x20-\x7e]/g, (char) =>
    char === '\\' || char === "'" ? `\\${char}` : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const literal = (text: string, depth: number): string =>
  depth === 0 ? `'${escaped(text)}'` : escaped(literal(text, depth - 1));

/** The script with one text in place of another; null: it does not hold exactly one literal of the first. */
function exchanged(script: Uint8Array, from: string, to: string, depth: number): Buffer | null {
  // One character for each byte: nothing is lost if the script is not UTF-8.
  const [before = '', after, ...more] = Buffer.from(script).toString('latin1').split(literal(from, depth));
  return after === undefined || more.length > 0 ? null : Buffer.from(before + literal(to, depth) + after, 'latin1');
}

/** The script with `text` in the place of the placeholder `name`; throws if the code does not hold it once. */
export function withText(code: Uint8Array, name: string, depth: number, text: string): Buffer {
  const script = exchanged(code, placeholder(name), text, depth);
  if (script === null) throw new Error(`The code does not hold the placeholder of ${name} once.`);
  return script;
}

/** The code of a script that holds `text`; null: it does not hold it, or not once. */
export const withoutText = (script: Uint8Array, { data, depth }: Embedding, text: string): Buffer | null =>
  exchanged(script, text, placeholder(data), depth);

/** Code from a bundler, which chooses the quotes: every literal of a placeholder in the form that is found above. */
export function withUsualQuotes(code: Uint8Array, name: string): Buffer {
  const text = placeholder(name);
  const quoted = new RegExp(`(["'\`])${text}\\1`, 'g');
  return Buffer.from(
    Buffer.from(code)
      .toString('latin1')
      .replace(quoted, () => literal(text, 0)),
    'latin1',
  );
}
