/** Text that came from somebody else, made safe to show. */

/** Control and format characters (bidi overrides among them), line and paragraph separators, lone surrogates. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * `text` as one line that cannot steer a terminal: what is neither seen nor a plain space comes out as `\uXXXX`, line
 * breaks included. Two code units give two escapes, so the result is also right inside a JSON string.
 */
export const printable = (text: string): string =>
  text.replace(unprintable, (found) =>
    Array.from({ length: found.length }, (_, i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );

/** The same, but line breaks stay: for text that is laid out in lines, such as indented JSON. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
