/** Makes untrusted text safe to display. */

/** Control and format characters (bidi overrides among them), line and paragraph separators, lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A control character and what it makes a terminal do, such as ESC [ 31 m for red. */
const terminalSequence = /\p{Cc}\[[0-?]*[ -/]*[@-~]/gu;

/**
 * `text` as one line that cannot control a terminal: invisible characters other than a plain space become `\uXXXX`,
 * line breaks included. Each UTF-16 code unit gets its own escape, so the result is also valid inside a JSON string.
 */
export const printable = (text: string): string =>
  text.replace(unprintable, (found) =>
    Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );

/** A name as one line without anything invisible, the sequences that control a terminal removed whole. */
export const plainName = (text: string): string => text.replace(terminalSequence, '').replace(unprintable, '').trim();

/** The same, but keeps line breaks, for text such as indented JSON. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
