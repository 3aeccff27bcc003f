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

/** The same of text whose line breaks are its writer's own, such as indented JSON: they stay. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
